import { expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { encode } from '../contract/encode.ts';
import { grade } from '../judge/grade.ts';
import { judge } from '../judge/judge.ts';
import type { Answer, Case, Outcome, Target, Transport } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { discover } from '../probe/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { paceOf } from '../send/pace.ts';
import { sendCases } from '../send/send.ts';

const contract = loadContract();
const URL = 'http://127.0.0.1:1/content';
const signal = new AbortController().signal;

function freshSite(): Transport {
  const options = { contract, faults: [], variations: [], now: () => Date.UTC(2026, 0, 15) };
  return inProcess(referenceHandler(options, () => URL).handler);
}

const target: Target = await discover(
  contract,
  referenceTarget(contract, { content: URL }, 'site'),
  freshSite(),
  signal,
);

interface Loss {
  readonly item: Case;
  readonly step: string;
}

/** Every write of every case in which what one answer says is held against others. */
const all: readonly Loss[] = planCases(contract, target, {
  seed: 7,
  runs: 2,
  writes: 'anywhere',
})
  .filter(
    ({ id, lacks }) => lacks === undefined && /\/(state|sequence)\/|^content\/batch\//.test(id),
  )
  .flatMap((item) =>
    item.steps
      .filter(
        ({ role, request }) => role !== 'cleanup' && contract.operation(request.operation).writes,
      )
      .map(({ id }) => ({ item, step: id })),
  );

/** A part of them: as many again would tell the same of other collections. */
const losses = all.filter(({ item }) => /^content\/(posts|batch)\//.test(item.id));

/** A site that loses the answer to one step; whether the step was carried out is up to us. */
function losing(
  site: Transport,
  step: string,
  done: boolean,
  lost: (answer: Answer | undefined) => Outcome,
): Transport {
  return {
    ...site,
    send: async (request, baseUrl, end, requestContext) => {
      if (requestContext?.step !== step) return site.send(request, baseUrl, end, requestContext);
      const sent = done ? await site.send(request, baseUrl, end, requestContext) : undefined;
      const answer = sent?.outcome.kind === 'answer' ? sent.outcome : undefined;
      return { outcome: lost(answer), resent: false };
    },
  };
}

async function violatedBy({ item }: Loss, transport: Transport): Promise<readonly string[]> {
  const violated: string[] = [];
  for await (const trace of sendCases([item], {
    target,
    transport,
    contract,
    encode,
    clock: () => 0,
    signal,
    concurrency: 1,
    pace: paceOf(undefined),
  })) {
    for (const { clause, findings } of judge(
      contract,
      target.endpoints.content?.known ?? {},
      trace,
    )) {
      for (const finding of findings) {
        const verdict = grade(clause.level, finding, false);
        if (verdict === 'fail' || verdict === 'warn') {
          violated.push(`${verdict} ${clause.id} ${JSON.stringify(finding)}`);
        }
      }
    }
  }
  return violated;
}

/** The head of an answer and half of a body that is never finished. */
function cutOff(answer: Answer | undefined): Outcome {
  const bytes = new TextEncoder().encode('{"id": 1');
  const content = { kind: 'text', text: '{"id": 1', why: 'cut off' } as const;
  return {
    kind: 'answer',
    status: answer?.status ?? 200,
    reason: '',
    headers: [['content-type', 'application/json']],
    body: { bytes, completeness: 'cut-off', content },
  };
}

const fault = (code: 'reset' | 'timed-out') => (): Outcome => ({
  kind: 'fault',
  code,
  message: code,
});

const answered = (status: number) => (): Outcome => ({
  kind: 'answer',
  status,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
});

test.each([
  ['cut off, and it was carried out', true, cutOff],
  ['cut off, and it was not carried out', false, cutOff],
  ['reset, and it was carried out', true, fault('reset')],
  ['reset, and it was not carried out', false, fault('reset')],
  ['late, and it was carried out', true, fault('timed-out')],
  ['that the site is busy', false, answered(429)],
  ['that the site is not available', false, answered(503)],
] as const)(
  'a correct site is not blamed where the answer to a write is %s',
  async (_, done, lost) => {
    expect(losses.length).toBeGreaterThan(150);
    const blamed: string[] = [];
    const site = freshSite();
    for (const loss of losses) {
      const violated = await violatedBy(loss, losing(site, loss.step, done, lost));
      blamed.push(...violated.map((what) => `${loss.item.id} ${loss.step}: ${what}`));
    }
    expect(blamed).toEqual([]);
  },
  600_000,
);
