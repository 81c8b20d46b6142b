#!/usr/bin/env node
// Finds phrases that are hard to read, in comments, messages and documents: `node scripts/phrases.js [PATH…]`.
// Without paths it compares each folder with its limit in `scripts/phrases.json`: hits in 1,000 words. Exit code 1 above
// a limit. `--update` lowers the limits to what is measured, but not below 1. With paths it lists every hit.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIMITS = new URL('phrases.json', import.meta.url);

/** Lowest limit that `--update` sets: below it, a single phrase in a small room would fail. */
const FLOOR = 1;

/** Phrases, and what to write instead. */
const RULES = [
  [/\b(?:is|are|was|were) none\b/i, 'say "missing", "invalid" or "not a …"'],
  [/\bfor want of\b/i, 'say "because there is no …"'],
  [
    /\b(?:does|do|did) not come (?:again|back)\b|\bc[oa]mes? again\b/i,
    'say "recurs" or "is (not) reproduced"',
  ],
  [
    /\bt(?:ell|ells|old|elling) (?:of|by|apart|from)\b|\b(?:is|are) told\b/i,
    'say "reports" or "distinguishes"',
  ],
  [/\b(?:no|some|any|every)body\b/i, 'name the role, or use the passive'],
  [/\bof (?:its|his|their) own accord\b/i, 'say "by default" or "unasked"'],
  [
    /\bgo(?:es)? (?:first|before|by|for|out with|on as)\b/i,
    'say "precedes", "depends on" or "applies to"',
  ],
  [
    /,? (?:and )?(?:so|neither|nor) (?:is|are|does|do|has|have|can)\b/i,
    'say "also", or write two sentences',
  ],
  [/\bha(?:s|ve) to be so\b|\bas it (?:comes|came|stands|gets)\b/i, 'say what has to hold'],
  [/\bspel(?:t|ls?)\b/i, 'say "written", "encoded" or "named"'],
  [/\bbesides?\b/i, 'say "next to", "in addition to" or "compared with"'],
  [/(?<!\b(?:let|stand|left) )\balone\b/i, 'put "only" before the noun'],
  [/\b(?:what|which|where)ever\b/i, 'say "any" or "regardless of"'],
  [/\bm(?:ay|ight) (?:well|as well)\b/i, 'say "can"'],
  [/\bas (?:small|long|far|often) as it (?:gets|goes|can)\b/i, 'give the limit'],
  [/\bthe same of\b|\b(?:said|says?|known) of\b|\bwhat becomes of\b/i, 'say "about"'],
  [/\b(?:laid|lay) (?:to|at)\b|\bput down to\b/i, 'say "attributed to"'],
  [/\b(?:of|from|by) which\b|\bin which case\b/i, 'write two sentences'],
  [/\b(?:an?|the) \w+ that is (?:one|it)\b/i, 'name it'],
  [/\bit is for \w+ to\b|\bis for all\b/i, 'say who decides'],
  [/\bthat is (?:odd|moody|deaf)\b|\bmeans? it no good\b/i, 'use the technical term'],
  [
    /\b(?:unheard|liberties|moody|shelf|shelves|ledger)\b/i,
    'use the usual word (src/names.test.ts)',
  ],
];

/** A sentence that opens with a clause instead of its subject. A question may. */
const OPENING = /^(?:Of|What|Whether|Where|Who|Whose|Which|That|How) (?![^.]*\?$)/;

const SOURCES = /\.(?:ts|js|mjs)$/;
const SKIPPED =
  /(?:^|\/)(?:node_modules|dist|golden|clauses|commands)\/|\.(?:test|fixture)\.[tj]s$|scripts\/phrases\.js$/;

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
    .filter((file) => (SOURCES.test(file) || file.endsWith('.md')) && !SKIPPED.test(file));
}

/** Pieces of prose: comments and texts of a source, paragraphs of a document. `opens` marks whole sentences. */
function piecesOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return file.endsWith('.md') ? documentPieces(lines) : sourcePieces(lines);
}

