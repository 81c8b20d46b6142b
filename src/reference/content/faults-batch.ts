import type { Json } from '../../model.ts';
import {
  type Alter,
  answering,
  fault,
  hearing,
  isMembers,
  listed,
  unchecked,
  without,
} from './altering.ts';
import type { Fault } from './deviation.ts';
import type { JsonObject } from './item.ts';
import { isRefusal, json, refuse } from './refusal.ts';

const batch = (name: string, what: string, alter: Alter): Fault =>
  fault('batch', name, what, alter);

function responses(change: (list: readonly Json[]) => readonly Json[]): Alter {
  return answering({ is: '/batch/v1' }, (value) =>
    isMembers(value) ? { ...value, responses: listed(value.responses ?? [], change) } : value,
  );
}

/** Faults in batches. */
export const batchFaults: readonly Fault[] = [
  batch(
    'batch-answers-reversed',
    'answers a batch in the reverse order',
    responses((list) => [...list].reverse()),
  ),
  batch(
    'batch-last-answer-missing',
    'leaves the last answer of a batch out',
    responses((list) => list.slice(0, -1)),
  ),
  batch('batch-stops-at-first', 'carries out nothing after the first that is invalid', (parts) => ({
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
  })),
  batch(
    'batch-checked-not-done',
    'answers a batch without carrying anything out but its first',
    (parts) => ({
      ...parts,
      batch(members, allOrNone, hands) {
        const run = parts.batch(members.slice(0, 1), allOrNone, hands);
        return {
          ...run,
          responses: members.map((_, at) => run.responses[at] ?? run.responses[0] ?? null),
        };
      },
    }),
  ),
  batch(
    'batch-validation-default-all',
    'demands that all be valid unasked',
    hearing({ is: '/batch/v1' }, ({ params, given }) => ({
      params: given.has('validation') ? params : { ...params, validation: 'require-all-validate' },
      given,
    })),
  ),
  batch('batch-all-or-none', 'runs nothing where one member is not valid', (parts) => ({
    ...parts,
    batch: (members, _allOrNone, hands) => parts.batch(members, true, hands),
  })),
  batch(
    'batch-deletes-not-run',
    'answers deletes in a batch without carrying them out',
    (parts) => ({
      ...parts,
      batch: (members, allOrNone, hands) =>
        parts.batch(members, allOrNone, {
          ...hands,
          prepare(member) {
            const ready = hands.prepare(member);
            return isRefusal(ready) || member.method !== 'DELETE' ? ready : () => json({});
          },
        }),
    }),
  ),
  batch(
    'batch-method-default-patch',
    'takes a member without a method for one by PATCH',
    hearing({ is: '/batch/v1' }, ({ params, given }) => ({
      params: {
        ...params,
        requests: Array.isArray(params.requests)
          ? params.requests.map((one) => (isMembers(one) ? { method: 'PATCH', ...one } : one))
          : params.requests,
      },
      given,
    })),
  ),
  batch(
    'batch-member-run-in-part',
    'carries out what is left of a member whose status is none',
    hearing({ is: '/batch/v1' }, ({ params, given }) => ({
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
  ),
  batch('batch-oversize-run', 'refuses a batch of 26, and has run its first 25', (parts) => {
    const scope = { is: '/batch/v1' };
    const lax = unchecked(scope, 'requests', 'maxItems')(parts);
    let over = false;
    return {
      ...lax,
      batch(members, allOrNone, hands) {
        over = members.length > MOST;
        return lax.batch(members.slice(0, MOST), allOrNone, hands);
      },
      answer(outcome, leaving, site) {
        const answer = lax.answer(outcome, leaving, site);
        if (leaving.template !== scope.is || !over) return answer;
        over = false;
        return refuse(400, 'invalid_parameter', 'Invalid parameter: requests');
      },
    };
  }),
  batch(
    'batch-half-run',
    'runs the first twelve members of a batch, and answers for all',
    (parts) => ({
      ...parts,
      batch(members, allOrNone, hands) {
        const run = parts.batch(members.slice(0, 12), allOrNone, hands);
        const [first = null] = run.responses;
        return { ...run, responses: members.map((_, at) => run.responses[at] ?? first) };
      },
    }),
  ),
  batch(
    'batch-says-all-well',
    'answers every member as if it had been carried out',
    responses((list) => list.map((one) => (isMembers(one) ? { ...one, status: 200 } : one))),
  ),
];

/** Most members of a batch (section 8). */
const MOST = 25;

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

function withoutInvalid(body: JsonObject): JsonObject {
  const fits = typeof body.status === 'string' && STATUSES.includes(body.status);
  return fits ? body : without(body, 'status');
}
