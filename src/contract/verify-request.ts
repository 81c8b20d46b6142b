/** Whether a request is on the wire what its plan says it is. */

import type {
  FormFile,
  Json,
  JsonSchema,
  MutatedRule,
  Operation,
  WireRequest,
  WireStyle,
} from '../model.ts';
import { pointerOf, tokens } from '../pointer.ts';
import { type DecodedBody, type DecodedRequest, decode, type RawValue } from './decode.ts';
import { encode } from './encode.ts';
import { lenientReading } from './lenient.ts';
import { ANNOTATIONS, isSchema } from './schema.ts';
import { firstFitting } from './schema-violations.ts';
import { UNSTEADY } from './segments.ts';
import { strictReading } from './strict.ts';
import type { SchemaError, Validate } from './validate.ts';

/**
 * `proven`: it is what it claims. `lenient`: it breaks the rule to the letter, but a correct server may
 * read it as valid; what comes of it is to be observed and not judged. `unproven`: the claim is wrong.
 */
export type Verification =
  | { readonly kind: 'proven' }
  | { readonly kind: 'lenient'; readonly why: string }
  | { readonly kind: 'unproven'; readonly why: string };

type Part = MutatedRule['part'];

const PROVEN: Verification = { kind: 'proven' };

/**
 * Decodes the bytes to be sent and validates every part of the request. Without a claim all parts must
 * be valid to the letter. With one, exactly the claimed keyword at the claimed pointer must fail, and
 * fail under the lenient reading too.
 *
 * Pointers name a missing or surplus member itself; a claim may also name its parent. What counts as
 * one keyword: the errors inside the branches of a failing `oneOf` or `anyOf` belong to that keyword;
 * a keyword that fails at one place by several paths (through `allOf`) is one; and a value of the wrong
 * type is not in an `enum` or `const` either, which is no second breach.
 */
export function verifyRequest(
  operation: Operation,
  wire: WireRequest,
  style: WireStyle,
  claim: MutatedRule | undefined,
  validate: Validate,
): Verification {
  const pieces = claim === undefined ? piecesOf(operation, wire, style) : undefined;
  if (pieces === undefined) return proveWhole(operation, wire, style, claim, validate);
  const known = provenPieces(operation, validate);
  const fresh = pieces.filter(({ key }) => !known.has(key));
  if (fresh.length === 0) return PROVEN;
  const [before = ''] = wire.target.split('?');
  const needed = pieces.filter((piece) => piece.needed || fresh.includes(piece));
  const query = needed.flatMap(({ text }) => (text === '' ? [] : [text])).join('&');
  const target = query === '' ? before : `${before}?${query}`;
  const proof = proveWhole(operation, { ...wire, target }, style, undefined, validate);
  if (proof.kind !== 'proven') return proveWhole(operation, wire, style, undefined, validate);
  for (const { key } of fresh) if (key.length <= LONGEST_PIECE) known.add(key);
  return PROVEN;
}

function proveWhole(
  operation: Operation,
  wire: WireRequest,
  style: WireStyle,
  claim: MutatedRule | undefined,
  validate: Validate,
): Verification {
  const decoded = decode(operation, wire, style);
  if (decoded.kind === 'undecodable') return unproven(decoded.why);
  if (decoded.body.kind === 'unreadable') return unproven(decoded.body.why);
  const unsteady = new RegExp(UNSTEADY);
  const altered = Object.entries(decoded.path).find(([, text]) => unsteady.test(text));
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

/** What a schema of an object may say for its members to be judged one by one. */
const BY_MEMBER: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  ...ANNOTATIONS,
]);

/**
 * Whether members that were proven one by one, each beside what the operation requires, make a proven request
 * together: parameters are decoded and validated one by one always, members of a body where its schema
 * says nothing about several at once.
 */
export function isProvenByMembers({ body }: Operation): boolean {
  if (body === undefined) return true;
  const { schema } = body;
  return (
    schema.type === 'object' &&
    isSchema(schema.properties) &&
    Object.keys(schema).every((keyword) => BY_MEMBER.has(keyword))
  );
}

// ---- pieces that have been proven before -------------------------------------------------------------

/** The path, with an empty text, or all pairs of one parameter. */
interface Piece {
  /** A copy: a part cut out of a target would keep the whole target in memory as long as it is remembered. */
  readonly key: string;
  readonly text: string;
  /** Whether a request is none without it. */
  readonly needed: boolean;
}

