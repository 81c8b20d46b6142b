/** Pairs the exchanges of two recordings, without sending anything. */

import { counter, type Operation } from '../model/index.ts';
import {
  type EntryRef,
  type RecordedExchange,
  type Recording,
  wasRefused,
} from '../record/index.ts';
import type { Script, Sending } from './changes.ts';
import { cut } from './compare.ts';
import { stepFrom } from './scripts.ts';

/** Finds the equal request outside of cases with the same ordinal. */
export type FindAlike = (exchange: RecordedExchange) => EntryRef | undefined;

/**
 * A script for each case, whose "sending" is what the other recording has: exchanges of cases are found by case, step and
 * ordinal, all others by what they ask.
 *
 * @param operations of the contract, as far as it describes what was recorded
 */
export function* pairedScripts(
  before: Recording,
  after: Recording,
  findAlike: FindAlike,
  operations: readonly Operation[],
): Generator<Script, void, undefined> {
  const byId = new Map(operations.map((one) => [one.id, one]));
  const described = ({ operation }: RecordedExchange) => byId.get(operation ?? '');
  for (const { id } of before.cases()) {
    const count = counter();
    const pairs = before.ofCase(id).map((entry) => ({
      kept: entry.read(),
      other: after.find(id, entry.step, count(entry.step)),
    }));
    yield scriptOf(id, pairs, described);
  }
  const loose = before
    .ofCase(null)
    .map((entry) => entry.read())
    .filter(({ outcome }) => outcome.kind === 'answer' || !wasRefused(outcome));
  if (loose.length > 0) {
    yield scriptOf(
      'traffic',
      loose.map((kept) => ({ kept, other: findAlike(kept) })),
      described,
    );
  }
}

interface Pair {
  readonly kept: RecordedExchange;
  readonly other: EntryRef | undefined;
}

function scriptOf(
  name: string,
  pairs: readonly Pair[],
  described: (kept: RecordedExchange) => Operation | undefined,
): Script {
  const keyed = pairs.map((pair, index) => ({ ...pair, key: `exchange ${index}` }));
  const found = keyed.flatMap(({ key, other }) => (other ? [{ key, exchange: other.read() }] : []));
  const sending: Sending = {
    sides: new Map(
      found.map(({ key, exchange: { outcome, baseUrl, startedAt } }) => [
        key,
        { outcome, baseUrl, startedAt },
      ]),
    ),
    requests: new Map(found.map(({ key, exchange }) => [key, exchange.request])),
    unsent: keyed
      .filter(({ other }) => other === undefined)
      .map(({ key, kept: { request } }) => ({
        key,
        why: `${request.method} ${cut(request.target)} is not in the other recording`,
      })),
    left: [],
  };
  return {
    name,
    steps: keyed.map(({ key, kept }) => stepFrom(key, kept, described(kept))),
    send: async () => sending,
  };
}
