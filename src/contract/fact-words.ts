/** Describes facts of answers. */

import { isList, type Json, pointerOf } from '../model/index.ts';
import type { AnswerFact } from './answer-facts.ts';
import { membersOf } from './schema.ts';

const TYPES: { readonly [type: string]: string } = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
};

const SAYS: { readonly [keyword: string]: (value: Json) => string } = {
  type: (value) => `is ${(isList(value) ? value : [value]).map(typeInWords).join(' or ')}`,
  const: (value) => `is ${JSON.stringify(value)}`,
  enum: (value) => `is one of ${(isList(value) ? value : []).map(inJson).join(', ')}`,
  minimum: (value) => `is at least ${value}`,
  maximum: (value) => `is at most ${value}`,
  exclusiveMinimum: (value) => `is more than ${value}`,
  exclusiveMaximum: (value) => `is less than ${value}`,
  minLength: (value) => `has at least ${counted(value, 'character')}`,
  maxLength: (value) => `has at most ${counted(value, 'character')}`,
  minItems: (value) => `has at least ${counted(value, 'element')}`,
  maxItems: (value) => `has at most ${counted(value, 'element')}`,
  minProperties: (value) => `has at least ${counted(value, 'member')}`,
  maxProperties: (value) => (value === 0 ? 'is empty' : `has at most ${counted(value, 'member')}`),
  format: (value) => `has the format ${value}`,
  uniqueItems: () => 'has no element twice',
};

export function sentenceOf(fact: AnswerFact): string {
  const { keyword, path, value } = fact;
  const members = path.flatMap((step) => (step.kind === 'member' ? [step.name] : []));
  if (keyword === 'required') {
    return `In the answer, ${placeIn(members.slice(0, -1))} has \`${members.at(-1)}\`.${conditionOf(fact)}`;
  }
  const place = `In the answer, ${placeIn(members)}`;
  if (keyword === 'additionalProperties') {
    const names = membersOf(fact.schema).map(([name]) => `\`${name}\``);
    return `${place} has no members${names.length > 0 ? ` but ${names.join(', ')}` : ''}.`;
  }
  const says = SAYS[keyword]?.(value);
  if (says !== undefined) return `${place} ${says}.`;
  const { description = '' } = fact;
  return `${place} fits the \`${keyword}\` of its schema${description === '' ? '.' : `: ${description}`}`;
}

/** Below a pattern of names, the description says which members are meant. */
function conditionOf({ schema, description }: AnswerFact): string {
  const isOfSome = schema.patternProperties !== undefined && description !== undefined;
  return isOfSome ? ` ${description}` : '';
}

function placeIn(members: readonly string[]): string {
  return members.length === 0 ? 'the body' : `\`${pointerOf(members)}\``;
}

function typeInWords(type: Json): string {
  return TYPES[String(type)] ?? String(type);
}

function inJson(value: Json): string {
  return JSON.stringify(value);
}

function counted(value: Json, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`;
}
