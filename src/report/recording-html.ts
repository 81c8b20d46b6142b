/** The page of a recording: figures by operation, and each exchange. */

import { rendered } from './html.ts';

export interface RecordingPage {
  readonly name: string;
  /** Number of exchanges, and their start. */
  readonly words: string;
  readonly figures: readonly {
    readonly operation: string;
    readonly count: number;
    readonly statuses: string;
    readonly median: string;
    readonly longest: string;
    readonly size: string;
  }[];
  readonly exchanges: readonly {
    readonly number: number;
    readonly tone: 'pass' | 'warn' | 'fail';
    readonly status: string;
    readonly method: string;
    readonly target: string;
    /** Operation, time and size. */
    readonly extent: string;
    readonly request: string;
    readonly answer: string;
  }[];
}

/** A self-contained page without scripts. */
export function recordingHtml(page: RecordingPage): string {
  return rendered('./recording', page);
}
