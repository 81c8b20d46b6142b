/** The shape of records: texts and their members, by context; and what a password guards (2.2). */

import { jsonOf, type Shown } from '../../../../judge/check.ts';
import { describeSchema, describeValue } from '../../../../judge/describe.ts';
import type { JsonSchema } from '../../../../model.ts';
import { isObject, pointerOf } from '../../../../pointer.ts';
import { misfit } from '../read-side.ts';
import {
  breaks,
  type Course,
  type Fields,
  hinder,
  holds,
  isOurs,
  type Living,
  READ_ONLY,
  tableOf,
} from './model-course.ts';
import { rawOf } from './model-values.ts';

/** Texts with a `raw` member, by the schemas of their collection. */
function textsIn(
  table: ReadonlyMap<string, JsonSchema>,
): readonly (readonly [string, JsonSchema])[] {
  return [...table].filter(([, { properties }]) => isObject(properties) && 'raw' in properties);
}

/** A record in the edit context: raw texts, the read-only members beside them, and types. */
export function judgeShape(
  shown: Shown,
  { collection, sent }: Living,
  record: Fields,
  course: Course,
): void {
  judgeTexts(shown, collection, record, '', course);
  judgeTypes(shown, collection, record, '', course);
  const asked = typeof sent.password === 'string' && sent.password !== '';
  // A password that was not kept guards nothing.
  if (asked && record.password !== undefined && record.password !== sent.password) return;
  for (const name of ['content', 'excerpt']) {
    const text = record[name];
    if (isObject(text)) judgeProtected(shown, collection, name, text, asked, course);
  }
}

/** Records that a list shows, whoever made them; what is null there may be unset. */
export function judgeRecords(
  shown: Shown,
  collection: string,
  entries: readonly unknown[],
  course: Course,
): void {
  const edit = shown.step.request.query.context === 'edit';
  for (const [at, record] of entries.entries()) {
    // What shows no ID may be no record, but what the site puts around one: answers are not shown (4.2).
    if (!isObject(record) || !Object.hasOwn(record, 'id')) continue;
    const set = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
    if (edit) judgeTexts(shown, collection, set, `/${at}`, course);
    else judgeRaw(shown, collection, set, `/${at}`, course);
    judgeTypes(shown, collection, set, `/${at}`, course);
  }
}

function judgeTexts(
  shown: Shown,
  collection: string,
  record: Fields,
  at: string,
  course: Course,
): void {
  for (const [name, schema] of textsIn(tableOf(collection, course))) {
    const text = record[name];
    if (!isObject(text)) continue;
    const pointer = at + pointerOf([name]);
    const rule = isForEditing(collection, name) ? 'raw-in-edit' : 'raw-texts-in-edit';
    if (typeof text.raw === 'string') holds(rule, collection, course);
    else {
      breaks(rule, collection, course, {
        shown,
        pointer: `${pointer}/raw`,
        actual: describeValue(text.raw),
        expected: 'a string, in the edit context',
      });
    }
    judgeMembers(shown, collection, pointer, schema, text, course);
  }
}

/** The one text of which the document says where its raw form is shown: the title of 2.2, and what has it by 2.3. */
function isForEditing(collection: string, name: string): boolean {
  return name === 'title' && ['posts', 'pages', 'media'].includes(collection);
}

/** Outside the edit context, such a text has no raw form. Of others, the document does not say so. */
function judgeRaw(
  shown: Shown,
  collection: string,
  record: Fields,
  at: string,
  course: Course,
): void {
  for (const [name] of textsIn(tableOf(collection, course))) {
    const text = record[name];
    if (!isForEditing(collection, name) || !isObject(text)) continue;
    if (text.raw === undefined) holds('raw-in-view', collection, course);
    else {
      breaks('raw-in-view', collection, course, {
        shown,
        pointer: `${at}${pointerOf([name, 'raw'])}`,
        actual: describeValue(text.raw),
        expected: 'no raw text outside the edit context',
      });
    }
  }
}

