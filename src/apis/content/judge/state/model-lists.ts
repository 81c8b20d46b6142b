/** Objects of the model, as lists show them. */

import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { describeValue, requestOf } from '../../../../judge/describe.ts';
import { child, isObject, pointerOf } from '../../../../model/index.ts';
import { areComparable, differenceFrom, plainOf, wordsOf } from './model-contexts.ts';
import { judgeGuard } from './model-guard.ts';
import {
  blocked,
  breaks,
  holds,
  isOurs,
  keepsInTrash,
  type ModelState,
  markInconclusive,
  type RecordMembers,
  type TrackedResource,
  tableOf,
  trashRule,
} from './model-state.ts';
import { agree, referenceIn } from './model-values.ts';
import { judgeRecords } from './model-view.ts';

/** What a list was asked for, as far as it concerns objects of the case. */
interface ListQuery {
  readonly shown: StepResult;
  readonly collection: string;
  readonly entries: readonly unknown[];
  /** Statuses that it shows (4.1: `publish` by default). */
  readonly statuses: readonly string[];
}

/**
 * Holds a list against the objects that its `include` names; for templates, whose lists take none,
 * against all of the case. A list that shows others than those named is for the clauses about
 * `include`, and says nothing here.
 */
export function judgeList(shown: StepResult, collection: string, modelState: ModelState): void {
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(shown, collection, modelState);
    return;
  }
  const entries = jsonOf(shown.standing.answer);
  if (!Array.isArray(entries)) {
    blocked(`${requestOf(shown.operation)}: the answer is no list`, collection, modelState);
    return;
  }
  const named = namedBy(shown, collection, modelState);
  // Who is listed what without a login is not shown (5); but what a password guards is not.
  if (shown.step.request.credential.kind === 'none') {
    for (const object of named) judgeGuarded(shown, entries, object, modelState);
    return;
  }
  const { include, status } = shown.step.request.query;
  const ids = new Set(named.map(({ id }) => id));
  if (include !== undefined && !entries.every((entry) => ids.has(child(entry, 'id')))) {
    const why = `${requestOf(shown.operation)}: the list shows others than it was asked for`;
    blocked(why, collection, modelState);
    return;
  }
  if (include === undefined) judgeRecords(shown, collection, entries, modelState);
  const asked: ListQuery = { shown, collection, entries, statuses: statusesIn(status) };
  for (const object of named) judgeEntry(asked, object, modelState);
}

function judgeGuarded(
  shown: StepResult,
  entries: readonly unknown[],
  object: TrackedResource,
  modelState: ModelState,
): void {
  if (object.state !== 'there' || typeof object.password !== 'string') return;
  const index = entries.findIndex((one) => child(one, 'id') === object.id);
  const entry = entries[index];
  if (isObject(entry) && isOurs(entry, object)) {
    judgeGuard(shown, object, entry, [index], modelState);
  }
}

function namedBy(
  shown: StepResult,
  collection: string,
  { living }: ModelState,
): readonly TrackedResource[] {
  const { include } = shown.step.request.query;
  const all = [...living.values()].filter((object) => object.collection === collection);
  if (!Array.isArray(include)) return all;
  const names = new Set(include.map((one: unknown) => referenceIn(one)?.step));
  return all.filter(({ name }) => names.has(name));
}

function statusesIn(status: unknown): readonly string[] {
  if (!Array.isArray(status) || status.length === 0) return ['publish'];
  return status.filter((one: unknown) => typeof one === 'string');
}

function judgeEntry(asked: ListQuery, object: TrackedResource, modelState: ModelState): void {
  const entry = asked.entries.find((one) => child(one, 'id') === object.id);
  // An id that was used again, or that another object of the case has now, shows another object.
  const ours = entry !== undefined && isOurs(entry, object);
  switch (object.state) {
    case 'gone':
      judgeAbsence('gone-unlisted', asked, object, ours, modelState);
      return;
    case 'in-trash':
      if (asked.statuses.includes('trash'))
        judgeTrash(asked, object, entry !== undefined, modelState);
      else judgeAbsence('trash-unlisted', asked, object, ours, modelState);
      return;
    case 'there':
      judgePresence(asked, object, entry !== undefined, modelState);
      if (ours && isObject(entry)) judgeLikeRead(asked, object, entry, modelState);
      return;
    case 'unknown':
      return;
  }
}

function judgePresence(
  asked: ListQuery,
  object: TrackedResource,
  there: boolean,
  modelState: ModelState,
): void {
  const status = object.seen?.status;
  // Only as it was last read, with nothing done to it since, is its status known.
  if (typeof status !== 'string' || object.since.some(({ subject }) => subject === object)) return;
  if (!asked.statuses.includes(status)) return;
  const rule = asked.shown.step.request.query.status === undefined ? 'listed' : 'listed-by-status';
  judgeMember(rule, asked, object, there, `it has the status ${describeValue(status)}`, modelState);
}

/**
 * What a list shows of an object that was read is what the read showed, if nothing was done in between.
 * Texts are compared as they are rendered, since the list need not be in the context of the read; of those
 * that may be guarded or cut short, nothing is said. Nor is it where the answer may have been kept since
 * before the last change.
 */
