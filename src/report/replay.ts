/** A finding as requests to be sent again by other means. */

import type { CampaignFinding } from '../fuzzing.ts';
import type { WireRequest } from '../model.ts';
import type { ShownCredential } from './reproduction.ts';

/** A value of an earlier answer that later requests need. */
export interface Capture {
  /** Stands in the requests in its place: letters and digits alone, which nothing escapes. */
  readonly marker: string;
  /** Name of a shell variable. */
  readonly variable: string;
  /** Id of the step whose answer has it, and a JSON Pointer into that. */
  readonly step: string;
  readonly pointer: string;
}

export interface ReplayStep {
  readonly id: string;
  /** What it is there for, in a few words. */
  readonly purpose: string;
  /** It puts things back: there is nothing to do where what it takes from earlier answers is not there. */
  readonly cleansUp: boolean;
  readonly request: WireRequest;
  /** In full, before markers are replaced. */
  readonly url: string;
  readonly credential: ShownCredential;
}

/** A place in a body, by JSON Pointer, that tells of a refusal where it is false, or the status of an error. */
export interface Telling {
  readonly pointer: string;
  readonly by: 'false' | 'status';
}

/** What has to hold once the fault is mended. */
export type Expectation =
  /** @param told pointers into the body to what may tell the status of an error */
  | { readonly kind: 'no-server-error'; readonly told: readonly Telling[] }
  | { readonly kind: 'answered'; readonly withinMs: number }
  | { readonly kind: 'json' }
  /** Not carried out: no 2xx, or one whose body tells it in one of these ways. */
  | { readonly kind: 'refused'; readonly told: readonly Telling[] }
  | { readonly kind: 'clause'; readonly operation: string; readonly clause: string };

export interface Replay {
  readonly finding: CampaignFinding;
  readonly steps: readonly ReplayStep[];
  readonly captures: readonly Capture[];
  /** Id of the step that shows the finding. */
  readonly shows: string;
  readonly insecure: boolean;
  readonly expectation: Expectation;
}

/** The captures that a text has markers of. */
export function capturesIn(text: string, captures: readonly Capture[]): readonly Capture[] {
  return captures.filter(({ marker }) => text.includes(marker));
}