/**
 * A request without a body apart by parameters: whatever a decoder makes of one parameter, it makes it
 * of its own pairs alone. `undefined` where that cannot be told by a look.
 */
function piecesOf(
  operation: Operation,
  { target, body }: WireRequest,
  { arrays, routing }: WireStyle,
): readonly Piece[] | undefined {
  if (body !== undefined || operation.body?.required === true) return undefined;
  if (target.includes('#')) return undefined;
  const at = target.indexOf('?');
  const before = at < 0 ? target : target.slice(0, at);
  const pieces = new Map<string, string>();
  for (const pair of at < 0 ? [] : target.slice(at + 1).split('&')) {
    const name = /^[\w.-]+/.exec(pair)?.[0];
    // A name that is encoded in an odd way may be that of another parameter.
    if (name === undefined || !/^(?:=|%5B|$)/.test(pair.slice(name.length))) return undefined;
    const known = pieces.get(name);
    pieces.set(name, known === undefined ? pair : `${known}&${pair}`);
  }
  const required = requiredOf(operation);
  if (required.some((name) => !pieces.has(name))) return undefined;
  // A join makes a new text, where a template or a slice refers to those that it is made of.
  const keyOf = (text: string) => [arrays, routing.kind, text].join(' ');
  const route = routing.kind === 'query' ? routing.parameter : undefined;
  return [
    { key: keyOf(before), text: '', needed: true },
    ...[...pieces].map(([name, text]) => ({
      key: keyOf(text),
      text,
      needed: name === route || required.includes(name),
    })),
  ];
}

const REQUIRED = new WeakMap<Operation, readonly string[]>();

function requiredOf(operation: Operation): readonly string[] {
  const known = REQUIRED.get(operation);
  if (known !== undefined) return known;
  const made = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => name);
  REQUIRED.set(operation, made);
  return made;
}

/**
 * More are forgotten all at once: what they are pieces of is proven again then. What comes up again is soon
 * there again; values drawn at random never do, and in a long campaign they come without end.
 */
const MOST_PIECES = 2_000;

/** Longer ones, in characters, are proven each time. */
const LONGEST_PIECE = 500;

const PIECES = new WeakMap<Validate, WeakMap<Operation, Set<string>>>();

function provenPieces(operation: Operation, validate: Validate): Set<string> {
  const operations = PIECES.get(validate) ?? new WeakMap<Operation, Set<string>>();
  PIECES.set(validate, operations);
  const known = operations.get(operation) ?? new Set<string>();
  operations.set(operation, known);
  if (known.size >= MOST_PIECES) known.clear();
  return known;
}

function unproven(why: string): Verification {
  return { kind: 'unproven', why };
}

interface PartError extends SchemaError {
  readonly part: Part;
}

function inWords(error: PartError): string {
  return `${error.part} ${error.pointer} ${error.message} (${error.keyword})`;
}

/** The parts of a request as values; a body that is not there is `undefined`. */
interface Parts {
  readonly path: { readonly [name: string]: unknown };
  readonly query: { readonly [name: string]: unknown };
  readonly body: unknown;
}

type Readable = Extract<DecodedRequest, { readonly kind: 'decoded' }>;

function strictParts(operation: Operation, decoded: Readable): Parts {
  return {
    path: readEach(operation, 'path', decoded.path, strictReading),
    query: readEach(operation, 'query', decoded.query, strictReading),
    body: bodyIn(operation, decoded.body, strictReading),
  };
}

/** The value of a body; the texts of a form are read like those of a query. */
function bodyIn(
  { body: contract }: Operation,
  body: DecodedBody,
  read: (schema: JsonSchema, raw: RawValue) => unknown,
): unknown {
  if (body.kind === 'form') return contract ? read(contract.schema, body.fields) : body.fields;
  return body.kind === 'json' ? body.value : undefined;
}

function readEach(
  operation: Operation,
  part: 'path' | 'query',
  raws: { readonly [name: string]: RawValue },
  read: (schema: JsonSchema, raw: RawValue) => unknown,
): { readonly [name: string]: unknown } {
  const parameters = parametersOf(operation, part);
  return Object.fromEntries(
    Object.entries(raws).map(([name, raw]) => {
      const parameter = parameters.get(name);
      return [name, parameter === undefined ? raw : read(parameter.schema, raw)];
    }),
  );
}

type ByName = ReadonlyMap<string, Operation['parameters'][number]>;

const PARAMETERS = {
  path: new WeakMap<Operation, ByName>(),
  query: new WeakMap<Operation, ByName>(),
};