function judgeLikeRead(
  asked: ListQuery,
  object: TrackedResource,
  entry: RecordMembers,
  modelState: ModelState,
): void {
  const { collection } = object;
  const found = differenceFrom(object, entry, modelState);
  if (found === 'none') holds('listed-as-read', collection, modelState);
  if (found === undefined || found === 'none') return;
  const { name, actual, expected } = found;
  if (mayBeKept(asked, object, entry, name, modelState)) {
    blockedAsKept(asked, modelState);
    return;
  }
  breaks('listed-as-read', collection, modelState, {
    shown: asked.shown,
    pointer: pointerOf([asked.entries.indexOf(entry), name]),
    actual,
    expected: `${expected}, as a read shows it`,
  });
}

/**
 * Returns true if the list may be the answer to an earlier request for the same: the document names a plugin
 * that caches, and not for how long. It is asked for in the same words as before in this case, or in words
 * that any case has; and it shows the object just as an earlier answer did.
 */
function mayBeKept(
  { shown, collection }: ListQuery,
  object: TrackedResource,
  entry: RecordMembers,
  name: string,
  modelState: ModelState,
): boolean {
  const { all } = modelState;
  const before = all
    .slice(0, all.indexOf(shown))
    .filter(({ standing }) => standing.kind === 'succeeded');
  const asked = wordsOf(shown);
  const names = [...tableOf(collection, modelState).keys()];
  const own = shown.step.request.query.include !== undefined;
  if (own && !before.some((one) => wordsOf(one) === asked)) return false;
  return before
    .flatMap((one) => recordsIn(one, collection))
    .some(
      (record) =>
        isObject(record) &&
        record.id === object.id &&
        areComparable(name, record, entry) &&
        names.every((one) => agree(plainOf(one, record[one]), plainOf(one, entry[one]))),
    );
}

/**
 * Returns true if a list that is asked for in the same words as before in the case may be as it was then. Whether it shows what was
 * done at once is judged elsewhere, where more tells that no cache is at work.
 */
function blockedByCache(asked: ListQuery, modelState: ModelState): boolean {
  const { all } = modelState;
  const words = wordsOf(asked.shown);
  const before = all.slice(0, all.indexOf(asked.shown));
  const isAskedAgain = before.some(
    (one) => one.standing.kind === 'succeeded' && wordsOf(one) === words,
  );
  if (isAskedAgain) blockedAsKept(asked, modelState);
  return isAskedAgain;
}

function blockedAsKept({ shown, collection }: ListQuery, modelState: ModelState): void {
  blocked(`${requestOf(shown.operation)}: the list may be from a cache`, collection, modelState);
}

const SHOWING: ReadonlySet<string> = new Set(['create', 'update', 'get', 'list']);

/** What an answer shows of objects of a collection: none, one, or many. */
function recordsIn({ operation, standing }: StepResult, collection: string): readonly unknown[] {
  if (operation.resource !== collection || standing.kind !== 'succeeded') return [];
  if (operation.parent !== undefined || !SHOWING.has(operation.action)) return [];
  const json = jsonOf(standing.answer);
  return Array.isArray(json) ? json : [json];
}

function judgeMember(
  rule: string,
  asked: ListQuery,
  object: TrackedResource,
  there: boolean,
  why: string,
  modelState: ModelState,
): void {
  const { collection, shown, entries } = asked;
  if (there) {
    holds(rule, collection, modelState);
    return;
  }
  if (blockedByCache(asked, modelState)) return;
  breaks(rule, collection, modelState, {
    shown,
    pointer: '',
    actual: `a list of ${entries.length} without ${describeValue(object.id)}`,
    expected: `one with it, since ${why}`,
  });
}

function judgeAbsence(
  rule: 'gone-unlisted' | 'trash-unlisted',
  asked: ListQuery,
  object: TrackedResource,
  there: boolean,
  modelState: ModelState,
): void {
  if (!there) {
    holds(rule, asked.collection, modelState);
    return;
  }
  if (blockedByCache(asked, modelState)) return;
  const done = rule === 'gone-unlisted' ? 'deleted for good' : 'moved to trash';
  breaks(rule, asked.collection, modelState, {
    shown: asked.shown,
    pointer: `/${asked.entries.findIndex((one) => isObject(one) && one.id === object.id)}`,
    actual: `the object ${describeValue(object.id)}`,
    expected: `a list without it, since it was ${done}`,
  });
}

/** A list of trash tells of an object that cannot be read whether it is in trash or gone. */
function judgeTrash(
  asked: ListQuery,
  object: TrackedResource,
  there: boolean,
  modelState: ModelState,
): void {
  const why = 'it was moved to trash';
  if (there) keepsInTrash(object, modelState);
  switch (object.afterwards) {
    case 'trash':
      judgeMember('listed-by-status', asked, object, there, why, modelState);
      return;
    case 'refused':
      judgeMember(there ? 'trash-moves' : trashRule(object), asked, object, there, why, modelState);
      return;
    default:
      return;
  }
}
