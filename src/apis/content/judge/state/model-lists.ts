/** Models objects in lists. */

import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { describeValue, requestOf } from '../../../../judge/describe.ts';
import { child, isObject, pointerOf } from '../../../../model/index.ts';
import { differenceFrom, pairOf, wordsOf } from './model-contexts.ts';
import { isProtecting, judgeGuard } from './model-guard.ts';
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

/** The parts of a list request that concern objects of the case. */
interface ListQuery {
  readonly entries: readonly unknown[];
  /** Its statuses (4.1: `publish` by default). */
  readonly statuses: readonly string[];
}

/**
 * Compares a list with the objects in its `include`; for templates, whose lists have none, with all objects of the
 * case. Clauses about `include` judge lists with other objects.
 */
export function judgeList(modelState: ModelState): void {
  const { shown } = modelState;
  if (shown.standing.kind !== 'succeeded') {
    markInconclusive(modelState);
    return;
  }
  const entries = jsonOf(shown.standing.answer);
  if (!Array.isArray(entries)) {
    blocked(`${requestOf(shown.operation)}: the answer is no list`, modelState);
    return;
  }
  const named = namedBy(modelState);
  // Anonymous lists are unspecified (5), except for protected texts.
  if (shown.step.request.credential.kind === 'none') {
    for (const object of named) judgeGuarded(entries, object, modelState);
    return;
  }
  const { include, status } = shown.step.request.query;
  const ids = new Set(named.map(({ id }) => id));
  if (include !== undefined && !entries.every((entry) => ids.has(child(entry, 'id')))) {
    const why = `${requestOf(shown.operation)}: the list shows others than it was asked for`;
    blocked(why, modelState);
    return;
  }
  if (include === undefined) judgeRecords(entries, modelState);
  const asked: ListQuery = { entries, statuses: statusesIn(status) };
  for (const object of named) judgeEntry(asked, object, modelState);
}

function judgeGuarded(
  entries: readonly unknown[],
  object: TrackedResource,
  modelState: ModelState,
): void {
  if (object.state !== 'there' || !isProtecting(object)) return;
  const index = entries.findIndex((one) => child(one, 'id') === object.id);
  const entry = entries[index];
  if (isObject(entry) && isOurs(entry, object)) {
    judgeGuard(object, entry, [index], modelState);
  }
}

function namedBy({ shown, collection, living }: ModelState): readonly TrackedResource[] {
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
  // A reused ID can belong to another object of the case.
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
  // Its status is known only if nothing was done since the last read.
  if (typeof status !== 'string' || object.since.some(({ subject }) => subject === object)) return;
  if (!asked.statuses.includes(status)) return;
  const rule =
    modelState.shown.step.request.query.status === undefined ? 'listed' : 'listed-by-status';
  judgeMember(rule, asked, object, there, `it has the status ${describeValue(status)}`, modelState);
}

/**
 * A list agrees with the last read of an object if nothing was done since. Rendered texts are compared, as contexts can
 * differ, except protected and shortened ones. Lists that can come from a cache are skipped.
 */
function judgeLikeRead(
  asked: ListQuery,
  object: TrackedResource,
  entry: RecordMembers,
  modelState: ModelState,
): void {
  const found = differenceFrom(object, entry, modelState);
  if (found === 'none') holds('listed-as-read', modelState);
  if (found === undefined || found === 'none') return;
  const { name, actual, expected } = found;
  if (mayBeKept(object, entry, name, modelState)) {
    blockedAsKept(modelState);
    return;
  }
  breaks('listed-as-read', modelState, {
    pointer: pointerOf([asked.entries.indexOf(entry), name]),
    actual,
    expected: `${expected}, as a read shows it`,
  });
}

/**
 * Returns true if the list can be a cached answer: the document names a caching plugin without its duration. The
 * request repeats one of this case, or has words that any case uses, and the object looks like in an earlier answer.
 */
function mayBeKept(
  object: TrackedResource,
  entry: RecordMembers,
  name: string,
  modelState: ModelState,
): boolean {
  const { all, shown, collection } = modelState;
  const before = all
    .slice(0, all.indexOf(shown))
    .filter(({ standing }) => standing.kind === 'succeeded');
  const asked = wordsOf(shown);
  const names = [...tableOf(modelState).keys()];
  const { include, context } = shown.step.request.query;
  const own = include !== undefined;
  if (own && !before.some((one) => wordsOf(one) === asked)) return false;
  return before
    .flatMap((one) => recordsIn(one, collection))
    .some(
      (record) =>
        isObject(record) &&
        record.id === object.id &&
        pairOf(name, record, entry, context) !== undefined &&
        names.every((one) => {
          const pair = pairOf(one, record, entry, context);
          return pair === undefined || agree(...pair);
        }),
    );
}

/**
 * Returns true if a repeated list request can show an old state. Immediate effects are judged elsewhere, with more
 * evidence against a cache.
 */
function blockedByCache(modelState: ModelState): boolean {
  const { all, shown } = modelState;
  const words = wordsOf(shown);
  const before = all.slice(0, all.indexOf(shown));
  const isAskedAgain = before.some(
    (one) => one.standing.kind === 'succeeded' && wordsOf(one) === words,
  );
  if (isAskedAgain) blockedAsKept(modelState);
  return isAskedAgain;
}

function blockedAsKept(modelState: ModelState): void {
  blocked(`${requestOf(modelState.shown.operation)}: the list may be from a cache`, modelState);
}

const SHOWING: ReadonlySet<string> = new Set(['create', 'update', 'get', 'list']);

/** The records of a collection in an answer: none, one, or many. */
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
  const { entries } = asked;
  if (there) {
    holds(rule, modelState);
    return;
  }
  if (blockedByCache(modelState)) return;
  breaks(rule, modelState, {
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
    holds(rule, modelState);
    return;
  }
  if (blockedByCache(modelState)) return;
  const done = rule === 'gone-unlisted' ? 'deleted for good' : 'moved to trash';
  breaks(rule, modelState, {
    pointer: `/${asked.entries.findIndex((one) => isObject(one) && one.id === object.id)}`,
    actual: `the object ${describeValue(object.id)}`,
    expected: `a list without it, since it was ${done}`,
  });
}

/** The trash list shows if an unreadable object is in trash or gone. */
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
