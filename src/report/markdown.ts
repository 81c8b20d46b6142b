/** A report as Markdown for a comment on a pull request, and for a step summary on GitHub. */

import { escapeControls } from '../model/index.ts';
import type { Page, PageCause } from './page.ts';
import { type AnyReport, pageOf } from './page-of.ts';
import { clip, count } from './text.ts';

/** GitHub limits comments to 65,536 characters. */
const LONGEST = 60_000;
const MOST_CAUSES = 20;
const LONGEST_MESSAGE = 300;
const MOST_CLAUSES = 10;
const MOST_NOTES = 5;

const SIGN: { readonly [T in Page['verdict']['tone']]: string } = {
  good: '✅',
  bad: '❌',
  unsure: '⚠️',
};

/** The text of `summary.md`. Everything from a target is escaped: it creates no link and no mention. */
export function markdownText(report: AnyReport): string {
  const page = pageOf(report);
  const { verdict, target, kind, total, facts, problems, notes } = page;
  const causes = page.causes.slice(0, MOST_CAUSES);
  const more = page.causes.length - causes.length;
  const head = [
    `## ${SIGN[verdict.tone]} ${inMarkdown(verdict.title)}: ${inMarkdown(target)}`,
    '',
    `${inMarkdown(verdict.words)}${total.label === '' ? '' : `. Of ${page.counted}: ${total.label}`} (\`${escapeControls(page.tool.name)} ${kind.split(',')[0]}\`).`,
    '',
    ...problems.flatMap(({ label, text }) => [`> **${label}:** ${inMarkdown(text)}`, '']),
    ...notes
      .slice(0, MOST_NOTES)
      .flatMap((note) => [`> ${inMarkdown(clip(note, LONGEST_MESSAGE))}`, '']),
  ];
  const list = [
    ...(causes.length === 0 ? [] : [...tableOf(causes), '']),
    ...excusedLines(page.known, 'known failure or warning', 'known failures and warnings'),
    ...excusedLines(
      page.uncompared,
      'failure or warning that is not compared',
      'failures and warnings that are not compared',
    ),
  ];
  const end = [
    ...(more > 0 ? [`And ${count(more, 'more cause')}, in \`report.html\`.`, ''] : []),
    `<sub>${facts.map(([name, value]) => `${name} ${inMarkdown(value)}`).join(' · ')}</sub>`,
    '',
  ];
  const fixed = [...head, ...list, ...end].join('\n').length;
  return [...head, ...list, ...detailsWithin(causes, LONGEST - fixed), ...end].join('\n');
}

function tableOf(causes: readonly PageCause[]): readonly string[] {
  return [
    '| | What is wrong | Where | Section |',
    '|---|---|---|---|',
    ...causes.map(
      ({ label, title, message, extent, source }) =>
        `| ${label} | ${inMarkdown(clip(title, LONGEST_MESSAGE))} — ${inMarkdown(clip(message, LONGEST_MESSAGE))} | ${extent} | ${inMarkdown(source)} |`,
    ),
  ];
}

/** Failures and warnings that fail no run, folded. */
function excusedLines(all: Page['known'], one: string, several: string): readonly string[] {
  if (all.length === 0) return [];
  const named = all.slice(0, MOST_CAUSES);
  const others = all.length - named.length;
  return [
    `<details><summary>${count(all.length, one, several)}</summary>`,
    '',
    ...named.map(
      ({ verdict, clause, reason }) =>
        `- ${verdict} ${inMarkdown(clause)}: ${inMarkdown(clip(reason, LONGEST_MESSAGE))}`,
    ),
    ...(others > 0 ? [`- and ${others} more`] : []),
    '',
    '</details>',
    '',
  ];
}

/** Commands that reproduce each, as far as there is room. */
function detailsWithin(causes: readonly PageCause[], room: number): readonly string[] {
  let left = room;
  return causes.flatMap((cause) => {
    const lines = detailsOf(cause);
    left -= lines.join('\n').length + 1;
    return left > 0 ? lines : [];
  });
}

function detailsOf({
  title,
  message,
  clauses,
  moreClauses,
  commands,
}: PageCause): readonly string[] {
  const named = clauses.slice(0, MOST_CLAUSES);
  const others = clauses.length + moreClauses - named.length;
  return [
    `<details><summary>${inMarkdown(clip(title, LONGEST_MESSAGE))}</summary>`,
    '',
    inMarkdown(message),
    '',
    // Before the list: indented lines after it would belong to its last item.
    ...commands.flatMap((command) => [`    ${escapeControls(command)}`]),
    '',
    ...named.map((id) => `- ${inMarkdown(id)}`),
    ...(others > 0 ? [`- and ${others} more`] : []),
    '',
    '</details>',
    '',
  ];
}

/** Characters that are HTML mark-up, or create mentions. */
const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
};

/** A literal text in Markdown and its HTML, without links. */
export function inMarkdown(text: string): string {
  return escapeControls(text)
    .replace(/[&<>@\\`*_[\]|~!#]/g, (character) => ENTITIES[character] ?? `\\${character}`)
    .replaceAll('://', ':&#47;&#47;');
}
