/** Values that violate exactly one rule of a schema. */

import { assertKnownKeywords, ownViolationsOf, type SchemaViolation } from '../contract/index.ts';
import { type Json, type JsonSchema, pointerOf } from '../model/index.ts';
import { type Breaking, type BreakingOptions, breakings, type NearMiss } from './mutated-rules.ts';
import { type Node, nodesOf } from './nodes.ts';

export interface ViolatingValue {
  /** Place of the failure; a missing or surplus member itself. */
  readonly pointer: string;
  readonly keyword: string;
  /** The violation, as a noun phrase. */
  readonly title: string;
  readonly value: Json;
  /**
   * Schema of the rule: the pointer with `*` for elements and for members that no schema names. For a surplus member,
   * its object.
   */
  readonly schemaPointer: string;
  /** The violated rule itself; within a choice the violation counts for the choice. */
  readonly way: string;
  /** Set if it is no plain violation. */
  readonly nearMiss?: NearMiss;
}

interface ViolationOptions extends BreakingOptions {
  /**
   * The strictly read value after sending; `undefined` if it cannot be sent or read. By default the value itself, as in
   * a JSON body.
   */
  readonly arrives?: (value: Json) => unknown;
}

/**
 * Whole values that each violate exactly one keyword at one place and are otherwise like `base`: the first value beyond
 * every limit, values of every other type, unlisted values, missing and surplus members, and so on. A wrong type is
 * also not in an `enum` or `const`, and counts only as the type. A failure inside `oneOf` or `anyOf` counts as that
 * keyword at the outermost choice, as in a validator. Rules that cannot be violated by themselves have no violation.
 * Deterministic.
 *
 * @throws TouchstoneError `schema-keyword-unknown` on an unknown keyword
 */
export function violationsOf(
  schema: JsonSchema,
  base: Json,
  options: ViolationOptions = { known: {} },
): readonly ViolatingValue[] {
  assertKnownKeywords(schema);
  const { arrives = (value) => value } = options;
  const once = new Map<string, ViolatingValue>();
  for (const node of nodesOf(schema, base, options)) {
    for (const breaking of breakings(node, options)) {
      const whole = node.put(breaking.value);
      const arrived = arrives(whole);
      if (arrived === undefined) continue;
      const violation = claimsOf(node, breaking, whole).find((claim) =>
        breaksOnly(schema, arrived, claim),
      );
      if (violation === undefined) continue;
      const key = `${violation.pointer} ${violation.keyword} ${JSON.stringify(arrived)}`;
      if (!once.has(key)) once.set(key, violation);
    }
  }
  return [...once.values()];
}

/**
 * The keyword that a value violates. Within a choice it is the choice, unless the rule is next to it, like a member
 * that every branch requires.
 */
function claimsOf(
  node: Node,
  { keyword, title, member, nearMiss }: Breaking,
  value: Json,
): readonly ViolatingValue[] {
  const token = member === undefined ? '' : pointerOf([member]);
  const schemaPointer = keyword === 'additionalProperties' ? node.pattern : node.pattern + token;
  const way = `${schemaPointer} ${keyword}`;
  const own: ViolatingValue = {
    ...{ pointer: node.pointer + token, keyword, title, value, schemaPointer, way },
    ...(nearMiss !== undefined && { nearMiss }),
  };
  if (node.around === undefined) return [own];
  const { pointer, pattern, keyword: choice } = node.around;
  // Within a choice, the place is part of the description.
  const place = node.pointer.slice(pointer.length);
  const what = place === '' ? title : `${title} at ${place}`;
  return [{ ...own, pointer, keyword: choice, title: what, schemaPointer: pattern }, own];
}

function breaksOnly(schema: JsonSchema, arrived: unknown, claim: SchemaViolation): boolean {
  const broken = ownViolationsOf(schema, arrived);
  const isClaimed = ({ pointer, keyword }: SchemaViolation) =>
    pointer === claim.pointer && keyword === claim.keyword;
  return broken.length > 0 && broken.every(isClaimed);
}
