/** Connects a run with its recording, for recording and for replay. */

import type { Contract } from '../contract/index.ts';
import type { DriftWatch } from '../findings/index.ts';
import type { CaseResult } from '../judge/index.ts';
import type { Case, Endpoint, RunEvent, Target, Verdict } from '../model/index.ts';
import { baseUrlOf, isUnset } from '../profiles/index.ts';
import type {
  JudgedTrace,
  Manifest,
  ManifestLine,
  PlanFacts,
  RecordedTarget,
  Recorder,
  Recording,
} from '../record/index.ts';
import { NEVER_ISSUED, type Secret, secretsOf } from '../secrets/index.ts';
import type { RunOptions } from './pipeline.ts';

/** Secrets that are removed from all that is recorded of a target. */
export function secretsToKeepOut(target: Target): readonly Secret[] {
  return [...secretsOf(target), ...NEVER_ISSUED];
}

/** The manifest of a run. Writing it replaces the credential by a placeholder. */
export function manifestOf(
  contract: Contract,
  target: Target,
  plan: PlanFacts,
): readonly ManifestLine[] {
  const { name, limits, concurrency, off, knownFailures, secretRules, recordingRules } = target;
  const endpoints = Object.fromEntries(
    Object.entries(target.endpoints).map(([document, { headers: _, renewed: __, ...endpoint }]) => [
      document,
      { ...endpoint, secrets: [] },
    ]),
  );
  const kept: RecordedTarget = {
    name,
    endpoints,
    limits,
    concurrency,
    off,
    knownFailures,
    ...(secretRules && { secretRules }),
    ...(recordingRules && { recordingRules }),
  };
  return [
    { kind: 'contract', digest: contract.digest },
    { kind: 'plan', ...plan },
    { kind: 'target', target: kept },
  ];
}

/** The recorded part of a judged trace, without its exchanges. */
function judgedOf(results: readonly CaseResult[]): JudgedTrace {
  return {
    verdicts: results.map(({ clause, verdict }) => [clause, verdict]),
    observations: results.flatMap(({ clause, findings }) =>
      findings.flatMap((finding) => {
        if (finding.kind !== 'observed') return [];
        const { step, pointer } = finding.where;
        return [{ clause, step, pointer, value: finding.value }];
      }),
    ),
  };
}

/** Properties of a target that may differ in a replay. */
interface Elsewhere {
  readonly urls: { readonly [document: string]: string | undefined };
  /** A profile whose parts, known failures and rules replace the recorded ones. */
  readonly profile?: Target;
  /** A profile whose known failures and rules replace the recorded ones; addresses stay as recorded. */
  readonly rules?: Target;
}

/** The recorded target, with other base URLs if given; nothing is sent to them. */
export function recordedTarget(
  { target }: Manifest,
  { urls, profile, rules = profile }: Elsewhere,
): Target {
  const endpoints = Object.fromEntries(
    Object.entries(target.endpoints).map(([document, endpoint]): [string, Endpoint] => {
      const own = profile && Object.entries(profile.endpoints).find(([name]) => name === document);
      const inProfile = own?.[1].baseUrl;
      const isGiven = inProfile !== undefined && !isUnset(inProfile);
      const url = urls[document] ?? (isGiven ? inProfile : undefined);
      return [
        document,
        {
          ...endpoint,
          ...(url !== undefined && { baseUrl: baseUrlOf(url, `the ${document} API`) }),
          ...(own && { secrets: own[1].secrets }),
        },
      ];
    }),
  );
  return {
    ...target,
    endpoints,
    tls: { insecure: false },
    ...(rules && { off: rules.off, knownFailures: rules.knownFailures }),
    ...(rules?.recordingRules && { recordingRules: rules.recordingRules }),
  };
}

/**
 * The recorded cases without clauses that are gone. Unfinished cases of an interrupted recording are left out: the
 * target is not to blame for what they lack.
 */
export function casesOf(recording: Recording, contract: Contract): readonly Case[] {
  const known = new Set(contract.clauses.map(({ id }) => id));
  return [...recording.cases()].flatMap(({ case: item, verdicts }) => {
    const evidence = item.evidence.filter((id) => known.has(id));
    const isGone = evidence.length === 0 && item.evidence.length > 0;
    return verdicts === undefined || isGone ? [] : [{ ...item, evidence }];
  });
}

/** Maximum number of clauses in the line about changes. */
const MOST_NAMED = 5;

interface RecordedComparison {
  readonly note: (event: RunEvent) => void;
  /** A line about verdicts that differ from the recorded ones; undefined if none does. */
  readonly line: () => string | undefined;
}

export function comparison(
  recording: Recording,
  contract: Contract,
  strict: boolean,
): RecordedComparison {
  const kept = new Map<string, Verdict>();
  for (const { id, verdicts = [] } of recording.cases()) {
    for (const [clause, verdict] of verdicts) kept.set(`${id}\n${clause}`, verdict);
  }
  const { contracts, plan } = recording.manifest;
  const sameStrictness = plan.strict === strict;
  const changed = new Map<string, string>();
  return {
    note: (event) => {
      if (event.kind !== 'case') return;
      for (const { clause, verdict } of event.verdicts) {
        const before = kept.get(`${event.id}\n${clause}`);
        if (before === undefined || before === verdict || changed.has(clause)) continue;
        if (!sameStrictness && isBroken(before) && isBroken(verdict)) continue;
        changed.set(clause, `${clause} (${before} → ${verdict})`);
      }
    },
    line: () => {
      const same = contracts.includes(contract.digest);
      if (same && changed.size === 0) return undefined;
      const since = same
        ? 'the contract is the one of the recording'
        : `the contract has changed since the recording (${short(contracts.at(-1))} → ${short(contract.digest)})`;
      if (changed.size === 0) return `${since}; every kept verdict is the same`;
      const named = [...changed.values()].sort().slice(0, MOST_NAMED);
      const more = changed.size - named.length;
      const count = changed.size === 1 ? '1 clause judges' : `${changed.size} clauses judge`;
      return `${since}; ${count} otherwise: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    },
  };
}

function isBroken(verdict: Verdict): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function short(digest: string | undefined): string {
  return (digest ?? 'unknown').replace(/^sha256[:-]/, '').slice(0, 12);
}

/** Passes the results of each trace to a recorder. */
export function keeping(
  recorder: Pick<Recorder, 'keep'> | undefined,
  drift: DriftWatch | undefined,
): Pick<RunOptions, 'keep'> {
  if (!recorder && !drift) return {};
  return {
    keep: (trace, results) => {
      const judged = judgedOf(results);
      recorder?.keep(trace, judged);
      drift?.note(trace.case.id, judged.observations);
    },
  };
}
