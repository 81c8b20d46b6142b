/**
 * The guard of vitest, in a module that loads little. For a file of `setupFiles`:
 *
 * ```ts
 * import { guardNetwork } from 'touchstone/guard';
 *
 * guardNetwork();
 * ```
 *
 * @module
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { relative } from 'node:path';
import { afterEach, beforeEach, expect, type TestContext } from 'vitest';
import { isObject, type TouchstoneError } from '../model/index.ts';
import { beginTest } from './current.ts';
import { type GuardOptions, guardConnections, refusedConnection } from './guard.ts';

export type { GuardOptions } from './guard.ts';

/**
 * Refuses connections that are made outside a cassette, and fails the test that makes one. For a file of vitest's
 * `setupFiles`.
 */
export function guardNetwork(options: GuardOptions = {}): void {
  const refused = new Map<string, TouchstoneError>();
  guardConnections(options, (place) => {
    const test = tests.getStore();
    const file = relative(process.cwd(), expect.getState().testPath ?? '');
    const where = test
      ? `in the test "${test.fullTestName ?? test.name}" of ${file}`
      : `in ${file}`;
    const error = refusedConnection(place, where);
    if (test && !refused.has(test.id)) refused.set(test.id, error);
    return error;
  });
  beginEachTest();
  afterEach(({ task }) => {
    const error = refused.get(task.id);
    refused.delete(task.id);
    if (error && !isShown(error, task)) throw error;
  });
}

type Task = Pick<TestContext['task'], 'result'>;

/**
 * Tells whether an error is among those of this try of a test, such as its client got it: within another, or as its
 * cause.
 */
export function isShown(problem: unknown, task: Task): boolean {
  const message = problem instanceof Error ? problem.message : '';
  const isIn = (error: unknown): boolean =>
    isObject(error) && (String(error.message).includes(message) || isIn(error.cause));
  const errors = task.result?.errors?.slice(earlierErrors.get(task) ?? 0) ?? [];
  return message !== '' && errors.some(isIn);
}

/** Numbers of errors that tests had at the start of a try: vitest keeps those of earlier tries. */
const earlierErrors = new WeakMap<Task, number>();

export function noteTry(task: Task): void {
  earlierErrors.set(task, task.result?.errors?.length ?? 0);
}

const tests = new AsyncLocalStorage<TestContext['task']>();

/** Only the first hook can set a context that the test runs in, and only if it is no async function. */
export function beginEachTest(): void {
  beforeEach(({ task }) => {
    noteTry(task);
    tests.enterWith(task);
    beginTest(task.id);
  });
}
