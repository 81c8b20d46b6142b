/** Models the form of records: texts and their members, by context (2.2). */

import { jsonOf } from '../../../../judge/check.ts';
import { describeSchema, describeValue } from '../../../../judge/describe.ts';
import { isObject, type JsonSchema, pointerOf } from '../../../../model/index.ts';
import { misfit, statusAsShown } from '../read-side.ts';
import { judgeContext } from './model-contexts.ts';
import { isProtecting, isWithout, judgeGuard, judgeProtected } from './model-guard.ts';
import {
  breaks,
  holds,
  isForEditing,
  isOurs,
  type ModelState,
  markInconclusive,
  READ_ONLY,
  type RecordMembers,
  type TrackedResource,
  tableOf,
} from './model-state.ts';

function textsIn(
  table: ReadonlyMap<string, JsonSchema>,
): readonly (readonly [string, JsonSchema])[] {
  return [...table].filter(([, { properties }]) => isObject(properties) && 'raw' in properties);
}

/** A record in the edit context: raw texts, read-only members and types. */
export function judgeShape(
  { password }: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): void {
  judgeTexts(record, '', modelState);
  judgeTypes(record, '', modelState);
  const asked = isProtecting({ password });
  // A password that was not stored protects nothing, and one that was not removed still does.
  if (password !== undefined && record.password !== undefined && record.password !== password) {
    return;
  }
  for (const name of ['content', 'excerpt']) {
    const text = record[name];
    const pointer = pointerOf([name]);
    if (isObject(text)) judgeProtected(pointer, text, asked, modelState);
  }
}

/** Records in a list, regardless of who created them; null can mean unset. */
export function judgeRecords(entries: readonly unknown[], modelState: ModelState): void {
  const edit = isForEditing(modelState);
  for (const [at, record] of entries.entries()) {
    // A value without ID can be the site's envelope instead of a record: answers are unspecified (4.2).
    if (!isObject(record) || !Object.hasOwn(record, 'id')) continue;
    const set = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
    if (edit) judgeTexts(set, `/${at}`, modelState);
    else judgeRaw(set, `/${at}`, modelState);
    judgeTypes(set, `/${at}`, modelState);
  }
}

function judgeTexts(record: RecordMembers, at: string, modelState: ModelState): void {
  for (const [name, schema] of textsIn(tableOf(modelState))) {
    const text = record[name];
    if (!isObject(text)) continue;
    const pointer = at + pointerOf([name]);
    const rule = isInEdit(name, modelState) ? 'raw-in-edit' : 'raw-texts-in-edit';
    if (typeof text.raw === 'string') holds(rule, modelState);
    else {
      breaks(rule, modelState, {
        pointer: `${pointer}/raw`,
        actual: describeValue(text.raw),
        expected: 'a string, in the edit context',
      });
    }
    judgeMembers(pointer, schema, text, modelState);
  }
}

/**
 * Only for this text the document says where its raw form is shown: the title of 2.2, and collections with it by 2.3.
 */
function isInEdit(name: string, { collection }: ModelState): boolean {
  return name === 'title' && ['posts', 'pages', 'media'].includes(collection);
}

/** Outside the edit context, such a text has no raw form. The document does not say so about others. */
function judgeRaw(record: RecordMembers, at: string, modelState: ModelState): void {
  for (const [name] of textsIn(tableOf(modelState))) {
    const text = record[name];
    if (!isInEdit(name, modelState) || !isObject(text)) continue;
    if (text.raw === undefined) holds('raw-in-view', modelState);
    else {
      breaks('raw-in-view', modelState, {
        pointer: `${at}${pointerOf([name, 'raw'])}`,
        actual: describeValue(text.raw),
        expected: 'no raw text outside the edit context',
      });
    }
  }
}

function judgeMembers(
  at: string,
  schema: JsonSchema,
  text: RecordMembers,
  modelState: ModelState,
): void {
  const { properties } = schema;
  for (const member of READ_ONLY) {
    if (!isObject(properties) || !Object.hasOwn(properties, member)) continue;
    if (text[member] !== undefined) {
      holds('text-members', modelState);
      continue;
    }
    breaks('text-members', modelState, {
      pointer: at + pointerOf([member]),
      actual: 'missing',
      expected: 'a member that the table of fields has',
    });
  }
}

function judgeTypes(record: RecordMembers, at: string, modelState: ModelState): void {
  for (const [name, schema] of tableOf(modelState)) {
    const fitting = name === 'status' ? statusAsShown(modelState.operations) : schema;
    const wrong = misfit(fitting, record[name], modelState.validate);
    if (wrong === undefined) continue;
    breaks('types', modelState, {
      pointer: `${at}${pointerOf([name])}${wrong}`,
      actual: describeValue(record[name]),
      expected: wrong === '' ? describeSchema(fitting) : 'as the table of fields gives it',
    });
    return;
  }
  holds('types', modelState);
}

/** A read outside the edit context, anonymous or not. */
export function judgeView(object: TrackedResource | undefined, modelState: ModelState): void {
  const { standing, step } = modelState.shown;
  if (object?.state !== 'there') return;
  const anonymous = step.request.credential.kind === 'none';
  if (standing.kind !== 'succeeded') {
    // A refused anonymous read does not show protected texts.
    if (standing.kind === 'refused' && anonymous && isWithout(object, modelState)) {
      holds('guards-content', modelState);
      holds('guards-excerpt', modelState);
      return;
    }
    markInconclusive(modelState);
    return;
  }
  const record = jsonOf(standing.answer);
  if (!isObject(record) || !isOurs(record, object)) return;
  if (anonymous && isProtecting(object)) {
    judgeGuard(object, record, [], modelState);
    return;
  }
  judgeRaw(record, '', modelState);
  judgeContext(object, record, modelState);
}
