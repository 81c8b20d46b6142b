/**
 * Matchers and cassettes for vitest. Import it once, in a setup file or a test:
 *
 * ```ts
 * import { cassette } from 'touchstone/vitest';
 *
 * await expect(fetch(url)).resolves.toConformTo('integration/timezones');
 *
 * test('lists drafts', async () => {
 *   await using tape = await cassette('drafts'); // recorded once, replayed ever after
 *   expect(await client.drafts()).toHaveLength(2);
 * });
 * ```
 *
 * @module
 */

import { join, relative } from 'node:path';
import * as vitest from 'vitest';
import { type Assertion, expect, onTestFinished, type TestContext } from 'vitest';
import type { OperationId } from './apis/operation-ids.ts';
import {
  type Cassette,
  type CassetteOptions,
  type InsertedCassette,
  insertCassette,
  theContract,
} from './cassettes/index.ts';
import { beginEachTest, isShown, noteTry } from './cassettes/vitest-guard.ts';
import { TouchstoneError, withHintInMessage } from './model/index.ts';
import {
  type ExchangeJudgement,
  type ExchangeOptions,
  type GivenExchange,
  type ReadableResponse,
  responseOf,
  validateExchange,
} from './run/index.ts';

export interface ConformOptions extends ExchangeOptions {
  /** The sent request. Without it, clauses that compare the answer with the request are not judged. */
  readonly request?: NonNullable<GivenExchange['request']>;
}

/** Responses whose body has yet to be read; the matcher gives a promise for them. */
export type UnreadResponse = ReadableResponse | { readonly body: ReadableResponse };

/**
 * The result of the matcher, by the type of its assertion: `Assertion<Subject>` in vitest 4, and in vitest 5
 * `Assertion<Result, Subject>`, where the result is a promise after `.resolves`.
 */
type ConformResult<A> =
  A extends Assertion<infer First>
    ? First extends void | Promise<void>
      ? ResultFor<SecondOf<A>, First>
      : ResultFor<First, void>
    : never;

type ResultFor<Subject, Result> = Subject extends UnreadResponse ? Promise<void> : Result;

// biome-ignore lint/suspicious/noTsIgnore: it is no error in vitest 5.
/** @ts-ignore Vitest 4 has no second one, and does not use this type. */
type SecondOf<A> = A extends Assertion<infer _First, infer Second> ? Second : never;

declare module 'vitest' {
  // Without type parameters, because those of vitest 4 and of vitest 5 differ.
  interface Matchers {
    /**
     * The response conforms to the document: no clause about the operation is violated, and at least one
     * holds. If the document shows no such response (such as a 500), this and `.not` fail.
     * Takes the `Response` of fetch, which can still be read afterwards; what undici's `request`
     * resolves to, which cannot; or `{ status, headers?, body }`, with `statusCode` and `data` as other
     * names for status and body. For the first two it returns a promise.
     *
     * @throws TouchstoneError 'usage' for an operation that there is not, or what is no response
     */
    toConformTo(operation: OperationId, options?: ConformOptions): ConformResult<this>;
  }
}

interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

export type { OperationId } from './apis/operation-ids.ts';
export type {
  Cassette,
  CassetteMode,
  CassetteOptions,
  UnusedPolicy,
} from './cassettes/index.ts';
export { type GuardOptions, guardNetwork } from './cassettes/vitest-guard.ts';
export type { ReadableResponse } from './run/index.ts';

/**
 * Puts a cassette into the running test: what `fetch`, undici, axios, got or `node:http` ask is recorded, or answered
 * from the recording, by the mode in `TOUCHSTONE_RECORD`. Its end, which `await using` brings, fails the test where
 * an exchange broke the document, or was not on the cassette.
 *
 * @param name a folder below `recordings`; the file and the name of the test if absent
 * @param test what vitest hands to the test; tests that run at once need it, as vitest does not know which one calls
 * @throws TouchstoneError 'usage' for a mode that there is not, and what reading a profile or a recording throws
 */
export function cassette(
  name?: string,
  options?: CassetteOptions,
  test?: TestContext,
): Promise<Cassette> {
  // Not an async function: the cassette is put in before anything is awaited.
  try {
    const task = test?.task ?? currentTest();
    // Without isolation, only the first file of a worker has the hooks of this module.
    if (task && (test || !task.concurrent)) noteTry(task);
    const { id, result } = task ?? {};
    const attempt = result?.retryCount ?? 0;
    const running = { attempt, ...(id !== undefined && { test: id }) };
    const tape = insertCassette(name ?? nameOfTest(test), options, running);
    return Promise.resolve(endWithTest(tape, test));
  } catch (error) {
    return Promise.reject(withHintInMessage(error));
  }
}

