import { isList, isMembers, type Json, type JsonSchema } from '../../model/index.ts';
import type { Altering } from './deviation.ts';
import type { Field } from './field.ts';
import { COLLECTIONS, type CollectionName, type JsonObject } from './item.ts';
import type { Leaving, SiteParts } from './parts.ts';
import { bodyValue, isRefusal, json, type SiteResult } from './refusal.ts';
import type { Checked } from './rules.ts';

/** Building blocks of faults: each changes parts of a site, and knows nothing about the server. */
export type Alteration = Altering['alter'];

/** The operations of a fault: method, and prefix or suffix of the route template. */
export interface FaultScope {
  readonly method?: string;
  readonly under?: string;
  readonly ends?: string;
  readonly is?: string;
  /** Parts that the template must not have. */
  readonly avoids?: readonly string[];
}

function inScope(scope: FaultScope, method: string, template: string): boolean {
  return (
    (scope.method === undefined || scope.method === method) &&
    (scope.under === undefined || template.startsWith(scope.under)) &&
    (scope.ends === undefined || template.endsWith(scope.ends)) &&
    (scope.is === undefined || scope.is === template) &&
    !scope.avoids?.some((part) => template.includes(part))
  );
}

/** Removes a keyword from the schema of a parameter, at a path of keywords. */
export function unchecked(
  scope: FaultScope,
  parameter: string,
  keyword: string,
  path: readonly string[] = [],
): Alteration {
  return (parts) => ({
    ...parts,
    rules(rules, method, template) {
      const before = parts.rules(rules, method, template);
      const schema = before.schemas.get(parameter);
      if (!schema || !inScope(scope, method, template)) return before;
      const schemas = new Map(before.schemas);
      schemas.set(parameter, withoutKeyword(schema, path, keyword));
      return { ...before, schemas };
    },
  });
}

/** A schema without a keyword; `*` in the path stands for every branch of a union. */
function withoutKeyword(schema: JsonSchema, path: readonly string[], keyword: string): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined) {
    return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
  }
  const inner = schema[step];
  if (isMembers(inner)) return { ...schema, [step]: withoutKeyword(inner, rest, keyword) };
  if (Array.isArray(inner)) {
    const branches = inner.map((one: Json) =>
      isMembers(one) ? withoutKeyword(one, rest, keyword) : one,
    );
    return { ...schema, [step]: branches };
  }
  return schema;
}

/** Removes keywords from the schemas of all parameters, at any depth. */
export function uncheckedAnywhere(...keywords: readonly string[]): Alteration {
  return (parts) => ({
    ...parts,
    rules(rules, method, template) {
      const before = parts.rules(rules, method, template);
      const schemas = [...before.schemas].map(
        ([name, schema]) => [name, lacksKeywords(schema, keywords)] as const,
      );
      return { ...before, schemas: new Map(schemas) };
    },
  });
}

const BRANCHES = ['oneOf', 'anyOf', 'allOf'];

function lacksKeywords(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  const inner = (value: Json): Json => (isMembers(value) ? lacksKeywords(value, keywords) : value);
  const entries = Object.entries(schema).flatMap(([name, value]): (readonly [string, Json])[] => {
    if (keywords.includes(name)) return [];
    if (name === 'properties' && isMembers(value)) {
      const members = Object.entries(value).map(([member, its]) => [member, inner(its)] as const);
      return [[name, Object.fromEntries(members)]];
    }
    if (BRANCHES.includes(name) && Array.isArray(value)) return [[name, value.map(inner)]];
    return [[name, inner(value)]];
  });
  return Object.fromEntries(entries);
}

/** Adds keywords to the schema of a parameter, so that fewer values are valid. */
export function demanding(scope: FaultScope, parameter: string, more: JsonSchema): Alteration {
  return (parts) => ({
    ...parts,
    rules(rules, method, template) {
      const before = parts.rules(rules, method, template);
      const schema = before.schemas.get(parameter);
      if (!schema || !inScope(scope, method, template)) return before;
      return { ...before, schemas: new Map(before.schemas).set(parameter, { ...schema, ...more }) };
    },
  });
}

/** Accepts requests without a required parameter. */
export function optional(scope: FaultScope, parameter: string): Alteration {
  return (parts) => ({
    ...parts,
    rules(rules, method, template) {
      const before = parts.rules(rules, method, template);
      return inScope(scope, method, template)
        ? { ...before, required: before.required.filter((name) => name !== parameter) }
        : before;
    },
  });
}

