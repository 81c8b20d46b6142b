/** A persister for Polly that writes recordings of ours: redacted, one entry a line, HAR. */

import { join, relative, resolve } from 'node:path';
import {
  type Answer,
  type Outcome,
  type RecordingRules,
  rewrittenAnswer,
  TouchstoneError,
  urlRewriter,
} from '../model/index.ts';
import {
  edited,
  missingInTraffic,
  normalForms,
  recordingFilter,
  secretRestorer,
} from '../record/index.ts';
import { type CleaningScope, createCleaner } from '../secrets/index.ts';
import { errorOf } from './connection.ts';
import { type Documents, type DocumentsOptions, documentsFor } from './documents.ts';
import { type CassetteEntry, type CassetteFolder, openCassetteFolder } from './folder.ts';
import { type LostSecrets, lostSecrets } from './lost-secrets.ts';
import { comparedFields, type KeyOf, keysFor } from './matching.ts';
import type { Polly, PollyRequest } from './polly-types.ts';
import { askedOf, exchangeOf, pollyResponseOf, remember, type WireExchange } from './wire.ts';

/** Options of the persister, under `persisterOptions.touchstone`. */
export interface PersisterOptions extends DocumentsOptions {
  /** The folder in which each recording has one of its name; `recordings` if absent. */
  readonly folder?: string;
}

/** The exchanges of a recording by their keys, and how often each key was requested. */
interface Index {
  readonly cassette: CassetteFolder;
  readonly byKey: Promise<ReadonlyMap<string, readonly CassetteEntry[]>>;
  readonly counts: Map<string, number>;
}

/** A persister of Polly.JS; `new Polly(name, { persister: CassettePersister })`. */
export class CassettePersister {
  static readonly type = 'persister';
  static readonly id = 'touchstone';

  readonly documents: Documents;
  readonly lostSecrets: LostSecrets;
  readonly #polly: Polly;
  readonly #folder: string;
  readonly #keyOf: KeyOf;
  readonly #scope: () => CleaningScope;
  readonly #restored: ReturnType<typeof secretRestorer>;
  readonly #indexes = new Map<string, Index>();
  readonly #found = new WeakMap<PollyRequest, CassetteEntry>();

  constructor(polly: Polly) {
    const options: PersisterOptions = polly.config.persisterOptions?.[CassettePersister.id] ?? {};
    this.#polly = polly;
    this.#folder = resolve(options.folder ?? 'recordings');
    const world = { env: process.env, cwd: process.cwd(), isOffline: isOffline(polly) };
    this.documents = documentsFor(options, world);
    const { secrets, rules } = this.documents;
    const cleaner = createCleaner(secrets, rules.secretRules);
    this.#scope = cleaner.scope;
    const match = rules.recordingRules?.match;
    this.#keyOf = keysFor(polly, cleaner, match);
    const forms = normalForms(match);
    this.#restored = secretRestorer(forms, secrets);
    this.lostSecrets = lostSecrets(cleaner.scope(), forms, secrets);
    if (rules.recordingRules) this.#passUnrecorded(rules.recordingRules);
  }

  /** Reads what was recorded before. @throws TouchstoneError 'recording-unreadable' */
  open(name: string): void {
    this.#index(name);
  }

