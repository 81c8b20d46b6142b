/** What is known of a target, and which requests can be made of it. */

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

/**
 * The schema with its optional members left out as far as the target's facts do not suffice for them:
 * what no ID is known for is not sent.
 */
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

/** The first fact that every valid value needs and that the target does not have; by its name. */
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
 * Facts made up for everything that a schema draws on, so that every operation can be planned: as many
 * as asked for, each valid wherever its name is used.
 * @param schemas of requests; what else they demand of a fact is heeded
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
