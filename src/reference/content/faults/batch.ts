import { isMembers, type Json } from '../../../model/index.ts';
import {
  type Alteration,
  answering,
  hearing,
  listed,
  unasked,
  unchecked,
  without,
} from '../altering.ts';
import { notRun } from '../altering-items.ts';
import { inFamily } from '../deviation.ts';
import type { JsonObject } from '../item.ts';
import { isRefusal, refuse } from '../refusal.ts';

function responses(change: (list: readonly Json[]) => readonly Json[]): Alteration {
  return answering({ is: '/batch/v1' }, (value) =>
    isMembers(value) ? { ...value, responses: listed(value.responses ?? [], change) } : value,
  );
}

export const batchFaults = inFamily('batch', [
  {
    name: 'batch-answers-reversed',
    what: 'answers a batch in the reverse order',
    // Only the order assigns answers to members, so a wrong order is also a wrong outcome.
    breaks: ['content/batch/answer-order', 'content/batch/as-singly'],
    alter: responses((list) => [...list].reverse()),
  },
  {
    name: 'batch-last-answer-missing',
    what: 'leaves the last answer of a batch out',
    breaks: ['content/batch/answer-each'],
    alter: responses((list) => list.slice(0, -1)),
  },
  {
    name: 'batch-stops-at-first',
    what: 'carries out nothing after the first that is invalid',
    breaks: ['content/batch/isolation'],
    alter: (parts) => ({
      ...parts,
      batch(members, allOrNone, hands) {
        const run = parts.batch([], allOrNone, hands);
        let stopped = false;
        const answers = members.map((member) => {
          const ready = stopped ? null : hands.prepare(member);
          if (ready === null) return null;
          stopped = isRefusal(ready);
          return isRefusal(ready) ? ready : ready();
        });
        return { ...run, responses: answers };
      },
    }),
  },
  {
    name: 'batch-checked-not-done',
    what: 'answers a batch without carrying anything out but its first',
    breaks: [
      'content/batch/runs-writes',
      'content/batch/runs-deletes',
      'content/batch/runs-25',
      'content/batch/answer-order',
      'content/batch/as-singly',
    ],
    alter: (parts) => ({
      ...parts,
      batch(members, allOrNone, hands) {
        const run = parts.batch(members.slice(0, 1), allOrNone, hands);
        return {
          ...run,
          responses: members.map((_, at) => run.responses[at] ?? run.responses[0] ?? null),
        };
      },
    }),
  },
  {
    name: 'batch-validation-default-all',
    what: 'demands that all be valid unasked',
    breaks: ['content/batch/validation-default'],
    alter: unasked({ is: '/batch/v1' }, 'validation', 'require-all-validate'),
  },
  {
    name: 'batch-all-or-none',
    what: 'runs nothing where one member is not valid',
    breaks: ['content/batch/isolation'],
    alter: (parts) => ({
      ...parts,
      batch: (members, _allOrNone, hands) => parts.batch(members, true, hands),
    }),
  },
  {
    name: 'batch-deletes-not-run',
    what: 'answers deletes in a batch without carrying them out',
    breaks: ['content/batch/runs-deletes', 'content/batch/query-in-path'],
    alter: notRun(({ method }) => method === 'DELETE'),
  },
  {
    name: 'batch-method-default-patch',
    what: 'takes a member without a method for one by PATCH',
    breaks: ['content/batch/method-default'],
    alter: hearing({ is: '/batch/v1' }, ({ params, given }) => ({
      params: {
        ...params,
        requests: Array.isArray(params.requests)
          ? params.requests.map((one) => (isMembers(one) ? { method: 'PATCH', ...one } : one))
          : params.requests,
      },
      given,
    })),
  },
  {
    name: 'batch-member-run-in-part',
    what: 'executes the rest of a member with an invalid status',
    breaks: ['content/batch/invalid-not-run', 'content/batch/as-singly'],
    alter: hearing({ is: '/batch/v1' }, ({ params, given }) => ({
      params: {
        ...params,
        requests: Array.isArray(params.requests)
          ? params.requests.map((one) =>
              isMembers(one) && isMembers(one.body)
                ? { ...one, body: withoutInvalid(one.body) }
                : one,
            )
          : params.requests,
      },
      given,
    })),
  },
  {
    name: 'batch-oversize-run',
    what: 'refuses a batch of 26, and has run its first 25',
    breaks: ['content/batch/oversize-not-run'],
    alter: (parts) => {
      const scope = { is: '/batch/v1' };
      const unvalidated = unchecked(scope, 'requests', 'maxItems')(parts);
      let over = false;
      return {
        ...unvalidated,
        batch(members, allOrNone, hands) {
          over = members.length > MOST;
          return unvalidated.batch(members.slice(0, MOST), allOrNone, hands);
        },
        answer(outcome, leaving, site) {
          const answer = unvalidated.answer(outcome, leaving, site);
          if (leaving.template !== scope.is || !over) return answer;
          over = false;
          return refuse(400, 'invalid_parameter', 'Invalid parameter: requests');
        },
      };
    },
  },
  {
    name: 'batch-half-run',
    what: 'runs the first twelve members of a batch, and answers for all',
    breaks: ['content/batch/runs-25'],
    alter: (parts) => ({
      ...parts,
      batch(members, allOrNone, hands) {
        const run = parts.batch(members.slice(0, 12), allOrNone, hands);
        const [first = null] = run.responses;
        return { ...run, responses: members.map((_, at) => run.responses[at] ?? first) };
      },
    }),
  },
  {
    name: 'batch-says-all-well',
    what: 'answers every member as if it had been carried out',
    breaks: ['content/batch/as-singly'],
    alter: responses((list) => list.map((one) => (isMembers(one) ? { ...one, status: 200 } : one))),
  },
]);

/** Maximum number of batch members (section 8). */
const MOST = 25;

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

function withoutInvalid(body: JsonObject): JsonObject {
  const fits = typeof body.status === 'string' && STATUSES.includes(body.status);
  return fits ? body : without(body, 'status');
}
