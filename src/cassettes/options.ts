/** Options of a cassette, and their defaults. */

import { createHash } from 'node:crypto';
import { nearNames, TouchstoneError } from '../model/index.ts';
import type { DocumentsOptions } from './documents.ts';
import { USUAL_MATCH, USUAL_PARTS } from './matching.ts';
import type { MatchRequestsBy } from './polly-types.ts';

/**
 * When requests go out, by the names that VCR gave them. `once`: where there is no cassette yet. `new-episodes`: where
 * the cassette has no such request. `none`: never. `all`: always, and the cassette is recorded anew.
 */
const MODES = ['once', 'new-episodes', 'none', 'all'] as const;
export type CassetteMode = (typeof MODES)[number];

const UNUSED = ['fail', 'warn', 'ignore'] as const;
export type UnusedPolicy = (typeof UNUSED)[number];

export interface CassetteOptions extends DocumentsOptions {
  /** If absent, the environment variable `TOUCHSTONE_RECORD`; without it `none` in CI, and `once` elsewhere. */
  readonly mode?: CassetteMode;
  /** The folder of all cassettes, each in a folder of its name; `recordings` if absent. */
  readonly folder?: string;
  /**
   * Handling of exchanges that break the document, recorded or replayed. With `fail` (the default) the end of the
   * cassette throws, with `warn` they are printed, with `off` they are not judged.
   */
  readonly violations?: 'fail' | 'warn' | 'off';
  /**
   * Handling of recorded exchanges that were not requested. If absent, the environment variable
   * `TOUCHSTONE_UNUSED`; without it `warn`, which prints them to standard error.
   */
  readonly unused?: UnusedPolicy;
  /** Compared parts of a request, as in Polly.JS; path, query, body and order if absent. */
  readonly matchRequestsBy?: MatchRequestsBy;
  /** Greatest age of a recorded exchange, such as `30d`. */
  readonly expiresIn?: string;
  /** Handling of older ones. */
  readonly expiryStrategy?: 'record' | 'warn' | 'error';
  /** Clients that are recorded; all if absent. */
  readonly clients?: readonly ('fetch' | 'node-http')[];
}

/** All options, so that a misspelt one is no silent nothing. */
const OPTIONS = {
  ...{ mode: true, folder: true, violations: true, unused: true, matchRequestsBy: true },
  ...{ expiresIn: true, expiryStrategy: true, clients: true, target: true, strict: true },
  ...{ secrets: true, redact: true, keep: true, recording: true },
} satisfies { readonly [O in keyof Required<CassetteOptions>]: true };

/** @throws TouchstoneError 'usage' for an option that cassettes do not have */
export function assertOptions(options: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown === undefined) return;
  const near = nearNames(unknown, Object.keys(OPTIONS));
  throw new TouchstoneError(
    'usage',
    `cassettes have no option \`${unknown}\``,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : `they take ${Object.keys(OPTIONS).join(', ')}`,
  );
}

export function modeIn(given: string | undefined, env: NodeJS.ProcessEnv): CassetteMode {
  if (given === undefined || given === '') {
    return env.CI && !/^(?:0|false)$/i.test(env.CI) ? 'none' : 'once';
  }
  return oneOf(MODES, given, ['mode "?" of cassettes', 'TOUCHSTONE_RECORD and `mode`']);
}

export function unusedPolicyIn(given: string | undefined): UnusedPolicy {
  if (given === undefined || given === '') return 'warn';
  return oneOf(UNUSED, given, [
    'policy "?" for unused exchanges',
    'TOUCHSTONE_UNUSED and `unused`',
  ]);
}

function oneOf<T extends string>(
  allowed: readonly T[],
  given: string,
  [what, where]: readonly [string, string],
): T {
  const found = allowed.find((one) => one === given);
  if (found) return found;
  throw new TouchstoneError(
    'usage',
    `there is no ${what.replace('?', () => given)}`,
    `${where} take ${allowed.join(', ')}`,
  );
}

/** Fills in the defaults, also for the parts of the URL. */
export function matching(own: MatchRequestsBy = {}): MatchRequestsBy {
  const url = typeof own.url === 'object' ? { ...USUAL_PARTS, ...own.url } : own.url;
  const rest = { ...USUAL_MATCH, ...own, url: url ?? USUAL_PARTS };
  return rest.body === true ? { ...rest, body: shortened } : rest;
}

/** Polly takes the MD5 of what it compares in JavaScript: seconds for megabytes. */
function shortened(body: string): string {
  return body.length < LONG_BODY ? body : createHash('sha256').update(body).digest('hex');
}

/** In characters. */
const LONG_BODY = 4096;
