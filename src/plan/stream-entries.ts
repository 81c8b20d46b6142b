/** The single requests that a stream is made of, by mode. */

import fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { refusalId } from '../contract/derive.ts';
import { encode } from '../contract/encode.ts';
import { isSchema, listIn, sameJson } from '../contract/schema.ts';
import { schemaViolationsOf } from '../contract/schema-violations.ts';
import {
  arrivesAs,
  isProvenByMembers,
  partSchemaOf,
  verifyRequest,
} from '../contract/verify-request.ts';
import type { Mode } from '../fuzzing.ts';
import type { Json, JsonSchema, MutatedRule, PlannedRequest, Role } from '../model.ts';
import { isObject } from '../pointer.ts';
import { boundariesOf } from './boundaries.ts';
import { mix } from './chance.ts';
import { partsOf, type RequestParts } from './generated.ts';
import { type Factor, MOST_LEVELS, pairwise } from './pairwise.ts';
import { type BaseRequest, isFree, marksOf, requestWith } from './stream-bases.ts';
import { samplesOf, valuesOf } from './values.ts';
import { type ViolatingValue, violationsOf } from './violations.ts';

/** One request, and what it is about. */
export interface StreamEntry {
  readonly mode: Mode;
  readonly class: string;
  readonly place: string;
  readonly role: Role;
  readonly request: PlannedRequest;
  /** The clauses that it is evidence for. */
  readonly shows: readonly string[];
  readonly breach?: MutatedRule;
  /** Set where it is not what it claims to be: an error of ours, and it is not sent. */
  readonly unproven?: string;
}

/** So many positions share the values that are drawn for them, each in company of its own. */
const ROW = 512;

const ROWS_KEPT = 2;

/** So many values are drawn of each member for a row. */
const DRAWN = 16;

/** Of many optional members a few at a time tell more than half of them at once. */
const FEW = 6;

/** A member of a part of which values are drawn. */
interface Pool {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  readonly required: boolean;
  readonly arbitrary: fc.Arbitrary<Json>;
}

/** Some values of every member, for a row of positions. */
type Row = readonly (readonly DrawnValue[])[];

interface DrawnValue {
  readonly value: Json;
  readonly proven: boolean;
}

/** The parts of a request, and whether each member of them has been proven beside the plainest request. */
export interface Drawn {
  readonly parts: RequestParts;
  readonly proven: boolean;
}

/**
 * Random valid parts of an operation's request by position: the same for the same seed and position.
 * Drawing and proving is what costs, so that values are drawn and proven for a row of positions, and put
 * together anew for each.
 */
export function drawerOf(
  contract: Contract,
  base: BaseRequest,
  seed: number,
): ((position: number) => Drawn) | undefined {
  if (!isFree(base)) return undefined;
  const pools = poolsOf(base);
  const marks = marksOf(base);
  const own = mix(seed, base.operation.id);
  const optional = pools.filter(({ required }) => !required).length;
  const share = optional > FEW ? 0.25 : 0.5;
  // Positions are asked for in nearly their order: about the end of a row, in those of two.
  const rows: Row[] = [];
  const numbers: number[] = [];
  return (position) => {
    const number = Math.floor(position / ROW);
    const slot = number % ROWS_KEPT;
    if (numbers[slot] !== number) {
      numbers[slot] = number;
      rows[slot] = rowOf(contract, base, pools, mix(own, number));
    }
    const row = rows[slot] ?? [];
    const chosen = { path: {}, query: {}, body: {} } as Record<Pool['part'], Record<string, Json>>;
    let proven = true;
    pools.forEach(({ required, part, name }, index) => {
      const chance = mix(own, position, index);
      if (!required && (chance & 0xffff) / 0x10000 >= share) return;
      const values = row[index] ?? [];
      const drawn = values[(chance >>> 16) % values.length];
      if (drawn === undefined) return;
      chosen[part][name] = drawn.value;
      proven &&= drawn.proven;
    });
    const { body } = base.parts;
    const parts = {
      path: base.stage === undefined ? chosen.path : base.parts.path,
      query: base.stage === undefined ? chosen.query : base.parts.query,
      body: isMembers(body) ? { ...chosen.body, ...marks } : body,
    };
    return { parts, proven };
  };
}

