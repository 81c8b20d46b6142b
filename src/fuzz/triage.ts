/** Looks into hits whose cause is not known yet. */

import { ruleFamily, STAYS_PRIVATE } from '../judge/index.ts';
import type { Case, FuzzCase, Trace } from '../model/index.ts';
import { placesOf } from '../plan/index.ts';
import { type FuzzViolation, hitsOf } from './case-violations.ts';
import { isByDrop, isDropped } from './dropped.ts';
import { reproduce } from './reproduce.ts';
import type { Campaign } from './state.ts';

/** Counts a hit with its cause, or finds out what its cause is. */
export async function lookInto(
  campaign: Campaign,
  hit: FuzzViolation,
  fuzzCase: FuzzCase,
  trace: Trace,
): Promise<void> {
  const { registry, stream, looking } = campaign;
  const plain = stream.plain(hit.operation);
  const places = placesIn(trace.case, hit.step, plain);
  const among = isAmongOthers(trace.case, hit.step);
  const request = trace.case.steps.find(({ id }) => id === hit.step)?.request;
  if (registry.count(hit, places, request, among)) return;
  const kind = [ruleFamily(hit.clause), hit.operation, hit.pointer, hit.signature].join('\n');
  // Another of its kind may be under examination; it may turn out to be of the same cause.
  const before = looking.get(kind);
  const own = (before ?? Promise.resolve()).then(async () => {
    if (before !== undefined && registry.count(hit, places, request, among)) return;
    await examine(campaign, hit, fuzzCase, trace, plain);
  });
  looking.set(kind, own);
  await own;
  if (looking.get(kind) === own) looking.delete(kind);
}

async function examine(
  { options, triageExecutor, registry, suspects, inGrace, mayShrink }: Campaign,
  hit: FuzzViolation,
  fuzzCase: FuzzCase,
  trace: Trace,
  plain: Case | undefined,
): Promise<void> {
  const { contract, target, strict } = options;
  const endpoint = target.endpoints[trace.case.document];
  if (endpoint === undefined) return;
  const found = await reproduce(
    { hit, fuzzCase: { ...fuzzCase, case: trace.case }, trace },
    {
      contract,
      endpoint,
      plain,
      goOn: inGrace,
      mayShrink,
      probe: async (candidate) => {
        let again = await triageExecutor.send(candidate);
        // Another request may have ended the target.
        if (!isByDrop(hit) && again.exchanges.some(isDropped)) {
          await suspects.look({ fuzzCase: candidate, trace: again });
          again = await triageExecutor.send(candidate);
        }
        const exchanges = [...refusedIn(hit, trace, again), ...again.exchanges];
        const judged = { ...again, exchanges };
        const { hits } = hitsOf(contract, endpoint.known, candidate, judged, strict);
        return { trace: again, hits };
      },
    },
  );
  registry.add(found, fuzzCase.index);
}

/** Refusals without a credential: once a read is shown to all, they do not recur. */
function refusedIn(
  { clause }: FuzzViolation,
  { exchanges }: Trace,
  again: Trace,
): Trace['exchanges'] {
  if (clause !== STAYS_PRIVATE.id) return [];
  const steps = again.case.steps.map(({ id }) => id);
  return exchanges.filter(
    ({ step, outcome }) =>
      steps.includes(step) && outcome.kind === 'answer' && [401, 403].includes(outcome.status),
  );
}

/** Returns true if other requests than those that prepare went before it. */
function isAmongOthers({ steps }: Case, id: string): boolean {
  const before = steps.slice(
    0,
    steps.findIndex((step) => step.id === id),
  );
  return before.some(({ role }) => !['setup', 'control'].includes(role));
}

export function placesIn(item: Case, id: string, plain: Case | undefined): readonly string[] {
  const step = item.steps.find((one) => one.id === id);
  const plainStep = plain?.steps.find((one) => one.id === 'request');
  return step && plainStep ? placesOf(step.request, plainStep.request) : [];
}
