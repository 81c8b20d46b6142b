/** What of the plan a campaign has reached, and how the target took it. */

import type { ClassCount, Coverage, Mark, Reached, Shot } from '../fuzzing.ts';
import type { Outcome, Trace } from '../model.ts';
import type { Stream } from '../plan/stream.ts';

export interface Tally {
  readonly note: (shot: Shot, trace: Trace) => void;
  readonly coverage: () => Coverage;
  readonly classes: () => readonly ClassCount[];
  readonly reached: () => Reached;
}

export function createTally(stream: Stream): Tally {
  const operations = new Set<string>();
  const rules = new Set<string>();
  const classes = new Map<string, { requests: number; statuses: Map<string, number> }>();
  const known = new Set(stream.refusals);
  const count = ({ class: name }: Mark, outcome: Outcome) => {
    const entry = classes.get(name) ?? { requests: 0, statuses: new Map<string, number>() };
    classes.set(name, entry);
    entry.requests += 1;
    const status = outcome.kind === 'answer' ? String(outcome.status) : outcome.code;
    entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1);
  };
  return {
    note: (shot, trace) => {
      for (const { step, outcome } of trace.exchanges) {
        const mark = shot.marks.find((one) => one.step === step);
        if (mark === undefined) continue;
        count(mark, outcome);
        const sent = trace.case.steps.find(({ id }) => id === step);
        if (sent === undefined) continue;
        operations.add(sent.request.operation);
        if (sent.role !== 'violation') continue;
        for (const clause of sent.shows ?? []) if (known.has(clause)) rules.add(clause);
      }
    },
    coverage: () => {
      const reached = [...classes.keys()];
      const all = new Set([...stream.classes, ...reached]);
      return {
        operations: { reached: operations.size, of: stream.operations.length },
        rules: { reached: rules.size, of: known.size },
        classes: { reached: reached.length, of: all.size },
      };
    },
    reached: () => ({
      operations: [...operations].sort(),
      rules: [...rules].sort(),
      classes: stream.classes,
    }),
    classes: () =>
      [...classes]
        .map(([name, { requests, statuses }]) => ({
          name,
          requests,
          statuses: Object.fromEntries([...statuses].sort(([one], [two]) => (one < two ? -1 : 1))),
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
  };
}
