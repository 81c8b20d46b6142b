/** Changes a request at a few places: to values of the tables, to those of other requests, or a little. */

import { listIn } from '../contract/index.ts';
import {
  groupedBy,
  isList,
  isMembers,
  type Json,
  type MutatedRule,
  type PlannedRequest,
  tokens,
  valueAt,
} from '../model/index.ts';
import { mix } from './chance.ts';
import type { BaseRequest } from './stream-bases.ts';
import { type EdgeSpot, isRemovable, withPart } from './stream-edges.ts';
import { isMarkAt } from './stream-inputs.ts';
import { jsonOf } from './value-tables.ts';

/** Most changes of one mutation. */
const MOST_CHANGES = 3;

/** Longer texts are in the tables. */
const LONGEST = 5_000;

/** A number from 0 to below a bound, another one at each call. */
type Roll = (bound: number) => number;

/**
 * A request changed at one to three places. Deterministic by request, donors and salt.
 * @param spots places of the operation that may have unusual values
 * @param donors requests of the same operation, whose values may be taken over
 * @returns the last changed place too; undefined if nothing was changed
 */
export function mutated(
  base: BaseRequest,
  spots: readonly EdgeSpot[],
  given: PlannedRequest,
  donors: readonly PlannedRequest[],
  salt: number,
): { readonly request: PlannedRequest; readonly place: string } | undefined {
  let count = 0;
  const roll: Roll = (bound) => {
    count += 1;
    return mix(salt, count) % Math.max(1, bound);
  };
  const free = spots.filter(({ part, node }) => !isMarkAt(base, part, node.pointer));
  let changed: { readonly request: PlannedRequest; readonly place: string } | undefined;
  for (let changes = 1 + roll(MOST_CHANGES); changes > 0; changes -= 1) {
    const spot = drawn(free, roll);
    const request = changed?.request ?? given;
    const whole = spot && wholeOf(request, spot.part);
    if (spot === undefined || whole === undefined) continue;
    const { part, node } = spot;
    const value = changedPart(spot, whole, donors, roll);
    if (!isRemovable(base, spot, { kind: 'json', value })) continue;
    changed = { request: withPart(request, part, value), place: `${part} ${node.pattern}` };
  }
  return changed;
}

/** Each member is as likely as any other, with as many places as it may have. */
function drawn(spots: readonly EdgeSpot[], roll: Roll): EdgeSpot | undefined {
  const byMember = groupedBy(spots, ({ part, node }) => `${part} ${tokens(node.pointer)[0]}`);
  const members = [...byMember.values()];
  const own = members[roll(members.length)] ?? [];
  return own[roll(own.length)];
}

function wholeOf({ path, query, body }: PlannedRequest, part: MutatedRule['part']) {
  if (part === 'body') return body.kind === 'json' ? body.value : undefined;
  return part === 'path' ? path : query;
}

function changedPart(
  spot: EdgeSpot,
  whole: Json,
  donors: readonly PlannedRequest[],
  roll: Roll,
): Json {
  const path = tokens(spot.node.pointer);
  const [first = ''] = path;
  const isMember = isMembers(whole) && Object.hasOwn(whole, first);
  // A path needs each of its values.
  if (isMember && spot.part !== 'path' && roll(8) === 0) {
    const { [first]: _, ...rest } = whole;
    return rest;
  }
  return put(whole, path, changedValue(spot, whole, donors, roll));
}

function changedValue(
  { part, node, rows }: EdgeSpot,
  whole: Json,
  donors: readonly PlannedRequest[],
  roll: Roll,
): Json {
  const { pointer, schema } = node;
  const there = jsonAt(whole, pointer) ?? node.value;
  const [unusual, listed] = [jsonOf(rows), listIn(schema, 'enum') ?? []];
  const taken = donors.flatMap((one) => jsonAt(wholeOf(one, part), pointer) ?? []);
  const options = [taken, listed.length > 0 ? listed : taken, unusual, unusual][roll(4)] ?? [];
  return (roll(3) > 0 ? options[roll(options.length)] : undefined) ?? altered(there, options, roll);
}

function jsonAt(whole: Json | undefined, pointer: string): Json | undefined {
  const found = valueAt(whole, pointer);
  return found === undefined ? undefined : (found as Json);
}

/** A value changed a little. */
function altered(value: Json, others: readonly Json[], roll: Roll): Json {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') {
    return [value + 1, value - 1, -value, value * 2, value * 1_000, value + 0.5][roll(6)] ?? 0;
  }
  if (typeof value === 'string') return alteredText(value, others, roll);
  if (isList(value)) {
    return [[], [...value, ...value], value.toReversed(), value.slice(1)][roll(4)] ?? [];
  }
  if (!isMembers(value)) return [{}, [], '', 0][roll(4)] ?? 0;
  const names = Object.keys(value);
  const { [names[roll(names.length)] ?? '']: _, ...rest } = value;
  return rest;
}

function alteredText(text: string, others: readonly Json[], roll: Roll): string {
  const letters = [...text];
  const at = roll(letters.length + 1);
  const texts = others.filter((one) => typeof one === 'string');
  const inserted = texts[roll(texts.length)] ?? '';
  const [before, after] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
  const changed = [
    before,
    after,
    text.repeat(2 ** (1 + roll(8))),
    text.toUpperCase(),
    ...[before + inserted + after, before + inserted + after],
  ][roll(6)];
  return (changed ?? text).slice(0, LONGEST);
}

function put(whole: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  const inside = (there: Json | undefined) =>
    put(there ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {}), rest, value);
  if (isList(whole)) {
    const at = Math.min(Number(name), whole.length);
    return [...whole.slice(0, at), inside(whole[at]), ...whole.slice(at + 1)];
  }
  const members = isMembers(whole) ? whole : {};
  return { ...members, [name]: inside(members[name]) };
}
