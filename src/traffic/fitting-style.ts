/** Reads the parameters of a client, regardless of how it encodes lists. */

import {
  type Contract,
  decode,
  type RawValue,
  strictReading,
  verifyRequest,
} from '../contract/index.ts';
import type { Json, Operation, Values, WireRequest, WireStyle } from '../model/index.ts';

type Fitting =
  | { readonly kind: 'fit'; readonly style: WireStyle }
  | { readonly kind: 'unread' }
  | { readonly kind: 'unfit'; readonly why: string };

/** No document shows the form of lists in a query, so clients can choose. */
export function fittingStyle(
  contract: Contract,
  operation: Operation,
  request: WireRequest,
  own: WireStyle,
): Fitting {
  const isJson = request.headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /[/+]json\b/i.test(value),
  );
  // Forms and files are bodies too, and the documents do not mention them.
  if (operation.body && request.body && !isJson) return { kind: 'unread' };
  let why = '';
  for (const arrays of new Set([own.arrays, 'brackets', 'commas', 'repeat'] as const)) {
    const style = { ...own, arrays };
    const proof = verifyRequest(operation, request, style, undefined, contract.validate);
    if (proof.kind === 'proven') return { kind: 'fit', style };
    why ||= proof.why.replace(/^not valid: /, '');
  }
  return { kind: 'unfit', why };
}

/** The parameters in their planned form, for checks that compare answers with requests. */
export function valuesOf(operation: Operation, request: WireRequest, style: WireStyle) {
  const decoded = decode(operation, request, style);
  if (decoded.kind === 'undecodable') return { path: {}, query: {} };
  return { path: readEach(operation, decoded.path), query: readEach(operation, decoded.query) };
}

function readEach(operation: Operation, raws: { readonly [name: string]: RawValue }): Values {
  return Object.fromEntries(
    Object.entries(raws).map(([name, raw]): readonly [string, Json] => {
      const schema = operation.parameters.find((one) => one.name === name)?.schema;
      return [name, schema === undefined ? raw : strictReading(schema, raw)];
    }),
  );
}
