// Evaluates the instrumented reference target, each time anew and with one mutant switched on: constants of its
// modules are made again, so mutants in tables count like all others.

import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** The name that instrumented code looks for. */
const SWITCHES = '__stryker__';

/** A mutant that is passed so much more often than by the plain target is in a loop without end. */
const MOST_PASSES = 100;
const SOME_PASSES = 100_000;

const DIST = new URL('../../dist/reference/', import.meta.url);
const ownRequire = createRequire(import.meta.url);

/**
 * @param bundle what `instrument` made
 * @returns a function that evaluates the code: `(mutant?, passes?) => exports`, and `inCase`, which says for which
 * case the code runs that is called, and `coverage`, of the evaluation that was the last
 */
export async function loadChangedCode({ code, modules }) {
  const script = new Script(`(function (require, exports, module) {${code}\n})`, {
    filename: 'mutated-reference.cjs',
  });
  const make = script.runInThisContext();
  const loaded = new Map();
  for (const id of modules) {
    if (id.startsWith('.')) {
      loaded.set(id, await import(new URL(id.replace(/\.ts$/, '.js'), DIST).href));
    }
  }
  const load = (id) => loaded.get(id) ?? ownRequire(id);
  globalThis[SWITCHES] = {};
  const switches = globalThis[SWITCHES];
  return {
    evaluate(mutant, passes = 0) {
      switches.activeMutant = mutant;
      switches.currentTestId = undefined;
      switches.mutantCoverage = { static: {}, perTest: {} };
      switches.hitCount = 0;
      switches.hitLimit = Math.max(SOME_PASSES, passes * MOST_PASSES);
      const module = { exports: {} };
      make(load, module.exports, module);
      return module.exports;
    },
    inCase(id, call) {
      switches.currentTestId = id;
      try {
        return call();
      } finally {
        switches.currentTestId = undefined;
      }
    },
    coverage: () => switches.mutantCoverage,
  };
}