function documentPieces(lines) {
  let isCode = false;
  return lines.flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(?:```|<|!\[)/.test(line)) return [];
    const text = plainOf(line).replace(/\]\([^)]*\)/g, ']');
    return [{ line: index + 1, text, opens: /^\s*(?:[-*|#]|\d+\.)?\s*\**[A-Z]/.test(text) }];
  });
}

function sourcePieces(lines) {
  return lines.flatMap((line, index) => {
    const place = { line: index + 1 };
    const whole = /^\s*(?:\/\/|\/\*\*?|\*)\s?(.*?)(?:\*\/)?$/.exec(line)?.[1];
    const comment = whole ?? / \/\/ (.*)$/.exec(line)?.[1];
    if (comment !== undefined) return [{ ...place, text: plainOf(comment), opens: true }];
    return [...line.matchAll(/(['"`])((?:(?!\1).)*? (?:(?!\1).)*)\1/g)].map(([, , text]) => ({
      ...place,
      text,
      opens: false,
    }));
  });
}

/** Prose without names of code. */
function plainOf(text) {
  return text.replace(/`[^`]*`/g, 'x');
}

function adviceFor({ text, opens }) {
  const found = RULES.filter(([pattern]) => pattern.test(text)).map(([, advice]) => advice);
  const start = text.replace(/^[\s\-*|#\d.]*/, '');
  return opens && OPENING.test(start) ? [...found, 'begin with the subject'] : found;
}

function measure(files) {
  const pieces = files.flatMap((file) => piecesOf(file).map((piece) => ({ ...piece, file })));
  const words = pieces.reduce(
    (sum, { text }) => sum + text.split(/\s+/).filter((word) => /[A-Za-z]{2}/.test(word)).length,
    0,
  );
  const hits = pieces.flatMap((piece) => adviceFor(piece).map((advice) => ({ ...piece, advice })));
  return { words, hits, rate: words === 0 ? 0 : (1000 * hits.length) / words };
}

function shown({ file, line, text, advice }) {
  return `${relative(ROOT, file)}:${line}: ${text.trim().slice(0, 120)}\n    ${advice}`;
}

/** Rooms of `src/`, and the other folders with prose. */
function folders() {
  const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true });
  return [
    ...rooms.filter((one) => one.isDirectory()).map(({ name }) => `src/${name}`),
    ...['scripts', 'suites', 'docs', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ];
}

/** Rounds up, so that a limit holds for what was measured. */
function rounded(rate) {
  return Math.ceil(rate * 10) / 10;
}

/** The hits of a folder above its limit. What was written last stands last, as it is the likely cause. */
function textOf({ folder, words, hits }, limit) {
  const written = new Map(hits.map(({ file }) => [file, statSync(file).mtimeMs]));
  const inOrder = hits.toSorted((one, other) => written.get(one.file) - written.get(other.file));
  let kept = hits.length;
  while (rounded((1000 * kept) / words) > limit) kept -= 1;
  return [
    ...inOrder.map(shown),
    `error: ${folder} has ${hits.length} phrases that are hard to read, and may have ${kept} (${limit} in 1,000 words, scripts/phrases.json).`,
    `  reword ${hits.length - kept} of those above; the file that was changed last stands last`,
  ].join('\n');
}

function checkFolders(args) {
  const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
  const measured = folders().map((folder) => ({
    folder,
    ...measure(filesBelow(join(ROOT, folder))),
  }));
  if (args.has('--update')) {
    const lowered = measured.map(({ folder, rate }) => [
      folder,
      Math.min(limits[folder] ?? Number.POSITIVE_INFINITY, Math.max(rounded(rate), FLOOR)),
    ]);
    writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
    return 0;
  }
  const above = measured.filter(({ folder, rate }) => rounded(rate) > (limits[folder] ?? 2));
  for (const one of above) console.error(`${textOf(one, limits[one.folder] ?? 2)}\n`);
  const words = measured.reduce((sum, one) => sum + one.words, 0);
  const hits = measured.reduce((sum, one) => sum + one.hits.length, 0);
  console.log(
    `${hits} hard phrases in ${words} words, ${((1000 * hits) / words).toFixed(1)} in 1,000`,
  );
  return above.length === 0 ? 0 : 1;
}

const args = new Set(process.argv.slice(2));
const paths = [...args].filter((arg) => !arg.startsWith('--'));
if (paths.length === 0) process.exitCode = checkFolders(args);
else {
  const { hits, words, rate } = measure(paths.flatMap(filesBelow));
  console.log(hits.map(shown).join('\n'));
  console.log(`${hits.length} hard phrases in ${words} words, ${rate.toFixed(1)} in 1,000`);
}
