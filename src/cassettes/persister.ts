/** A persister for Polly that writes recordings of ours: redacted, one entry a line, HAR. */

import { join, relative, resolve } from 'node:path';
import {
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
import { expiredAge, tooOld } from './expiry.ts';
import { type CassetteEntry, type CassetteFolder, openCassetteFolder } from './folder.ts';
import { keyed, nth } from './keyed-entries.ts';
import { type LostSecrets, lostSecrets } from './lost-secrets.ts';
import { comparedFields, type KeyOf, keysFor } from './matching.ts';
import type { CassetteMode } from './options.ts';
import type { Polly, PollyRequest } from './polly-types.ts';
import { askedOf, exchangeOf, harResponseOf, remember, type WireExchange } from './wire.ts';

/** Options of the persister, under `persisterOptions.touchstone`. */
export interface PersisterOptions extends DocumentsOptions {
  /** The folder in which each recording has one of its name; `recordings` if absent. */
  readonly folder?: string;
  /** The mode `none` records nothing, even if a route of Polly asks for it. */
  readonly mode?: CassetteMode;
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
  /** Requests that were answered from exchanges that are too old, by the ages of these. */
  readonly expired: string[] = [];
  readonly #polly: Polly;
  readonly #folder: string;
  readonly #isSealed: boolean;
  readonly #keyOf: KeyOf;
  readonly #scope: () => CleaningScope;
  readonly #restored: ReturnType<typeof secretRestorer>;
  readonly #indexes = new Map<string, Index>();
  /** Folders that this cassette wrote to. */
  #written: readonly CassetteFolder[] = [];
  readonly #found = new WeakMap<PollyRequest, CassetteEntry>();

  constructor(polly: Polly) {
    const options: PersisterOptions = polly.config.persisterOptions?.[CassettePersister.id] ?? {};
    this.#polly = polly;
    this.#isSealed = options.mode === 'none';
    this.#folder = resolve(options.folder ?? 'recordings');
    const world = {
      env: process.env,
      cwd: process.cwd(),
      isOffline: isOffline(polly, options.mode),
    };
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
      if (config.recordIfMissing && !this.#isSealed) return null;
      throw this.#unrecorded(index.cassette, recordingName, asked);
    }
    this.#found.set(pollyRequest, found);
    const { startedAt, durationMs, lost } = found.exchange;
    this.#checkAge(pollyRequest, startedAt);
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

  /** @throws TouchstoneError 'cassette-mismatch' in the mode `none`: a route or an expiry may ask for more */
  assertMayRecord(pollyRequest: PollyRequest): void {
    if (!this.#isSealed) return;
    const { recordingName } = pollyRequest;
    const asked = askedOf(pollyRequest);
    if (!this.#found.has(pollyRequest)) {
      throw this.#unrecorded(this.#index(recordingName).cassette, recordingName, asked);
    }
    const what = `${this.#line(asked)} is to be recorded anew, and the mode \`none\` sends nothing`;
    throw tooOld(this.#shownFolder(recordingName), what);
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
    this.#written = [...this.#indexes.values()].map(({ cassette }) => cassette);
    for (const cassette of this.#written) cassette.finish();
    this.#indexes.clear();
  }

  /**
   * Puts back, after the end, what was recorded before.
   *
   * @returns whether there was anything
   * @throws TouchstoneError 'output-unwritable'
   */
  putBackEarlier(): boolean {
    return this.#written.filter((cassette) => cassette.putBackEarlier()).length > 0;
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

  #checkAge(pollyRequest: PollyRequest, startedAt: number): void {
    const age = expiredAge(startedAt, pollyRequest);
    if (age === undefined) return;
    const { recordingName, config } = pollyRequest;
    const what = `${this.#line(askedOf(pollyRequest))} ${age}`;
    const { expiryStrategy } = config;
    if (expiryStrategy === 'warn') this.expired.push(what);
    else if (expiryStrategy === 'error') throw tooOld(this.#shownFolder(recordingName), what);
    else if (this.#isSealed) {
      throw tooOld(this.#shownFolder(recordingName), `${what}; the mode \`none\` sends nothing`);
    }
  }

  #shownFolder(name: string): string {
    return relative('.', join(this.#folder, name));
  }

  /** A request as messages show it, without secrets. */
  #line({ origin, request }: Omit<WireExchange, 'outcome'>): string {
    return `${request.method} ${origin}${this.#clean(request).target}`;
  }

  #unrecorded(
    { recording, entries }: CassetteFolder,
    name: string,
    asked: Omit<WireExchange, 'outcome'>,
  ): TouchstoneError {
    const request = this.#clean(this.documents.place(asked).request);
    const rules = this.documents.rules.recordingRules?.match;
    const headers = comparedFields(this.#polly, rules) ?? ((all) => all);
    const folder = this.#shownFolder(name);
    const line = this.#line(asked);
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

/** No request may go out, so that credentials do not matter. */
function isOffline({ config, mode }: Polly, ours: CassetteMode | undefined): boolean {
  if (ours === 'none') return true;
  const isRenewed = config.expiresIn !== undefined && config.expiryStrategy === 'record';
  return mode === 'replay' && !config.recordIfMissing && !isRenewed;
}