function parametersOf(operation: Operation, part: 'path' | 'query'): ByName {
  const known = PARAMETERS[part].get(operation);
  if (known !== undefined) return known;
  const own = operation.parameters.filter((one) => one.in === part);
  const made = new Map(own.map((one) => [one.name, one]));
  PARAMETERS[part].set(operation, made);
  return made;
}

/** Parameters beyond the documented ones break no rule: no document forbids them. */
function validateParts(
  operation: Operation,
  parts: Parts,
  validate: Validate,
): readonly PartError[] {
  return [
    ...validateParameters(operation, 'path', parts.path, validate),
    ...validateParameters(operation, 'query', parts.query, validate),
    ...validateBody(operation, parts.body, validate),
  ];
}

function validateParameters(
  operation: Operation,
  part: 'path' | 'query',
  values: { readonly [name: string]: unknown },
  validate: Validate,
): readonly PartError[] {
  return operation.parameters.flatMap((parameter): readonly PartError[] => {
    if (parameter.in !== part) return [];
    const at = pointerOf([parameter.name]);
    if (Object.hasOwn(values, parameter.name)) {
      const errors = validate(parameter.schema, values[parameter.name]);
      return errors.map((error) => ({
        ...error,
        part,
        pointer: at + error.pointer,
      }));
    }
    return parameter.required ? [missing(part, at)] : [];
  });
}

function validateBody(
  operation: Operation,
  body: unknown,
  validate: Validate,
): readonly PartError[] {
  if (body === undefined) return operation.body?.required === true ? [missing('body', '')] : [];
  if (operation.body === undefined) return [];
  return validate(operation.body.schema, body).map((error) => ({ ...error, part: 'body' }));
}

function missing(part: Part, pointer: string): PartError {
  return { part, pointer, keyword: 'required', schemaPath: '/required', message: 'is missing' };
}

function withoutConsequences(errors: readonly PartError[]): readonly PartError[] {
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const mistyped = errors.filter(({ keyword }) => keyword === 'type');
  return errors.filter((error) => {
    const inBranch = choices.some(
      ({ part, schemaPath }) =>
        part === error.part && error.schemaPath.startsWith(`${schemaPath}/`),
    );
    const listed = error.keyword === 'enum' || error.keyword === 'const';
    const implied =
      listed &&
      mistyped.some(({ part, pointer }) => part === error.part && pointer === error.pointer);
    return !inBranch && !implied;
  });
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
  const valid = (parts: Parts): boolean => validateParts(operation, parts, validate).length === 0;
  switch (claim.part) {
    case 'body': {
      const schema = operation.body?.schema;
      if (schema === undefined || strict.body === undefined) return false;
      const asSent = bodyIn(operation, decoded.body, (_, raw) => raw);
      return valid({ ...strict, body: lenientReading(schema, asSent) });
    }
    case 'path':
      return valid({ ...strict, path: readEach(operation, 'path', decoded.path, lenientReading) });
    case 'query':
      return valid({ ...strict, query: lenientQuery(operation, decoded.query, style) });
  }
}

/** An optional parameter without a value may be read as absent; one written twice, as either. */
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
  return readEach(operation, 'query', given, (schema, raw) => {
    const elements = style.arrays === 'repeat' && Array.isArray(raw) ? [raw[0], raw.at(-1)] : [];
    const readings = [raw, ...elements].map((one) => lenientReading(schema, one));
    return firstFitting(schema, readings, readings[0]);
  });
}

/**
 * The schema of a whole part of a request: an object of its parameters, or the body's own. `undefined`
 * where the operation has no such part.
 */
export function partSchemaOf(operation: Operation, part: Part): JsonSchema | undefined {
  if (part === 'body') return operation.body?.schema;
  const parameters = operation.parameters.filter((parameter) => parameter.in === part);
  if (parameters.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/**
 * What arrives of a part, read to the letter, when it is encoded in a style: 5 for a text that says "5".
 * `undefined` where it cannot be read. Planning asks this to leave out breaches that a query cannot
 * carry.
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
    if (part === 'body' && file === undefined) return value;
    if (!isSchema(value)) return undefined;
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
        body: part === 'body' && file ? { kind: 'form', fields: value, file } : { kind: 'none' },
        credential: { kind: 'none' },
      },
      style,
      undefined,
    );
    const decoded = decode(operation, wire, style);
    return decoded.kind === 'decoded' ? strictParts(operation, decoded)[part] : undefined;
  };
}
