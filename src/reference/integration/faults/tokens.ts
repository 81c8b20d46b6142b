import { isGood, memoryless, type StandsBefore } from '../../fronts.ts';
import type { Reply } from '../../http.ts';
import type { RoutedRequest } from '../../in-front.ts';
import { plainChoices } from '../choice.ts';
import { REFERENCE_TOKEN, readCredential } from '../credential.ts';
import { inFamily } from '../deviation.ts';
import { ofDependencies, ofEither, ofTimezones, systemsIn } from '../fronts.ts';

const HTTP = ['integration/unauthorised/status-code'];

function authorised(request: RoutedRequest, authorization: string): RoutedRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

const BEARER = /^bearer +\S/i;

/** Accepts any token. */
function anyToken(applies: (request: RoutedRequest) => boolean): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    const isToken = readCredential(request.headers.authorization, plainChoices) === 'invalid';
    return applies(request) && isToken && reply.status === 401
      ? ask(authorised(request, `Bearer ${REFERENCE_TOKEN}`))
      : reply;
  });
}

/** Accepts another credential after a good one, by route if that matters. */
function afterGood(
  takes: (given: string, good: string) => boolean,
  keyOf: (request: RoutedRequest) => string | undefined,
): StandsBefore {
  return () => {
    const good = new Map<string, string>();
    return async (request, ask) => {
      const reply = await ask(request);
      const key = keyOf(request);
      const { authorization } = request.headers;
      if (key === undefined || authorization === undefined) return reply;
      if (isGood(reply)) good.set(key, authorization);
      const known = good.get(key);
      return reply.status === 401 && known !== undefined && takes(authorization, known)
        ? ask(authorised(request, known))
        : reply;
    };
  };
}

/** "When authentication fails, then the response is HTTP 401" (5, rule 2): faults that need several requests. */
export const tokenFaults = inFamily('credentials', [
  {
    name: 'any-token',
    what: 'carries out calls with any token',
    breaks: HTTP,
    inFront: anyToken(ofEither),
  },
  {
    name: 'any-token-for-timezones',
    what: 'lists the timezones under any token',
    breaks: HTTP,
    inFront: anyToken(ofTimezones),
  },
  {
    name: 'any-token-for-dependencies',
    what: 'returns dependencies under any token',
    breaks: HTTP,
    inFront: anyToken(ofDependencies),
  },
  {
    name: 'any-token-on-second-attempt',
    what: 'refuses an invalid token once, and carries the same call out the second time',
    breaks: HTTP,
    inFront: () => {
      const before = new Set<string>();
      const carriedOut = anyToken(ofEither)();
      return (request, ask) => {
        const { method, route, query, headers, body } = request;
        const text = Buffer.from(body).toString('latin1');
        const key = JSON.stringify([method, route, `${query}`, headers.authorization, text]);
        if (before.has(key)) return carriedOut(request, ask);
        before.add(key);
        return ask(request);
      };
    },
  },
  {
    name: 'token-only-begins-right',
    what: 'accepts a token that has further characters after the right one',
    breaks: HTTP,
    inFront: memoryless(async (request, ask) => {
      const { authorization = '' } = request.headers;
      const reply = await ask(request);
      const right = authorization.slice(0, 'Bearer '.length + REFERENCE_TOKEN.length);
      return reply.status === 401 && right !== authorization
        ? ask(authorised(request, right))
        : reply;
    }),
  },
  {
    name: 'zones-let-in-once',
    what: 'gives the timezones to any token once a good one has come for them',
    breaks: HTTP,
    inFront: afterGood(
      () => true,
      (request) => (ofTimezones(request) ? request.route : undefined),
    ),
  },
  {
    name: 'token-check-remembered',
    what: 'takes any token for an endpoint once a good one has come for it',
    breaks: HTTP,
    inFront: afterGood(
      (given) => BEARER.test(given),
      ({ route }) => route,
    ),
  },
  {
    name: 'token-in-any-case',
    what: 'accepts a token whose letters are of the wrong case',
    breaks: HTTP,
    inFront: afterGood(
      (given, good) => given.toLowerCase() === good.toLowerCase(),
      () => '',
    ),
  },
  {
    name: 'answer-kept-for-anybody',
    what: 'keeps the dependencies by the body of their request, and gives them to any credential',
    breaks: [...HTTP, 'integration/dependencies/body/systems/type'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        if (!ofDependencies(request)) return ask(request);
        // Any other value counts as an empty list.
        const key = JSON.stringify(systemsIn(request));
        const known = request.headers.authorization === undefined ? undefined : kept.get(key);
        const reply = known ?? (await ask(request));
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
]);
