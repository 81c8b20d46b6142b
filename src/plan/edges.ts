/** The classes of `fixtures/edges.yaml`, whose head says how it is written. */

import { join } from 'node:path';
import { CONTRACT_ROOT, readSource } from '../contract/index.ts';
import { isList, isMembers, type Json, type PlannedRequest } from '../model/index.ts';

/** `literal`: text that stands in a JSON body without quotes: parsing would lose what is odd about it. */
export type EdgeValue =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'literal'; readonly text: string };

/** Which places a class is meant for, by what the schema asks for there. */
export type EdgePlace = 'number' | 'string' | 'date' | 'array' | 'object';

interface EdgeClass {
  /** `numbers/2^53+1`: the family, and what is odd. */
  readonly name: string;
  readonly for: EdgePlace;
  readonly values: readonly EdgeValue[];
}

interface EdgesFile {
  readonly values: readonly {
    readonly for: EdgePlace;
    readonly family: string;
    readonly classes: {
      readonly [name: string]: readonly Json[] | { readonly literal: readonly Json[] };
    };
  }[];
  readonly queries: { readonly [name: string]: readonly string[] };
  readonly headers: { readonly [name: string]: readonly PlannedRequest['headers'][] };
  readonly methods: { readonly [name: string]: readonly string[] };
}

const FILE = 'fixtures/edges.yaml';

/** The classes of values, and those of what surrounds them. */
export interface EdgeClasses extends Omit<EdgesFile, 'values'> {
  readonly values: readonly EdgeClass[];
}

let known: EdgeClasses | undefined;

/** The classes of the file, which is read when they are first asked for: most commands need none. */
export function edgeClasses(): EdgeClasses {
  known ??= readClasses();
  return known;
}

function readClasses(): EdgeClasses {
  const written = readSource(join(CONTRACT_ROOT, FILE), FILE).value as Json;
  const { values, ...rest } = expanded(written) as unknown as EdgesFile;
  return {
    ...rest,
    values: values.flatMap(({ for: place, family, classes }) =>
      Object.entries(classes).map(([name, all]) => ({
        name: `${family}/${name}`,
        for: place,
        values:
          'literal' in all
            ? all.literal.map((text) => ({ kind: 'literal', text: String(text) }) as const)
            : all.map((value) => ({ kind: 'json', value }) as const),
      })),
    ),
  };
}

/** What is written, with what its names that begin with `$` stand for. */
function expanded(value: Json): Json {
  if (isList(value)) return value.map(expanded);
  if (!isMembers(value)) return value;
  const { $times: times, $text: texts, $nested: depth, $keys: keys, of = '', between } = value;
  if (typeof times === 'number') return repeated(expanded(of), times, String(between ?? ''));
  if (isList(texts)) return texts.map(expanded).join('');
  if (typeof depth === 'number') return nested(depth, value.in);
  if (typeof keys === 'number') {
    return Object.fromEntries(Array.from({ length: keys }, (_, at) => [`key${at}`, at]));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, expanded(inside)]),
  );
}

function repeated(of: Json, times: number, between: string): Json {
  const numbered = (value: Json, at: number): Json => {
    if (isList(value)) return value.map((one) => numbered(one, at));
    return typeof value === 'string' ? value.replaceAll('#', String(at)) : value;
  };
  const all = Array.from({ length: times }, (_, at) => numbered(of, at));
  return isList(of) ? all.flatMap((one) => (isList(one) ? one : [])) : all.join(between);
}

function nested(depth: number, name: Json | undefined): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) {
    value = typeof name === 'string' ? { [name]: value } : [value];
  }
  return value;
}
