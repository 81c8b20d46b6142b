import type fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { TouchstoneError } from '../errors.ts';
import type { Json } from '../model.ts';
import { partsOf, type RequestParts, requestSchema } from './generated.ts';
import type { FactValues } from './scenarios.ts';
import { valuesOf } from './values.ts';

/** A file below `schemas/`, with a JSON Pointer into it if a part is meant. */
export type SchemaReference = `${string}.json` | `${string}.json#${string}`;

export interface ArbitraryOptions {
  /** From the profile: `{ systems: ['mail'] }`. Without the systems of a target, any string is taken for one. */
  readonly known?: FactValues;
}

/**
 * A fast-check arbitrary of the contract: of all values that are valid under a schema, or of the parts
 * of all valid requests of an operation. Values shrink towards small ones. Building costs much more
 * than drawing, so build one and draw often.
 *
 * @throws TouchstoneError 'usage' for a name that is none; 'schema-unsatisfiable' where no value is
 * valid; 'profile-invalid' where the known facts do not fit the schema
 */
export function arbitraryFor(
  contract: Contract,
  schema: SchemaReference,
  options?: ArbitraryOptions,
): fc.Arbitrary<Json>;
export function arbitraryFor(
  contract: Contract,
  operation: string,
  options?: ArbitraryOptions,
): fc.Arbitrary<RequestParts>;
export function arbitraryFor(
  contract: Contract,
  name: string,
  { known = {} }: ArbitraryOptions = {},
): fc.Arbitrary<Json | RequestParts> {
  if (/\.json(#|$)/.test(name)) return valuesOf(schemaOf(contract, name), { known });
  const operation = contract.operations.find(({ id }) => id === name);
  if (operation) return valuesOf(requestSchema(operation), { known }).map(partsOf);
  throw new TouchstoneError(
    'usage',
    `"${name}" is neither an operation nor a schema`,
    '`touchstone contract operations` lists ids; a file is named by its path below schemas/',
  );
}

function schemaOf(contract: Contract, reference: string) {
  try {
    return contract.schema(reference);
  } catch (error) {
    throw new TouchstoneError(
      'usage',
      `there is no schema "${reference}"`,
      'give the path of a file below schemas/, and after a # a JSON Pointer into it',
      { cause: error },
    );
  }
}
