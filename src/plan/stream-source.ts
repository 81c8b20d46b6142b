/** The entries of one operation by their position, without those of edge classes. */

import type { Contract } from '../contract/index.ts';
import { dealt, mix } from './chance.ts';
import type { BaseRequest } from './stream-bases.ts';
import type { EntryKind } from './stream-choice.ts';
import { drawerOf } from './stream-drawn.ts';
import { credentialEntry } from './stream-edges.ts';
import { type StreamEntry, validEntry, violationAmong, violationEntry } from './stream-entries.ts';
import { boundaryParts, brokenParts, pairwiseParts } from './stream-parts.ts';

type SingleKind = Exclude<EntryKind, 'edge'>;

/** Number of unusual requests that share one object of the campaign. */
const TOGETHER = 12;

/** The stream's data for one operation, with lazily made lists. */
export interface Source {
  readonly base: BaseRequest;
  /** Number of entries in a case. */
  readonly pack: number;
  readonly entry: (kind: SingleKind, position: number) => StreamEntry | undefined;
}

/**
 * The turn of an operation to break a rule that others have too, from 0: a rule is broken at each of them once before
 * at any of them twice.
 */
export function turnsAt(bases: readonly BaseRequest[], seed: number) {
  const ruleOf = ({ operation }: BaseRequest, clause: string) =>
    `${operation.document} ${clause.slice(operation.id.length)}`;
  const having = new Map<string, BaseRequest[]>();
  for (const base of bases) {
    for (const clause of base.refusals) {
      const rule = ruleOf(base, clause);
      having.set(rule, [...(having.get(rule) ?? []), base]);
    }
  }
  return (base: BaseRequest, clause: string): number => {
    const rule = ruleOf(base, clause);
    const all = having.get(rule) ?? [];
    return (all.indexOf(base) + mix(seed, rule)) % Math.max(1, all.length);
  };
}

export function sourceOf(
  contract: Contract,
  base: BaseRequest,
  seed: number,
  turnAt: ReturnType<typeof turnsAt>,
): Source {
  const own = mix(seed, base.operation.id);
  const lazily = <T>(
    salt: string,
    make: () => readonly T[],
    kindOf: (item: T) => string,
    wayOf?: (item: T) => string,
    turnOf: (item: T) => number = () => 0,
  ) => {
    let made: readonly T[] | undefined;
    return () => {
      if (made !== undefined) return made;
      const all = dealt(make(), kindOf, mix(own, salt), wayOf);
      const once = new Set(all.map(kindOf)).size;
      const first = all.slice(0, once).sort((one, other) => turnOf(one) - turnOf(other));
      made = [...first, ...all.slice(once)];
      return made;
    };
  };
  let drawer: ReturnType<typeof drawerOf>;
  const drawn = (kind: EntryKind, position: number) => {
    drawer ??= drawerOf(base, seed);
    return drawer?.(kind, position);
  };
  const pairs = lazily(
    'pairwise',
    () => pairwiseParts(base),
    () => '',
  );
  const limits = lazily(
    'boundary',
    () => boundaryParts(base),
    ({ place }) => place,
  );
  const violations = lazily(
    'violation',
    () => brokenParts(base),
    ({ clause }) => clause,
    ({ violation }) => violation.way,
    ({ clause }) => turnAt(base, clause),
  );
  const entry = (kind: SingleKind, position: number): StreamEntry | undefined => {
    switch (kind) {
      case 'random': {
        const parts = drawn(kind, position) ?? base.parts;
        return validEntry(contract, base, parts, { mode: 'valid', class: 'valid', place: '' });
      }
      case 'pairwise': {
        const about = { mode: 'valid', class: 'pairwise', place: '' } as const;
        const parts = at(pairs(), position) ?? drawn(kind, position);
        return parts && validEntry(contract, base, parts, about);
      }
      case 'boundary': {
        const limit = at(limits(), position);
        if (limit === undefined) return undefined;
        const { parts, keyword, place } = limit;
        const about = { mode: 'boundary', class: `boundary/${keyword}`, place } as const;
        return validEntry(contract, base, parts, about);
      }
      case 'violation': {
        const all = violations();
        const broken = at(all, position);
        // A credential that was never issued is an important violation.
        const credential = credentialEntry(base, 'violation');
        if (credential !== undefined && (broken === undefined || position % 4 === 0)) {
          return credential;
        }
        if (broken === undefined) return undefined;
        // Each rule first with the plainest request, then with changing other members.
        const plain = violationEntry(contract, base, broken);
        const company = position >= all.length && base.stage === undefined && position % 3 === 0;
        const others = company ? drawn(kind, position) : undefined;
        return others ? violationAmong(contract, base, broken, plain, others) : plain;
      }
    }
  };
  return { base, pack: packOf(base), entry };
}

/** Number of unusual requests of an operation in one case. */
export function packOf({ stage }: BaseRequest): number {
  return stage === undefined || stage.setup.length === 0 || stage.final ? 1 : TOGETHER;
}

function at<T>(items: readonly T[], position: number): T | undefined {
  return items[position % Math.max(1, items.length)];
}
