/** Lists the facts of an answer's schema: single keywords with their places. */

import {
  type ClauseSource,
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  type Level,
  pointerOf,
} from '../model/index.ts';
import { merged } from './merge.ts';
import { ANNOTATIONS, membersOf, requiredIn, SPEAKS_OF, textIn } from './schema.ts';
import { absoluteOf, keywordsAlone, type SchemaFiles, targetOf } from './schemas.ts';

export interface AnswerFact {
  /** Its place in the schemas: `integration/success-envelope.json#/properties/status/const`. */
  readonly reference: string;
  /** Pointer with `*` to the judged values; for a required member, to the objects that need it. */
  readonly at: string;
  /** Parent types of each `*`: arrays have elements, objects have members. */
  readonly within: readonly ('array' | 'object')[];
  readonly keyword: string;
  /** The value of the keyword in the schema. */
  readonly value: Json;
  /** The keyword by itself. */
  readonly schema: JsonSchema;
  /** The values that the fact is about. Other facts judge the rest. */
  readonly given: JsonSchema;
  readonly level: Level;
  readonly source: ClauseSource;
  /** From the nearest schema with a description. */
  readonly description?: string;
  readonly path: readonly PathStep[];
}

/** A subschema, or a member of a value; `*` stands for elements, and for members without a name. */
export type PathStep =
  | { readonly kind: 'schema'; readonly reference: string }
  | { readonly kind: 'member'; readonly name: string };

interface Walk {
  readonly files: SchemaFiles;
  /** Absolute reference to the current schema. */
  readonly reference: string;
  readonly at: string;
  readonly within: AnswerFact['within'];
  readonly level: Level;
  readonly source: ClauseSource;
  readonly description?: string;
  readonly path: readonly PathStep[];
  /** Below a pattern of names, a fact is judged at the object with these names. This wraps it accordingly. */
  readonly wrap?: (schema: JsonSchema) => JsonSchema;
  /** Keywords that a condition already states. */
  readonly known: readonly string[];
}

/**
 * Keywords that are no facts by themselves: their content is visited, or they belong to another keyword or to the file.
 */
const PASSED: ReadonlySet<string> = new Set([
  ...['properties', 'required', 'patternProperties', 'allOf', '$ref', '$id', '$defs'],
  ...['then', 'else', 'minContains', 'maxContains', ...ANNOTATIONS],
]);

/** Keywords that only have a meaning together. */
const TOGETHER: { readonly [keyword: string]: readonly string[] } = {
  if: ['if', 'then', 'else'],
  contains: ['contains', 'minContains', 'maxContains'],
  additionalProperties: ['properties', 'patternProperties', 'additionalProperties'],
};

/**
 * Every fact of a referenced answer. Parts of a schema (`$ref`, `allOf`) come before its own keywords. A choice is one
 * fact, regardless of its branches.
 *
 * @param source the default if no schema states one
 */
export function answerFactsOf(
  files: SchemaFiles,
  reference: string,
  source: ClauseSource,
): readonly AnswerFact[] {
  const start = { at: '', within: [], level: 'stated', source, path: [], known: [] } as const;
  return walk({ files, reference: absoluteOf(reference), ...start });
}

function walk(given: Walk): readonly AnswerFact[] {
  const schema = targetOf(given.files, given.reference);
  if (!isMembers(schema)) return [];
  const here = annotated(given, schema);
  const { allOf, items, additionalProperties: others, patternProperties } = schema;
  const inside = { ...here, known: [] };
  return [
    ...referredTo(here, schema).flatMap((reference) => walk({ ...here, reference })),
    ...(isList(allOf) ? allOf.flatMap((_, part) => walk(below(here, 'allOf', part))) : []),
    ...Object.keys(schema)
      .filter((keyword) => isFact(schema, keyword) && !given.known.includes(keyword))
      .map((keyword) => factOf(here, schema, keyword)),
    ...requiredIn(schema).map((name) => missingFact(here, schema, name)),
    ...membersOf(schema).flatMap(([name]) => walk(into(below(inside, 'properties', name), name))),
    ...(isMembers(patternProperties) ? Object.keys(patternProperties) : []).flatMap((pattern) =>
      walk(underPattern(below(inside, 'patternProperties', pattern), pattern)),
    ),
    ...(isMembers(others) ? walk(into(below(inside, 'additionalProperties'), '*', 'object')) : []),
    ...(isMembers(items) ? walk(into(below(inside, 'items'), '*', 'array')) : []),
    ...(isTypeTest(schema) ? walk({ ...below(here, 'then'), known: ['type'] }) : []),
  ];
}

/** Adds the source that the schema states, and the schema as a step of the path. */
function annotated(given: Walk, schema: JsonSchema): Walk {
  const { 'x-source': source, 'x-level': level } = schema;
  const description = textIn(schema, 'description');
  return {
    ...given,
    path: [...given.path, { kind: 'schema', reference: given.reference }],
    ...(isMembers(source) && { source: sourceIn(source) }),
    ...(description !== undefined && { description }),
    ...((level === 'stated' || level === 'implied') && { level }),
  };
}

function sourceIn(source: { readonly [name: string]: Json }): ClauseSource {
  const rule = textIn(source, 'rule');
  return { section: textIn(source, 'section') ?? '', ...(rule !== undefined && { rule }) };
}

function below(here: Walk, ...tokens: readonly (string | number)[]): Walk {
  return { ...here, reference: pointing(here.reference, tokens) };
}

