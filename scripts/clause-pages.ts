import type { Clause } from '../src/model/index.ts';
import { areaOf } from '../src/report/groups.ts';
import { ALL_RULES } from '../src/run/rules-for-all.ts';

/** Splits off the rule in ids of clauses derived from a request schema: `…/list/query/per-page/maximum`. */
const REFUSAL = /^(.+?\/(?:path|query|body))\/(.+)$/;

/**
 * The pages of `docs/clauses/` by name: one for each area, and a README that lists them. Clauses that follow from one
 * schema share a row.
 */
export function clausePages(clauses: readonly Clause[]): ReadonlyMap<string, string> {
  const all = [...clauses, ...ALL_RULES];
  const areas = grouped(all, ({ id }) => (id.startsWith('robust/') ? 'robust' : areaOf(id)));
  const pages = [...areas].map(([area, own]): readonly [string, string] => [
    fileOf(area),
    pageOf(area, own),
  ]);
  return new Map([['README.md', indexOf(areas)], ...pages]);
}

function fileOf(area: string): string {
  return `${area.replaceAll('/', '-')}.md`;
}

function indexOf(areas: ReadonlyMap<string, readonly Clause[]>): string {
  const rows = [...areas].map(([area, own]) => {
    const levels = (['stated', 'implied', 'unspecified'] as const).map(
      (level) => own.filter((clause) => clause.level === level).length || '',
    );
    return [`[${area}](${fileOf(area)})`, ...levels];
  });
  return [
    '# Clauses',
    '',
    'Every judged sentence of the documents, by area, with its section.',
    'Made by `npm run docs:clauses`; what the levels mean is in [verdicts](../verdicts.md).',
    '`npx touchstone explain ID` shows which requests judge a clause, and what would violate it.',
    '',
    ...tableOf(['area', 'stated', 'implied', 'unspecified'], rows),
    '',
  ].join('\n');
}

function pageOf(area: string, clauses: readonly Clause[]): string {
  const derived = clauses.filter(isDerived);
  const others = clauses.filter((clause) => !isDerived(clause));
  return [
    `# ${area}`,
    '',
    ...(others.length === 0 ? [] : [...sentences(others), '']),
    ...(derived.length === 0 ? [] : [...refusals(derived), '']),
  ].join('\n');
}

/** Returns true if the clause follows from a schema: a request that violates one rule is refused. */
function isDerived({ id, states, level }: Clause): boolean {
  return level === 'implied' && REFUSAL.test(id) && states.startsWith('A request whose ');
}

function sentences(clauses: readonly Clause[]): readonly string[] {
  const rows = clauses.map(({ id, level, source, states, untestable }) => [
    `\`${id}\``,
    level,
    sectionOf(source),
    untestable === undefined ? states : `${states} *Not sent: ${untestable}*`,
  ]);
  return tableOf(['clause', 'level', 'section', 'what the document says'], rows);
}

function refusals(clauses: readonly Clause[]): readonly string[] {
  const groups = grouped(clauses, ({ id, source }) => {
    const [, operation = ''] = REFUSAL.exec(id) ?? [];
    return `${operation}\n${sectionOf(source)}`;
  });
  const rows = [...groups].map(([key, own]) => {
    const [operation = '', section = ''] = key.split('\n');
    return [
      `\`${operation}/\``,
      section,
      own.map(({ id }) => id.slice(operation.length + 1)).join(', '),
    ];
  });
  return [
    '## Refusals that follow from the schemas',
    '',
    'Implied: a request that breaks the rule, and no other, is refused. An id is what begins the row and what follows.',
    '',
    ...tableOf(['begins', 'section', 'goes on'], rows),
  ];
}

function sectionOf({ section, rule }: Clause['source']): string {
  return [section, rule].filter(Boolean).join(', ');
}

function tableOf(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function grouped(
  clauses: readonly Clause[],
  keyOf: (clause: Clause) => string,
): ReadonlyMap<string, readonly Clause[]> {
  const groups = new Map<string, Clause[]>();
  for (const clause of clauses) {
    const key = keyOf(clause);
    groups.set(key, [...(groups.get(key) ?? []), clause]);
  }
  return groups;
}
