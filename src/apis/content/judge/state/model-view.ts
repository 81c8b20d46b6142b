/** Models the form of records: texts and their members, by context (2.2). */

import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { describeSchema, describeValue } from '../../../../judge/describe.ts';
import { isObject, type JsonSchema, pointerOf } from '../../../../model/index.ts';
import { misfit, statusAsShown } from '../read-side.ts';
import { judgeContext } from './model-contexts.ts';
import { isProtecting, isWithout, judgeGuard, judgeProtected } from './model-guard.ts';
import {
  breaks,
  holds,
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
  shown: StepResult,
  { collection, password }: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): void {
  judgeTexts(shown, collection, record, '', modelState);
  judgeTypes(shown, collection, record, '', modelState);
  const asked = isProtecting({ password });
  // A password that was not stored protects nothing, and one that was not removed still does.
  if (password !== undefined && record.password !== undefined && record.password !== password) {
    return;
  }
  for (const name of ['content', 'excerpt']) {
    const text = record[name];
    const pointer = pointerOf([name]);
    if (isObject(text)) judgeProtected({ shown, collection, pointer }, text, asked, modelState);
  }
}

/** Records in a list, regardless of who created them; null can mean unset. */
export function judgeRecords(
  shown: StepResult,
  collection: string,
  entries: readonly unknown[],
  modelState: ModelState,
): void {
  const edit = shown.step.request.query.context === 'edit';
  for (const [at, record] of entries.entries()) {
    // A value without ID can be the site's envelope instead of a record: answers are unspecified (4.2).
    if (!isObject(record) || !Object.hasOwn(record, 'id')) continue;
    const set = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
    if (edit) judgeTexts(shown, collection, set, `/${at}`, modelState);
    else judgeRaw(shown, collection, set, `/${at}`, modelState);
    judgeTypes(shown, collection, set, `/${at}`, modelState);
  }
}

function judgeTexts(
  shown: StepResult,
  collection: string,
  record: RecordMembers,
  at: string,
  modelState: ModelState,
): void {
  for (const [name, schema] of textsIn(tableOf(collection, modelState))) {
    const text = record[name];
    if (!isObject(text)) continue;
    const pointer = at + pointerOf([name]);
    const rule = isForEditing(collection, name) ? 'raw-in-edit' : 'raw-texts-in-edit';
    if (typeof text.raw === 'string') holds(rule, collection, modelState);
    else {
      breaks(rule, collection, modelState, {
        shown,
        pointer: `${pointer}/raw`,
        actual: describeValue(text.raw),
        expected: 'a string, in the edit context',
      });
    }
    judgeMembers(shown, collection, pointer, schema, text, modelState);
  }
}

/**
 * Only for this text the document says where its raw form is shown: the title of 2.2, and collections with it by 2.3.
 */
function isForEditing(collection: string, name: string): boolean {
  return name === 'title' && ['posts', 'pages', 'media'].includes(collection);
}

/** Outside the edit context, such a text has no raw form. The document does not say so about others. */
function judgeRaw(
  shown: StepResult,
  collection: string,
  record: RecordMembers,
  at: string,
  modelState: ModelState,
): void {
  for (const [name] of textsIn(tableOf(collection, modelState))) {
    const text = record[name];
    if (!isForEditing(collection, name) || !isObject(text)) continue;
    if (text.raw === undefined) holds('raw-in-view', collection, modelState);
    else {
      breaks('raw-in-view', collection, modelState, {
        shown,
        pointer: `${at}${pointerOf([name, 'raw'])}`,
        actual: describeValue(text.raw),
        expected: 'no raw text outside the edit context',
      });
    }
  }
}

function judgeMembers(
  shown: StepResult,
  collection: string,
  at: string,
  schema: JsonSchema,
  text: RecordMembers,
  modelState: ModelState,
): void {
  const { properties } = schema;
  for (const member of READ_ONLY) {
    if (!isObject(properties) || !Object.hasOwn(properties, member)) continue;
    if (text[member] !== undefined) {
      holds('text-members', collection, modelState);
      continue;
    }
    breaks('text-members', collection, modelState, {
      shown,
      pointer: at + pointerOf([member]),
      actual: 'missing',
      expected: 'a member that the table of fields has',
    });
  }
}

function judgeTypes(
  shown: StepResult,
  collection: string,
  record: RecordMembers,
  at: string,
  modelState: ModelState,
): void {
  for (const [name, schema] of tableOf(collection, modelState)) {
    const fitting = name === 'status' ? statusAsShown(modelState.operations) : schema;
    const wrong = misfit(fitting, record[name], modelState.validate);
    if (wrong === undefined) continue;
    breaks('types', collection, modelState, {
      shown,
      pointer: `${at}${pointerOf([name])}${wrong}`,
      actual: describeValue(record[name]),
      expected: wrong === '' ? describeSchema(fitting) : 'as the table of fields gives it',
    });
    return;
  }
  holds('types', collection, modelState);
}

/** A read outside the edit context, anonymous or not. */
export function judgeView(
  shown: StepResult,
  object: TrackedResource | undefined,
  modelState: ModelState,
): void {
  const { standing } = shown;
  if (object?.state !== 'there') return;
  const { collection } = object;
  const anonymous = shown.step.request.credential.kind === 'none';
  if (standing.kind !== 'succeeded') {
    // A refused anonymous read does not show protected texts.
    if (standing.kind === 'refused' && anonymous && isWithout(shown, object)) {
      holds('guards-content', collection, modelState);
      holds('guards-excerpt', collection, modelState);
      return;
    }
    markInconclusive(shown, collection, modelState);
    return;
  }
  const record = jsonOf(standing.answer);
  if (!isObject(record) || !isOurs(record, object)) return;
  if (anonymous && isProtecting(object)) {
    judgeGuard(shown, object, record, [], modelState);
    return;
  }
  judgeRaw(shown, collection, record, '', modelState);
  judgeContext(shown, object, record, modelState);
}