/** Values of all members, proven on their bytes: the first of each together, the second, and so on. */
function rowOf(contract: Contract, base: BaseRequest, pools: readonly Pool[], seed: number): Row {
  const drawn = pools.map(({ arbitrary }, index) =>
    fc.sample(arbitrary, { seed: mix(seed, index) | 0, numRuns: DRAWN }),
  );
  const provable = isProvenByMembers(base.operation);
  const proven = Array.from({ length: DRAWN }, (_, at) => {
    const members = pools.flatMap((pool, index): readonly Member[] => {
      const value = drawn[index]?.[at];
      return value === undefined ? [] : [{ pool, value }];
    });
    return provable && areProven(contract, base, members);
  });
  return drawn.map((values, index) =>
    values.map((value, at) => {
      const [pool] = pools.slice(index, index + 1);
      const alone = () =>
        provable && pool !== undefined && areProven(contract, base, [{ pool, value }]);
      return { value, proven: proven[at] === true || alone() };
    }),
  );
}

interface Member {
  readonly pool: Pool;
  readonly value: Json;
}

/** Together, beside the plainest request. */
function areProven(contract: Contract, base: BaseRequest, members: readonly Member[]): boolean {
  const of = (part: Pool['part']) =>
    Object.fromEntries(
      members.flatMap(({ pool, value }) => (pool.part === part ? [[pool.name, value]] : [])),
    );
  const { path, query, body } = base.parts;
  if (body !== undefined && !isMembers(body)) return false;
  const parts: RequestParts = {
    path: { ...path, ...of('path') },
    query: { ...query, ...of('query') },
    body: body && { ...body, ...of('body') },
  };
  return proofOf(contract, base, requestWith(base, parts)).kind === 'proven';
}

function proofOf(
  contract: Contract,
  { operation, endpoint }: BaseRequest,
  request: PlannedRequest,
) {
  const wire = encode(operation, request, endpoint.style, undefined);
  return verifyRequest(operation, wire, endpoint.style, undefined, contract.validate);
}

/** The members of all parts that may vary; of a write, those of its body. */
function poolsOf(base: BaseRequest): readonly Pool[] {
  const { known } = base.endpoint;
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    if (base.stage !== undefined && part !== 'body') return [];
    const schema = partIn(base.schema, part);
    if (schema === undefined || !isSchema(schema.properties)) return [];
    const required = listIn(schema, 'required') ?? [];
    return Object.entries(schema.properties).flatMap(([name, member]): readonly Pool[] => {
      if (!isSchema(member) || (member.readOnly === true && !required.includes(name))) return [];
      return [
        {
          part,
          name,
          required: required.includes(name),
          arbitrary: valuesOf(member, { known }),
        },
      ];
    });
  });
}

/** A request that claims to be valid, proven so on its bytes, whole or member by member. */
export function validEntry(
  contract: Contract,
  base: BaseRequest,
  { parts, proven }: Drawn,
  about: Pick<StreamEntry, 'mode' | 'class' | 'place'>,
): StreamEntry {
  const request = requestWith(base, parts);
  const entry: StreamEntry = { ...about, role: 'valid', request, shows: base.evidence };
  if (proven) return entry;
  const proof = proofOf(contract, base, request);
  return proof.kind === 'proven' ? entry : { ...entry, unproven: proof.why };
}

// ---- pairwise ----------------------------------------------------------------------------------------

/** More values of one parameter tell little in combination. */
const LEVELS = 6;

/** Members of the parts of a request that may vary, each with some values; the first is its absence. */
interface Varied extends Factor {
  readonly part: 'query' | 'body';
  readonly values: readonly (Json | undefined)[];
}

/** Requests in which every two optional members come up together with every two of their values. */
export function pairwiseParts(base: BaseRequest): readonly RequestParts[] {
  if (!isFree(base)) return [];
  const factors = (['query', 'body'] as const).flatMap((part) => {
    if (part === 'query' && base.stage !== undefined) return [];
    return variedIn(base, part);
  });
  if (factors.length < 2) return [];
  return pairwise(factors).map((row) => {
    const chosen = factors.map(({ part, name, values }, at) => ({
      part,
      name,
      value: values[row[at] ?? 0],
    }));
    const of = (part: 'query' | 'body') =>
      Object.fromEntries(
        chosen.flatMap((one) =>
          one.part === part && one.value !== undefined ? [[one.name, one.value]] : [],
        ),
      );
    const { body } = base.parts;
    return {
      path: base.parts.path,
      query: { ...base.parts.query, ...of('query') },
      body: isMembers(body) ? { ...body, ...of('body') } : body,
    };
  });
}

