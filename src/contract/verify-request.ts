/** Verifies that the bytes of a request are what its plan says. */

import {
  type FormFile,
  isMembers,
  type Json,
  type JsonSchema,
  type MutatedRule,
  type Operation,
  type PlannedBody,
  pointerOf,
  recordsOf,
  tokens,
  type Values,
  type WireRequest,
  type WireStyle,
} from '../model/index.ts';
import { decode, type RawValue } from './decode.ts';
import { encode } from './encode.ts';
import { FORM, isTextType, MULTIPART } from './form.ts';
import { lenientReading } from './lenient.ts';
import {
  bodyIn,
  type PartError,
  type Parts,
  type Readable,
  readEach,
  strictParts,
  validateParts,
  withoutConsequences,
} from './request-parts.ts';
import { firstFitting } from './schema-violations.ts';
import { UNSTEADY } from './segments.ts';
import type { Validate } from './validate.ts';

/**
 * `proven`: the claim holds. `lenient`: the request strictly violates the rule, but a correct server may read it as
 * valid, so the result is only observed. `unproven`: the claim is wrong.
 */
type Verification =
  | { readonly kind: 'proven' }
  | { readonly kind: 'lenient'; readonly why: string }
  | { readonly kind: 'unproven'; readonly why: string };

export type Part = MutatedRule['part'];

const PROVEN: Verification = { kind: 'proven' };

/**
 * Decodes the bytes to be sent and validates every part of the request. Without a claim, all parts must
 * be strictly valid. With one, exactly the claimed keyword at the claimed pointer must fail, and
 * fail under the lenient reading too.
 *
 * Pointers name a missing or surplus member itself; a claim may also name its parent. These count
 * as one keyword: the errors inside the branches of a failing `oneOf` or `anyOf` belong to that keyword;
 * a keyword that fails at one place by several paths (through `allOf`) is one; and a value of the wrong
 * type is not in an `enum` or `const` either, which is no second violation.
 */
export function verifyRequest(
  operation: Operation,
  wire: WireRequest,
  style: WireStyle,
  claim: MutatedRule | undefined,
  validate: Validate,
): Verification {
  const decoded = decode(operation, wire, style);
  if (decoded.kind === 'undecodable') return unproven(decoded.why);
  if (decoded.body.kind === 'unreadable') return unproven(decoded.body.why);
  const altered = Object.entries(decoded.path).find(([, text]) => UNSTEADY_PATH.test(text));
  if (altered !== undefined) {
    const why = `path parameter "${altered[0]}" is empty, or has a slash at an end or a segment of dots, which clients and servers take out`;
    return claim === undefined ? unproven(why) : { kind: 'lenient', why };
  }
  const strict = validateParts(operation, strictParts(operation, decoded), validate);
  if (claim === undefined) {
    const [first] = strict;
    return first === undefined ? PROVEN : unproven(`not valid: ${inWords(first)}`);
  }
  const reduced = withoutConsequences(strict);
  const matching = reduced.filter((error) => isClaimed(error, claim));
  const other = reduced.find((error) => !isClaimed(error, claim));
  if (other !== undefined) return unproven(`also breaks another rule: ${inWords(other)}`);
  if (matching.length === 0) {
    return unproven(`does not break ${claim.keyword} at ${claim.part} ${claim.pointer}`);
  }
  return isLenient(operation, decoded, style, claim, validate)
    ? { kind: 'lenient', why: `a lenient server may read the ${claim.part} as valid` }
    : PROVEN;
}

const UNSTEADY_PATH = new RegExp(UNSTEADY);

function unproven(why: string): Verification {
  return { kind: 'unproven', why };
}

function inWords(error: PartError): string {
  return `${error.part} ${error.pointer} ${error.message} (${error.keyword})`;
}

function isClaimed(error: PartError, claim: MutatedRule): boolean {
  if (error.part !== claim.part || error.keyword !== claim.keyword) return false;
  if (error.pointer === claim.pointer) return true;
  const ofMember = claim.keyword === 'required' || claim.keyword === 'additionalProperties';
  return ofMember && pointerOf(tokens(error.pointer).slice(0, -1)) === claim.pointer;
}

function isLenient(
  operation: Operation,
  decoded: Readable,
  style: WireStyle,
  claim: MutatedRule,
  validate: Validate,
): boolean {
  const strict = strictParts(operation, decoded);
  const lenient = lenientReadingOf(operation);
  const valid = (parts: Parts): boolean => validateParts(operation, parts, validate).length === 0;
  switch (claim.part) {
    case 'body': {
      const schema = operation.body?.schema;
      if (schema === undefined || strict.body === undefined) return false;
      const asSent = bodyIn(operation, decoded.body, (_, raw) => raw);
      return valid({ ...strict, body: lenient(schema, asSent) });
    }
    case 'path':
      return valid({ ...strict, path: readEach(operation, 'path', decoded.path, lenient) });
    case 'query':
      return valid({ ...strict, query: lenientQuery(operation, decoded.query, style) });
  }
}

function lenientReadingOf(operation: Operation) {
  const { texts } = recordsOf(operation);
  return (schema: JsonSchema, value: unknown) => lenientReading(schema, value, texts);
}
/** An optional parameter without a value can be read as absent; a repeated one, as either. */
function lenientQuery(
  operation: Operation,
  query: { readonly [name: string]: RawValue },
  style: WireStyle,
): { readonly [name: string]: unknown } {
  const optional = new Set(
    operation.parameters
      .filter(({ in: place, required }) => place === 'query' && !required)
      .map(({ name }) => name),
  );
  const given = Object.fromEntries(
    Object.entries(query).filter(([name, raw]) => raw !== '' || !optional.has(name)),
  );
  const lenient = lenientReadingOf(operation);
  return readEach(operation, 'query', given, (schema, raw) => {
    const elements = style.arrays === 'repeat' && Array.isArray(raw) ? [raw[0], raw.at(-1)] : [];
    const readings = [raw, ...elements].map((one) => lenient(schema, one));
    return firstFitting(schema, readings, readings[0]);
  });
}

function bodyWith(value: Values, file: FormFile | undefined): PlannedBody {
  return file ? { kind: 'form', fields: value, file } : { kind: 'json', value };
}

/**
 * The strictly read value of a part after encoding in a style: 5 for a text "5".
 * `undefined` if it cannot be read. Planning uses this to leave out violations that a query cannot
 * express.
 *
 * @param file travels with the body, which then is a form of texts; absent for a body in JSON
 */
export function arrivesAs(
  operation: Operation,
  part: Part,
  style: WireStyle,
  file?: FormFile,
): (value: Json) => unknown {
  return (value) => {
    const type = operation.body?.type;
    const isForm = type === FORM || type === MULTIPART || file !== undefined;
    if (part === 'body' && !isForm) {
      const isText = type !== undefined && isTextType(type) && typeof value !== 'string';
      return isText ? JSON.stringify(value) : value;
    }
    if (!isMembers(value)) return undefined;
    const blank = Object.fromEntries(
      operation.parameters.filter((one) => one.in === 'path').map(({ name }) => [name, '0']),
    );
    const wire = encode(
      operation,
      {
        operation: operation.id,
        path: part === 'path' ? { ...blank, ...value } : blank,
        query: part === 'query' ? value : {},
        headers: [],
        body: part === 'body' ? bodyWith(value, file) : { kind: 'none' },
        credential: { kind: 'none' },
      },
      { style },
    );
    const decoded = decode(operation, wire, style);
    return decoded.kind === 'decoded' ? strictParts(operation, decoded)[part] : undefined;
  };
}
