import type { Reply } from '../../http.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answers, isGood } from '../altering.ts';
import { dependencies, ofDependencies, ofTimezones, refusals } from '../altering-integration.ts';
import { membersOf } from '../tools.ts';

export const FAMILY = 'eleventh fresh list';

export const integrationFaults = inFamily(FAMILY, [
  // section 4.1: `data` is an object whose keys are the system IDs
  {
    name: 'fresh-k-dep-data-list',
    what: 'has a list of entries as data, each with its system in a member',
    breaks: ['integration/success/data'],
    inFront: dependencies((data) =>
      Object.entries(data).map(([system, entry]) => ({ system, ...membersOf(entry) })),
    ),
  },
  // section 4.1, rule 1: `data` has a key for each system of the request
  {
    name: 'fresh-k-dep-stale-first-answer',
    what: 'gives the first answer about systems to each later request with the same token',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: () => {
      const kept = new Map<string | undefined, Reply>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofDependencies(request) || !isGood(reply)) return reply;
        const first = kept.get(request.headers.authorization) ?? reply;
        kept.set(request.headers.authorization, first);
        return first;
      };
    },
  },
  // section 2.5: `error_code` of a success is an empty string
  {
    name: 'fresh-k-tz-error-code-null',
    what: 'has null as the error code of timezones',
    breaks: ['integration/success/error-code'],
    inFront: answers(ofTimezones, (value) => ({ ...membersOf(value), error_code: null })),
  },
  // section 2.5: `status` is an integer, 200 on success
  {
    name: 'fresh-k-tz-success-status-string',
    what: 'has the word success as the status of timezones',
    breaks: ['integration/success/status-member'],
    inFront: answers(ofTimezones, (value) => ({ ...membersOf(value), status: 'success' })),
  },
  // section 2.6: `response_status` is the integer 401
  {
    name: 'fresh-k-auth-refusal-code-string',
    what: 'writes the response_status of a refusal of timezones as text',
    breaks: ['integration/unauthorised/response-status'],
    inFront: refusals(ofTimezones, (envelope) => ({ ...envelope, response_status: '401' })),
  },
]);
