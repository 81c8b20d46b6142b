// The rows of the table of the house: each counts by a rule, from the tree.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of files below a folder, relative to the repository. */
function filesIn(folder, ending) {
  const place = join(ROOT, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith(ending))
    .sort();
}

const textOf = (file) => readFileSync(join(ROOT, file), 'utf8');

const linesIn = (files) =>
  files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);

const codeOf = (file) =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');

const sources = filesIn('src', '.ts').filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));
const reference = sources.filter((file) => file.startsWith('src/reference/'));
const product = sources.filter((file) => !reference.includes(file));

const matching = (files, pattern) => files.filter((file) => pattern.test(codeOf(file)));

const outside = (...rooms) =>
  product.filter((file) => !rooms.some((room) => file.startsWith(`src/${room}/`)));

/** Counts the elements of a list in the test of the architecture. */
function entriesOf(name) {
  const text = textOf('src/architecture.test.ts');
  const start = text.search(new RegExp(`^const ${name}\\b`, 'm'));
  if (start < 0) return 0;
  const list = text.slice(start, text.indexOf('\n];', start));
  return list.match(/^ {2}\[/gm)?.length ?? 0;
}

/** Names under which code decides whether two findings are the same. */
const IDENTITY =
  /^(?:export )?function (?:identityOf|violationOf|causesOf|causeOf|isCauseOf|commonKey)\b/m;

/** A pattern of a date or of a UUID. */
const ALWAYS_NEW = /\\d\{4\}-\\d\\d-\\d\\d|\[0-9a-f\]\{8\}-|\[\\da-f\]\{8\}/;

/** Members and parameters that only the records of the content API have. */
// `guid` alone is a word for any ID.
const RECORDS = /__trashed|-scaled\b|\bper_page\b|(?:['"`/]|\.)(?:guid|rendered)\b/;

/**
 * The rows: what is counted, the goal, the files or the amount. A row about structure that has reached its goal stays
 * there; sizes may grow.
 */
export const ROWS = [
  {
    name: 'lines of product source (`src` without tests, fixtures, `reference`)',
    goal: 53000,
    count: () => linesIn(product),
  },
  { name: 'lines of `src/reference`', goal: 17000, count: () => linesIn(reference) },
  {
    name: 'lines of `fixtures/faults`',
    goal: 9000,
    count: () => linesIn(filesIn('fixtures/faults', '.yaml')),
  },
  {
    name: 'files outside `findings/` and `fuzz/` that decide whether two findings are the same',
    goal: 0,
    isStructure: true,
    files: () => matching(outside('findings', 'fuzz', 'io', 'cleanup'), IDENTITY),
  },
  {
    name: 'files that compare answers (all rooms but `model/`, `plan/`, `contract/`, `apis/`, `judge/`, `secrets/`) with a pattern of a date or a UUID of their own',
    goal: 0,
    isStructure: true,
    files: () =>
      matching(outside('model', 'plan', 'contract', 'apis', 'judge', 'secrets'), ALWAYS_NEW),
  },
  {
    name: 'engine files that know the shape of the content API’s records',
    goal: 0,
    isStructure: true,
    files: () => matching(outside('apis', 'secrets'), RECORDS),
  },
  {
    name: 'hard phrases in 1,000 words of comments, messages and documents (`npm run lint`)',
    goal: 2,
    count: phrasesPerThousand,
  },
  {
    name: 'loose files in `src/`',
    goal: 3,
    isStructure: true,
    files: () => sources.filter((file) => file === `src/${basename(file)}`),
  },
  {
    name: 'exceptions of the test of the architecture',
    goal: 12,
    isStructure: true,
    count: () => entriesOf('ABOVE') + entriesOf('SIDE_DOORS'),
  },
];

/** The rate that `scripts/phrases.js` prints at its end. */
function phrasesPerThousand() {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/phrases.js')]);
  return Math.round(Number(/([\d.]+) in 1,000\s*$/.exec(String(stdout))?.[1]));
}

/** Each row with what the tree has now. */
export function measured() {
  return ROWS.map(({ files, count, ...row }) => {
    const found = files?.() ?? [];
    return { ...row, now: files ? found.length : count(), found };
  });
}

const inWords = (amount) => amount.toLocaleString('en-US');

export function tableLines() {
  return [
    '| measured | now | goal |',
    '|---|---|---|',
    ...measured().map(
      ({ name, now, goal }) => `| ${name} | ${inWords(now)} | ≤ ${inWords(goal)} |`,
    ),
  ];
}