function variedIn(base: BaseRequest, part: 'query' | 'body'): readonly Varied[] {
  const schema = partIn(base.schema, part);
  if (schema === undefined || !isSchema(schema.properties)) return [];
  const own = base.parts[part];
  const fixed = isMembers(own) ? Object.keys(own) : [];
  return Object.entries(schema.properties).flatMap(([name, member]): readonly Varied[] => {
    if (fixed.includes(name) || !isSchema(member) || member.readOnly === true) return [];
    const listed = listIn(member, 'enum');
    const some = listed ?? samplesOf(member, LEVELS, { known: base.endpoint.known });
    const values = [undefined, ...some.slice(0, MOST_LEVELS - 1)];
    return [{ part, name, levels: Math.min(values.length, LEVELS + 1), values }];
  });
}

export function partIn(schema: JsonSchema, part: string): JsonSchema | undefined {
  const { properties } = schema;
  const found = isSchema(properties) ? properties[part] : undefined;
  return isSchema(found) ? found : undefined;
}

function isMembers(value: unknown): value is { readonly [name: string]: Json } {
  return isObject(value);
}

// ---- boundaries --------------------------------------------------------------------------------------

export interface BoundaryParts {
  readonly parts: RequestParts;
  readonly keyword: string;
  readonly place: string;
}

/** The valid requests next to every limit, whole. */
export function boundaryParts(base: BaseRequest): readonly BoundaryParts[] {
  if (!isFree(base)) return [];
  const { path, query, body } = base.parts;
  const whole: JsonSchema = { path, query, ...(body !== undefined && { body }) };
  const seen = new Set<string>();
  return boundariesOf(base.schema, onlyParts(base.schema, whole), {
    known: base.endpoint.known,
  }).flatMap(({ pointer, keyword, value }) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return [];
    seen.add(text);
    if (base.stage !== undefined && !pointer.startsWith('/body')) return [];
    return [{ parts: partsOf(value), keyword, place: placeOf(pointer) }];
  });
}

/** The parts that the schema speaks of. */
function onlyParts(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(whole).filter(([part]) => partIn(schema, part) !== undefined),
  );
}

/** `/query/per_page` as `query /per_page`. */
function placeOf(pointer: string): string {
  const [, part = '', rest = ''] = /^\/(\w+)(.*)$/s.exec(pointer) ?? [];
  return `${part} ${rest}`.trim();
}

// ---- violations --------------------------------------------------------------------------------------

export interface MutatedPart {
  readonly part: MutatedRule['part'];
  readonly violation: ViolatingValue;
  readonly clause: string;
}

/** Every way to break one rule of the base's request, of rules that a clause speaks about. */
export function brokenParts(base: BaseRequest): readonly MutatedPart[] {
  const { operation, endpoint, stage, refusals } = base;
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    const schema = partSchemaOf(operation, part);
    const whole = base.parts[part];
    if (schema === undefined || whole === undefined) return [];
    const arrives = arrivesAs(operation, part, endpoint.style);
    const options =
      part === 'body' ? { known: endpoint.known } : { known: endpoint.known, arrives };
    return violationsOf(schema, whole, options).flatMap((violation): readonly MutatedPart[] => {
      const rule = { part, pointer: violation.schemaPointer, keyword: violation.keyword };
      const clause = refusalId(operation.id, rule);
      if (!refusals.has(clause)) return [];
      // A write must not reach what a lenient target makes of a broken ID.
      if (stage !== undefined && part === 'path' && !isWord(violation.value)) return [];
      return [{ part, violation, clause }];
    });
  });
}

function isWord(value: Json): boolean {
  return isMembers(value) && Object.values(value).includes('touchstone');
}

/**
 * A request that breaks one rule, proven on its bytes, beside the plainest request. What a lenient target may
 * read as valid is a probe.
 */
export function violationEntry(
  contract: Contract,
  base: BaseRequest,
  { part, violation, clause }: MutatedPart,
): StreamEntry {
  const { operation, endpoint } = base;
  const breach: MutatedRule = { part, pointer: violation.pointer, keyword: violation.keyword };
  const request = brokenRequest(base, part, { ...base.parts, [part]: violation.value });
  const wire = encode(operation, request, endpoint.style, undefined);
  const proof = verifyRequest(operation, wire, endpoint.style, breach, contract.validate);
  const place = `${part} ${violation.schemaPointer}`.trim();
  const common = { mode: 'violation', class: `violation/${violation.keyword}`, place } as const;
  if (proof.kind === 'lenient') return { ...common, role: 'probe', request, shows: [] };
  const entry: StreamEntry = { ...common, role: 'violation', request, shows: [clause], breach };
  return proof.kind === 'proven' ? entry : { ...entry, unproven: proof.why };
}

