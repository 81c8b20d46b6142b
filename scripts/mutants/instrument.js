// Puts all mutants into the sources of the reference target at once, and makes one script of it.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REFERENCE = `${ROOT}src/reference/`;

/** Files that are not part of the APIs: parts of deviations, serving, and code for tests. */
const NOT_SERVED =
  /^[a-z-]+\.ts$|(?:^|\/)(?:faults|variations)\/|(?:^|\/)(?:altering|fronts|deviation)[a-z-]*\.ts$|^content\/(?:remember|drawing)\.ts$/;

/** Fills a site at first: what it then holds is its own affair. */
const SEED = 'content/seed.ts';

/** The instrumenter says how far it has come; its errors are thrown. */
const QUIET = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
};

/**
 * @returns the bundle as a CommonJS script that takes all else from `dist`, the modules that it needs, and the
 * mutants: `{id, document, file, line, mutator, source, replacement, context}`
 */
export async function instrument() {
  const files = readdirSync(REFERENCE, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter(
      (name) =>
        /\.ts$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name) && !NOT_SERVED.test(name),
    )
    .sort()
    .map((name) => ({
      name: `${REFERENCE}${name}`,
      mutate: name !== SEED,
      content: readFileSync(`${REFERENCE}${name}`, 'utf8'),
    }));
  const { files: made, mutants } = await new Instrumenter(QUIET).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  const sources = new Map(files.map(({ name, content }) => [name, content]));
  const bundled = await bundle(new Map(made.map(({ name, content }) => [name, content])));
  return { bundled, mutants: mutants.map((one) => described(one, sources)) };
}

async function bundle(contents) {
  const isOurs = (id, from) => {
    if (!id.startsWith('.') && !id.startsWith('/')) return false;
    return resolve(from ? dirname(from) : ROOT, id).startsWith(REFERENCE);
  };
  const made = await rolldown({
    input: `${REFERENCE}index.ts`,
    platform: 'node',
    external: (id, from) => !isOurs(id, from),
    plugins: [
      {
        name: 'instrumented',
        load: (id) => {
          if (!id.endsWith('.ts')) return null;
          // Files without mutants find their data next to themselves as well.
          const code = contents.get(id) ?? readFileSync(id, 'utf8');
          const own = JSON.stringify(pathToFileURL(id).href);
          return { code: code.replaceAll('import.meta.url', own), moduleType: 'ts' };
        },
      },
    ],
  });
  const {
    output: [chunk],
  } = await made.generate({ format: 'cjs' });
  await made.close();
  return { code: chunk.code, modules: chunk.imports };
}

function described({ id, fileName, location, mutatorName, replacement }, sources) {
  // The engine counts lines from 0.
  const source = textBetween(sources.get(fileName), location);
  const file = relative(ROOT, fileName).replaceAll('\\', '/');
  return {
    id,
    document: file.startsWith('src/reference/integration/') ? 'integration' : 'content',
    file,
    line: location.start.line + 1,
    mutator: mutatorName,
    source,
    replacement: withoutSwitches(replacement),
    context: sources.get(fileName).split('\n')[location.start.line].trim(),
  };
}

function textBetween(text, { start, end }) {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

/** One blank for several, so that a mutant is written in one line. */
function withoutSwitches(text) {
  return text.replace(/\s+/g, ' ');
}