/** Extends a reference; percent and number signs are escaped in it. */
function pointing(reference: string, tokens: readonly (string | number)[]): string {
  const whole = reference.includes('#') ? reference : `${reference}#`;
  return whole + pointerOf(tokens).replaceAll('%', '%25').replaceAll('#', '%23');
}

function referredTo({ reference }: Walk, { $ref }: JsonSchema): readonly string[] {
  return typeof $ref === 'string' ? [absoluteOf($ref, reference)] : [];
}

/** Visits a member of the value, or its elements. The row of a table for it is its source. */
function into(here: Walk, name: string, kind?: 'array' | 'object'): Walk {
  const { wrap, source, path } = here;
  const further = {
    ...here,
    path: [...path, { kind: 'member', name } as const],
    ...(name !== '*' && source.rule === undefined && { source: { ...source, rule: name } }),
  };
  if (wrap === undefined) {
    const within = kind === undefined ? here.within : [...here.within, kind];
    return { ...further, at: here.at + pointerOf([name]), within };
  }
  const put = (schema: JsonSchema): JsonSchema => {
    if (kind === 'array') return { items: schema };
    return kind === 'object'
      ? { additionalProperties: schema }
      : { properties: { [name]: schema } };
  };
  return { ...further, wrap: (schema) => wrap(put(schema)) };
}

function underPattern(here: Walk, pattern: string): Walk {
  const { wrap = (schema) => schema } = here;
  return {
    ...here,
    path: [...here.path, { kind: 'member', name: '*' }],
    wrap: (schema) => wrap({ patternProperties: { [pattern]: schema } }),
  };
}

function isFact(schema: JsonSchema, keyword: string): boolean {
  if (PASSED.has(keyword)) return false;
  if (keyword === 'additionalProperties') return schema[keyword] === false;
  if (keyword === 'items') return !isMembers(schema.items) && schema.items !== true;
  if (keyword === 'uniqueItems') return schema.uniqueItems === true;
  return keyword !== 'if' || !isTypeTest(schema);
}

/** Returns true if a condition only tests a type: its keywords only apply to values of that type anyway. */
function isTypeTest({ if: condition, then, else: otherwise }: JsonSchema): boolean {
  const asked = isMembers(condition) ? Object.keys(condition) : [];
  const isOnlyType = asked.length === 1 && asked[0] === 'type';
  return (
    isOnlyType && otherwise === undefined && isMembers(then) && textIn(then, 'type') !== undefined
  );
}

function factOf(here: Walk, schema: JsonSchema, keyword: string): AnswerFact {
  const { files, reference } = here;
  const together = TOGETHER[keyword] ?? [keyword];
  const own = together.filter((name) => schema[name] !== undefined);
  const alone =
    keyword === 'additionalProperties' ? closedBy(schema) : keywordsAlone(files, reference, own);
  // The type that a keyword implies is no condition.
  const others = Object.keys(schema).filter((name) => !together.includes(name));
  const { type: stated } = merged(keywordsAlone(files, reference, others));
  const type = keyword === 'type' ? undefined : (SPEAKS_OF[keyword] ?? stated);
  const value = schema[keyword] ?? null;
  return placed(here, { keyword, value }, [keyword], alone, type === undefined ? {} : { type });
}

/** The allowed names of an object, without the schemas of its members. */
function closedBy(schema: JsonSchema): JsonSchema {
  const { patternProperties } = schema;
  const names = membersOf(schema).map(([name]) => [name, true]);
  const patterns = isMembers(patternProperties) ? Object.keys(patternProperties) : [];
  return {
    properties: Object.fromEntries(names),
    ...(patterns.length > 0 && {
      patternProperties: Object.fromEntries(patterns.map((pattern) => [pattern, true])),
    }),
    additionalProperties: false,
  };
}

/** A required member is a fact at the place of the member. */
function missingFact(here: Walk, schema: JsonSchema, name: string): AnswerFact {
  const isNamed = membersOf(schema).some(([member]) => member === name);
  const member = into(isNamed ? below(here, 'properties', name) : here, name);
  const fact = placed(
    here,
    { keyword: 'required', value: name },
    ['required', name],
    { required: [name], properties: { [name]: true } },
    { type: 'object' },
  );
  const target = isNamed ? targetOf(member.files, member.reference) : undefined;
  const found = isMembers(target) ? annotated(member, target) : member;
  const referred = isMembers(target) ? referredTo(member, target) : [];
  const further = referred.map((reference) => ({ kind: 'schema', reference }) as const);
  return { ...fact, source: found.source, level: found.level, path: [...found.path, ...further] };
}

/** A variable, since the linter takes a literal `then` for a promise. */
const THEN = 'then';

function placed(
  here: Walk,
  said: Pick<AnswerFact, 'keyword' | 'value'>,
  tokens: readonly string[],
  alone: JsonSchema,
  given: JsonSchema,
): AnswerFact {
  const { reference, at, within, level, source, description, path, wrap } = here;
  const fact = {
    reference: pointing(reference, tokens),
    at,
    within,
    ...said,
    level,
    source,
    path,
    ...(description !== undefined && { description }),
  };
  if (wrap === undefined) return { ...fact, schema: alone, given };
  const conditional = Object.keys(given).length === 0 ? alone : { if: given, [THEN]: alone };
  return { ...fact, schema: wrap(conditional), given: { type: 'object' } };
}
