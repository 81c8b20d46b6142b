/** The single requests of a stream, by mode. */

import { type Contract, lenientReadings, sameJson } from '../contract/index.ts';
import {
  isMembers,
  type Json,
  type Mode,
  type MutatedRule,
  type PlannedRequest,
  type Role,
  recordsOf,
  valueAt,
} from '../model/index.ts';
import type { RequestParts } from './generated.ts';
import { nodesOf } from './nodes.ts';
import { proofOf } from './proof.ts';
import { type BaseRequest, requestWith } from './stream-bases.ts';
import type { MutatedPart } from './stream-parts.ts';

/** One request with its subject. */
export interface StreamEntry {
  readonly mode: Mode;
  readonly class: string;
  readonly place: string;
  readonly role: Role;
  readonly request: PlannedRequest;
  /** The clauses that it is evidence for. */
  readonly shows: readonly string[];
  readonly breach?: MutatedRule;
  /** What a lenient target may read it as; sent too, and judged against it. */
  readonly readings?: readonly PlannedRequest[];
  /** Set if the verification fails: an error of Touchstone, and not sent. */
  readonly unproven?: string;
}

/** A request that claims to be valid, verified on its bytes. */
export function validEntry(
  contract: Contract,
  base: BaseRequest,
  parts: RequestParts,
  about: Pick<StreamEntry, 'mode' | 'class' | 'place'>,
): StreamEntry {
  const request = requestWith(base, parts);
  const entry: StreamEntry = { ...about, role: 'valid', request, shows: base.evidence };
  const { operation, endpoint } = base;
  const proof = proofOf(contract, operation, request, endpoint.style);
  return proof.kind === 'proven' ? entry : { ...entry, unproven: proof.why };
}

/**
 * A request that violates one rule, verified on its bytes, with the plainest request as control. If a lenient target
 * may read it as valid, it is a probe.
 */
export function violationEntry(
  contract: Contract,
  base: BaseRequest,
  { part, violation, clause }: MutatedPart,
): StreamEntry {
  const { operation, endpoint } = base;
  const breach: MutatedRule = { part, pointer: violation.pointer, keyword: violation.keyword };
  const request = brokenRequest(base, part, { ...base.parts, [part]: violation.value });
  const proof = proofOf(contract, operation, request, endpoint.style, breach);
  const place = `${part} ${violation.schemaPointer}`.trim();
  const common = { mode: 'violation', class: `violation/${violation.keyword}`, place } as const;
  const entry: StreamEntry = { ...common, role: 'violation', request, shows: [clause], breach };
  if (proof.kind === 'lenient') {
    const readings = part === 'body' ? readingsOf(base, violation) : [];
    if (readings.length > 0) return { ...entry, readings };
    return { ...common, role: 'probe', request, shows: [] };
  }
  return proof.kind === 'proven' ? entry : { ...entry, unproven: proof.why };
}

/** Requests of an operation that writes nothing, with what a lenient target may read a value of another type as. */
function readingsOf(
  { operation, endpoint, parts, stage, request }: BaseRequest,
  { keyword, pointer, value }: MutatedPart['violation'],
): readonly PlannedRequest[] {
  const schema = operation.body?.schema;
  const isRead = stage === undefined && !operation.writes;
  if (keyword !== 'type' || !isRead || schema === undefined || parts.body === undefined) return [];
  const node = nodesOf(schema, parts.body, { known: endpoint.known }).find(
    (one) => one.pointer === pointer,
  );
  if (node === undefined) return [];
  const { texts } = recordsOf(operation);
  const readings = lenientReadings(node.schema, valueAt(value, pointer), texts);
  const bodies = [...new Set(readings.map((one) => JSON.stringify(node.put(one as Json))))];
  return bodies.map((text) => ({ ...request, body: { kind: 'json', value: JSON.parse(text) } }));
}

/** The same violation with other valid members, if verified there too. */
export function violationAmong(
  contract: Contract,
  base: BaseRequest,
  { part, violation }: MutatedPart,
  plain: StreamEntry,
  parts: RequestParts,
): StreamEntry {
  if (plain.breach === undefined || plain.unproven !== undefined) return plain;
  const among = mergedParts(base.parts, parts, part, violation.value);
  const entry: StreamEntry = { ...plain, request: brokenRequest(base, part, among) };
  const { operation, endpoint } = base;
  const proof = proofOf(contract, operation, entry.request, endpoint.style, plain.breach);
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

/** Another valid request, with the members that the violation changes. */
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
