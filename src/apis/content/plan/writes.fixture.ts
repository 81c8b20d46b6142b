/** For tests: the cases of batches, writes and the rest, sent to a content site in this process and judged. */

import { CONTRACT_ROOT, type Contract, loadContract } from '../../../contract/contract.ts';
import { encode } from '../../../contract/encode.ts';
import { grade } from '../../../judge/grade.ts';
import { judge } from '../../../judge/judge.ts';
import type { Case, Endpoint, Finding, Target, Trace, Verdict } from '../../../model.ts';
import { casesOfScenario } from '../../../plan/scenarios.ts';
import type { ContentChoices } from '../../../reference/content/choices.ts';
import type { ContentFault } from '../../../reference/content/deviation.ts';
import { AUTHORIZATION } from '../../../reference/content/drive.ts';
import { contentHandler } from '../../../reference/content/handler.ts';
import { readSeed } from '../../../reference/content/seed.ts';
import { inProcess } from '../../../reference/transport.ts';
import { paceOf } from '../../../send/pace.ts';
import { sendCases } from '../../../send/send.ts';
import { writeCases } from './writes.ts';

export const contract: Contract = loadContract(CONTRACT_ROOT);

const site = readSeed();
const BASE = 'http://127.0.0.1:8080/content';

export const endpoint: Endpoint = {
  baseUrl: BASE,
  authorization: AUTHORIZATION,
  secrets: [],
  credentialFrom: { scheme: 'Basic', variable: 'U', password: 'P' },
  known: {},
  style: {
    arrays: 'brackets',
    routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
  },
};

export const target: Target = {
  name: 'content',
  endpoints: { content: endpoint },
  limits: { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1_000_000 },
  tls: { insecure: false },
  concurrency: 2,
  off: [],
  knownFailures: [],
};

const REST =
  /^content\/(oembed|templates|template-parts|index|global-styles)\/.*(left-out|refused-|listed)/;

/** Everything that is planned here. */
export function allCases(seed: number): readonly Case[] {
  const writes = contract.operations
    .filter(({ document, writes }) => document === 'content' && writes)
    .flatMap((operation) => writeCases(contract, operation, endpoint.style, seed));
  const rest = contract.scenarios
    .filter(({ id }) => REST.test(id))
    .flatMap((scenario) => casesOfScenario(contract, scenario, endpoint.known));
  return [...writes, ...rest];
}

export interface ClauseOutcome {
  readonly case: string;
  readonly clause: string;
  readonly verdict: Verdict;
  readonly finding: Finding;
}

export interface WritesRun {
  readonly outcomes: readonly ClauseOutcome[];
  readonly traces: readonly Trace[];
  /** Ids of the clauses that fail or warn, sorted. */
  readonly violated: readonly string[];
}

export async function runOn(
  cases: readonly Case[],
  options: {
    readonly choices?: Partial<ContentChoices>;
    readonly faults?: readonly ContentFault[];
  } = {},
): Promise<WritesRun> {
  const handler = contentHandler({
    contract,
    seed: site,
    // Time stands still: nothing here waits for it.
    now: () => Date.UTC(2026, 0, 15, 12),
    baseUrl: () => BASE,
    ...(options.choices && { choices: options.choices }),
    faults: (options.faults ?? []).map(({ alter }) => alter),
  });
  const outcomes: ClauseOutcome[] = [];
  const traces: Trace[] = [];
  for await (const trace of sendCases(cases, {
    target,
    transport: inProcess(handler),
    contract,
    encode,
    clock: () => 0,
    signal: new AbortController().signal,
    concurrency: 2,
    pace: paceOf(undefined),
  })) {
    traces.push(trace);
    for (const { clause, findings } of judge(contract, {}, trace)) {
      for (const finding of findings) {
        const verdict = grade(clause.level, finding, false);
        outcomes.push({ case: trace.case.id, clause: clause.id, verdict, finding });
      }
    }
  }
  const violated = outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return { outcomes, traces, violated: [...new Set(violated.map(({ clause }) => clause))].sort() };
}
