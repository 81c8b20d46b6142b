/** A cassette for one test: records what its clients ask, or answers it from what was recorded, and judges it. */

import { relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { withHintInMessage } from '../model/index.ts';
import { isRecording } from '../record/index.ts';
import { setCurrent } from './current.ts';
import { checkedAge } from './expiry.ts';
import { checkFolder, folderName, open } from './naming.ts';
import { NodeHttpAdapter } from './node-http-adapter.ts';
import { noteOpened } from './opened.ts';
import {
  assertOptions,
  type CassetteMode,
  type CassetteOptions,
  matching,
  modeIn,
  unusedPolicyIn,
} from './options.ts';
import { CassettePersister } from './persister.ts';
import { type Polly, PollyClass, type PollyPart } from './polly-types.ts';
import { problemsOf, reportKeptEarlier, reportUnrequested } from './problems.ts';
import { UndiciAdapter } from './undici-adapter.ts';
import type { WireAdapter } from './wire-adapter.ts';

export interface Cassette extends AsyncDisposable {
  readonly name: string;
  readonly folder: string;
  readonly mode: CassetteMode;
  /** For clients of undici that take a dispatcher. */
  readonly dispatcher: Dispatcher;
  /** Polly.JS itself: routes, events, intercepts, pass-through. */
  readonly polly: Polly;
  /**
   * Ends it: writes what was recorded. The second time it does nothing.
   * @throws TouchstoneError 'document-broken' for what breaks the document, 'cassette-mismatch' for what was asked and not
   * recorded, 'output-unwritable'
   */
  readonly eject: () => Promise<void>;
}

/** A cassette as the test runner has it. */
export interface InsertedCassette extends Cassette {
  /**
   * Reports, after the end, recorded exchanges that were not requested. A test that failed before it came to them has
   * no use for it.
   *
   * @throws TouchstoneError 'cassette-mismatch'
   */
  readonly reportUnused: () => void;
  /**
   * Takes the result of the test, after the end. If it failed, the cassette is as it was before the test.
   *
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly noteResult: (hasFailed: boolean) => void;
}

/**
 * Puts a cassette in. From the call on, `fetch`, undici and `node:http` are answered by it, in the test that called;
 * await it before the first request.
 *
 * @param running.test id of the test that called
 * @param running.attempt number of its earlier tries
 * @throws TouchstoneError 'usage' for a mode that there is not, and what reading a profile or a recording throws
 */
export function insertCassette(
  name: string,
  options: CassetteOptions = {},
  { attempt = 0, test = '' }: { readonly attempt?: number; readonly test?: string } = {},
): InsertedCassette {
  assertOptions(options);
  const mode = modeIn(options.mode ?? process.env.TOUCHSTONE_RECORD, process.env);
  const unused = unusedPolicyIn(options.unused ?? process.env.TOUCHSTONE_UNUSED);
  const own = folderName(name);
  const folder = resolve(options.folder ?? 'recordings', own);
  const clients = options.clients ?? ['fetch', 'node-http'];
  // A second try begins anew what the first began, once: its requests go out again.
  const beginning = begunHere.get(folder);
  const isBegun = beginning?.test === test && attempt > beginning.attempt;
  const begins = mode !== 'none' && (isBegun || !isRecording(folder));
  if (begins) begunHere.set(folder, { test, attempt });
  const records = mode === 'all' || begins;
  const polly = new PollyClass(own, {
    mode: records ? 'record' : 'replay',
    adapterOptions: { [UndiciAdapter.id]: { handedOver: !clients.includes('fetch') } },
    persister: CassettePersister,
    persisterOptions: { [CassettePersister.id]: { ...options, mode } },
    logLevel: 'silent',
    recordIfMissing: mode === 'new-episodes',
    recordFailedRequests: true,
    ...(options.expiresIn !== undefined && { expiresIn: checkedAge(options.expiresIn) }),
    expiryStrategy: options.expiryStrategy ?? 'warn',
    matchRequestsBy: matching(options.matchRequestsBy),
  });
  checkFolder(name, folder);
  const persister = polly.persister as CassettePersister;
  persister.open(own);
  // Last, so that a profile or a cassette that cannot be read leaves clients as they were.
  connect(
    polly,
    clients.includes('node-http') ? [UndiciAdapter, NodeHttpAdapter] : [UndiciAdapter],
  );
  // Before anything is awaited: the test that called is the one whose requests these are.
  setCurrent(polly, test === '' ? undefined : test);
  open.add(folder);
  noteOpened(folder);
  const problems = problemsOf(polly, options);
  const undici = polly.adapters.get(UndiciAdapter.id) as UndiciAdapter;
  const adapters = [...polly.adapters.values()] as readonly WireAdapter[];
  const end = async () => {
    for (const adapter of adapters) adapter.endStreams();
    const settled = Promise.all(adapters.map((adapter) => adapter.settle()));
    const flushed = settled.then(() => polly.flush());
    await Promise.race([flushed, setTimeout(MOST_WAITED_MS, undefined, { ref: false })]);
    const rest = await persister.unused();
    await polly
      .stop()
      .catch((error: unknown) => {
        throw withHintInMessage(error);
      })
      .finally(() => open.delete(folder));
    problems.end(relative('.', folder));
    unrequested = rest;
  };
  let unrequested: readonly string[] = [];
  let ended: Promise<void> | undefined;
  const eject = () => {
    if (ended) return ended.catch(() => {});
    ended = end();
    return ended;
  };
  return {
    name: own,
    folder,
    mode,
    polly,
    dispatcher: undici.dispatcher,
    eject,
    reportUnused: () => {
      const found = unrequested;
      unrequested = [];
      reportUnrequested(found, relative('.', folder), unused);
    },
    noteResult: (hasFailed) => {
      if (!hasFailed) begunHere.delete(folder);
      // Without an earlier cassette, it is better to have one of a failed test than none.
      else if (begunHere.get(folder)?.test !== test && persister.putBackEarlier()) {
        reportKeptEarlier(relative('.', folder));
      }
    },
    [Symbol.asyncDispose]: eject,
  };
}

/** Folders of cassettes that were not there when a test opened them, until it passes; and in which of its tries. */
const begunHere = new Map<string, { readonly test: string; readonly attempt: number }>();

/** Milliseconds for requests that are under way when a cassette ends: one that hangs must not hold up all tests. */
const MOST_WAITED_MS = 4000;

function connect(polly: Polly, adapters: readonly PollyPart[]): void {
  try {
    for (const adapter of adapters) polly.connectTo(adapter);
  } catch (error) {
    polly.disconnect();
    throw error;
  }
}
