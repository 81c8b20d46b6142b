import { beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Case } from '../model/index.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { type ChangedCode, createTryOut, type MutantResult, type RunAim } from './mutant-run.ts';

const contract = loadContract();
const plain = {
  document: 'integration',
  faults: [],
  variations: [],
  seed: 1,
  over: 'process',
} as const;
const never = new AbortController().signal;

function changed(given: Partial<ChangedCode>): ChangedCode {
  return {
    handlerOf: referenceHandler,
    through: (transport) => transport,
    chosen: (plan) => plan,
    endsAtFailure: false,
    ...given,
  };
}

/** A target whose timezones come in an order of their own. */
const unsorted: ChangedCode['handlerOf'] = (options, url) => {
  const { handler, ...rest } = referenceHandler(options, url);
  const turned: Handler = async (request) => {
    const reply = await handler(request);
    const body: unknown = JSON.parse(String(reply.body));
    const { data } = body as { data: { timezones?: unknown[] } | null };
    data?.timezones?.reverse();
    return { ...reply, body: JSON.stringify(body) };
  };
  return { ...rest, handler: Object.assign(turned, handler) };
};

describe('cases about some clauses alone', () => {
  const tryOut = createTryOut(contract);
  const unsortedFault = { ...plain, faults: ['unsorted-at-end'] };
  const sorted = 'integration/timezones/sorted-by-label';
  let whole: MutantResult;
  beforeAll(async () => {
    whole = await tryOut(unsortedFault, never);
  });

  it('show what all cases show of these clauses, with fewer requests', async () => {
    const part = await tryOut(
      { ...unsortedFault, aim: { kind: 'clauses', clauses: [sorted], at: [] } },
      never,
    );
    expect(part.flags).toEqual(whole.flags);
    expect(part.flags).toContainEqual({ clause: sorted, verdict: 'fail' });
    expect(part.requests).toBeLessThan(whole.requests / 2);
  });

  it('are sent until each of the clauses has failed, and all of them where one holds', async () => {
    const askedOf = async (...clauses: readonly string[]) =>
      (await tryOut({ ...unsortedFault, aim: { kind: 'clauses', clauses, at: [] } }, never))
        .requests;
    const holding = await askedOf('integration/timezones/value', sorted);
    const failing = await askedOf('integration/timezones/*', sorted);
    expect(failing).toBeLessThan(holding);
  });

  it.each([[[]], [['robust/no-server-error']]])(
    'are all cases where none of the clauses has its own, and no operation is named: %j',
    async (clauses) => {
      const { requests } = await tryOut(
        { ...unsortedFault, aim: { kind: 'clauses', clauses, at: [] } },
        never,
      );
      expect(requests).toBe(whole.requests);
    },
  );

  it('are those of the operations that are named, where none of the clauses has its own', async () => {
    const requestsAt = async (clauses: readonly string[], ...at: readonly string[]) =>
      (await tryOut({ ...unsortedFault, aim: { kind: 'clauses', clauses, at } }, never)).requests;
    const some = await requestsAt(['robust/*'], 'integration/timezones');
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(whole.requests);
    const holds = 'integration/timezones/value';
    expect(await requestsAt([holds, 'robust/*'], 'no/such')).toBe(await requestsAt([holds]));
  });
});

describe('a shard of the cases', () => {
  const tryOut = createTryOut(contract);

  it('is sent in place of all, and the shards have them all', async () => {
    const requestsIn = async (aim?: RunAim) =>
      (await tryOut({ ...plain, ...(aim && { aim }) }, never)).requests;
    const shards = [1, 2].map((index) => requestsIn({ kind: 'shard', shard: { index, of: 2 } }));
    const [one = 0, two = 0] = await Promise.all(shards);
    expect(Math.min(one, two)).toBeGreaterThan(0);
    expect(one + two).toBe(await requestsIn());
  });
});

describe('the plan', () => {
  it('is made once for all targets that show the same, whatever was asked over HTTP before', async () => {
    const tryOut = createTryOut(contract);
    const few: RunAim = { kind: 'clauses', clauses: ['integration/timezones/value'], at: [] };
    // One more than there are places for plans.
    for (let times = 0; times < 7; times++)
      await tryOut({ ...plain, over: 'http', aim: few }, never);
    const plans = new Set<readonly Case[]>();
    const noting = changed({
      chosen: (plan) => {
        plans.add(plan);
        return plan.slice(0, 1);
      },
    });
    for (let times = 0; times < 2; times++) await tryOut(plain, never, noting);
    expect(plans.size).toBe(1);
  });
});

describe('code that was changed', () => {
  const tryOut = createTryOut(contract);

  it('is judged in place of the reference target, and asked no more after the first failure, where that is enough', async () => {
    const whole = await tryOut(plain, never, changed({ handlerOf: unsorted }));
    expect(whole.exitCode).toBe(1);
    expect(whole.flags).toContainEqual({
      clause: 'integration/timezones/sorted-by-label',
      verdict: 'fail',
    });
    const short = await tryOut(plain, never, changed({ handlerOf: unsorted, endsAtFailure: true }));
    expect(short.flags).toEqual([
      { clause: 'integration/timezones/sorted-by-label', verdict: 'fail' },
    ]);
    expect(short.requests).toBeLessThan(whole.requests);
  });

  it('is sent the chosen cases alone, by the transport that is given', async () => {
    const asked = new Set<string>();
    const chosen: ChangedCode['chosen'] = (plan) => plan.filter(({ steps }) => steps.length === 1);
    const result = await tryOut(
      plain,
      never,
      changed({
        chosen: (plan) => chosen(plan).slice(0, 3),
        through: (transport) => ({
          ...transport,
          send: (request, base, signal, context) => {
            if (context) asked.add(context.case.id);
            return transport.send(request, base, signal, context);
          },
        }),
      }),
    );
    expect(asked.size).toBe(3);
    expect(result.requests).toBe(3);
  });

  it('gives the very answers of the plain target where it answers the same', async () => {
    const seen: unknown[][] = [];
    const noting = () => {
      const outcomes: unknown[] = [];
      seen.push(outcomes);
      return changed({
        through: (transport) => ({
          ...transport,
          send: async (...request) => {
            const sent = await transport.send(...request);
            if (request[3]) outcomes.push(sent.outcome);
            return sent;
          },
        }),
      });
    };
    await tryOut(plain, never, noting());
    await tryOut(plain, never, noting());
    const [first = [], second = []] = seen;
    expect(first.length).toBeGreaterThan(50);
    expect(second.every((outcome, at) => outcome === first[at])).toBe(true);
  });
});
