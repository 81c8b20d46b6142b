/** The rows of `fixtures/values/`: interesting values and their places (see `docs/values.md`). */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_ROOT, readSource, textIn, typesOf } from '../contract/index.ts';
import { isList, type Json, type JsonSchema, type NearCredential, tokens } from '../model/index.ts';
import { expanded } from './value-notation.ts';

/** `literal`: text in a JSON body without quotes, as parsing would change it. */
export type TableValue =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'literal'; readonly text: string };

export type RowKind = 'valid' | 'near-miss' | 'unusual' | 'far' | 'empty' | 'hostile';

interface Table {
  /** A type of JSON Schema; `number` includes integers. */
  readonly type: 'number' | 'string' | 'array' | 'object' | 'any' | 'listed' | 'credential';
  readonly format?: string;
  /** Parameters and members for the rows; all of the type if absent. */
  readonly named?: readonly string[];
}

export interface ValueRow extends Table {
  /** `numbers/2^53+1`: the family, and the unusual part. Part of a finding's identity. */
  readonly name: string;
  readonly is: RowKind;
  /** The suite sends it wherever it fits, not once for each role. */
  readonly everywhere: boolean;
  /** A server returns it character by character. */
  readonly kept: boolean;
  readonly values: readonly TableValue[];
  /** Changes of the target's own credential. */
  readonly near: readonly NearCredential[];
}

interface ValuesFile extends Table {
  readonly family: string;
  readonly rows: {
    readonly [name: string]: {
      readonly is: RowKind;
      readonly everywhere?: boolean;
      readonly kept?: boolean;
      readonly values?: readonly Json[];
      readonly literal?: readonly Json[];
      readonly near?: readonly NearCredential[];
    };
  };
}

export const VALUES_FOLDER = 'fixtures/values';

let known: readonly ValueRow[] | undefined;

/** The rows of all tables, read lazily. */
export function valueRows(): readonly ValueRow[] {
  known ??= readdirSync(join(CONTRACT_ROOT, VALUES_FOLDER)).sort().flatMap(readTable);
  return known;
}

function readTable(name: string): readonly ValueRow[] {
  const file = `${VALUES_FOLDER}/${name}`;
  const written = readSource(join(CONTRACT_ROOT, file), file).value as Json;
  const { family, rows, ...table } = expanded(written) as unknown as ValuesFile;
  return Object.entries(rows).map(([row, { is, everywhere, kept, values, literal, near }]) => ({
    ...table,
    name: `${family}/${row}`,
    is,
    everywhere: everywhere ?? false,
    kept: kept ?? false,
    values: [
      ...(values ?? []).map((value) => ({ kind: 'json', value }) as const),
      ...(literal ?? []).map((text) => ({ kind: 'literal', text: String(text) }) as const),
    ],
    near: near ?? [],
  }));
}

/** The rows for a place: by type and format, and by name. */
export function rowsAt(schema: JsonSchema, pointer: string): readonly ValueRow[] {
  const types = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type));
  const format = textIn(schema, 'format');
  const name = nameAt(pointer);
  return valueRows().filter(
    (row) =>
      types.some((type) => type === row.type) &&
      (row.type !== 'string' || row.format === format) &&
      (row.named === undefined || row.named.includes(name)),
  );
}

/** Stands in a row of lists for an element that the place accepts. */
const ELEMENT = '$element';

/** A row of lists with an element of a place. */
export function withElement(row: ValueRow, element: Json): ValueRow {
  const filled = (value: Json): Json => {
    if (value === ELEMENT) return element;
    return isList(value) ? value.map(filled) : value;
  };
  const values = row.values.map((one) =>
    one.kind === 'json' ? { ...one, value: filled(one.value) } : one,
  );
  return { ...row, values };
}

/** The parameter or member of a pointer: the last name that is no element. */
export function nameAt(pointer: string): string {
  return tokens(pointer).findLast((token) => !/^(?:\*|\d+)$/.test(token)) ?? '';
}

/** The plain values of some rows, in table order. */
export function jsonOf(rows: readonly ValueRow[]): readonly Json[] {
  return rows.flatMap(({ values }) =>
    values.flatMap((one) => (one.kind === 'json' ? [one.value] : [])),
  );
}

export interface RowOptions {
  /** Returns true for a row to send at a place of this name; all rows if absent. */
  readonly takes?: (row: ValueRow, name: string) => boolean;
}

/** The rows for a node, without those that are sent elsewhere. */
export function rowsTaken(
  { schema, pattern }: { readonly schema: JsonSchema; readonly pattern: string },
  { takes = () => true }: RowOptions,
): readonly ValueRow[] {
  return rowsAt(schema, pattern).filter((row) => takes(row, nameAt(pattern)));
}
