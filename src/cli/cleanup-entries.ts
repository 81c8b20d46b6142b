/** Removes or restores the entries of a journal. */

import {
  type Account,
  type Outstanding,
  removeCreation,
  restore,
  untrack,
} from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import { parsedJson, type Target } from '../model/index.ts';
import { askingOn, withTransport } from './cleanup-transport.ts';
import type { Io } from './io.ts';

interface RemovedEntries {
  readonly left: number;
  readonly removed: number;
  /** Nothing was under their IDs any more. */
  readonly gone: readonly Outstanding[];
  /** Their IDs are those of other objects, and were before the run. */
  readonly existed: readonly Outstanding[];
}

/** Removes what a run created, the newest first. */
export function removeAll(
  account: Account,
  contract: Contract,
  target: Target | undefined,
  io: Io,
): Promise<RemovedEntries> {
  return withTransport(target, io, async (transport, signal) => {
    const gone: Outstanding[] = [];
    const existed: Outstanding[] = [];
    let [left, removed] = [0, 0];
    const { lasted } = account;
    const { named, ask } = askingOn(target, contract, transport, signal);
    for (const one of account.open.toReversed()) {
      const endpoint = target?.endpoints[one.document];
      const how = { lasted, ask };
      const result = await removeCreation(one, endpoint, transport, named, signal, how);
      if (result.kind === 'left') left += 1;
      else if (result.kind === 'gone') gone.push(one);
      else if (result.kind === 'existed') existed.push(one);
      else {
        removed += 1;
        untrack(account, one);
      }
      writeLine(io.stdout, lineOf(one, result));
    }
    return { left, removed, gone, existed };
  });
}

/** Maximum number of characters of a former state. */
const MOST_SHOWN = 500;

/** @returns the numbers of objects that were not restored, and that were */
export function restoreAll(
  account: Account,
  contract: Contract,
  target: Target | undefined,
  io: Io,
): Promise<{ readonly left: number; readonly restored: number }> {
  return withTransport(target, io, async (transport, signal) => {
    let [left, restored] = [0, 0];
    // The oldest last: it knows the original state.
    for (const one of account.changed.toReversed()) {
      const endpoint = target?.endpoints[one.document];
      // A former state of one entry is what another one wrote.
      const same = account.changed.filter(
        ({ what, baseUrl }) => what === one.what && baseUrl === one.baseUrl,
      );
      const written = same.flatMap(({ written = [], body }) => [...written, parsedJson(body)]);
      const all = { ...one, written };
      const result = await restore(all, endpoint, transport, contract, signal);
      // Others decide about a newer state, so it is reported once.
      if (result.kind === 'left' || result.kind === 'changed') left += 1;
      if (result.kind !== 'left') untrack(account, one);
      if (result.kind === 'restored') restored += 1;
      const place = `${one.what} at ${one.baseUrl}`;
      writeLine(
        io.stdout,
        {
          restored: `put back ${place}`,
          unchanged: `${one.what} is as it was before the run at ${one.baseUrl}`,
          changed: `${one.what} was changed after the run at ${one.baseUrl}, and is left alone; before the run it had ${one.body.slice(0, MOST_SHOWN)}`,
          left: `could not put back ${place}: ${result.kind === 'left' ? result.why : ''}`,
        }[result.kind],
      );
    }
    return { left, restored };
  });
}

function lineOf(
  { what, baseUrl }: Outstanding,
  result: Awaited<ReturnType<typeof removeCreation>>,
): string {
  switch (result.kind) {
    case 'removed':
      return `removed ${what} at ${baseUrl}`;
    case 'gone':
      return `${what} is not there any more at ${baseUrl}`;
    case 'existed':
      return `${what} at ${baseUrl} existed before the run, and is left alone: ${result.why}`;
    case 'left':
      return `could not remove ${what} at ${baseUrl}: ${result.why}`;
  }
}
