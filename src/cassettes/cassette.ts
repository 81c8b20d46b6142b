/** A cassette for one test: records what its clients ask, or answers it from what was recorded, and judges it. */

import { join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { TouchstoneError, withHintInMessage } from '../errors.ts';
import { isRecording, recordingsBelow } from '../record/index.ts';
import { writeLines } from '../screen.ts';
import { inWords, isFailure } from '../traffic/index.ts';
import { bypassed } from './bypassing.ts';
import { setCurrent } from './current.ts';
import type { DocumentsOptions } from './documents.ts';
import { USUAL_MATCH, USUAL_PARTS } from './matching.ts';
import { NodeHttpAdapter } from './node-http-adapter.ts';
import { CassettePersister } from './persister.ts';
import {
  type MatchRequestsBy,
  type Polly,
  PollyClass,
  type PollyPart,
  type PollyRequest,
} from './polly-types.ts';
import { UndiciAdapter } from './undici-adapter.ts';
import { exchangeOf } from './wire.ts';
import type { WireAdapter } from './wire-adapter.ts';

/**
 * When requests go out, by the names that VCR gave them. `once`: where there is no cassette yet. `new-episodes`: where
 * the cassette has no such request. `none`: never. `all`: always, and the cassette is recorded anew.
 */
const MODES = ['once', 'new-episodes', 'none', 'all'] as const;
export type CassetteMode = (typeof MODES)[number];

export interface CassetteOptions extends DocumentsOptions {
  /** If absent, the environment variable `TOUCHSTONE_RECORD`; without it `none` in CI, and `once` elsewhere. */
  readonly mode?: CassetteMode;
  /** Where cassettes are, each in a folder of its name; `recordings` if absent. */
  readonly folder?: string;
  /**
   * What is done about an exchange that breaks the document, recorded or replayed: `fail` (the usual) has the
   * cassette's end throw, `warn` prints it, `off` looks at none.
   */
  readonly violations?: 'fail' | 'warn' | 'off';
  /** What of a request is held against what was kept, as in Polly.JS; path, query, body and order if absent. */
  readonly matchRequestsBy?: MatchRequestsBy;
  /** How long a recorded exchange is good for, such as `30d`. */
  readonly expiresIn?: string;
  /** What is done about one that is older. */
  readonly expiryStrategy?: 'record' | 'warn' | 'error';
  /** Clients that are recorded; all if absent. */
  readonly clients?: readonly ('fetch' | 'node-http')[];
}

export interface Cassette extends AsyncDisposable {
  readonly name: string;
  /** Where it is kept. */
  readonly folder: string;
  readonly mode: CassetteMode;
  /** For clients of undici that take a dispatcher. */
  readonly dispatcher: Dispatcher;
  /** Polly.JS itself: routes, events, intercepts, pass-through. */
  readonly polly: Polly;
  /**
   * Ends it: writes what was recorded. The second time it does nothing.
   * @throws TouchstoneError 'document-broken' for what breaks the document, 'recording-unreadable' for what was asked and not
   * recorded, 'output-unwritable'
   */
  readonly eject: () => Promise<void>;
}

/**
 * Puts a cassette in. From the call on, `fetch`, undici and `node:http` are answered by it, in the test that called;
 * await it before the first request.
 *
 * @throws TouchstoneError 'usage' for a mode that there is not, and what reading a profile or a recording throws
 */
export function insertCassette(name: string, options: CassetteOptions = {}): Cassette {
  const mode = modeIn(options.mode ?? process.env.TOUCHSTONE_RECORD, process.env);
  const own = safe(name);
  const folder = resolve(options.folder ?? 'recordings', own);
  const clients = options.clients ?? ['fetch', 'node-http'];
  const polly = new PollyClass(own, {
    mode: mode === 'all' || (mode === 'once' && !isRecording(folder)) ? 'record' : 'replay',
    adapterOptions: { [UndiciAdapter.id]: { handedOver: !clients.includes('fetch') } },
    persister: CassettePersister,
    persisterOptions: { [CassettePersister.id]: options },
    logLevel: 'silent',
    recordIfMissing: mode === 'new-episodes',
    recordFailedRequests: true,
    ...(options.expiresIn !== undefined && { expiresIn: checkedAge(options.expiresIn) }),
    expiryStrategy: options.expiryStrategy ?? 'warn',
    matchRequestsBy: matching(options.matchRequestsBy),
  });
  refuseSecond(folder);
  refuseShared(name, folder);
  refuseNested(own, folder);
  (polly.persister as CassettePersister).open(own);
  // Last, so that a profile or a cassette that cannot be read leaves clients as they were.
  connect(
    polly,
    clients.includes('node-http') ? [UndiciAdapter, NodeHttpAdapter] : [UndiciAdapter],
  );
  // Before anything is awaited: the test that called is the one whose requests these are.
  setCurrent(polly);
  open.add(folder);
  const problems = problemsOf(polly, options.violations ?? 'fail');
  const undici = polly.adapters.get(UndiciAdapter.id) as UndiciAdapter;
  const adapters = [...polly.adapters.values()] as readonly WireAdapter[];
  const end = async () => {
    for (const adapter of adapters) adapter.endStreams();
    const settled = Promise.all(adapters.map((adapter) => adapter.settle()));
    const flushed = settled.then(() => polly.flush());
    await Promise.race([flushed, setTimeout(MOST_WAITED_MS, undefined, { ref: false })]);
    await polly
      .stop()
      .catch((error: unknown) => {
        throw withHintInMessage(error);
      })
      .finally(() => open.delete(folder));
    problems.end(relative('.', folder));
  };
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
    [Symbol.asyncDispose]: eject,
  };
}

