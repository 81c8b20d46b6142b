// The table of docs/proofs.md, as data and as text.

import { stripVTControlCharacters } from 'node:util';

/** A result is old after this many commits: `.ci/run` names it. */
export const OLD = 150;

const HEAD = ['proof', 'shows', 'result', 'figure', 'date', 'commit', 'duration'];

/** @returns the results of a page by the name of the proof; without those of an unknown form */
export function resultsIn(page) {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((line) => {
      const [name = '', , result, figure, date, commit = '', duration] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      const id = name.replaceAll('`', '');
      const seen = { result, figure, date, commit: commit.replaceAll('`', ''), duration };
      return duration === undefined ? [] : [[id, seen]];
    }),
  );
}

/** The page, with the proofs in the order of their table. */
export function pageOf(proofs, results) {
  const cells = (list) => `| ${list.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`;
  const rows = Object.entries(proofs).map(([name, { shows }]) => {
    const { result, figure, date, commit, duration } = results.get(name) ?? NOT_YET;
    const at = commit === '' ? '' : `\`${commit}\``;
    return cells([`\`${name}\``, shows, result, figure, date, at, duration]);
  });
  return [
    '# Proofs',
    '',
    'Each row is what one long proof measured, on the commit that it names. `npm run proofs` runs those that are missing for the',
    'present commit, one after another, and writes this page after each. `scripts/proofs/proofs.yaml` has their commands.',
    '',
    cells(HEAD),
    cells(HEAD.map(() => '---')),
    ...rows,
    '',
  ].join('\n');
}

const NOT_YET = { result: 'not yet', figure: '', date: '', commit: '', duration: '' };

/**
 * The lines that say what a proof measured, as one line.
 *
 * @param pattern a regular expression; undefined takes the last line
 */
export function figureIn(output, pattern) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
  const isFigure = (line) => new RegExp(pattern, 'u').test(line);
  const chosen = pattern === undefined ? lines.slice(-1) : lines.filter(isFigure);
  return chosen.join('; ').slice(0, 400);
}

/**
 * Proofs that have no result of the last commits.
 *
 * @param since the number of commits since one; undefined for an unknown one
 */
export function oldOnes(proofs, results, since) {
  return Object.keys(proofs).flatMap((name) => {
    const seen = results.get(name);
    if (seen === undefined || seen.commit === '') return [`${name}: not yet`];
    const count = since(seen.commit);
    if (count === undefined) return [`${name}: of ${seen.commit}, which is not in this history`];
    return count > OLD ? [`${name}: ${count} commits old`] : [];
  });
}
