/** The order in which a stream tries its edge classes: each at every role once, before any is tried again. */

import { groupedBy } from '../model/index.ts';
import { dealt, mix, shuffled } from './chance.ts';
import type { BaseRequest } from './stream-bases.ts';
import type { EdgeMaker } from './stream-edges.ts';
import type { RowKind } from './value-tables.ts';

/** Requests that share one object of the campaign, or a single one. */
export interface EdgeBatch {
  readonly base: BaseRequest;
  readonly makers: readonly EdgeMaker[];
}

interface PlacedMaker extends EdgeMaker {
  readonly base: BaseRequest;
}

/** Rows whose values break few servers down come after so many roles of the others. */
const LATER: { readonly [kind in RowKind]?: number } = { unusual: 1, 'near-miss': 3 };

/**
 * The batches of a stream by turn. What is left, once each class was tried at each role, is put in order when it is its turn.
 *
 * @param packOf number of requests on one object that an operation may have
 */
export function edgeBatches(
  makers: readonly PlacedMaker[],
  packOf: (base: BaseRequest) => number,
  seed: number,
): (turn: number) => EdgeBatch | undefined {
  const classes = groupedBy(makers, ({ name }) => name);
  const ranked = [...classes.values()].flatMap((own) => covering(own, seed));
  const byRank = groupedBy(ranked, ({ maker, rank }) => rank + (LATER[maker.is] ?? 0));
  const ranks = [...byRank].sort(([one], [other]) => one - other);
  const chosen = ranks.flatMap(([rank, own]) =>
    shuffled(own, mix(seed, rank)).map(({ maker }) => maker),
  );
  const first = mixed(packed(chosen, packOf));
  let others: readonly EdgeBatch[] | undefined;
  return (turn) => {
    if (turn < first.length) return first[turn];
    if (others === undefined) {
      const known = new Set(chosen);
      const left = makers.filter((one) => !known.has(one));
      const all = packed(
        dealt(left, ({ name }) => name, seed),
        packOf,
      );
      others = all.length > 0 ? all : first;
    }
    return others[(turn - first.length) % Math.max(1, others.length)];
  };
}

/**
 * Makers of one class until each of its roles has been tried once, those with the most new roles first. Of alike ones,
 * that with the last value of its row.
 */
function covering(makers: readonly PlacedMaker[], seed: number) {
  const alike = groupedBy(makers, ({ base, roles }) => `${base.operation.document} ${roles}`);
  const left = shuffled([...alike], seed).flatMap(([roles, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const bases = [...new Set(own.map(({ base }) => base))];
    const base = bases[mix(seed, roles, first.name) % bases.length];
    const { document } = first.base.operation;
    const maker = own.findLast((one) => one.base === base) ?? first;
    return [{ maker, fresh: new Set(maker.roles.map((role) => `${document} ${role}`)) }];
  });
  const found: { readonly maker: PlacedMaker; readonly rank: number }[] = [];
  for (;;) {
    const most = Math.max(0, ...left.map(({ fresh }) => fresh.size));
    const best = most > 0 ? left.find(({ fresh }) => fresh.size === most) : undefined;
    if (best === undefined) return found;
    found.push({ maker: best.maker, rank: found.length });
    const seen = [...best.fresh];
    for (const { fresh } of left) for (const role of seen) fresh.delete(role);
  }
}

/** What shares an object tries many for the price of a few: such a batch comes before each of the others. */
function mixed(batches: readonly EdgeBatch[]): readonly EdgeBatch[] {
  const shared = batches.filter(({ makers }) => makers.length > 1);
  const single = batches.filter(({ makers }) => makers.length === 1);
  const longer = shared.length > single.length ? shared : single;
  return longer.flatMap((_, at) => [shared[at], single[at]].filter((one) => one !== undefined));
}

/** Together what shares an object, at the place of the first. */
function packed(
  makers: readonly PlacedMaker[],
  packOf: (base: BaseRequest) => number,
): readonly EdgeBatch[] {
  const batches: { readonly base: BaseRequest; readonly makers: PlacedMaker[] }[] = [];
  const open = new Map<BaseRequest, PlacedMaker[]>();
  for (const maker of makers) {
    const { base } = maker;
    const own = open.get(base);
    if (own !== undefined && own.length < packOf(base)) {
      own.push(maker);
      continue;
    }
    const fresh = [maker];
    open.set(base, fresh);
    batches.push({ base, makers: fresh });
  }
  return batches;
}
