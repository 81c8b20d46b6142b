// Prints the results of real-site: one run in full, or many as a table with their common causes.
import { causesOf } from '../../dist/findings/causes.js';
import { CHANCE, reasonsOf } from './causes.js';

const COLUMNS = [
  ['login', 14],
  ['permalinks', 10],
  ['at once', 7],
  ['seed', 5],
  ['mode', 9],
  ['requests', 8],
  ['pass', 6],
  ['fail', 5],
  ['unexp.', 6],
  ['warn', 5],
  ['blocked', 7],
  ['skipped', 7],
  ['left', 5],
  ['5xx', 5],
  ['exit', 4],
  ['s', 5],
  ['', 3],
];

export function headOf() {
  return line(COLUMNS.map(([name]) => name));
}

export function rowOf(outcome) {
  const {
    login,
    permalinks,
    concurrency,
    seed,
    mode,
    report,
    failures,
    left,
    crashes,
    code,
    seconds,
    ok,
  } = outcome;
  const counts = report?.counts ?? {};
  return line([
    ...[login, permalinks, concurrency, seed, mode, report?.requests ?? '-'],
    ...[counts.pass ?? '-', counts.fail ?? '-', unexpectedIn(failures).length],
    ...[counts.warn ?? '-', counts.blocked ?? '-', counts.skipped ?? '-'],
    ...[left.length, sum(crashes), code ?? '-', seconds, ok ? 'ok' : 'NO'],
  ]);
}

function line(cells) {
  const padded = cells.map((cell, at) => {
    const [, width] = COLUMNS[at];
    return typeof cell === 'number' ? String(cell).padStart(width) : String(cell).padEnd(width);
  });
  return padded.join(' ').trimEnd();
}

export function detailsOf(outcome) {
  const {
    login,
    permalinks,
    concurrency,
    seed,
    mode,
    site,
    code,
    seconds,
    report,
    place,
    printed,
  } = outcome;
  const { clauses = [], counts = {}, requests } = report ?? {};
  const tally = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
  return [
    `== ${login}, ${permalinks} permalinks, ${concurrency} at once, seed ${seed}, ${mode} (WordPress ${site})`,
    report
      ? `${tally.join(', ')} · ${requests} requests in ${seconds} s · exit ${code}`
      : lastLines(printed, code),
    ...failureLines(outcome.failures),
    ...section('warnings by cause', warningsIn(clauses).map(countLine)),
    ...section('errors by reason', reasonsOf(clauses, 'error').map(countLine)),
    ...section('blocked by reason', reasonsOf(clauses, 'blocked').map(countLine)),
    ...section(`left behind or changed: ${outcome.left.length}`, outcome.left, true),
    ...section('kept by the site itself, not counted', outcome.kept),
    ...section(`answers with 5xx: ${sum(outcome.crashes)}`, outcome.crashes.map(countLine), true),
    ...section(`fatal errors of PHP, in ${place}/debug.log`, outcome.fatals.map(countLine)),
    '',
  ].join('\n');
}

/** Causes in many runs: each once, with the number of runs that have it. */
export function togetherOf(outcomes) {
  const clausesOf = ({ report }) => report?.clauses ?? [];
  const unexpected = across(outcomes, ({ failures }) =>
    unexpectedIn(failures).map(({ id, message }) => `${id}: ${message.replace(/\d{2,}/g, 'N')}`),
  );
  const whats = (linesOf) =>
    across(outcomes, (outcome) => linesOf(clausesOf(outcome)).map(({ what }) => what));
  const left = across(outcomes, (outcome) => outcome.left.map((one) => one.replace(/\d+/g, 'N')));
  return [
    '',
    ...section('unexpected failures, by the number of runs', unexpected, true),
    ...section('warnings by cause, by the number of runs', whats(warningsIn)),
    ...section(
      'errors by reason, by the number of runs',
      whats((clauses) => reasonsOf(clauses, 'error')),
    ),
    ...section('left behind or changed, by the number of runs', left, true),
    ...section(
      'answers with 5xx, by the number of runs',
      across(outcomes, ({ crashes }) => crashes.map(({ what }) => what)),
    ),
  ].join('\n');
}

function across(outcomes, linesOf) {
  const counts = new Map();
  for (const outcome of outcomes) {
    for (const one of new Set(linesOf(outcome))) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([what, count]) => countLine({ what, count }));
}

function failureLines(failures) {
  const expected = failures.filter((one) => one.expected !== undefined);
  return [
    ...section(
      `failures: ${failures.length - expected.length}`,
      unexpectedIn(failures).map(({ id, message }) => `${id}: ${message}`),
      true,
    ),
    ...section(
      'expected failures',
      expected.map((one) => `${one.id}: ${one.expected}`),
    ),
  ];
}

function unexpectedIn(failures) {
  return failures.filter(({ expected }) => expected === undefined);
}

/** Warnings by cause, as the report has them. */
function warningsIn(clauses) {
  return causesOf(clauses)
    .filter(({ verdict }) => verdict === 'warn')
    .map(({ clauses: [first, ...others], example }) => ({
      count: others.length + 1,
      what: `${first.id}: ${(example?.message ?? first.reasons[0] ?? '').replace(CHANCE, 'N')}`,
    }));
}

function countLine({ what, count }) {
  return `${String(count).padStart(4)}  ${what}`;
}

function section(title, lines, always = false) {
  if (lines.length === 0) return always ? [title] : [];
  return [title, ...lines.map((one) => `  ${one}`)];
}

function lastLines(printed, code) {
  return [`exit ${code}`, ...printed.trim().split('\n').slice(-6)].join('\n  ');
}

function sum(counted) {
  return counted.reduce((total, { count }) => total + count, 0);
}
