/** Records what passes through a transport. */

import type { Case, Exchange, Trace, Verdict } from '../model.ts';
import { type Cleaner, createCleaner, type Scope, type Secret } from '../secrets/index.ts';
import type { Errand, Sent, Transport } from '../transport.ts';
import { type KeptExchange, type KeptObservation, type ManifestLine, rulesOf } from './cassette.ts';
import { entryJson } from './entry.ts';
import { checkEarlier, type Finished, type FinishOptions, finishRecording } from './finish.ts';
import { recovered } from './folder.ts';
import { isLeftOver, openRecordingJournal } from './journal.ts';
import { refuseOccupied } from './occupied.ts';
import { carrier } from './polly.ts';
import { createSpeller, lostOf, type Spelt } from './spelling.ts';
import { putOff } from './turn.ts';

export interface RecorderOptions {
  /** The folder of the recording; it is made if need be. */
  readonly folder: string;
  /** The transport that sends. */
  readonly inner: Transport;
  readonly manifest: readonly ManifestLine[];
  /** Secrets that are known beforehand. */
  readonly secrets: readonly Secret[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; never goes back. */
  readonly monotonic: () => number;
  readonly finish: FinishOptions;
  /** Is told at once what befalls the recording. */
  readonly say?: (line: string) => void;
}

/** What was found on a trace. */
export interface JudgedTrace {
  readonly verdicts: readonly (readonly [clause: string, verdict: Verdict])[];
  readonly observations: readonly KeptObservation[];
}

export interface Recorder {
  /** Sends through the inner transport, and writes every exchange down. Its `close` closes that one. */
  readonly transport: Transport;
  /**
   * Writes down what was found on a trace, while the next request is on its way.
   * @throws TouchstoneError 'output-unwritable', for what was to be written before
   */
  readonly keep: (trace: Trace, judged: JudgedTrace) => void;
  /** Makes the files. @throws TouchstoneError 'output-unwritable'; the journal stays then */
  readonly finish: () => Promise<Finished>;
}

type Question = Pick<KeptExchange, 'request' | 'baseUrl' | 'startedAt' | 'unsent'>;
type Answered = Pick<KeptExchange, 'outcome' | 'resent' | 'durationMs'>;

/** A case while its exchanges come in. */
interface Open {
  readonly scope: Scope;
  readonly steps: string[];
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
  const { inner, folder } = options;
  const cleaner: Cleaner = createCleaner(options.secrets, rulesOf(options.manifest));
  const speller = createSpeller();
  const everything = cleaner.scope();
  const notes = isLeftOver(folder) ? recovered(folder, options.finish.tool) : [];
  // What would keep the recording from being finished is reported before anything is sent.
  refuseOccupied(folder);
  if (options.finish.keepOthers) checkEarlier(folder, options.finish);
  const journal = openRecordingJournal(
    folder,
    options.manifest.map((line) => everything.known(line)),
    options.say,
  );
  const polly = carrier('record');
  const cases = new Map<string, Open>();
  let loose = 0;
  let failure: unknown;

  const attempt = (write: () => void) => {
    if (failure !== undefined) return;
    try {
      write();
    } catch (error) {
      failure = error;
    }
  };

  const soon = putOff<() => void>((works) => {
    for (const work of works) work();
  });

  const openCase = (item: Case): Open => {
    const known = cases.get(item.id);
    if (known) return known;
    const made = { scope: cleaner.scope(), steps: [] };
    cases.set(item.id, made);
    attempt(() => journal.line({ kind: 'case', ...caseLine(made.scope, item) }));
    return made;
  };

  /** Takes what is asked, and gives back what takes the answer and writes both down. */
  const keepExchange = (
    facts: Question,
    errand: Errand | undefined,
  ): ((answered: Answered) => void) => {
    const open = errand && openCase(errand.case);
    // Exchanges for no case have nothing in common, and a scope that lives on would grow.
    const scope = open?.scope ?? cleaner.scope();
    const { request, ...more } = facts;
    let asked: Spelt | undefined;
    attempt(() => {
      asked = speller.request(scope, request, facts.baseUrl);
    });
    return ({ outcome, ...rest }) => {
      const at = open ? open.steps.length : loose++;
      open?.steps.push(errand?.step ?? '');
      attempt(() => {
        if (asked === undefined) return;
        const answered = speller.outcome(scope, outcome);
        const kept = {
          ...more,
          ...rest,
          baseUrl: scope.text(facts.baseUrl),
          case: errand?.case.id ?? null,
          at,
          operation: errand?.operation ?? null,
          step: scope.text(errand?.step ?? ''),
          ...lostOf([asked.lost, answered.lost]),
        };
        const redacted = asked.changed || answered.changed;
        journal.entry(entryJson(kept, asked.json, answered.json, redacted));
        journal.flush();
      });
    };
  };

  const transport: Transport = {
    send: (request, baseUrl, signal, errand): Promise<Sent> => {
      const startedAt = options.now();
      const begun = options.monotonic();
      let keep: ((answered: Answered) => void) | undefined;
      const ask = () => {
        keep ??= keepExchange({ request, baseUrl, startedAt, unsent: false }, errand);
        return keep;
      };
      const sent = inner.send(request, baseUrl, signal, errand);
      soon.add(ask);
      return polly.carry({
        fetch: () => sent,
        keep: ({ outcome, resent }: Sent) => {
          ask()({ outcome, resent, durationMs: options.monotonic() - begun });
        },
        find: () => {
          throw new Error('a recorder does not replay');
        },
      });
    },
    close: () => inner.close(),
  };

  /** What the target was not asked: it had been given up on, or the run was interrupted. */
  const keepUnsent = (item: Case, exchange: Exchange, open: Open) => {
    const { step, request, outcome, resent, durationMs } = exchange;
    const operation = item.steps.find(({ id }) => id === step)?.request.operation ?? '';
    const baseUrl = exchange.url.endsWith(request.target)
      ? exchange.url.slice(0, -request.target.length)
      : exchange.url;
    const startedAt = options.now();
    const errand = { case: item, step, operation };
    const keep = keepExchange({ request, baseUrl, startedAt, unsent: true }, errand);
    keep({ outcome, resent, durationMs });
    return open;
  };

  return {
    transport,
    keep: (trace, judged) => {
      const open = openCase(trace.case);
      const sent = [...open.steps];
      for (const exchange of [...trace.exchanges, ...(trace.removals ?? [])]) {
        const at = sent.indexOf(exchange.step);
        if (at >= 0) sent.splice(at, 1);
        else keepUnsent(trace.case, exchange, open);
      }
      cases.delete(trace.case.id);
      soon.add(() => {
        attempt(() => {
          journal.line({ kind: 'judged', id: trace.case.id, ...open.scope.data(judged) });
          journal.flush();
        });
      });
      if (failure !== undefined) throw failure;
    },
    finish: async () => {
      await polly.stop();
      soon.end();
      journal.close();
      if (failure !== undefined) throw failure;
      const finished = finishRecording(folder, options.finish);
      return { ...finished, notes: [...notes, ...finished.notes] };
    },
  };
}

function caseLine(scope: Scope, item: Case): { readonly id: string; readonly case: Case } {
  return { id: item.id, case: scope.data(item) };
}
