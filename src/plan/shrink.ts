import type { Contract } from '../contract/index.ts';
import { type Case, type Endpoint, isList, type Json, type Step } from '../model/index.ts';
import { smallestStep } from './smaller.ts';
import { baseOf } from './stream-bases.ts';

/**
 * Makes the request of a generated valid case smaller, towards the plainest one of its operation.
 *
 * @param fails sends and judges a candidate; false also where no more may be sent
 */
export async function shrinkRequest(
  contract: Contract,
  endpoint: Endpoint,
  item: Case,
  fails: (candidate: Case) => Promise<boolean>,
): Promise<void> {
  const [step] = item.steps;
  if (step === undefined) return;
  const operation = contract.operation(step.request.operation);
  const base = baseOf(contract, operation, endpoint);
  if (typeof base === 'string') return;
  await smallestStep(contract, endpoint, step, base.request, (candidate) =>
    fails({ ...item, steps: [candidate] }),
  );
}

/**
 * Removes steps of a case as long as it still fails: all after the failing one, then each object with its
 * dependents, then runs of steps, each half as long as the one before, and single steps last. No single
 * step of the result can be removed.
 *
 * @param shown the step at which the case fails
 * @param fails sends and judges a candidate
 * @returns the number of candidates
 */
export async function shrinkSteps(
  item: Case,
  shown: string,
  fails: (candidate: Case) => Promise<boolean>,
): Promise<number> {
  let tried = 0;
  let smallest = item;
  const leaveOut = async (ids: readonly string[]): Promise<boolean> => {
    const candidate = without(smallest, ids);
    const left = acting(candidate).length;
    if (left === 0 || left === acting(smallest).length) return false;
    tried += 1;
    if (!(await fails(candidate))) return false;
    smallest = candidate;
    return true;
  };
  const idsNow = () => acting(smallest).map(({ id }) => id);

  await leaveOut(idsNow().slice(idsNow().indexOf(shown) + 1));
  for (const id of idsNow()
    .filter((one) => isBuiltOn(smallest, one))
    .toReversed()) {
    await leaveOut([id]);
  }
  for (let size = Math.floor(idsNow().length / 2); size > 1; size = Math.floor(size / 2)) {
    for (let end = idsNow().length; end > 0; end -= size) {
      await leaveOut(idsNow().slice(Math.max(0, end - size), end));
    }
  }
  let smaller = true;
  while (smaller) {
    smaller = false;
    for (const id of idsNow().toReversed()) if (await leaveOut([id])) smaller = true;
  }
  return tried;
}

function acting({ steps }: Case): readonly Step[] {
  return steps.filter(({ role }) => role !== 'cleanup');
}

function isBuiltOn(item: Case, id: string): boolean {
  return acting(item).some(({ request }) => JSON.stringify(request).includes(`"$from":"${id}#`));
}

/** The case without some steps and those that depend on them. */
function without(item: Case, ids: readonly string[]): Case {
  const gone = new Set(ids);
  const steps = item.steps.flatMap((step): readonly Step[] => {
    if (gone.has(step.id)) return [];
    const { path, query, body } = step.request;
    const rest = {
      path: withoutReferences(path, gone),
      query: withoutReferences(query, gone),
      body: body.kind === 'json' ? withoutReferences(body.value, gone) : null,
    };
    if (rest.path === undefined || rest.query === undefined || rest.body === undefined) {
      gone.add(step.id);
      return [];
    }
    const request = {
      ...step.request,
      path: rest.path,
      query: rest.query,
      body: body.kind === 'json' ? { ...body, value: rest.body } : body,
    };
    return [{ ...step, request }];
  });
  return { ...item, steps };
}

/** A value without list elements that refer to removed steps; undefined if more than an element would go. */
function withoutReferences<T extends Json>(value: T, gone: ReadonlySet<string>): T | undefined;
function withoutReferences(value: Json, gone: ReadonlySet<string>): Json | undefined {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const left = value
      .map((element) => withoutReferences(element, gone))
      .filter((element) => element !== undefined);
    return left.length === 0 && value.length > 0 ? undefined : left;
  }
  if (typeof value.$from === 'string' && gone.has(stepOf(value.$from))) return undefined;
  const rest: { [member: string]: Json } = {};
  for (const [name, member] of Object.entries(value)) {
    const left = withoutReferences(member, gone);
    if (left === undefined) return undefined;
    rest[name] = left;
  }
  return rest;
}

function stepOf(from: string): string {
  return from.slice(0, from.indexOf('#'));
}
