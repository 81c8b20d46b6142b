/** The appearance of verdicts and of text from a target on a terminal. */

import type picocolors from 'picocolors';
import { escapeControls, type Verdict } from '../model/index.ts';
import { clip } from './text.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

export interface Paint {
  readonly colours: Colors;
  /** List every clause with its verdict, and every observation. */
  readonly verbose: boolean;
  /** Show the findings and the verdict, and nothing else. */
  readonly quiet?: boolean;
}

const LONGEST = 600;

export function tint(colours: Colors, verdict: Verdict, text: string): string {
  switch (verdict) {
    case 'fail':
    case 'error':
      return colours.red(text);
    case 'warn':
    case 'blocked':
      return colours.yellow(text);
    case 'pass':
      return colours.green(text);
    case 'observed':
      return colours.cyan(text);
    case 'skipped':
      return colours.dim(text);
  }
}

/** A text of any origin and length on one line of bounded length, without control characters. */
export function shown(text: string): string {
  return clip(escapeControls(text), LONGEST);
}