function judgeMembers(
  shown: Shown,
  collection: string,
  at: string,
  schema: JsonSchema,
  text: Fields,
  course: Course,
): void {
  const { properties } = schema;
  for (const member of READ_ONLY) {
    if (!isObject(properties) || !Object.hasOwn(properties, member)) continue;
    if (text[member] !== undefined) {
      holds('text-members', collection, course);
      continue;
    }
    breaks('text-members', collection, course, {
      shown,
      pointer: at + pointerOf([member]),
      actual: 'missing',
      expected: 'a member that the table of fields has',
    });
  }
}

function judgeProtected(
  shown: Shown,
  collection: string,
  name: string,
  text: Fields,
  expected: boolean,
  course: Course,
): void {
  if (typeof text.protected !== 'boolean') return;
  if (text.protected === expected) {
    holds('protected', collection, course);
    return;
  }
  breaks('protected', collection, course, {
    shown,
    pointer: pointerOf([name, 'protected']),
    actual: String(text.protected),
    expected: `${expected}, since the object has ${expected ? 'a' : 'no'} password`,
  });
}

function judgeTypes(
  shown: Shown,
  collection: string,
  record: Fields,
  at: string,
  course: Course,
): void {
  for (const [name, schema] of tableOf(collection, course)) {
    // A status may be one of those that only filters name (section 3).
    const fitting = name === 'status' ? { type: 'string' } : schema;
    const wrong = misfit(fitting, record[name], course.validate);
    if (wrong === undefined) continue;
    breaks('types', collection, course, {
      shown,
      pointer: `${at}${pointerOf([name])}${wrong}`,
      actual: describeValue(record[name]),
      expected: wrong === '' ? describeSchema(fitting) : 'as the table of fields gives it',
    });
    return;
  }
  holds('types', collection, course);
}

/** A read that is not in the edit context, by somebody or by nobody. */
export function judgeView(shown: Shown, object: Living | undefined, course: Course): void {
  const { standing } = shown;
  if (object?.fate !== 'there') return;
  const { collection } = object;
  const anonymous = shown.step.request.credential.kind === 'none';
  if (standing.kind !== 'succeeded') {
    // Who does not get to see the object does not see what its password guards.
    if (standing.kind === 'refused' && anonymous && isWrong(shown, object)) {
      holds('guards-content', collection, course);
      holds('guards-excerpt', collection, course);
      return;
    }
    hinder(shown, collection, course);
    return;
  }
  const record = jsonOf(standing.answer);
  if (!isObject(record) || !isOurs(record, object)) return;
  if (anonymous && typeof object.sent.password === 'string') {
    judgeGuard(shown, object, record, course);
    return;
  }
  judgeRaw(shown, collection, record, '', course);
}

function isWrong({ step }: Shown, { sent }: Living): boolean {
  return step.request.query.password !== sent.password;
}

function judgeGuard(shown: Shown, object: Living, record: Fields, course: Course): void {
  const { collection, sent, seen } = object;
  if (seen === undefined || (seen.password !== undefined && seen.password !== sent.password))
    return;
  const places = ['content', 'excerpt'] as const;
  for (const name of places) {
    const words = wordsOf(seen[name]);
    const rendered = textOf(record[name]);
    const told = words.find((word) => rendered.toLowerCase().includes(word));
    if (isWrong(shown, object)) {
      const rule = name === 'content' ? 'guards-content' : 'guards-excerpt';
      if (words.length > 0 && told === undefined) holds(rule, collection, course);
      if (told === undefined) continue;
      breaks(rule, collection, course, {
        shown,
        pointer: pointerOf([name]),
        actual: `a text with "${told}" of what the password guards`,
        expected: 'nothing of it without the password',
      });
    } else if (name === 'content' && words.length > 0) {
      if (told !== undefined) holds('password-opens', collection, course);
      else {
        breaks('password-opens', collection, course, {
          shown,
          pointer: pointerOf([name]),
          actual: describeValue(record[name]),
          expected: 'the content, since the password was given',
        });
      }
    }
  }
}

/** Long words of a raw text: they survive rendering, and stand nowhere else. */
function wordsOf(text: unknown): readonly string[] {
  const raw = isObject(text) ? rawOf(typeof text.raw === 'string' ? text.raw : '') : undefined;
  return (raw ?? '').toLowerCase().match(/[a-z0-9]{16,}/g) ?? [];
}

function textOf(text: unknown): string {
  return isObject(text) ? (JSON.stringify(text) ?? '') : String(text ?? '');
}
