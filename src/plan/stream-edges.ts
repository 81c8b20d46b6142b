/** Applies edge classes to the requests of an operation. */

import { type Contract, partSchemaOf } from '../contract/index.ts';
import { isObject, type Json, type MutatedRule, type PlannedRequest } from '../model/index.ts';
import { wireClasses } from './edges-wire.ts';
import { type Node, nodesOf } from './nodes.ts';
import { type BaseRequest, isFree } from './stream-bases.ts';
import { claimFor } from './stream-claims.ts';
import type { StreamEntry } from './stream-entries.ts';
import { rowsAt, type TableValue, type ValueRow, valueRows } from './value-tables.ts';

interface EdgeMaker {
  readonly name: string;
  /** `undefined` if the plain request has nothing to change. */
  readonly make: (contract: Contract) => StreamEntry | undefined;
}

/** Placeholder in a body for text without quotes. */
const LITERAL = '@@touchstone-literal@@';

/** Every suitable edge class at every place of an operation, each variant by itself. */
export function edgeMakers(base: BaseRequest): readonly EdgeMaker[] {
  return [...valueMakers(base), ...wireMakers(base), ...credentialMakers(base)];
}

/** Names of the classes that fit an operation. */
export function edgeNames(base: BaseRequest): readonly string[] {
  const values = spotsIn(base).flatMap(({ rows }) => rows.map(({ name }) => name));
  const wires = wireClasses()
    .filter(({ fits }) => fits(base.operation))
    .map(({ name }) => name);
  const credential = base.unauthorised.length > 0 ? [NEVER_ISSUED] : [];
  return [...new Set([...values, ...wires, ...credential])];
}

const NEVER_ISSUED = 'headers/never-issued-credential';

/** Names of the classes for any operation. */
export function allEdgeNames(): readonly string[] {
  const values = valueRows().filter(({ type }) => !ELSEWHERE.has(type));
  return [...values, ...wireClasses()].map(({ name }) => name).concat(NEVER_ISSUED);
}

/** Rows for violations and headers. */
const ELSEWHERE: ReadonlySet<ValueRow['type']> = new Set(['any', 'listed', 'credential']);

/** A place of a request, and the unusual values for it. */
export interface EdgeSpot {
  readonly part: MutatedRule['part'];
  readonly node: Node;
  readonly rows: readonly ValueRow[];
  /** Independent of the target's facts. */
  readonly free: boolean;
}

/** Places of an operation's request that may have unusual values. */
export function spotsIn(base: BaseRequest): readonly EdgeSpot[] {
  const { operation, endpoint, stage } = base;
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    // The path of a write names an object of the campaign, and its query decides the effect.
    if (stage !== undefined && part !== 'body') return [];
    const schema = partSchemaOf(operation, part);
    const whole = base.parts[part];
    if (schema === undefined || whole === undefined) return [];
    const seen = new Set<string>();
    return nodesOf(schema, whole, { known: endpoint.known }).flatMap(
      (node): readonly EdgeSpot[] => {
        const { pointer } = node;
        if (pointer === '' || node.later || seen.has(pointer)) return [];
        if (!isFree(base) && /^\/requests(\/|$)/.test(pointer)) return [];
        seen.add(pointer);
        const free = !JSON.stringify(node.schema).includes('"x-known"');
        return [{ part, node, rows: rowsAt(node.schema, node.pattern), free }];
      },
    );
  });
}

function valueMakers(base: BaseRequest): readonly EdgeMaker[] {
  return spotsIn(base).flatMap((spot) =>
    spot.rows.flatMap(({ name, values }) =>
      values
        .filter((value) => isRemovable(base, spot, value))
        .map((value) => ({
          name,
          make: (contract: Contract) => valueEntry(contract, base, spot, name, value),
        })),
    ),
  );
}

/** Sent values can become part of the ID, and a very long one would not fit into the URL of the removal. */
export function isRemovable(
  { named }: BaseRequest,
  { part }: Pick<EdgeSpot, 'part'>,
  value: TableValue,
): boolean {
  if (!named || part !== 'body') return true;
  const text = value.kind === 'literal' ? value.text : JSON.stringify(value.value);
  return Buffer.byteLength(text) <= LONGEST_IN_ID;
}

const LONGEST_IN_ID = 500;

function valueEntry(
  contract: Contract,
  base: BaseRequest,
  { part, node, free }: EdgeSpot,
  name: string,
  edge: TableValue,
): StreamEntry {
  const place = `${part} ${node.pattern}`;
  const about = { mode: 'edge', class: name, place } as const;
  if (edge.kind === 'literal' && part === 'body') {
    const text = JSON.stringify(node.put(LITERAL)).replace(`"${LITERAL}"`, () => edge.text);
    const request: PlannedRequest = {
      ...base.request,
      body: { kind: 'text', text, contentType: 'application/json' },
    };
    return { ...about, role: 'probe', shows: [], request };
  }
  const value = node.put(edge.kind === 'literal' ? edge.text : edge.value);
  const request = withPart(base.request, part, value);
  return { ...about, request, ...claimFor(contract, base, request, part, value, free) };
}

export function withPart(
  request: PlannedRequest,
  part: MutatedRule['part'],
  value: Json,
): PlannedRequest {
  if (part === 'body') return { ...request, body: { kind: 'json', value } };
  return isObject(value) ? { ...request, [part]: value } : request;
}

function wireMakers(base: BaseRequest): readonly EdgeMaker[] {
  const { operation, request } = base;
  return wireClasses()
    .filter(({ fits }) => fits(operation))
    .flatMap(({ name, make }) =>
      make.map((change) => ({
        name,
        make: (): StreamEntry | undefined => {
          const unusual = change(request, operation);
          if (unusual === undefined) return undefined;
          const [place = ''] = name.split('/');
          return { mode: 'edge', class: name, place, role: 'probe', shows: [], request: unusual };
        },
      })),
    );
}

function credentialMakers(base: BaseRequest): readonly EdgeMaker[] {
  const entry = credentialEntry(base, 'edge');
  return entry === undefined ? [] : [{ name: NEVER_ISSUED, make: () => entry }];
}

/** Judged if the document shows the answer to a credential that was never issued. */
export function credentialEntry(
  base: BaseRequest,
  mode: StreamEntry['mode'],
): StreamEntry | undefined {
  if (base.unauthorised.length === 0) return undefined;
  return {
    mode,
    class: NEVER_ISSUED,
    place: 'headers',
    role: 'unauthorised',
    shows: base.unauthorised,
    request: { ...base.request, credential: { kind: 'invalid' } },
  };
}
