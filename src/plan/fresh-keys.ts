/** Keys that a server remembers: a second request with the same one is not carried out. */

import { createHash } from 'node:crypto';
import { accepts, type Contract, merged } from '../contract/index.ts';
import type { Case, Json, Step } from '../model/index.ts';

const REMEMBERED = /^(?:x-)?(?:idempotency-key|request-id|nonce)$/i;

/** The case with a key of its own for each request. */
export function withFreshKeys(contract: Contract, item: Case, seed: number): Case {
  const steps = item.steps.map((one) => freshStep(contract, one, `${seed} ${item.id} ${one.id}`));
  return steps.every((one, at) => one === item.steps[at]) ? item : { ...item, steps };
}

function freshStep(contract: Contract, one: Step, text: string): Step {
  const { request, breach } = one;
  const { parameters } = contract.operation(request.operation);
  const fresh = parameters.flatMap(({ name, schema }): readonly (readonly [string, Json])[] => {
    const isSent = schema['x-style'] === 'header' && Object.hasOwn(request.query, name);
    if (!isSent || !REMEMBERED.test(name) || breach?.pointer === `/${name}`) return [];
    const key = keyFrom(text);
    const fitting = [key, key.slice(0, 8)].find((value) => accepts(merged(schema), value));
    return fitting === undefined ? [] : [[name, fitting]];
  });
  if (fresh.length === 0) return one;
  const query = { ...request.query, ...Object.fromEntries(fresh) };
  return { ...one, request: { ...request, query } };
}

/** A UUID of version 4. */
function keyFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
  ];
  return [...parts, hex.slice(18, 30)].join('-');
}
