/** For tests: sends cases about state to a content site in this process, and judges them. */

import { CONTRACT_ROOT, type Contract, loadContract } from '../../../../contract/contract.ts';
import { encode } from '../../../../contract/encode.ts';
import { judge } from '../../../../judge/judge.ts';
import type { Case, Finding, Target, Trace } from '../../../../model/index.ts';
import type { ContentChoices } from '../../../../reference/content/choices.ts';
import type { ContentFault } from '../../../../reference/content/deviation.ts';
import { AUTHORIZATION, BASE } from '../../../../reference/content/drive.fixture.ts';
import { contentHandler } from '../../../../reference/content/handler.ts';
import { readSeed } from '../../../../reference/content/seed.ts';
import { inProcess } from '../../../../reference/transport.ts';
import { paceOf } from '../../../../send/pace.ts';
import { sendCases } from '../../../../send/send.ts';

export const contract: Contract = loadContract(CONTRACT_ROOT);

const seed = readSeed();
const START = Date.UTC(2026, 0, 15, 12, 0, 0);

const target: Target = {
  name: 'site in this process',
  endpoints: {
    content: {
      baseUrl: BASE,
      authorization: AUTHORIZATION,
      secrets: [],
      credentialFrom: { scheme: 'Basic', variable: 'USER', password: 'PASSWORD' },
      known: {},
      style: { arrays: 'brackets', routing: { kind: 'path' } },
    },
  },
  limits: { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1_000_000 },
  tls: { insecure: false },
  concurrency: 1,
  off: [],
  knownFailures: [],
};

export interface FixtureSite {
  readonly fault?: ContentFault;
  readonly choices?: Partial<ContentChoices>;
}

/** A finding of one clause on one case. */
export interface FixtureFinding {
  readonly clause: string;
  readonly case: Case;
  readonly trace: Trace;
  readonly findings: readonly Finding[];
}

/** A new site whose clock advances a second with each request, and a function that judges cases on it. */
export function siteFor({ fault, choices = {} }: FixtureSite = {}): {
  readonly judged: (cases: readonly Case[]) => Promise<readonly FixtureFinding[]>;
} {
  let now = START;
  const handler = contentHandler({
    contract,
    seed,
    choices,
    faults: fault && 'alter' in fault ? [fault.alter] : [],
    now: () => {
      now += 1000;
      return now;
    },
    baseUrl: () => BASE,
  });
  const transport = inProcess(handler);
  return {
    async judged(cases) {
      const found: FixtureFinding[] = [];
      const traces = sendCases(cases, {
        target,
        transport,
        contract: { ...contract, operations: [] },
        encode,
        clock: () => 0,
        signal: new AbortController().signal,
        concurrency: 1,
        pace: paceOf(undefined),
        writes: 'anywhere',
      });
      for await (const trace of traces) {
        for (const { clause, findings } of judge(contract, {}, trace)) {
          found.push({ clause: clause.id, case: trace.case, trace, findings });
        }
      }
      return found;
    },
  };
}

/** Violated clauses, each once, sorted. */
export function violatedIn(found: readonly FixtureFinding[]): readonly string[] {
  return idsOf(found, 'violated');
}

/** Clauses with a finding of a kind, each once, sorted. */
export function idsOf(found: readonly FixtureFinding[], kind: Finding['kind']): readonly string[] {
  const some = found.filter(({ findings }) => findings.some((finding) => finding.kind === kind));
  return [...new Set(some.map(({ clause }) => clause))].sort();
}
