/** Facts about a target, and the requests that they allow. */

import {
  choiceOf,
  factUsesIn,
  fitting,
  membersOf,
  merge,
  merged,
  requiredIn,
  textIn,
} from '../contract/index.ts';
import { groupedBy, isMembers, type Json, type JsonSchema } from '../model/index.ts';
import type { FactValues } from './scenarios.ts';
import { samplesOf } from './values.ts';

/** Removes optional members without facts: nothing is sent for an unknown ID. */
export function affordable(schema: JsonSchema, known: FactValues): JsonSchema {
  const whole = merged(schema);
  const required = requiredIn(whole);
  const properties = membersOf(whole).flatMap(([name, member]): (readonly [string, Json])[] => {
    const lacking = missingFact(member, known) !== undefined;
    return lacking && !required.includes(name) ? [] : [[name, affordable(member, known)]];
  });
  return properties.length === 0 && whole.properties === undefined
    ? whole
    : { ...whole, properties: Object.fromEntries(properties) };
}

/** Name of the first missing fact that every valid value needs. */
export function missingFact(schema: JsonSchema, known: FactValues): string | undefined {
  const whole = merged(schema);
  const name = textIn(whole, 'x-known');
  if (name !== undefined) {
    return fitting(whole, known[name] ?? []).length > 0 ? undefined : name;
  }
  const choice = choiceOf(whole);
  if (choice !== undefined) {
    const missing = choice.branches.map((branch) => missingFact(branch, known));
    return missing.includes(undefined) ? undefined : missing[0];
  }
  const required = requiredIn(whole);
  const needed = membersOf(whole)
    .filter(([member]) => required.includes(member))
    .map(([, member]) => member);
  const inside = isMembers(whole.items) ? [whole.items] : [];
  for (const part of [...needed, ...inside]) {
    const missing = missingFact(part, known);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/**
 * Invents facts for everything that a schema uses, so that every operation can be planned. Each is valid wherever its
 * name is used.
 *
 * @param schemas schemas of requests, whose other constraints apply too
 */
export function imaginedFacts(schemas: readonly JsonSchema[], count: number): FactValues {
  const uses = groupedBy(schemas.flatMap(factUsesIn), ([name]) => name);
  return Object.fromEntries(
    [...uses].map(([name, all]) => {
      const narrowest = all.map(([, schema]) => schema).reduce(merge);
      return [name, samplesOf(narrowest, count, { known: {} })];
    }),
  );
}