/** Does nothing if a required parameter is missing, and answers with success. */
export function contentWithout(scope: FaultScope, parameter: string): Alteration {
  return (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      const before = parts.answer(outcome, leaving, site);
      if (!isRefusal(before) || !inScope(scope, leaving.method, leaving.template)) return before;
      const complaints = Object.keys(before.params ?? {});
      const alone = complaints.length === 1 && complaints[0] === parameter;
      return before.code === 'missing_parameter' && alone ? json({}) : before;
    },
  });
}

/** Does nothing if a request is refused for certain reasons, and answers with success. */
export function contentInSpite(...codes: readonly string[]): Alteration {
  return (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      const before = parts.answer(outcome, leaving, site);
      return isRefusal(before) && codes.includes(before.code) ? json({}) : before;
    },
  });
}

/** Changes the parameters after validation. */
export function hearing(scope: FaultScope, change: (checked: Checked) => Checked): Alteration {
  return (parts) => ({
    ...parts,
    heed(checked, method, template) {
      const before = parts.heed(checked, method, template);
      return inScope(scope, method, template) ? change(before) : before;
    },
  });
}

/** Validates a parameter, and then ignores it. */
export function ignoring(scope: FaultScope, ...names: readonly string[]): Alteration {
  return hearing(scope, ({ params, given }) => ({
    params: Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name))),
    given: new Set([...given].filter((name) => !names.includes(name))),
  }));
}

/** Replaces the value of a parameter. */
export function taking(scope: FaultScope, name: string, value: Json): Alteration {
  return hearing(scope, ({ params, given }) => ({
    params: { ...params, [name]: value },
    given: new Set([...given, name]),
  }));
}

/** Adds a value for an absent parameter. */
export function unasked(scope: FaultScope, name: string, value: Json): Alteration {
  return hearing(scope, ({ params, given }) => ({
    params: given.has(name) ? params : { ...params, [name]: value },
    given,
  }));
}

export function field(
  name: string,
  change: (field: Field) => Field,
  collections: readonly CollectionName[] = COLLECTIONS,
): Alteration {
  return (parts) => {
    const fields = { ...parts.fields };
    for (const collection of collections) {
      fields[collection] = fields[collection].map((one) => (one.name === name ? change(one) : one));
    }
    return { ...parts, fields };
  };
}

/** Accepts a field and does not store it. */
export function unwritten(name: string, collections?: readonly CollectionName[]): Alteration {
  return field(name, (one) => ({ ...one, write: () => undefined }), collections);
}

/** Stores another value for a field. */
export function writtenAs(
  name: string,
  change: (value: unknown) => unknown,
  collections?: readonly CollectionName[],
): Alteration {
  return field(
    name,
    (one) => {
      const { write } = one;
      if (!write) return one;
      return { ...one, write: (value, item, site) => write(change(value), item, site) };
    },
    collections,
  );
}

/** Shows another value for a field. */
export function shownAs(
  name: string,
  change: (value: Json) => Json,
  collections?: readonly CollectionName[],
): Alteration {
  return field(
    name,
    (one) => ({ ...one, read: (item, view, site) => change(one.read(item, view, site)) }),
    collections,
  );
}

type When = (leaving: Leaving) => boolean;

/** Changes the JSON of successful answers. */
export function answering(
  scope: FaultScope,
  change: (value: Json, leaving: Leaving) => Json,
  when: When = () => true,
): Alteration {
  return replying(scope, (result, leaving) => {
    if (result.body.kind === 'bytes' || result.body.kind === 'none' || !when(leaving))
      return result;
    return { ...result, body: { kind: 'json', value: change(bodyValue(result.body), leaving) } };
  });
}

/** Changes successful answers. */
export function replying(
  scope: FaultScope,
  change: (result: SiteResult, leaving: Leaving) => SiteResult,
): Alteration {
  return (parts: SiteParts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      const before = parts.answer(outcome, leaving, site);
      if (isRefusal(before) || !inScope(scope, leaving.method, leaving.template)) return before;
      return change(before, leaving);
    },
  });
}

/** True for every nth call of a kind, counted by each fault for itself. */
export function everyNth(step: number): When {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % step === 0;
  };
}

export function listed(value: Json, change: (list: readonly Json[]) => readonly Json[]): Json {
  return isList(value) ? change(value) : value;
}

export function without(members: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Removes members of an object, or of each object in a list. */
export function lessOf(value: Json, ...names: readonly string[]): Json {
  return isMembers(value) ? without(value, ...names) : value;
}
