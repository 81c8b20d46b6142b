/** Secrets in columns: CSV whose first line has names, tables of Markdown, and SQL that has names before `VALUES`. */

import { type Certainty, certaintyOf, isSecretValue, looksSecret } from './certainty.ts';
import type { FoundSecret } from './members.ts';

/** Names in the first line, two at the least, without blanks. */
const HEAD = /^\ufeff?"?[\w.-]+"?(?:(?<by>[,;\t|])"?[\w.-]+"?)(?:\k<by>"?[\w.-]+"?)*(?=\r?\n)/;

/** So many lines are looked at. */
const MOST_LINES = 100_000;

export function columnsIn(text: string): readonly FoundSecret[] {
  return [...csvColumns(text), ...markdownColumns(text), ...sqlColumns(text)];
}

function csvColumns(text: string): readonly FoundSecret[] {
  const head = HEAD.exec(text);
  const by = head?.groups?.by;
  if (!head || by === undefined) return [];
  const names = head[0].replace(/^\ufeff/, '').split(by);
  const from = head[0].length;
  return rowsIn(text, linesOf(text, /\n/g, from), columnsOf(names), (line) => cellsOf(line, by));
}

/** `| user | password |` and a line of dashes; in a text of JSON, lines end with an escape. */
const MARKDOWN =
  /(?<=^|[\n"]|\\n)[^\S\r\n]*\|(?<names>[^\r\n\\]+)\|[^\S\r\n]*(?:\r?\n|(?:\\r)?\\n)[^\S\r\n]*\|[-:| ]+\|/g;

function markdownColumns(text: string): readonly FoundSecret[] {
  if (!/\| ?:?-/.test(text)) return [];
  return [...text.matchAll(MARKDOWN)].flatMap((head) => {
    const names = (head.groups?.names ?? '').split('|');
    const from = head.index + head[0].length;
    const rows: Span[] = [];
    for (const [start, end] of linesOf(text, /\n|\\n/g, from)) {
      // The table ends with the first line that is no row.
      if (!/^[^\S\r\n]*\|/.test(text.slice(start, end))) break;
      rows.push([start, end]);
    }
    // Documentation has columns of what is called a token, or a secret.
    return rowsIn(text, rows, columnsOf(['', ...names]), (line) => cellsOf(line, '|')).filter(
      ({ value }) => looksSecret(value, 8),
    );
  });
}

type Span = readonly [from: number, to: number];

/** The lines after the one that ends at or after a place. */
function* linesOf(text: string, breaks: RegExp, at: number): Generator<Span, void, undefined> {
  breaks.lastIndex = at;
  let from = breaks.test(text) ? breaks.lastIndex : text.length;
  for (let line = 0; line < MOST_LINES && from < text.length; line += 1) {
    const next = breaks.exec(text);
    yield [from, next?.index ?? text.length];
    from = next ? breaks.lastIndex : text.length;
  }
}

/** What the cells of a line hold: secrets under their names, or names and, beside each, its value. */
interface Columns {
  readonly certainties: readonly (Certainty | undefined)[];
  readonly name: number;
  readonly value: number;
}

function columnsOf(heads: readonly string[]): Columns {
  const names = heads.map((name) => name.replaceAll(/["`*]/g, '').trim());
  return {
    certainties: names.map(certaintyOf),
    name: names.findIndex((name) => /^(?:name|key|variable|parameter|setting|option)$/i.test(name)),
    value: names.findIndex((name) => /^value$/i.test(name)),
  };
}

function rowsIn(
  text: string,
  lines: Iterable<Span>,
  { certainties, name, value }: Columns,
  cellsIn: (line: string) => readonly Cell[],
): readonly FoundSecret[] {
  const isPairs = name >= 0 && value >= 0;
  if (!isPairs && certainties.every((certainty) => certainty === undefined)) return [];
  const found: FoundSecret[] = [];
  for (const [from, to] of lines) {
    const cells = cellsIn(text.slice(from, to));
    const paired = isPairs ? certaintyOf(cells[name]?.value.trim() ?? '') : undefined;
    for (const [index, { value: whole, start: at }] of cells.entries()) {
      const certainty = (index === value ? paired : undefined) ?? certainties[index];
      const cell = whole.trim();
      if (certainty === undefined || !isSecretValue(certainty, cell)) continue;
      const start = from + at + whole.indexOf(cell);
      found.push({ value: cell, start, end: start + cell.length });
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
    String.raw`(?<=^|[${by}])(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^${by}\r"]*))`,
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
