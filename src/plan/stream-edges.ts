/** Applies edge classes to the requests of an operation. */

import { accepts, type Contract, partSchemaOf } from '../contract/index.ts';
import {
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  type MutatedRule,
  type PlannedRequest,
  tokens,
} from '../model/index.ts';
import { wireClasses } from './edges-wire.ts';
import { fittingList, type Node, nodesOf } from './nodes.ts';
import { type BaseRequest, isFree } from './stream-bases.ts';
import { claimFor } from './stream-claims.ts';
import type { StreamEntry } from './stream-entries.ts';
import { isMarkAt } from './stream-inputs.ts';
import {
  nameAt,
  type RowKind,
  rowsAt,
  type TableValue,
  type ValueRow,
  valueRows,
  withElement,
} from './value-tables.ts';

export interface EdgeMaker {
  readonly name: string;
  /** Parameters and members that it is tried at, or what else is unusual. */
  readonly roles: readonly string[];
  /** What its row is; hostile for all around the values. */
  readonly is: RowKind;
  /** `undefined` if the plain request has nothing to change. */
  readonly make: (contract: Contract) => StreamEntry | undefined;
}

/** Placeholder in a body for text without quotes. */
const LITERAL = '@@touchstone-literal@@';

/** Every suitable edge class at every place of an operation, each variant by itself. */
export function edgeMakers(base: BaseRequest): readonly EdgeMaker[] {
  const spots = spotsIn(base);
  return [
    ...jointMakers(base, spots),
    ...valueMakers(base, spots),
    ...wireMakers(base),
    ...credentialMakers(base),
  ];
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
        return [{ part, node, rows: rowsFor(node, endpoint), free }];
      },
    );
  });
}

/** The rows of a place; lists of elements that it accepts. */
function rowsFor(node: Node, { known }: BaseRequest['endpoint']): readonly ValueRow[] {
  const rows = rowsAt(node.schema, node.pattern);
  const [element = null] = rows.some(({ type }) => type === 'array')
    ? fittingList(node, { known })
    : [];
  return rows.map((row) => (row.type === 'array' ? withElement(row, element) : row));
}

function valueMakers(base: BaseRequest, spots: readonly EdgeSpot[]): readonly EdgeMaker[] {
  return spots.flatMap((spot) =>
    spot.rows.flatMap(({ name, is, values }) =>
      values
        .filter((value) => isRemovable(base, spot, value))
        .map((value) => ({
          name,
          roles: [nameAt(spot.node.pattern)],
          is,
          make: (contract: Contract) => valueEntry(contract, base, spot, name, value),
        })),
    ),
  );
}

const accepted = new Map<string, Map<TableValue, boolean>>();

/** Whether a schema accepts a value; many places have the same. */
function isAccepted(schema: JsonSchema, text: string, value: TableValue): boolean {
  const own = accepted.get(text) ?? new Map<TableValue, boolean>();
  accepted.set(text, own);
  const known = own.get(value) ?? (value.kind === 'json' && accepts(schema, value.value));
  own.set(value, known);
  return known;
}

/** One value at all members that accept it: a breakdown by any of them shows, and becomes smaller afterwards. */
function jointMakers(base: BaseRequest, spots: readonly EdgeSpot[]): readonly EdgeMaker[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const whole = base.parts[part];
    if (!isMembers(whole)) return [];
    const own = spots.filter(
      (spot) => spot.part === part && spot.free && !isMarkAt(base, part, spot.node.pointer),
    );
    const texts = new Map(own.map((spot) => [spot, JSON.stringify(spot.node.schema)]));
    const rows = new Map(own.flatMap((spot) => spot.rows).map((row) => [row.name, row]));
    return [...rows.values()].flatMap(({ name, type, format, is, values }) => {
      // Filters of a list narrow each other; only texts, which nothing has, are asked for together.
      if (part === 'query' && (type !== 'string' || format !== undefined)) return [];
      const having = own.filter((spot) => spot.rows.some((row) => row.name === name));
      return values.flatMap((value): readonly EdgeMaker[] => {
        if (value.kind !== 'json' || !isRemovable(base, { part }, value)) return [];
        const places = new Map(
          having
            .filter((spot) => isAccepted(spot.node.schema, texts.get(spot) ?? '', value))
            .map(({ node }) => [tokens(node.pointer)[0] ?? '', node]),
        );
        if (places.size < 2) return [];
        const roles = [...places.values()].map(({ pattern }) => nameAt(pattern));
        const make = (contract: Contract): StreamEntry => {
          const puts = [...places].map(([member, { put }]) => {
            const changed = put(value.value);
            return [member, isMembers(changed) ? (changed[member] ?? null) : null] as const;
          });
          const joint = { ...whole, ...Object.fromEntries(puts) };
          const request = withPart(base.request, part, joint);
          const claim = claimFor(contract, base, request, part, joint, true);
          return { mode: 'edge', class: name, place: part, request, ...claim };
        };
        return [{ name, roles, is, make }];
      });
    });
  });
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
      make.map((change, way) => ({
        name,
        roles: [String(way)],
        is: 'hostile' as const,
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
  if (entry === undefined) return [];
  return [{ name: NEVER_ISSUED, roles: [''], is: 'hostile' as const, make: () => entry }];
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
