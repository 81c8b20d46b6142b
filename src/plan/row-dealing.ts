/** Deals the rows of the tables of values to the places of a suite. */

import { type Contract, partSchemaOf } from '../contract/index.ts';
import type { Operation } from '../model/index.ts';
import { eachNamed } from './named-schemas.ts';
import { type RowOptions, rowsAt, type ValueRow } from './value-tables.ts';

interface Dealing {
  readonly of: (operation: Operation) => Required<RowOptions>;
  /** Number of matching rows that are not sent at a place. */
  readonly leftOut: number;
}

interface DealingOptions {
  readonly seed: number;
  /** Sends each row wherever it fits. */
  readonly thorough: boolean;
  readonly isCalled: (operation: Operation) => boolean;
}

/**
 * Deals each row once to each role: to an operation with a parameter or member of that name, chosen by the seed. Rows
 * that are sent everywhere are not dealt.
 */
export function dealRows({ operations }: Contract, options: DealingOptions): Dealing {
  const { seed, thorough, isCalled } = options;
  const takers = new Map<string, readonly string[]>();
  for (const operation of operations.filter(isCalled)) {
    for (const [name, row] of rowsIn(operation)) {
      const key = keyOf(operation, name, row);
      takers.set(key, [...(takers.get(key) ?? []), operation.id]);
    }
  }
  const chosen = new Map<string, string>();
  [...takers].forEach(([key, ids], at) => {
    const turn = (Math.abs(seed | 0) + at) % ids.length;
    chosen.set(key, ids[turn] ?? '');
  });
  const places = [...takers.values()].reduce((sum, ids) => sum + ids.length, 0);
  return {
    of: (operation) => ({
      takes: (row, name) =>
        thorough || row.everywhere || chosen.get(keyOf(operation, name, row)) === operation.id,
    }),
    leftOut: thorough ? 0 : places - takers.size,
  };
}

/** Rows are only dealt to places with a format: texts without one differ by place. */
function rowsIn(operation: Operation): readonly (readonly [string, ValueRow])[] {
  const found = new Map<string, readonly [string, ValueRow]>();
  for (const part of ['path', 'query', 'body'] as const) {
    const schema = partSchemaOf(operation, part);
    if (schema === undefined) continue;
    eachNamed(schema, '', (name, inner) => {
      if (inner.format === undefined) return;
      for (const row of rowsAt(inner, `/${name}`)) {
        if (!row.everywhere) found.set(`${name} ${row.name}`, [name, row]);
      }
    });
  }
  return [...found.values()];
}

function keyOf({ document }: Operation, name: string, row: ValueRow): string {
  return `${document} ${name} ${row.name}`;
}
