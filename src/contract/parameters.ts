/** The parameters of an operation by name: each request that is encoded, decoded or verified asks for them. */

import type { JsonSchema, Operation } from '../model/index.ts';
import { shapeOf } from './shape.ts';

interface ParameterReading {
  readonly schema: JsonSchema;
  /** The style that the document gives it. */
  readonly style: string | undefined;
  /**
   * True if it is encoded as a list in the styles `commas` and `repeat`: it can be an array, and not a string, which
   * would look the same.
   */
  readonly isList: boolean;
}

type ByName = ReadonlyMap<string, ParameterReading>;

const known = new WeakMap<
  Operation['parameters'],
  { readonly path: ByName; readonly query: ByName }
>();

export function parametersIn({ parameters }: Operation, place: 'path' | 'query'): ByName {
  const found = known.get(parameters) ?? {
    path: byName(parameters, 'path'),
    query: byName(parameters, 'query'),
  };
  known.set(parameters, found);
  return found[place];
}

function byName(parameters: Operation['parameters'], place: 'path' | 'query'): ByName {
  const readings = new Map<string, ParameterReading>();
  for (const { in: own, name, schema } of parameters) {
    if (own !== place || readings.has(name)) continue;
    const { 'x-style': style } = schema;
    const isList = isEncodedAsList(schema);
    readings.set(name, { schema, style: typeof style === 'string' ? style : undefined, isList });
  }
  return readings;
}

export function isEncodedAsList(schema: JsonSchema): boolean {
  const types = outerTypes(schema);
  return types.includes('array') && !types.includes('string');
}

export function outerTypes(schema: JsonSchema): readonly string[] {
  const { branches, types } = shapeOf(schema);
  return branches === undefined ? types : branches.flatMap(outerTypes);
}
