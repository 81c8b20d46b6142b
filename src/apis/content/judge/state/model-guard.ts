/** Models texts that a password protects (2.2). */

import { describeValue } from '../../../../judge/describe.ts';
import { isObject, pointerOf } from '../../../../model/index.ts';
import {
  breaks,
  holds,
  type ModelState,
  type RecordMembers,
  type TrackedResource,
  tableOf,
} from './model-state.ts';
import { rawOf } from './model-values.ts';

const GUARDED = ['content', 'excerpt'] as const;

/** Returns true if an object has a password: an empty one protects nothing. */
export function isProtecting({ password }: Pick<TrackedResource, 'password'>): boolean {
  return typeof password === 'string' && password !== '';
}

/** Returns true if a request lacks the right password of an object. */
export function isWithout({ password }: TrackedResource, { shown: { step } }: ModelState): boolean {
  return step.request.query.password !== password;
}

/** @param at path of the record in the answer */
export function judgeGuard(
  object: TrackedResource,
  record: RecordMembers,
  at: readonly (string | number)[],
  modelState: ModelState,
): void {
  const { password, seen } = object;
  if (seen === undefined || (seen.password !== undefined && seen.password !== password)) return;
  judgePassword(object, record, at, modelState);
  for (const name of GUARDED) {
    const text = record[name];
    if (isObject(text) && seen.password === password && isWithout(object, modelState)) {
      judgeProtected(pointerOf([...at, name]), text, true, modelState);
    }
    const words = wordsOf(seen[name]);
    const reported = words.find((word) => holdsWord(record[name], word));
    if (isWithout(object, modelState)) {
      const rule = name === 'content' ? 'guards-content' : 'guards-excerpt';
      if (words.length > 0 && reported === undefined) holds(rule, modelState);
      if (reported === undefined) continue;
      breaks(rule, modelState, {
        pointer: pointerOf([...at, name]),
        actual: `a text with "${reported}" of what the password guards`,
        expected: 'nothing of it without the password',
      });
    } else if (name === 'content' && words.length > 0 && mustShowText(record[name], modelState)) {
      if (reported !== undefined) holds('password-opens', modelState);
      else {
        breaks('password-opens', modelState, {
          pointer: pointerOf([...at, name]),
          actual: describeValue(record[name]),
          expected: 'the content, since the password was given',
        });
      }
    }
  }
}

/** The password itself opens what it protects. */
function judgePassword(
  object: TrackedResource,
  { password }: RecordMembers,
  at: readonly (string | number)[],
  modelState: ModelState,
): void {
  if (object.seen?.password !== object.password || !isWithout(object, modelState)) return;
  if (password !== object.password) {
    holds('guards-itself', modelState);
    return;
  }
  breaks('guards-itself', modelState, {
    pointer: pointerOf([...at, 'password']),
    actual: 'the password',
    expected: 'nothing of it, since it was not given',
  });
}

/** Content of blocks has no `rendered` (2.3), and `raw` belongs to the edit context: a view need not show any text. */
function mustShowText(content: unknown, modelState: ModelState): boolean {
  const table = tableOf(modelState).get('content');
  if (isObject(table?.properties) && Object.hasOwn(table.properties, 'rendered')) return true;
  return isObject(content) && typeof (content.rendered ?? content.raw) === 'string';
}

/**
 * @param pointer place of the text in the answer
 * @param expected true if the object has a password
 */
export function judgeProtected(
  pointer: string,
  text: RecordMembers,
  expected: boolean,
  modelState: ModelState,
): void {
  if (typeof text.protected !== 'boolean') return;
  if (text.protected === expected) {
    holds('protected', modelState);
    return;
  }
  breaks('protected', modelState, {
    pointer: `${pointer}/protected`,
    actual: String(text.protected),
    expected: `${expected}, since the object has ${expected ? 'a' : 'no'} password`,
  });
}

/** Long words of a raw text: they survive rendering, and occur nowhere else. */
function wordsOf(text: unknown): readonly string[] {
  const raw = isObject(text) ? rawOf(typeof text.raw === 'string' ? text.raw : '') : undefined;
  return (raw ?? '').toLowerCase().match(/[a-z0-9]{16,}/g) ?? [];
}

function holdsWord(text: unknown, word: string): boolean {
  const whole = isObject(text) ? (JSON.stringify(text) ?? '') : String(text ?? '');
  return whole.toLowerCase().includes(word);
}