/** Milliseconds for requests that are under way when a cassette ends: one that hangs must not hold up all tests. */
const MOST_WAITED_MS = 4000;

/** Folders of the cassettes that are in. */
const open = new Set<string>();

/** What one of two wrote would be lost. */
function refuseSecond(folder: string): void {
  if (!open.has(folder)) return;
  throw new TouchstoneError(
    'usage',
    `the cassette ${relative('.', folder)} is in already`,
    'give each its own name, and end one before it is put in again',
  );
}

/** Names by the folders that they became. */
const namesByFolder = new Map<string, string>();

/** Two names that differ in nothing but what a folder leaves out: each would replay, or replace, what the other recorded. */
function refuseShared(name: string, folder: string): void {
  const other = namesByFolder.get(folder) ?? name;
  if (other === name) {
    namesByFolder.set(folder, name);
    return;
  }
  throw new TouchstoneError(
    'usage',
    `the cassettes "${other}" and "${name}" would share the folder ${relative('.', folder)}`,
    'give one of them another name',
  );
}

/** A cassette within another: the files of one would be taken for those of the other. */
function refuseNested(name: string, folder: string): void {
  const parts = name.split('/');
  const above = parts.slice(1).map((_, index) => resolve(folder, ...Array(index + 1).fill('..')));
  const outer = above.find(isRecording);
  const inner = recordingsBelow(folder).find((one) => one !== '.');
  if (outer === undefined && inner === undefined) return;
  const [within, around] = outer ? [folder, outer] : [join(folder, inner ?? ''), folder];
  throw new TouchstoneError(
    'usage',
    `the cassette ${relative('.', within)} would be within the cassette ${relative('.', around)}`,
    'give one of them another name',
  );
}

function connect(polly: Polly, adapters: readonly PollyPart[]): void {
  try {
    for (const adapter of adapters) polly.connectTo(adapter);
  } catch (error) {
    polly.disconnect();
    throw error;
  }
}

/** Polly reads any text, and fails at the first request where it cannot. */
function checkedAge(text: string): string {
  if (/^(?:\s*\d+(?:\.\d+)?\s*(?:ms|s|m|min|h|d|w|y)\s*)+$/.test(text)) return text;
  throw new TouchstoneError(
    'usage',
    `\`expiresIn\` is "${text}", which is no span of time`,
    'write a number and a unit, ms, s, m, h, d, w or y, such as 30d',
  );
}

function modeIn(given: string | undefined, env: NodeJS.ProcessEnv): CassetteMode {
  if (given === undefined || given === '') {
    return env.CI && !/^(?:0|false)$/i.test(env.CI) ? 'none' : 'once';
  }
  const mode = MODES.find((one) => one === given);
  if (mode) return mode;
  throw new TouchstoneError(
    'usage',
    `there is no mode "${given}" of cassettes`,
    `TOUCHSTONE_RECORD and \`mode\` take ${MODES.join(', ')}`,
  );
}

/** A name becomes a folder, below the others whatever it is. */
function safe(name: string): string {
  const parts = name
    .normalize('NFC')
    .split(/[\\/]+/)
    .map((part) => part.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '');
  if (parts.length > 0) return parts.join('/');
  throw new TouchstoneError('usage', `"${name}" is no name for a cassette`, 'give it letters');
}

/** What is not said is as usual, in the parts of the URL too. */
function matching(own: MatchRequestsBy = {}): MatchRequestsBy {
  const url = typeof own.url === 'object' ? { ...USUAL_PARTS, ...own.url } : own.url;
  return { ...USUAL_MATCH, ...own, url: url ?? USUAL_PARTS };
}

/** So many are shown of what is wrong with one cassette. */
const MOST_SHOWN = 10;

/** What goes wrong while a cassette is in; `end` throws it. */
function problemsOf(polly: Polly, violations: NonNullable<CassetteOptions['violations']>) {
  const unrecorded: TouchstoneError[] = [];
  const broken: string[] = [];
  const persister = polly.persister as CassettePersister;
  const undici = polly.adapters.get(UndiciAdapter.id) as UndiciAdapter;
  polly.server
    .any()
    .on('error', (_request, error) => {
      if (error instanceof TouchstoneError) unrecorded.push(error);
    })
    .on('response', (request) => {
      // What was made up by an intercept says nothing of a target.
      if (violations === 'off' || !isOnCassette(request)) return;
      const exchange = exchangeOf(request);
      const verdict = persister.documents.judge(exchange);

      if (!isFailure(verdict)) return;
      const asked = `${request.method} ${exchange.request.target}`;
      broken.push([asked, ...inWords(verdict).map((line) => `  ${line}`)].join('\n'));
    });
  return {
    end: (folder: string) => {
      const [first] = unrecorded;
      if (first) throw first;
      const [past] = undici.bypassing;
      if (past) throw bypassed({ ...past, url: persister.clean(past.url) });
      if (broken.length === 0) return;
      const more = broken.length > MOST_SHOWN ? [`and ${broken.length - MOST_SHOWN} more`] : [];
      const count = broken.length === 1 ? 'an exchange breaks' : `${broken.length} exchanges break`;
      const hint =
        'npx touchstone explain says of a clause what it demands; where the target is right by now, TOUCHSTONE_RECORD=all records it anew';
      // In the message, because vitest does not show the hint of an error that ends a test.
      const text = [
        `${folder}: ${count} the document`,
        ...[...new Set(broken)].slice(0, MOST_SHOWN).map((each) => persister.clean(each)),
        ...more,
        hint,
      ].join('\n');
      if (violations === 'fail') throw new TouchstoneError('document-broken', text, hint);
      writeLines(process.stderr, text);
    },
  };
}

function isOnCassette({ action }: PollyRequest): boolean {
  return action === 'record' || action === 'replay';
}
