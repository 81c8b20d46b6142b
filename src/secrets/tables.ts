/** Secrets in columns: CSV whose first line has names, and SQL that has them before `VALUES`. */

import { certaintyOf, isSecretValue } from './certainty.ts';
import type { FoundSecret } from './members.ts';

/** Names in the first line, two at the least, without blanks. */
const HEAD = /^\ufeff?"?[\w.-]+"?(?:(?<by>[,;\t|])"?[\w.-]+"?)(?:\k<by>"?[\w.-]+"?)*(?=\r?\n)/;

/** So many lines are looked at. */
const MOST_LINES = 100_000;

export function columnsIn(text: string): readonly FoundSecret[] {
  return [...csvColumns(text), ...sqlColumns(text)];
}

function csvColumns(text: string): readonly FoundSecret[] {
  const head = HEAD.exec(text);
  const by = head?.groups?.by;
  if (!head || by === undefined) return [];
  const names = head[0].replace(/^\ufeff/, '').split(by);
  const columns = names.map((name) => certaintyOf(name.replaceAll('"', '')));
  if (columns.every((certainty) => certainty === undefined)) return [];
  const found: FoundSecret[] = [];
  let at = head[0].length;
  for (let line = 0; line < MOST_LINES && at < text.length; line += 1) {
    const from = text.indexOf('\n', at) + 1;
    if (from === 0) break;
    const end = text.indexOf('\n', from);
    at = end < 0 ? text.length : end;
    for (const [index, cell] of cellsOf(text.slice(from, at), by).entries()) {
      const certainty = columns[index];
      if (certainty && isSecretValue(certainty, cell.value)) {
        found.push({
          value: cell.value,
          start: from + cell.start,
          end: from + cell.start + cell.value.length,
        });
      }
    }
  }
  return found;
}

interface Cell {
  readonly value: string;
  readonly start: number;
}

function cellsOf(line: string, by: string): readonly Cell[] {
  const pattern = new RegExp(
    String.raw`(?:^|[${by}])(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^${by}\r"]*))`,
    'g',
  );
  return [...line.matchAll(pattern)].map((match) => {
    const value = match.groups?.quoted ?? match.groups?.plain ?? '';
    return { value, start: match.index + match[0].lastIndexOf(value) };
  });
}

const VALUES = /\((?<names>[\w\s,`"[\].]+)\)\s*VALUES\s*\((?<values>[^()]*)\)/gi;

function sqlColumns(text: string): readonly FoundSecret[] {
  if (!/\bvalues\b/i.test(text)) return [];
  return [...text.matchAll(VALUES)].flatMap((match) => {
    const { names = '', values = '' } = match.groups ?? {};
    const columns = names.split(',').map((name) => certaintyOf(name.replace(/[^\w]/g, '')));
    const from = match.index + match[0].length - 1 - values.length;
    return [...values.matchAll(/'((?:[^'\\]|''|\\.)*)'|[^,\s']+/g)].flatMap(
      (cell, index): readonly FoundSecret[] => {
        const value = cell[1] ?? '';
        const certainty = columns[index];
        if (certainty === undefined || !isSecretValue(certainty, value)) return [];
        const start = from + cell.index + 1;
        return [{ value, start, end: start + value.length }];
      },
    );
  });
}
