import type { Clause, Json, JsonSchema, Operation } from '../model.ts';
import { isObject } from '../pointer.ts';

/** A rule of a request's schema that a request could break. */
export interface Rule {
  readonly part: 'path' | 'query' | 'body';
  /** Pointer pattern into the part; `*` stands for every element. */
  readonly pointer: string;
  readonly keyword: string;
}

/** Keywords whose breach makes a request invalid. */
const RULES: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'anyOf', 'oneOf'],
]);

/** Every rule of an operation's request, in the order of its schemas. */
export function rulesOf(operation: Operation): readonly Rule[] {
  const parts = (['path', 'query'] as const).flatMap((part) =>
    operation.parameters
      .filter((parameter) => parameter.in === part)
      .flatMap((parameter) => [
        ...(parameter.required && part === 'query'
          ? [{ part, pointer: `/${parameter.name}`, keyword: 'required' }]
          : []),
        ...walk(part, `/${parameter.name}`, parameter.schema),
      ]),
  );
  return operation.body ? [...parts, ...walk('body', '', operation.body.schema)] : parts;
}

function walk(part: Rule['part'], pointer: string, schema: Json): readonly Rule[] {
  if (!isSchema(schema) || schema.readOnly === true) return [];
  const own = Object.keys(schema)
    .filter((keyword) => RULES.has(keyword))
    .map((keyword) => ({ part, pointer, keyword }));
  const required = Array.isArray(schema.required)
    ? schema.required.map((name) => ({ part, pointer: `${pointer}/${name}`, keyword: 'required' }))
    : [];
  const surplus =
    schema.additionalProperties === false
      ? [{ part, pointer, keyword: 'additionalProperties' }]
      : [];
  const members = isObject(schema.properties)
    ? Object.entries(schema.properties).flatMap(([name, member]) =>
        walk(part, `${pointer}/${name}`, member as Json),
      )
    : [];
  const elements = schema.items === undefined ? [] : walk(part, `${pointer}/*`, schema.items);
  return [...own, ...required, ...surplus, ...members, ...elements];
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return isObject(value);
}

/**
 * The id of the clause that says a breach of this rule is refused, such as
 * `content/posts/list/query/per-page/maximum`.
 */
export function refusalId(operation: string, rule: Rule): string {
  const path = rule.pointer
    .split('/')
    .filter((token) => token !== '')
    .map((token) => (token === '*' ? 'items' : token.toLowerCase().replaceAll('_', '-')));
  return [operation, rule.part, ...path, kebab(rule.keyword)].join('/');
}

function kebab(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The clauses that follow from an operation's schemas: a request that breaks one rule is refused.
 * They are `implied`: the document states the rule, but shows no answer to a breach. Rules that the
 * operation lists as open have no such clause.
 */
export function deriveClauses(operation: Operation): readonly Clause[] {
  const open = operation.body?.open ?? [];
  return rulesOf(operation)
    .filter(
      (rule) =>
        !open.some(
          ({ pointer, keyword }) =>
            rule.part === 'body' && rule.pointer === pointer && rule.keyword === keyword,
        ),
    )
    .map((rule) => ({
      id: refusalId(operation.id, rule),
      document: operation.document,
      level: 'implied',
      source: operation.source,
      states: `A request whose ${rule.part} breaks \`${rule.keyword}\` at \`${rule.pointer}\` is refused.`,
      operations: [operation.id],
      on: 'refusal',
      judged: [{ check: 'refused', with: {} }],
    }));
}
