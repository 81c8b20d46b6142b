import type { Json } from '../../model.ts';
import { type Alter, answering, fault, isMembers, listed } from './altering.ts';
import type { Fault } from './deviation.ts';
import { isRefusal } from './refusal.ts';

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
  batch('batch-runs-in-spite', 'carries out what is valid although all must be', (parts) => ({
    ...parts,
    batch: (members, _allOrNone, hands) => parts.batch(members, false, hands),
  })),
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
  batch('batch-validation-default-all', 'demands that all be valid unasked', (parts) => ({
    ...parts,
    batch: (members, _allOrNone, hands) => parts.batch(members, true, hands),
  })),
];
