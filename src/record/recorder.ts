/** Records what passes through a transport. */

import {
  type Case,
  type Exchange,
  exchangesIn,
  type RequestContext,
  type SentRequest,
  type Trace,
  type Transport,
  type Verdict,
} from '../model/index.ts';
import { type Cleaner, type CleaningScope, createCleaner, type Secret } from '../secrets/index.ts';
import {
  type JournalLine,
  type ManifestLine,
  mostBodyBytesOf,
  type RecordedExchange,
  type RecordedObservation,
  rulesOf,
  type UnsummedEntry,
} from './cassette.ts';
import { entryOf } from './entry.ts';
import { checkEarlier, type Finished, type FinishOptions, finishWhereItIs } from './finish.ts';
import { recovered } from './folder.ts';
import { isLeftOver, openRecordingJournal, type RecordingJournal } from './journal.ts';
import { refuseOccupied } from './occupied.ts';

export interface RecorderOptions {
  /** The folder of the recording, created if necessary. */
  readonly folder: string;
  readonly inner: Transport;
  readonly manifest: readonly ManifestLine[];
  /** Secrets that are known beforehand. */
  readonly secrets: readonly Secret[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; monotonic. */
  readonly monotonic: () => number;
  readonly finish: FinishOptions;
  /**
   * Requests before planning, which discover the target's objects. They are recorded with the first case, and the list
   * is then emptied: it can contain a hundred megabytes.
   */
  readonly before?: ExchangeToRecord[];
  /** Receives problems of the recording at once. */
  readonly say?: (line: string) => void;
}

export interface JudgedTrace {
  readonly verdicts: readonly (readonly [clause: string, verdict: Verdict])[];
  readonly observations: readonly RecordedObservation[];
}

export interface Recorder {
  /** Sends through the inner transport, and records every exchange. Its `close` closes that one. */
  readonly transport: Transport;
  /**
   * Records the findings on a trace.
   *
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly keep: (trace: Trace, judged: JudgedTrace) => void;
  /**
   * Makes the files.
   *
   * @throws TouchstoneError 'output-unwritable'; the journal stays then
   */
  readonly finish: () => Promise<Finished>;
}

/**
 * Begins a recording. If a line cannot be written, nothing further is recorded, requests still go out so
 * that what was created can be removed, and the error is thrown by the next `keep` or by `finish`.
 *
 * @throws TouchstoneError 'output-unwritable', before anything is sent, also for a folder that holds traffic or HAR
 * files of other programs; 'recording-unreadable' where a part of
 * a recording that is broken would be recorded anew
 */
export function openRecorder(options: RecorderOptions): Recorder {
  const { inner, folder, finish, say } = options;
  const notes = isLeftOver(folder) ? recovered(folder, finish.tool) : [];
  // Checked before anything is sent.
  refuseOccupied(folder);
  if (finish.keepOthers) checkEarlier(folder, finish);
  const cleaner = createCleaner(options.secrets, rulesOf(options.manifest));
  const manifest = options.manifest.map((line) => cleaner.scope().known(line));
  const journal = openRecordingJournal(folder, manifest, say);
  const written = writerOf(journal, cleaner, mostBodyBytesOf(manifest), options.before ?? []);
  return {
    transport: notingTransport(inner, options, written.exchange),
    keep: (trace, judged) => {
      written.trace(trace, judged, options.now);
      written.throwFailure();
    },
    finish: async () => {
      const place = journal.close();
      written.throwFailure();
      const finished = finishWhereItIs(place, folder, finish);
      return { ...finished, notes: [...notes, ...finished.notes] };
    },
  };
}

export type ExchangeToRecord = Omit<
  RecordedExchange,
  'case' | 'at' | 'operation' | 'step' | 'earlier' | 'lost'
>;

/** Sends through the inner transport, and reports every exchange. */
export function notingTransport(
  inner: Transport,
  { now, monotonic }: Pick<RecorderOptions, 'now' | 'monotonic'>,
  note: Writer['exchange'],
): Transport {
  return {
    send: async (request, baseUrl, signal, requestContext): Promise<SentRequest> => {
      const [startedAt, begun] = [now(), monotonic()];
      const answered = await inner.send(request, baseUrl, signal, requestContext);
      const durationMs = monotonic() - begun;
      const asked = { request, baseUrl, startedAt, unsent: false };
      note({ ...asked, ...answered, durationMs }, requestContext);
      return answered;
    },
    close: () => inner.close(),
  };
}

/** A case while its exchanges arrive. */
interface OpenCase {
  readonly scope: CleaningScope;
  readonly steps: string[];
}

interface Writer {
  readonly exchange: (exchange: ExchangeToRecord, requestContext?: RequestContext) => void;
  readonly trace: (trace: Trace, judged: JudgedTrace, now: () => number) => void;
  /** Throws the write error, if any. */
  readonly throwFailure: () => void;
}

/** Writes exchanges by case, until a line cannot be written. */
function writerOf(
  journal: RecordingJournal,
  cleaner: Cleaner,
  mostBodyBytes: number,
  before: ExchangeToRecord[],
): Writer {
  const cases = new Map<string, OpenCase>();
  /** Lines of cases that are written with what follows. */
  const opening: (() => JournalLine)[] = [];
  let loose = 0;
  let failure: unknown;

  const write = (line: () => JournalLine | UnsummedEntry) => {
    const opened = opening.splice(0);
    if (failure !== undefined) return;
    try {
      journal.write(...opened.map((one) => one()), line());
    } catch (error) {
      failure = error;
    }
  };

  const openCase = (item: Case): OpenCase => {
    const known = cases.get(item.id);
    if (known) return known;
    const made = { scope: cleaner.scope(), steps: [] };
    // Without a case, they would be taken for a client's traffic.
    for (const one of before.splice(0)) writeExchange(one);
    cases.set(item.id, made);
    opening.push(() => ({ kind: 'case', id: item.id, case: made.scope.data(item) }));
    return made;
  };

  const writeExchange = (exchange: ExchangeToRecord, requestContext?: RequestContext) => {
    const open = requestContext && openCase(requestContext.case);
    // Exchanges outside of cases have nothing in common, and a permanent scope would grow.
    const scope = open?.scope ?? cleaner.scope();
    const at = open ? open.steps.length : loose++;
    const { step = '', operation = null, earlier } = requestContext ?? {};
    open?.steps.push(step);
    const place = { case: requestContext?.case.id ?? null, at, operation, step, earlier };
    write(() => entryOf(scope, { ...exchange, ...place }, mostBodyBytes));
  };

  return {
    exchange: writeExchange,
    trace: (trace, judged, now) => {
      const { id } = trace.case;
      const { scope, steps } = openCase(trace.case);
      const sent = [...steps];
      for (const exchange of exchangesIn(trace)) {
        const at = sent.indexOf(exchange.step);
        if (at >= 0) sent.splice(at, 1);
        else writeExchange(unsent(exchange, now()), requestContextOf(trace.case, exchange.step));
      }
      cases.delete(id);
      write(() => ({ kind: 'judged', id, ...scope.data(judged) }));
    },
    throwFailure: () => {
      if (failure !== undefined) throw failure;
    },
  };
}

/** Requests that the target never received: it had been given up on, or the run was interrupted. */
function unsent(exchange: Exchange, startedAt: number): ExchangeToRecord {
  const { url, request, outcome, resent, durationMs } = exchange;
  const baseUrl = url.endsWith(request.target) ? url.slice(0, -request.target.length) : url;
  return { request, baseUrl, startedAt, unsent: true, outcome, resent, durationMs };
}

function requestContextOf(item: Case, step: string): RequestContext {
  const operation = item.steps.find(({ id }) => id === step)?.request.operation ?? '';
  return { case: item, step, operation };
}
