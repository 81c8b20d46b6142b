/** The page of a recording: figures by operation, and each exchange. */

import { BY_WEIGHT, countVerdicts, escapeControls, type Verdict } from '../model/index.ts';
import { jsonForPage, rendered } from './html.ts';

/** An exchange on the page. */
export interface RecordedRow {
  readonly number: number;
  readonly verdict: Verdict;
  /** The result in sentences; empty for a planned case. */
  readonly words: readonly string[];
  readonly status: string;
  readonly method: string;
  readonly target: string;
  readonly operation: string;
  readonly case?: string;
  /** Time and size. */
  readonly extent: string;
  /** Absent if the page would become too large. */
  readonly request?: string;
  readonly answer?: string;
}

export interface RecordingPage {
  readonly name: string;
  /** Number of exchanges. */
  readonly words: string;
  readonly figures: readonly {
    readonly operation: string;
    readonly count: number;
    readonly statuses: string;
    readonly median: string;
    readonly longest: string;
    readonly size: string;
  }[];
  readonly rows: readonly RecordedRow[];
}

/** A self-contained page with a search. */
export function recordingHtml({ rows, ...page }: RecordingPage): string {
  const counts = countVerdicts(rows.map(({ verdict }) => verdict));
  return rendered(
    './recording',
    {
      ...page,
      counts: BY_WEIGHT.filter((one) => counts[one] > 0).map((one) => [one, counts[one]]),
      statuses: [...new Set(rows.map(({ status }) => status))].sort(),
      methods: [...new Set(rows.map(({ method }) => method))].sort(),
      data: jsonForPage(
        rows.map(({ request, answer, ...row }) => ({
          ...row,
          target: escapeControls(row.target),
          ...(request !== undefined && { request: inLines(request) }),
          ...(answer !== undefined && { answer: inLines(answer) }),
        })),
      ),
    },
    'recording.js',
  );
}

/** Escapes control characters but line ends. */
function inLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}
