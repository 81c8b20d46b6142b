/** Matches requests and recorded ones by Polly's `matchRequestsBy`, without their secrets. */

import type { MatchRules, WireRequest } from '../model/index.ts';
import { type NormalForms, normalForms, placeless } from '../record/index.ts';
import type { Cleaner } from '../secrets/index.ts';
import { routable } from './given-url.ts';
import { type MatchRequestsBy, type Polly, PollyClass } from './polly-types.ts';
import { headersOf } from './wire.ts';

/**
 * Path, query, body, conditions and ranges tell requests apart. Host and other headers do not: the host differs from
 * machine to machine, and headers have credentials and versions of clients in them.
 */
export const USUAL_PARTS = {
  protocol: false,
  username: false,
  password: false,
  hostname: false,
  port: false,
  pathname: true,
  query: true,
  hash: false,
} as const;

export const USUAL_MATCH: MatchRequestsBy = {
  method: true,
  headers: false,
  body: true,
  order: true,
  url: USUAL_PARTS,
};

/** The header fields that tell requests apart; undefined where Polly is to look at them itself. */
export function comparedFields(
  { config }: Polly,
  rules: MatchRules | undefined,
): NormalForms['headers'] | undefined {
  return config.matchRequestsBy?.headers === false ? normalForms(rules).headers : undefined;
}

export type KeyOf = (origin: string, request: WireRequest) => Promise<string>;

/**
 * Gives a key to requests: two that match have the same. Polly itself makes it, so that all that people know of
 * `matchRequestsBy` holds, of requests and of kept entries alike: another way of matching needs no new recording.
 *
 * @param cleaner makes of a request what was kept of it
 * @param rules those of the profile; where Polly is to look at no headers, those that they name are left
 */
export function keysFor(polly: Polly, cleaner: Cleaner, rules: MatchRules | undefined): KeyOf {
  const fieldsOf = comparedFields(polly, rules);
  const matchRequestsBy = {
    ...polly.config.matchRequestsBy,
    ...(fieldsOf && { headers: true }),
    order: false,
  };
  const forms = normalForms(rules);
  const identifier = new PollyClass('touchstone matching', {
    mode: 'passthrough',
    logLevel: 'silent',
    matchRequestsBy,
  });
  // Routes may have a `matchRequestsBy` of their own.
  identifier.server = polly.server;
  return async (origin, request) => {
    const clean = cleaner.scope().request(request).value;
    const { method, target } = forms.line(clean);
    const { headers, body } = clean;
    const compared = fieldsOf ? fieldsOf(headers) : headers;
    const identified = identifier.registerRequest({
      url: routable(`${origin}${placeless(target)}`),
      method,
      headers: headersOf(compared.map(([name, value]) => [name, placeless(value)])),
      body: body && placeless(forms.body({ headers, body })),
      requestArguments: {},
    });
    await identified._identify();
    return identified.id;
  };
}
