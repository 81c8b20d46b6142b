/** Merges schemas that apply at the same time. */

import { isList, isMembers, type Json, type JsonSchema } from '../model/index.ts';
import { ANNOTATIONS, requiredIn, sameJson, TYPES, type TypeName } from './schema.ts';

/**
 * Merges the outermost `allOf` of a schema. An `allOf` remains only for constraints that one schema cannot express,
 * such as two patterns.
 */
export function merged(schema: JsonSchema): JsonSchema {
  // Fast path: most schemas have no `allOf`, and this runs for every sent value.
  if (!isList(schema.allOf)) return schema;
  const { allOf, ...rest } = schema;
  return allOf.filter(isMembers).map(merged).reduce(merge, rest);
}

/** One schema that accepts what both accept. */
export function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const result: { [keyword: string]: Json } = { ...one };
  const beyond: Json[] = [];
  for (const [keyword, theirs] of Object.entries(other)) {
    const ours = one[keyword];
    if (ours === undefined || sameJson(ours, theirs)) {
      result[keyword] = theirs;
      continue;
    }
    const both = combine(keyword, ours, theirs);
    if (both === undefined) beyond.push({ [keyword]: theirs });
    else result[keyword] = both;
  }
  const properties = mergedProperties(one, other);
  if (properties !== undefined) result.properties = properties;
  if (beyond.length > 0) {
    result.allOf = [...(isList(result.allOf) ? result.allOf : []), ...beyond];
  }
  return result;
}

/** Combines two values of one keyword; `undefined` if no single value expresses both. */
function combine(keyword: string, ours: Json, theirs: Json): Json | undefined {
  switch (keyword) {
    case 'type':
      return commonTypes(ours, theirs);
    case 'enum':
      return isList(ours) && isList(theirs)
        ? ours.filter((value) => theirs.some((their) => sameJson(value, their)))
        : undefined;
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return Math.max(Number(ours), Number(theirs));
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return Math.min(Number(ours), Number(theirs));
    case 'uniqueItems':
    case 'readOnly':
    case 'deprecated':
      return ours === true || theirs === true;
    case 'required':
      return [...new Set([...requiredIn({ required: ours }), ...requiredIn({ required: theirs })])];
    case 'items':
    case 'additionalProperties':
      if (!isMembers(ours)) return ours === true ? theirs : ours;
      if (!isMembers(theirs)) return theirs === true ? ours : theirs;
      return merge(merged(ours), merged(theirs));
    case 'allOf':
      return isList(ours) && isList(theirs) ? [...ours, ...theirs] : undefined;
    case 'properties':
      return ours;
    default:
      // The annotation of the outer schema wins, as it is nearer to the value.
      return ANNOTATIONS.some((annotation) => annotation === keyword) ? ours : undefined;
  }
}

/**
 * Members that only one side names are also subject to the other side's `additionalProperties`: if that is false, they
 * are left out.
 */
function mergedProperties(one: JsonSchema, other: JsonSchema): JsonSchema | undefined {
  const [ours, theirs] = [one.properties, other.properties];
  if (!isMembers(ours) && !isMembers(theirs)) return undefined;
  const result: { [name: string]: Json } = {};
  const sides = [
    [isMembers(ours) ? ours : {}, isMembers(theirs) ? theirs : {}, other.additionalProperties],
    [isMembers(theirs) ? theirs : {}, isMembers(ours) ? ours : {}, one.additionalProperties],
  ] as const;
  for (const [own, foreign, rest] of sides) {
    for (const [name, member] of Object.entries(own)) {
      const also = Object.hasOwn(foreign, name) ? foreign[name] : rest;
      if (also === false || Object.hasOwn(result, name)) continue;
      result[name] =
        isMembers(member) && isMembers(also)
          ? merge(merged(member), merged(also))
          : isMembers(member)
            ? member
            : (also ?? member);
    }
  }
  return result;
}

function commonTypes(ours: Json, theirs: Json): Json {
  const [left, right] = [names(ours), names(theirs)];
  const common = TYPES.filter((type) => covers(left, type) && covers(right, type));
  const [only] = common;
  return common.length === 1 && only !== undefined ? only : common;
}

function names(type: Json): readonly Json[] {
  return isList(type) ? type : [type];
}

function covers(types: readonly Json[], type: TypeName): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** A choice between schemas: its keyword, and each branch merged with the surrounding schema. */
interface SchemaChoice {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly branches: readonly JsonSchema[];
}

export function choiceOf(schema: JsonSchema): SchemaChoice | undefined {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const offered = schema[keyword];
    if (!isList(offered)) continue;
    const { [keyword]: _, ...rest } = schema;
    const branches = offered.flatMap((branch) => {
      if (branch === true) return [rest];
      return isMembers(branch) ? [merge(rest, merged(branch))] : [];
    });
    return { keyword, branches };
  }
  return undefined;
}
