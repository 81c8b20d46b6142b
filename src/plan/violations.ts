/** Values that break one rule of a schema, and no other. */

import {
  assertKnownKeywords,
  type SchemaViolation,
  schemaViolationsOf,
} from '../contract/index.ts';
import { type Json, type JsonSchema, pointerOf } from '../model/index.ts';
import { type Breaking, type BreakingOptions, breakings, type NearMiss } from './mutated-rules.ts';
import { type Node, nodesOf } from './nodes.ts';

/** A value that breaks one keyword at one place. */
export interface ViolatingValue {
  /** Where it fails; a missing or surplus member is named itself. */
  readonly pointer: string;
  readonly keyword: string;
  /** What is wrong, as a noun phrase. */
  readonly title: string;
  /** The whole value. */
  readonly value: Json;
  /**
   * Whose rule it is: the pointer with `*` for elements and for members that no schema names. For a
   * surplus member it is the object that allows no more.
   */
  readonly schemaPointer: string;
  /** The rule itself, whose breach within a choice counts as one of the choice. */
  readonly way: string;
  /** Where it is no plain breach. */
  readonly nearMiss?: NearMiss;
}

interface ViolationOptions extends BreakingOptions {
  /**
   * What arrives of a whole value when it is sent, read to the letter; `undefined` where it cannot be
   * sent or read. The value itself, if not given: as in a JSON body.
   */
  readonly arrives?: (value: Json) => unknown;
}

/**
 * Whole values that each break exactly one keyword at one place and are otherwise like `base`: the
 * first value beyond every limit, a value of every other type, unlisted values, missing and surplus
 * members, and so on. A value of the wrong type is not in an `enum` or `const` either; that counts as
 * the type alone. What fails inside a branch of `oneOf` or `anyOf`, where no other branch accepts the
 * value, fails as that keyword at the place of the outermost choice: this is what a validator says of
 * the whole. Rules that cannot be broken alone (a `minLength` beside a pattern that demands as much)
 * have no violation. The same every time.
 * @throws TouchstoneError `schema-keyword-unknown` on a keyword that is not known
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
 * What a value may be said to break. Within a choice it is the choice, unless the rule stands beside it,
 * as a member does that every branch requires.
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
  // Within a choice the place of the fault is part of what is wrong.
  const place = node.pointer.slice(pointer.length);
  const what = place === '' ? title : `${title} at ${place}`;
  return [{ ...own, pointer, keyword: choice, title: what, schemaPointer: pattern }, own];
}

function breaksOnly(schema: JsonSchema, arrived: unknown, claim: SchemaViolation): boolean {
  const broken = schemaViolationsOf(schema, arrived);
  const claimed = ({ pointer, keyword }: SchemaViolation): boolean =>
    pointer === claim.pointer && keyword === claim.keyword;
  const implied = ({ pointer, keyword }: SchemaViolation): boolean =>
    claim.keyword === 'type' &&
    pointer === claim.pointer &&
    (keyword === 'enum' || keyword === 'const');
  return broken.some(claimed) && broken.every((one) => claimed(one) || implied(one));
}
