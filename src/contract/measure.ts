/** Measures how one planned request covers one rule, by its values. */

import {
  isList,
  isObject,
  type JsonSchema,
  type MutatedRule,
  type PlannedRequest,
  placesOf,
  tokens,
  valueAt,
} from '../model/index.ts';
import type { RequestRule } from './rules.ts';
import { membersOf, numberIn } from './schema.ts';
import { accepts, codePoints, ownViolationsOf } from './schema-violations.ts';

/** Returns true if a valid request has a value on the inner side of a rule: at its limit, or present at all. */
export function keepsRule(rule: RequestRule, request: PlannedRequest): boolean {
  const { part, pointer, keyword, schema, within } = rule;
  const whole = partOf(request, part);
  if (within === undefined) return placesOf(whole, pointer).some(({ value }) => isAtLimit(value));
  const below = pointer.slice(within.pointer.length);
  return placesOf(whole, within.pointer).some(
    ({ value }) =>
      value !== undefined &&
      accepts(within.schema, value) &&
      placesOf(value, below).some((place) => isAtLimit(place.value)),
  );

  function isAtLimit(value: unknown): boolean {
    return value !== undefined && atLimit(schema, keyword, value);
  }
}

function atLimit(schema: JsonSchema, keyword: string, value: unknown): boolean {
  const limit = numberIn(schema, keyword);
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return value === limit;
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return typeof value === 'number' && Math.abs(value - (limit ?? 0)) <= 1;
    case 'minLength':
    case 'maxLength':
      return typeof value === 'string' && codePoints(value) === limit;
    case 'minItems':
    case 'maxItems':
      return isList(value) && value.length === limit;
    case 'uniqueItems':
      return isList(value) && value.length > 1;
    case 'minProperties':
    case 'maxProperties':
      return isObject(value) && Object.keys(value).length === limit;
    case 'additionalProperties':
      return (
        isObject(value) &&
        membersOf(schema).every(
          ([name, member]) => member.readOnly === true || Object.hasOwn(value, name),
        )
      );
    default:
      // Any present valid value counts.
      return true;
  }
}

/** Inside a choice, it must be the only violated rule of its branch. */
export function breaksRule(
  rule: RequestRule,
  request: PlannedRequest,
  breach: MutatedRule,
): boolean {
  const { part, pointer, keyword, within } = rule;
  if (breach.part !== part) return false;
  if (within === undefined) {
    return breach.keyword === keyword && matches(pointer, keyword, breach.pointer);
  }
  if (breach.keyword !== within.keyword || !matches(within.pointer, '', breach.pointer))
    return false;
  const value = valueAt(partOf(request, part), breach.pointer);
  const [only, ...others] = ownViolationsOf(within.schema, value);
  const below = pointer.slice(within.pointer.length);
  return (
    only !== undefined &&
    others.length === 0 &&
    only.keyword === keyword &&
    matches(below, keyword, only.pointer)
  );
}

/**
 * Returns true if a rule's pointer, with `*`, matches the place of a failure; a surplus member fails at its own place.
 */
function matches(pattern: string, keyword: string, pointer: string): boolean {
  const place = tokens(pointer);
  const own = keyword === 'additionalProperties' ? place.slice(0, -1) : place;
  const wanted = tokens(pattern);
  return (
    wanted.length === own.length &&
    wanted.every((token, index) => token === '*' || token === own[index])
  );
}

function partOf(request: PlannedRequest, part: MutatedRule['part']): unknown {
  if (part !== 'body') return request[part];
  return request.body.kind === 'json' ? request.body.value : undefined;
}