/**
 * The end of a test ends its cassette: one that times out never comes to the end of its `await using`. What is wrong
 * with the cassette is thrown there, so that vitest shows it in addition to the test's own error; thrown at the end of
 * `await using`, it would hide that in a `SuppressedError`.
 */
function endWithTest(tape: InsertedCassette, test: TestContext | undefined): Cassette {
  const problems: unknown[] = [];
  const whole = async () => {
    await tape.eject();
    tape.reportUnused();
  };
  const alone = { ...tape, eject: whole, [Symbol.asyncDispose]: whole };
  try {
    (test?.onTestFinished ?? onTestFinished)(async ({ task }) => {
      // With concurrent tests, vitest does not know which one this is.
      if (task.concurrent && !test) return;
      const threw = task.result?.state === 'fail';
      // A test that is to fail passes by it.
      let hasFailed = threw !== (task.fails ?? false);
      try {
        await tape.eject().catch((error: unknown) => void problems.push(error));
        const [problem] = problems;
        if (problem !== undefined && !isShown(problem, task)) throw problem;
        // A test that failed may not have come to all of its requests.
        if (!threw) tape.reportUnused();
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        tape.noteResult(hasFailed);
      }
    });
  } catch {
    // It was put in for a whole file, and no test is running.
    return alone;
  }
  const running = currentTest();
  if (!test && (!running || running.concurrent)) return alone;
  const dispose = () => tape.eject().catch((error: unknown) => void problems.push(error));
  return { ...tape, [Symbol.asyncDispose]: dispose };
}

/** The running test, which vitest names since 4.1. */
function currentTest() {
  return 'TestRunner' in vitest ? vitest.TestRunner.getCurrentTest() : undefined;
}

/** Tests by the names of their cassettes, where they gave none. */
const testsByName = new Map<string, string>();

function nameOfTest(test: TestContext | undefined): string {
  const { testPath = '', currentTestName: current = '' } = expect.getState();
  const currentTestName = test ? (test.task.fullTestName ?? test.task.name) : current;
  if (currentTestName !== '') {
    const file = relative(process.cwd(), testPath).replace(/\.(?:test|spec)\.\w+$/, '');
    const name = join(file, currentTestName.replaceAll(/[\\/]/g, '-'));
    const id = (test?.task ?? currentTest())?.id ?? '';
    if ((testsByName.get(name) ?? id) === id) {
      testsByName.set(name, id);
      return name;
    }
    throw usage(
      `another test of this file is called "${currentTestName}" as well, and they would share a cassette`,
      "give each its own: cassette('drafts')",
    );
  }
  throw usage(
    'the cassette has no name, and no test is running',
    "give it one: cassette('drafts')",
  );
}

beginEachTest();

// It takes long, and counts for the time of no test here.
theContract();

expect.extend({
  toConformTo(received: unknown, operation: string, options: ConformOptions = {}) {
    const { isNot } = this;
    const response = responseOf(received);
    return response instanceof Promise
      ? response.then((read) => resultOf(operation, read, options, isNot))
      : resultOf(operation, response, options, isNot);
  },
});

function resultOf(
  operation: string,
  response: GivenExchange['response'],
  { request, ...options }: ConformOptions,
  isNot: boolean,
): MatcherResult {
  const exchange = { operation, response, ...(request && { request }) };
  const judgement = judged(exchange, options);
  const subject = `${operation}, answered with HTTP ${response.status}`;
  switch (judgement.outcome) {
    case 'conforms':
      return { pass: true, message: () => `${subject}, conforms to the document` };
    case 'violates':
      return { pass: false, message: () => violationText(subject, judgement) };
    case 'not-judged':
      // Neither claim can be made, so that both fail.
      return {
        pass: isNot,
        message: () => [`${subject}, cannot be judged:`, ...indented(judgement.why)].join('\n'),
      };
  }
}

function judged(exchange: GivenExchange, options: ExchangeOptions): ExchangeJudgement {
  try {
    return validateExchange(theContract(), exchange, options);
  } catch (error) {
    throw withHintInMessage(error);
  }
}

function violationText(subject: string, { violations }: ExchangeJudgement): string {
  const clauses = new Set(violations.map(({ clause }) => clause));
  const count = clauses.size === 1 ? 'one clause' : `${clauses.size} clauses`;
  const lines = violations.flatMap(
    ({ clause, verdict, source, states, where, actual, expected }) => [
      '',
      `${verdict.toUpperCase()}  ${clause}   section ${[source.section, source.rule].filter(Boolean).join(', ')}`,
      ...indented([
        states,
        `where     ${where === '' ? 'the body' : where}`,
        `actual    ${actual}`,
        `expected  ${expected}`,
      ]),
    ],
  );
  return [`${subject}, breaks ${count} of the document`, ...lines].join('\n');
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `      ${line}`);
}

function usage(message: string, hint: string): TouchstoneError {
  return new TouchstoneError('usage', `${message}; ${hint}`, hint);
}