  /** Finds the recorded exchange of a request: the n-th time, the n-th of those that match. */
  async findEntry(pollyRequest: PollyRequest): Promise<object | null> {
    const { recordingName, config } = pollyRequest;
    const index = this.#index(recordingName);
    const asked = askedOf(pollyRequest);
    // Relative to the base URL, which may have another path where it is replayed.
    const { request, baseUrl } = this.documents.place(asked);
    const key = await this.#keyOf(asked.origin, request);
    const found = nth(
      (await index.byKey).get(key),
      index.counts,
      key,
      config.matchRequestsBy.order,
    );
    if (!found) {
      if (config.recordIfMissing) return null;
      throw this.#unrecorded(index.cassette, recordingName, asked);
    }
    this.#found.set(pollyRequest, found);
    const { startedAt, durationMs, lost } = found.exchange;
    const moved = this.#moved(found.exchange, baseUrl);
    const again = { given: request, clean: this.#clean(request), recorded: found.exchange.request };
    const outcome = moved.kind === 'answer' ? this.#restored(again, moved) : moved;
    remember(pollyRequest, { ...asked, outcome });
    if (outcome.kind === 'fault') throw errorOf(outcome);
    const { completeness, bytes } = outcome.body;
    if (completeness === 'too-large') {
      throw unrecordedAnswer(
        asked.request,
        `it is large, and only ${bytes.length} bytes of it are recorded`,
      );
    }
    if (lost && completeness === 'cut-off') throw unrecordedAnswer(asked.request, lost[0]);
    const startedDateTime = new Date(startedAt).toISOString();
    return { startedDateTime, time: durationMs, response: harResponseOf(outcome) };
  }

  async recordRequest(pollyRequest: PollyRequest): Promise<void> {
    const { timestamp, responseTime = 0 } = pollyRequest;
    const times = { startedDateTime: timestamp, time: responseTime };
    const exchange = await edited(exchangeOf(pollyRequest), times, (entry) =>
      pollyRequest._emit('beforePersist', entry),
    );
    // An answer that comes after the end would begin the cassette anew.
    if (this.#polly.mode === 'stopped') return;
    const { operation, baseUrl, request } = this.documents.place(exchange);
    const recorded = {
      operation: operation?.id ?? null,
      baseUrl,
      request,
      outcome: exchange.outcome,
      resent: false,
      startedAt: Date.parse(timestamp),
      durationMs: responseTime,
      lost: [],
    };
    const { cassette } = this.#index(pollyRequest.recordingName);
    cassette.record(recorded, this.#found.get(pollyRequest));
    this.lostSecrets.add(exchange);
  }

  /** Recorded exchanges that were not requested: method and target, without secrets. */
  async unused(): Promise<readonly string[]> {
    const found: string[] = [];
    const isOrdered = this.#polly.config.matchRequestsBy?.order !== false;
    for (const { byKey, counts } of this.#indexes.values()) {
      for (const [key, recorded] of await byKey) {
        const count = counts.get(key) ?? 0;
        const rest = isOrdered || count === 0 ? recorded.slice(count) : [];
        found.push(
          ...rest.map(({ exchange: { request } }) => `${request.method} ${request.target}`),
        );
      }
    }
    return found;
  }

  /** Makes the files of what was recorded. @throws TouchstoneError 'output-unwritable' */
  async persist(): Promise<void> {
    for (const { cassette } of this.#indexes.values()) cassette.finish();
    this.#indexes.clear();
  }

  /** Replaces the secrets that are known by now. */
  clean(text: string): string {
    return this.#scope().text(text);
  }

  #clean(request: WireExchange['request']): WireExchange['request'] {
    return this.#scope().request(request).value;
  }

  /** Rewrites addresses to those of today, if the rules ask for it. */
  #moved({ outcome, baseUrl: was }: CassetteEntry['exchange'], is: string): Outcome {
    const { rewriteUrls } = this.documents.rules.recordingRules ?? {};
    if (!rewriteUrls || outcome.kind === 'fault') return outcome;
    return rewrittenAnswer(outcome, urlRewriter({ was }, { was: is }));
  }

  /** Lets requests pass that are never recorded, in every mode. */
  #passUnrecorded(rules: RecordingRules): void {
    const isRecorded = recordingFilter(rules);
    this.#polly.server
      .any()
      .filter((pollyRequest) => {
        const { operation, request } = this.documents.place(askedOf(pollyRequest));
        return !isRecorded({ operation: operation?.id ?? null, request, outcome: undefined });
      })
      .passthrough();
  }

  #index(name: string): Index {
    const known = this.#indexes.get(name);
    if (known) return known;
    const { manifestOf, secrets } = this.documents;
    const folder = join(this.#folder, name);
    const earlier = this.#polly.mode === 'record' ? 'replaced' : 'extended';
    const cassette = openCassetteFolder({ folder, manifestOf, secrets }, earlier);
    const index = { cassette, byKey: keyed(cassette.entries, this.#keyOf), counts: new Map() };
    this.#indexes.set(name, index);
    return index;
  }

  #unrecorded(
    { recording, entries }: CassetteFolder,
    name: string,
    asked: Omit<WireExchange, 'outcome'>,
  ): TouchstoneError {
    const request = this.#clean(this.documents.place(asked).request);
    const rules = this.documents.rules.recordingRules?.match;
    const headers = comparedFields(this.#polly, rules) ?? ((all) => all);
    const folder = relative('.', join(this.#folder, name));
    const line = `${request.method} ${asked.origin}${this.#clean(asked.request).target}`;
    const origins = new Set(entries.map(({ exchange }) => new URL(exchange.baseUrl).origin));
    const elsewhere = origins.has(asked.origin)
      ? ''
      : `; the cassette has requests to ${[...origins].join(', ')}`;
    const forms = { ...normalForms(rules), headers };
    const what = recording
      ? `${folder}: ${missingInTraffic(recording, request, forms, line)}${elsewhere}`
      : `there is no cassette in ${folder}: ${line} was asked`;
    const how = recording
      ? 'new-episodes adds it, all records the cassette anew'
      : 'once records it';
    const hint = `TOUCHSTONE_RECORD=${how}`;
    // The client of the test gets it, and shows no more of it than the message.
    return new TouchstoneError('cassette-mismatch', `${what}; ${hint}`, hint);
  }
}

function unrecordedAnswer({ method, target }: WireExchange['request'], why = ''): TouchstoneError {
  return new TouchstoneError(
    'cassette-mismatch',
    `the answer to ${method} ${target} is not on the cassette: ${why}`,
    'let such requests pass: tape.polly.server.get(URL).passthrough()',
  );
}

async function keyed(
  entries: readonly CassetteEntry[],
  keyOf: KeyOf,
): Promise<ReadonlyMap<string, readonly CassetteEntry[]>> {
  const byKey = new Map<string, CassetteEntry[]>();
  for (const one of entries) {
    const { baseUrl, request } = one.exchange;
    const key = await keyOf(new URL(baseUrl).origin, request);
    const known = byKey.get(key);
    if (known) known.push(one);
    else byKey.set(key, [one]);
  }
  return byKey;
}

/** Takes the first each time if order does not count. */
function nth(
  entries: readonly CassetteEntry[] | undefined,
  counts: Map<string, number>,
  key: string,
  order: boolean | undefined,
): CassetteEntry | undefined {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return entries?.[order === false ? 0 : count];
}

/** An answer as Polly reads it from a HAR file. */
function harResponseOf(answer: Answer): object {
  const { statusCode: status, body: text, encoding } = pollyResponseOf(answer);
  const headers = answer.headers.map(([name, value]) => ({ name: name.toLowerCase(), value }));
  return { status, statusText: answer.reason, headers, content: { text, encoding } };
}

/** No request may go out, so that credentials do not matter. */
function isOffline({ config, mode }: Polly): boolean {
  return mode === 'replay' && !config.recordIfMissing;
}
