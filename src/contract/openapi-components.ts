/** Shares schemas in an exported document, under readable names. */

import { canonical, isMembers, type Json, type JsonSchema } from '../model/index.ts';
import { listIn, mapSubschemas, membersOf, statedTypes, textIn } from './schema.ts';

/** A schema at one place of the document. */
export interface SchemaUse {
  readonly schema: JsonSchema;
  /** Its name there: that of a parameter, or the kind of body. */
  readonly name: string;
  readonly operations: readonly string[];
  /** A whole body is always shared, even if only one operation has it. */
  readonly whole: boolean;
}

export interface Components {
  readonly schemas: { readonly [name: string]: Json };
  /** Replaces a named schema, or parts below it, by a `$ref`. */
  readonly refer: (schema: JsonSchema) => JsonSchema;
}

/** A schema without a name yet: others can have the same plain name. */
interface Unnamed {
  readonly name: string;
  readonly operations: readonly string[];
  readonly schema: JsonSchema;
}

/** Longer titles are descriptions; shorter ones are names. */
const WORDS_OF_A_NAME = 3;

/** An enumeration with fewer values is inlined. */
const VALUES_WORTH_A_NAME = 3;

/** Joins words: `per_page` is `PerPage`, `menu-items` is `MenuItems`. */
export function joined(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** The common part of operation ids, as one word, without the document; possibly empty. */
export function shared(operations: readonly string[]): string {
  const [first = [], ...others] = operations.map((id) => id.split('/').slice(1));
  return joined(
    first.filter((segment) => others.every((other) => other.includes(segment))).join('-'),
  );
}

/**
 * Unique names. Of several uses with one plain name, the one with the most diverse operations keeps it. The others add
 * the common part of their operations, or their type: `PerPage` and `RevisionsListPerPage`, `Id` and `StringId`.
 */
export function namesOf(items: readonly Unnamed[]): readonly string[] {
  const names = new Map<Unnamed, string>();
  const taken = new Set<string>();
  const ordered = [...items].sort(
    (a, b) =>
      shared(a.operations).length - shared(b.operations).length ||
      b.operations.length - a.operations.length,
  );
  for (const item of ordered) {
    const base = joined(item.name);
    const [common, types] = [shared(item.operations), typesAsWord(item.schema)];
    const candidates = [base, `${common}${base}`, `${types}${base}`, `${common}${types}${base}`];
    let name = candidates.find((candidate) => !taken.has(candidate));
    for (let index = 2; name === undefined; index += 1) {
      const numbered = `${candidates[3]}${index}`;
      if (!taken.has(numbered)) name = numbered;
    }
    taken.add(name);
    names.set(item, name);
  }
  return items.map((item) => names.get(item) ?? '');
}

function typesAsWord(schema: JsonSchema): string {
  return joined((statedTypes(schema) ?? ['untyped']).join('-or-'));
}

interface Seen extends Unnamed {
  readonly places: readonly string[];
  readonly kept: boolean;
}

/**
 * Names schemas that occur at several places, have a short title, or are a whole body. Equal schemas are one.
 *
 * @param uses schemas from `published`, each with all its operations
 */
export function shareSchemas(uses: readonly SchemaUse[]): Components {
  const seen = new Map<string, Seen>();
  for (const use of uses) collect(seen, use);
  const named = [...seen].filter(
    ([, { schema, places, kept }]) => kept || (isWorthAName(schema) && places.length > 1),
  );
  const names = namesOf(
    named.map(([, { schema, places, name, operations }]) => ({
      schema,
      operations,
      name: titleOf(schema) ?? (places.every((place) => place === name) ? name : inside(schema)),
    })),
  );
  const nameByKey = new Map(named.map(([key], index) => [key, names[index] ?? '']));
  const below = (schema: JsonSchema): JsonSchema => mapSubschemas(schema, refer);
  const refer = (schema: JsonSchema): JsonSchema => {
    const name = nameByKey.get(canonical(schema));
    return name === undefined ? below(schema) : { $ref: `#/components/schemas/${name}` };
  };
  const entries = named.map(
    ([, { schema }], index) => [names[index] ?? '', below(schema)] as const,
  );
  return {
    schemas: Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1))),
    refer,
  };
}

/** Records a schema with its place. Equal parts are visited once. */
function collect(seen: Map<string, Seen>, use: SchemaUse): void {
  const key = canonical(use.schema);
  const known = seen.get(key);
  seen.set(key, {
    schema: use.schema,
    name: known?.name ?? use.name,
    places: [...(known?.places ?? []), use.name],
    operations: [...new Set([...(known?.operations ?? []), ...use.operations])],
    kept: use.whole || known?.kept === true || titleOf(use.schema) !== undefined,
  });
  if (known) return;
  mapSubschemas(use.schema, (schema, [keyword, member]) => {
    const name = keyword === 'properties' ? String(member) : use.name;
    collect(seen, { ...use, schema, whole: false, name });
    return schema;
  });
}

function isWorthAName(schema: JsonSchema): boolean {
  const { items, additionalProperties: rest } = schema;
  return (
    membersOf(schema).length > 0 ||
    ['oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in schema) ||
    (listIn(schema, 'enum')?.length ?? 0) >= VALUES_WORTH_A_NAME ||
    (isMembers(items) && isWorthAName(items)) ||
    (isMembers(rest) && isWorthAName(rest))
  );
}

function titleOf(schema: JsonSchema): string | undefined {
  const title = textIn(schema, 'title');
  return title !== undefined && title.split(' ').length <= WORDS_OF_A_NAME ? title : undefined;
}

/** A description of a schema's content, if its places give it different names. */
function inside(schema: JsonSchema): string {
  const members = membersOf(schema).map(([name]) => name);
  if (members.length > 0) return members.join('-and-');
  return (listIn(schema, 'enum') ?? statedTypes(schema) ?? ['value']).map(String).join('-or-');
}