/**
 * The same breach in the company of other valid members. Where they were proven one by one, so is the whole: the
 * breach is in members of its own.
 */
export function violationAmong(
  contract: Contract,
  base: BaseRequest,
  { part, violation }: MutatedPart,
  plain: StreamEntry,
  { parts, proven }: Drawn,
): StreamEntry {
  if (plain.role !== 'violation' || plain.unproven !== undefined) return plain;
  const among = mergedParts(base.parts, parts, part, violation.value);
  const entry: StreamEntry = { ...plain, request: brokenRequest(base, part, among) };
  if (proven || plain.breach === undefined) return entry;
  const { operation, endpoint } = base;
  const wire = encode(operation, entry.request, endpoint.style, undefined);
  const proof = verifyRequest(operation, wire, endpoint.style, plain.breach, contract.validate);
  return proof.kind === 'proven' ? entry : plain;
}

function brokenRequest(
  base: BaseRequest,
  part: MutatedRule['part'],
  parts: RequestParts,
): PlannedRequest {
  if (part === 'body') return { ...base.request, ...bodyOf(parts.body), query: parts.query };
  const path = isMembers(parts.path) ? parts.path : base.parts.path;
  const query = isMembers(parts.query) ? parts.query : base.parts.query;
  return { ...base.request, ...bodyOf(parts.body), path, query };
}

function bodyOf(body: Json | undefined): Pick<PlannedRequest, 'body'> {
  return { body: body === undefined ? { kind: 'none' } : { kind: 'json', value: body } };
}

/** Another valid request with those members changed in which the broken one differs from the base. */
function mergedParts(
  base: RequestParts,
  into: RequestParts,
  part: MutatedRule['part'],
  broken: Json,
): RequestParts {
  const plain = base[part];
  const other = into[part];
  if (!isMembers(plain) || !isMembers(other) || !isMembers(broken)) {
    return { ...into, [part]: broken };
  }
  const changed = Object.entries(broken).filter(
    ([name, value]) => !(Object.hasOwn(plain, name) && sameJson(plain[name], value)),
  );
  const lost = Object.keys(plain).filter((name) => !Object.hasOwn(broken, name));
  const kept = Object.entries(other).filter(([name]) => !lost.includes(name));
  return { ...into, [part]: { ...Object.fromEntries(kept), ...Object.fromEntries(changed) } };
}

// ---- what an odd value is ----------------------------------------------------------------------------

/**
 * What may be demanded of a request with an odd value in one part: a valid one is judged as such, one
 * that breaks just one rule is to be refused, and on all else the documents are silent.
 */
export function claimFor(
  contract: Contract,
  base: BaseRequest,
  request: PlannedRequest,
  part: MutatedRule['part'],
  value: Json,
  free: boolean,
): Pick<StreamEntry, 'role' | 'shows' | 'breach'> {
  const { operation, endpoint, refusals, evidence } = base;
  const { style } = endpoint;
  const probe = { role: 'probe', shows: [] } as const;
  const schema = partSchemaOf(operation, part);
  const arrived = arrivesAs(operation, part, style)(value);
  if (schema === undefined || arrived === undefined) return probe;
  const broken = schemaViolationsOf(schema, arrived);
  const mistyped = broken.filter(({ keyword }) => keyword === 'type').map((one) => one.pointer);
  const own = broken.filter(
    ({ pointer, keyword }) =>
      !(mistyped.includes(pointer) && (keyword === 'enum' || keyword === 'const')),
  );
  const [first] = own;
  const wire = encode(operation, request, style, undefined);
  if (first === undefined) {
    const settled =
      part !== 'body' || schemaViolationsOf(operation.body?.settled ?? {}, value).length === 0;
    if (!free || !settled) return probe;
    const proof = verifyRequest(operation, wire, style, undefined, contract.validate);
    return proof.kind === 'proven' ? { role: 'valid', shows: evidence } : probe;
  }
  if (own.length > 1) return probe;
  const breach: MutatedRule = { part, ...first };
  const pattern = first.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  const clause = refusalId(operation.id, { ...breach, pointer: pattern });
  if (!refusals.has(clause)) return probe;
  const proof = verifyRequest(operation, wire, style, breach, contract.validate);
  return proof.kind === 'proven' ? { role: 'violation', shows: [clause], breach } : probe;
}
