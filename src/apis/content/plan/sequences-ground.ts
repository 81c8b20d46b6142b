/** Bodies for objects of lifecycles, by the fields of a collection. */

import { accepts, defaultsOf, numberIn } from '../../../contract/index.ts';
import { isList, isObject, type Json, type JsonSchema } from '../../../model/index.ts';
import { changedBody, fullBody } from './sequences-fields.ts';
import type { BodyMembers, Collection } from './sequences-steps.ts';
import { PLAIN, unusualTexts, valuesFor, wordOf } from './sequences-values.ts';

export interface LifecycleContext {
  readonly collection: Collection;
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly seed: number;
}

export function plainBody(
  { schemas }: Pick<LifecycleContext, 'schemas'>,
  tag: string,
  n: number,
): BodyMembers {
  const values = valuesFor(schemas, PLAIN, n, tag);
  return schemas.has('status') ? { ...values, status: 'publish' } : values;
}

/** The minimal fields that identify an object. */
export function spareBody(
  { schemas }: Pick<LifecycleContext, 'schemas'>,
  tag: string,
  n: number,
): BodyMembers {
  return valuesFor(schemas, ['title', 'slug', 'url'], n, tag);
}

/** The value of a `$name` in a written body. */
export interface WrittenValues {
  readonly n?: Json;
  readonly fields?: Json;
  readonly kind?: Json;
}

/** The generators for names with `$` in written bodies. */
export const GENERATED: {
  readonly [name: string]: (
    context: LifecycleContext,
    tag: string,
    n: number,
    written: WrittenValues,
  ) => BodyMembers;
} = {
  plain: plainBody,
  spare: spareBody,
  with: (_context, _tag, _n, written) => ({ ...written }),
  values: ({ schemas }, tag, n, { fields }) => valuesFor(schemas, namesIn(fields), n, tag),
  full: (context, tag) => fullBody(context, tag),
  altered: (context, tag, n) => changedBody(context, n, tag),
  changed: ({ schemas }, tag, n) =>
    valuesFor(
      schemas,
      PLAIN.filter((name) => name !== 'slug'),
      n,
      tag,
    ),
  unusual: ({ schemas }, tag, n) => unusualTexts(schemas, n, tag),
  open: (context, tag, n) =>
    Object.fromEntries(
      Object.entries(plainBody(context, tag, n)).filter(
        ([name]) => defaultsOf([name], context.schemas.get(name) ?? {}).length === 0,
      ),
    ),
  strings: ({ schemas }, tag, n) => {
    const given = ['title', 'content'].filter((name) => accepts(schemas.get(name) ?? {}, 'A text'));
    const values = Object.entries(valuesFor(schemas, given, n, tag));
    return Object.fromEntries(values.map(([name, value]) => [name, stringOf(value)]));
  },
  something: ({ schemas }, _tag, n) =>
    Object.fromEntries(
      Object.entries(NOTHING).flatMap(([name, values]) => {
        const schema = schemas.get(name);
        // Positions of menu items begin at 1.
        const fits = schema !== undefined && (numberIn(schema, 'minimum') ?? 0) <= 0;
        return fits ? [[name, values[n] ?? null]] : [];
      }),
    ),
  rendered: (_context, tag, n, { kind }) => ({
    title: { rendered: `Claimed ${wordOf(tag, String(kind), n)}` },
  }),
  claimed: ({ schemas }, tag, n) =>
    Object.fromEntries(
      Object.entries(valuesFor(schemas, ['title', 'content', 'excerpt'], n, tag)).flatMap(
        ([name, text]) => {
          const has = schemas.get(name)?.properties;
          if (!isObject(has) || !isObject(text)) return [];
          const members = Object.entries(claims(tag, n)).filter(([one]) => Object.hasOwn(has, one));
          return [[name, { ...text, ...Object.fromEntries(members) }]];
        },
      ),
    ),
};

/**
 * Values that many languages treat as false, each after another value. Without titles, slugs and excerpts, which a
 * server can derive.
 */
const NOTHING: { readonly [field: string]: readonly [some: Json, nothing: Json] } = {
  sticky: [true, false],
  menu_order: [7, 0],
  attr_title: ['Something', ''],
  alt_text: ['Something', ''],
  description: ['Something', ''],
  target: ['_blank', ''],
  content: [{ raw: 'Something' }, { raw: '' }],
};

/** Values for read-only members of texts; first and second ones differ. */
function claims(tag: string, n: number): BodyMembers {
  return {
    rendered: `Claimed ${wordOf(tag, 'claimed', n)}`,
    protected: n === 1,
    block_version: 100 - n,
  };
}

function stringOf(value: Json): Json {
  return isObject(value) && typeof value.raw === 'string' ? value.raw : value;
}

/** A body with explicit defaults for omitted fields; undefined without any. */
export function withDefaults(
  { schemas }: LifecycleContext,
  body: BodyMembers,
  fields: Json | undefined,
): BodyMembers | undefined {
  const names = fields === undefined ? [...schemas.keys()] : namesIn(fields);
  const given = names
    .filter((name) => !Object.hasOwn(body, name))
    .flatMap((name) => defaultsOf([name], schemas.get(name) ?? {}))
    .filter(({ sendable }) => sendable);
  if (given.length === 0) return undefined;
  const members = given.map(({ path: [name = '', member], value }) => [
    name,
    member === undefined ? value : { [member]: value },
  ]);
  return { ...body, ...Object.fromEntries(members) };
}

function namesIn(value: Json | undefined): readonly string[] {
  return isList(value) ? value.map(String) : [];
}
