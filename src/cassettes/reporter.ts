/**
 * A reporter for vitest that lists the cassettes that no test opened. In `vitest.config.ts`:
 *
 * ```ts
 * export default defineConfig({ test: { reporters: ['default', 'touchstone/reporter'] } });
 * ```
 *
 * @module
 */

import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { writeLines } from '../io/index.ts';
import { collectOpened } from './index.ts';

export interface CassetteReporterOptions {
  /** The folder of all cassettes; `recordings` if absent. */
  readonly folder?: string;
}

/** It is silent where only some of the tests ran. vitest calls it with `new`. */
export default function cassetteReporter({
  folder = 'recordings',
}: CassetteReporterOptions = {}): Reporter {
  const unopenedBelow = collectOpened();
  let vitest: Vitest | undefined;
  return {
    onInit: (started) => {
      vitest = started;
    },
    onTestRunEnd: async (modules, _errors, reason) => {
      if (!vitest || reason === 'interrupted' || !(await isWhole(vitest, modules))) return;
      const names = unopenedBelow(folder);
      if (names.length === 0) return;
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const numberOf = (state: 'skipped' | 'failed') =>
        tests.filter((test) => test.result().state === state).length;
      const unopened = (['skipped', 'failed'] as const).flatMap((state) =>
        numberOf(state) === 0 ? [] : [`${numberOf(state)} ${state}`],
      );
      const lines = [
        `no test opened ${names.length === 1 ? 'this cassette' : 'these cassettes'} in ${folder}:`,
        ...names.map((name) => `  ${name}`),
        ...(unopened.length > 0
          ? [`  (${unopened.join(', ')}: their cassettes may be listed here)`]
          : []),
      ];
      writeLines(process.stderr, lines.join('\n'));
    },
  };
}

/** Asks whether all files with tests were run, and all tests in them. */
async function isWhole(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  if (vitest.config.testNamePattern) return false;
  const run = new Set(modules.map(({ moduleId }) => moduleId));
  const all = await vitest.globTestSpecifications();
  return all.every(({ moduleId }) => run.has(moduleId));
}
