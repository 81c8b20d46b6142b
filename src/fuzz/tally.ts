/** Reached parts of the plan, for a campaign or all shards of one, and the target's answers. */

import {
  type CampaignCoverage,
  type CampaignReport,
  type ClassCount,
  countIn,
  type FuzzCase,
  type Mark,
  type OperationCount,
  type Outcome,
  type ReachedNames,
  type Trace,
} from '../model/index.ts';

export interface CampaignTally {
  readonly note: (fuzzCase: FuzzCase, trace: Trace) => void;
  /** Takes in a verdict on a case. */
  readonly weigh: (verdict: string) => void;
  /** Takes in what a shard of the campaign has added up. */
  readonly addShard: (
    report: Pick<CampaignReport, 'judged' | 'classes' | 'coverage' | 'operations' | 'share'>,
  ) => void;
  readonly coverage: () => CampaignCoverage;
  readonly reached: () => ReachedNames;
  readonly sums: () => Pick<CampaignReport, 'judged' | 'coverage' | 'classes' | 'operations'>;
}

interface Reachable {
  readonly operations: number;
  /** Clauses on the refusal of a request. */
  readonly rules: ReadonlySet<string>;
  /** Classes of input that may come up. */
  readonly classes: readonly string[];
}

export function createTally(plan: Reachable): CampaignTally {
  const operations = new Set<string>();
  const rules = new Set<string>();
  const planned = new Set(plan.classes);
  let { operations: mostOperations } = plan;
  let mostRules = plan.rules.size;
  /** Rules that no shard has reached. */
  let unreached: ReadonlySet<string> | undefined;
  const classes = new Map<string, { requests: number; statuses: Map<string, number> }>();
  const judged = new Map<string, number>();
  const calls = callCounts();
  const countOf = (name: string) => {
    const count = classes.get(name) ?? { requests: 0, statuses: new Map<string, number>() };
    classes.set(name, count);
    return count;
  };
  const count = ({ class: name }: Mark, outcome: Outcome) => {
    const own = countOf(name);
    own.requests += 1;
    countIn(own.statuses, outcome.kind === 'answer' ? String(outcome.status) : outcome.code);
  };
  const coverage = (): CampaignCoverage => ({
    operations: { reached: operations.size, of: Math.max(mostOperations, operations.size) },
    rules: { reached: rules.size, of: mostRules },
    classes: { reached: classes.size, of: new Set([...planned, ...classes.keys()]).size },
  });
  const withUnreached = (sums: CampaignCoverage): CampaignCoverage => {
    const names = [...(unreached ?? plan.rules)].filter((rule) => !rules.has(rule)).sort();
    return names.length === 0 ? sums : { ...sums, rules: { ...sums.rules, unreached: names } };
  };
  return {
    note: (fuzzCase, trace) => {
      for (const { step, outcome } of trace.exchanges) {
        const mark = fuzzCase.marks.find((one) => one.step === step);
        if (mark === undefined) continue;
        count(mark, outcome);
        const sent = trace.case.steps.find(({ id }) => id === step);
        if (sent === undefined) continue;
        operations.add(sent.request.operation);
        calls.note(sent.request.operation, mark.place, formOf(outcome));
        if (sent.role !== 'violation') continue;
        for (const clause of sent.shows ?? []) if (plan.rules.has(clause)) rules.add(clause);
      }
    },
    weigh: (verdict) => countIn(judged, verdict),
    addShard: (report) => {
      for (const [verdict, times] of Object.entries(report.judged)) countIn(judged, verdict, times);
      for (const { name, requests, statuses } of report.classes) {
        const own = countOf(name);
        own.requests += requests;
        for (const [status, times] of Object.entries(statuses))
          countIn(own.statuses, status, times);
      }
      for (const one of report.operations ?? []) calls.add(one);
      mostOperations = Math.max(mostOperations, report.coverage.operations.of);
      mostRules = Math.max(mostRules, report.coverage.rules.of);
      const own = report.coverage.rules.unreached ?? [];
      unreached = new Set(unreached ? own.filter((rule) => unreached?.has(rule)) : own);
      for (const operation of report.share?.reached.operations ?? []) operations.add(operation);
      for (const rule of report.share?.reached.rules ?? []) rules.add(rule);
      for (const name of report.share?.reached.classes ?? []) planned.add(name);
    },
    coverage,
    reached: () => ({
      operations: [...operations].sort(),
      rules: [...rules].sort(),
      classes: plan.classes,
    }),
    sums: () => ({
      judged: Object.fromEntries(judged),
      coverage: withUnreached(coverage()),
      operations: calls.all(),
      classes: [...classes]
        .map(
          ([name, { requests, statuses }]): ClassCount => ({
            name,
            requests,
            statuses: Object.fromEntries([...statuses].sort(byName)),
          }),
        )
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    }),
  };
}

/** The requests of each operation, and its answers. */
function callCounts() {
  const calls = new Map<
    string,
    { requests: number; answers: Map<string, number>; places: Set<string> }
  >();
  const countOf = (name: string) => {
    const count = calls.get(name) ?? { requests: 0, answers: new Map(), places: new Set<string>() };
    calls.set(name, count);
    return count;
  };
  return {
    note: (operation: string, place: string, answer: string) => {
      const own = countOf(operation);
      own.requests += 1;
      countIn(own.answers, answer);
      if (place !== '') own.places.add(place);
    },
    add: ({ name, requests, answers, places }: OperationCount) => {
      const own = countOf(name);
      own.requests += requests;
      for (const [answer, times] of Object.entries(answers)) countIn(own.answers, answer, times);
      for (const place of places) own.places.add(place);
    },
    all: (): readonly OperationCount[] =>
      [...calls].sort(byName).map(([name, { requests, answers, places }]) => ({
        ...{ name, requests, places: [...places].sort() },
        answers: Object.fromEntries([...answers].sort(byName)),
      })),
  };
}

/** The status of an answer, and the form of its body. */
function formOf(outcome: Outcome): string {
  if (outcome.kind === 'fault') return outcome.code;
  const { content } = outcome.body;
  if (content.kind !== 'json') return `${outcome.status} ${content.kind}`;
  const { value } = content;
  return `${outcome.status} ${Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value}`;
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
