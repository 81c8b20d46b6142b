/** Each fact of each schema of a request says something: if it is changed, other requests are generated. */

import { expect, it } from 'vitest';
import { factsIn, loadContract, merged, requiredIn } from '../contract/index.ts';
import { canonical, isMembers, isObject, type Json, type JsonSchema } from '../model/index.ts';
import { boundariesOf } from './boundaries.ts';
import { samplesOf } from './values.ts';
import { violationsOf } from './violations.ts';

/** A part of a request by itself: a parameter, a member of a body, or a body. */
interface Part {
  readonly name: string;
  readonly schema: JsonSchema;
}

interface Fact {
  readonly part: Part;
  readonly path: readonly (string | number)[];
  readonly keyword: string;
}

const ANNOTATIONS = /^(?:x-|title$|description$|default$|readOnly$|deprecated$|\$)/;
const BELOW = /^(?:properties|items|allOf|if|then|else)$/;

const parts = distinct(
  loadContract().operations.flatMap(({ id, parameters, body }) => [
    ...parameters.map(({ name, schema }): Part => ({ name, schema })),
    ...(body ? [body.schema, body.settled] : []).flatMap((schema): readonly Part[] => {
      const whole = merged(schema);
      const { properties } = whole;
      const members = isMembers(properties) ? Object.entries(properties) : [];
      const needed = members.filter(([name]) => requiredIn(whole).includes(name));
      return [
        { name: id, schema: { ...whole, properties: Object.fromEntries(needed) } },
        ...members.flatMap(([name, one]) => (isMembers(one) ? [{ name, schema: one }] : [])),
      ];
    }),
  ]),
);

function distinct(all: readonly Part[]): readonly Part[] {
  return [...new Map(all.map((part) => [canonical(bare(part.schema)), part])).values()];
}

/** Without annotations, by which equal parts differ. */
function bare(value: Json): Json {
  if (Array.isArray(value)) return value.map(bare);
  if (!isMembers(value)) return value;
  const own = Object.entries(value).filter(([name]) => !/^(?:x-|\$|title$)/.test(name));
  return Object.fromEntries(own.map(([name, one]) => [name, bare(one)]));
}

/** Facts of a body are those of itself; its members are parts of their own. */
function factsOf(part: Part): readonly Fact[] {
  const found: Fact[] = [];
  const walk = (schema: JsonSchema, path: Fact['path']): void => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (ANNOTATIONS.test(keyword)) continue;
      const isSchema = keyword === 'additionalProperties' && isMembers(value);
      if (!BELOW.test(keyword) && !isSchema) found.push({ part, path, keyword });
      if (part.name.includes('/')) continue;
      below(value, [...path, keyword]);
    }
  };
  const below = (value: Json, path: Fact['path']): void => {
    const [keyword] = path.slice(-1);
    if (keyword === 'properties' && isMembers(value)) {
      for (const [name, one] of Object.entries(value)) into(one, [...path, name]);
    } else if (/^(?:anyOf|oneOf|allOf)$/.test(String(keyword)) && Array.isArray(value)) {
      for (const [at, one] of value.entries()) into(one, [...path, at]);
    } else if (keyword === 'items' || keyword === 'additionalProperties') into(value, path);
  };
  const into = (value: Json, path: Fact['path']): void => {
    if (isMembers(value) && value.readOnly !== true) walk(value, path);
  };
  if (part.schema.readOnly !== true) walk(part.schema, []);
  return found;
}

/** Facts of equal schemas under one name are generated from alike. */
function meaningOf({ part, path, keyword }: Fact): Json {
  const place = path.reduce<unknown>((one, token) => Object(one)[token], part.schema);
  return [path.at(-1) ?? '', keyword, isMembers(place) ? bare(place) : null];
}

/** Another value of a keyword, near the one that it has. */
function otherwise(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'type':
      return value === 'string' ? 'integer' : 'string';
    case 'required':
      return [];
    case 'additionalProperties':
      return value === false;
    case 'uniqueItems':
      return false;
    case 'format':
      return value === 'uri' ? 'date-time' : 'uri';
    case 'pattern':
      return '^touchstone$';
    case 'const':
      return 'touchstone';
    case 'enum':
      return ['touchstone', ...(Array.isArray(value) ? value.slice(1) : [])];
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.slice(1) : value;
    default:
      return Number(value) + 1;
  }
}

function changed({ part, path, keyword }: Fact): JsonSchema {
  const schema = structuredClone(part.schema);
  const place = path.reduce<unknown>((one, token) => Object(one)[token], schema);
  if (!isObject(place)) throw new Error(`${part.name} has nothing at ${path.join('/')}`);
  Object.assign(place, { [keyword]: otherwise(keyword, place[keyword]) });
  return schema;
}

const KNOWN = [7, 8, 'touchstone', 'https://site.example/a.png', '2026-11-26T12:00:00Z'];

/** What is generated for a part, as text: valid values, those at limits and those that violate a rule. */
function generated({ name }: Part, schema: JsonSchema): string {
  const whole = name.includes('/')
    ? schema
    : { type: 'object', required: [name], properties: { [name]: schema } };
  const known = Object.fromEntries(factsIn(whole).map((fact) => [fact, KNOWN]));
  try {
    const samples = samplesOf(whole, 4, { known });
    const [base = {}] = samples;
    const limits = boundariesOf(whole, base, { known });
    return JSON.stringify([samples, limits, violationsOf(whole, base, { known })]);
  } catch (error) {
    return String(error);
  }
}

it('of a request: changed, it changes valid values, those at limits, or those that violate a rule', () => {
  const facts = [
    ...new Map(parts.flatMap(factsOf).map((fact) => [canonical(meaningOf(fact)), fact])).values(),
  ];
  expect(facts.length).toBeGreaterThan(200);
  const before = new Map(parts.map((part) => [part, generated(part, part.schema)]));
  const silent = facts
    .filter((fact) => generated(fact.part, changed(fact)) === before.get(fact.part))
    .map(({ part, path, keyword }) => [part.name, ...path, keyword].join('/'));
  expect(silent).toEqual([]);
});
