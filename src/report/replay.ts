/** A finding as requests for other tools. */

import type {
  CampaignFinding,
  Case,
  ExtraHeader,
  Json,
  Limits,
  Names,
  WireRequest,
} from '../model/index.ts';
import type { RedactedCredential } from './reproduction.ts';

/** A value of an earlier answer that later requests need. */
export interface Capture {
  /** The marker for it in requests: only letters and digits, which need no escaping. */
  readonly marker: string;
  readonly variable: string;
  /** Id of the step of the answer, and a JSON Pointer into it. */
  readonly step: string;
  readonly pointer: string;
}

export interface ReplayStep {
  readonly id: string;
  /** Its purpose, in a few words. */
  readonly purpose: string;
  /** If it fails, nothing can be concluded: later steps depend on it, or it is the control. */
  readonly needed: boolean;
  /** A cleanup step: skipped if its values are missing. */
  readonly cleansUp: boolean;
  readonly request: WireRequest;
  /** In full, before markers are replaced. */
  readonly url: string;
  readonly credential: RedactedCredential;
  /** Header fields of every request; environment variables replace their secrets. */
  readonly extra?: readonly ExtraHeader[];
}

/** A place in a body, by JSON Pointer, that marks a refusal if it is false, or contains the status of an error. */
export interface RefusalSign {
  readonly pointer: string;
  readonly by: 'false' | 'status';
}

/** The condition that holds once the fault is fixed. */
export type Expectation =
  /** No status of a crash, also not in the body. */
  | { readonly kind: 'no-server-error' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'as-typed' }
  /** The body has another value there. */
  | { readonly kind: 'unlike'; readonly pointer: string; readonly value: string | number }
  /** No 2xx, or one whose body reports a failure. */
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'clause';
      readonly clause: string;
      readonly case: Case;
      /** Facts about the target. */
      readonly known: { readonly [name: string]: readonly Json[] };
      /** The site's own words. */
      readonly names?: Names;
    };

export interface Replay {
  readonly finding: CampaignFinding;
  readonly steps: readonly ReplayStep[];
  readonly captures: readonly Capture[];
  /** Id of the step that shows the finding. */
  readonly shows: string;
  readonly insecure: boolean;
  readonly limits: Limits;
  /** The sign of a refusal in the body of a success. */
  readonly reported: readonly RefusalSign[];
  readonly expectation: Expectation;
}

/** The captures that a text has markers of. */
export function capturesIn(text: string, captures: readonly Capture[]): readonly Capture[] {
  return captures.filter(({ marker }) => text.includes(marker));
}

/** The environment variables for secrets of some requests. */
export function variablesOf(steps: readonly ReplayStep[]): readonly string[] {
  const names = steps.flatMap(({ credential, extra = [] }) => [
    ...(credential.kind === 'secret' ? [credential.variable, credential.password ?? ''] : []),
    ...extra.flatMap(({ written }) =>
      [...written.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name),
    ),
  ]);
  return [...new Set(names)].filter((name) => name !== '');
}

/**
 * Source of a function that tests if a body has its declared form: `type` and `coding` are header values. It needs
 * Node's `zlib`, and is part of a finding's files.
 */
export const AS_TYPED = `(type, coding, bytes, mayBeEmpty) => {
  const unpack = { gzip: zlib.gunzipSync, 'x-gzip': zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync };
  try {
    const name = coding.trim().toLowerCase();
    const plain = Object.hasOwn(unpack, name) ? unpack[name](bytes) : bytes;
    const json = /^application\\/([\\w.+-]+\\+)?json\\b/i.test(type.trim());
    if (!json && !/charset=utf-8/i.test(type)) return true;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
    if (json && text === '') return mayBeEmpty;
    if (json) JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}`;
