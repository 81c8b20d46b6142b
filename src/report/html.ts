/** `report.html`: a report on one self-contained page. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import {
  type BaselineCause,
  type CampaignReport,
  escapeControls,
  escapeLines,
  formatNumber,
  groupedBy,
  type RunReport,
  type Verdict,
} from '../model/index.ts';
import { causeInWords } from './baseline-lines.ts';
import { MOST_CAUSES, type Page, type PageCause } from './page.ts';
import { pageOfCampaign } from './page-campaign.ts';
import { type ClausesData, clausesData } from './page-clauses.ts';
import { pageOfRun } from './page-run.ts';
import { count } from './text.ts';

const FOLDER = fileURLToPath(new URL('page/', import.meta.url));

const eta = new Eta({
  views: FOLDER,
  cache: true,
  autoEscape: true,
  escapeFunction: (value) =>
    typeof value === 'number' ? formatNumber(value) : escaped(escapeControls(String(value))),
});

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * The text of `report.html`. Everything from the run is escaped, and invisible characters are shown as codes. The page
 * loads nothing and runs only its own script, whose digest is in its policy.
 */
export function reportHtml(report: RunReport | CampaignReport): string {
  if ('kind' in report) return pageHtml(pageOfCampaign(report));
  const { page, shown } = pageOfRun(report);
  return pageHtml(page, clausesData(report.clauses, page.operations, shown));
}

function pageHtml(page: Page, data?: ClausesData): string {
  return rendered('./page', {
    page,
    parts: partsOf(page),
    tool: `${page.tool.name} ${page.tool.version}`,
    groups: groupsOf(page.causes.slice(0, MOST_CAUSES)),
    since: changesIn(page),
    excused: excusedIn(page),
    nothing: nothingIn(page),
    further: page.causes.slice(MOST_CAUSES),
    mostKnown: MOST_CAUSES,
    ...(data && { data: jsonForPage(data) }),
  });
}

/** Causes of one mistake next to each other, under its name. */
function groupsOf(causes: readonly PageCause[]) {
  const groups = groupedBy(causes, ({ mistake, anchor }) => String(mistake?.number ?? anchor));
  return [...groups.values()].map((own) => ({
    causes: own,
    shared: own.length > 1 ? own[0]?.mistake?.shared : undefined,
  }));
}

function excusedIn({ known, uncompared }: Page) {
  const newer = 'newer than the baseline, so nothing is said of them';
  return [
    { id: 'known', title: 'Known', words: 'accepted, and why', rows: known },
    { id: 'not-compared', title: 'Not compared', words: newer, rows: uncompared },
  ];
}

function nothingIn({ known, uncompared }: Page): string {
  if (uncompared.length > 0) return 'Nothing new was found in what was compared.';
  return known.length > 0
    ? 'Nothing new was found.'
    : 'Nothing was found that contradicts the documents.';
}

/** Maximum number of new, worse and gone causes in the head of a page, each. */
const MOST_CHANGES = 8;

function changesIn({ since }: Page): readonly (readonly [string, Verdict, readonly string[]])[] {
  if (since === undefined) return [];
  const lines = (causes: readonly BaselineCause[]) => {
    const more = causes.length - MOST_CHANGES;
    const named = causes.slice(0, MOST_CHANGES).map(causeInWords);
    return more > 0 ? [...named, `and ${count(more, 'cause')} more`] : named;
  };
  return [
    ['new', 'fail', lines(since.new)],
    ['worse', 'fail', lines(since.worse)],
    ['gone', 'pass', lines(since.gone)],
  ];
}

/** A template of `page/` with the style, the script, and a policy that allows no others. */
export function rendered(template: string, data: object, scriptFile = 'page.js'): string {
  const style = readFileSync(`${FOLDER}page.css`, 'utf8');
  const script = readFileSync(`${FOLDER}${scriptFile}`, 'utf8');
  const policy = [
    "default-src 'none'",
    `style-src ${digestOf(style)}`,
    `script-src ${digestOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return eta.render(template, { ...data, style, script, policy });
}

/** The sections of the page, each with its anchor. */
function partsOf(page: Page): readonly (readonly [anchor: string, name: string])[] {
  const parts: readonly (readonly [anchor: string, name: string, there: boolean])[] = [
    ['causes', 'What is wrong', true],
    ['known', 'Known', page.known.length > 0],
    ['not-compared', 'Not compared', page.uncompared.length > 0],
    ['areas', 'By area', page.areas.length > 0],
    ['not-judged', 'Not judged', page.reasons.length > 0],
    ['drift', 'Drift', page.drift.length > 0],
    ['classes', 'Classes of input', page.classes.length > 0],
    ['clauses', 'Clauses', page.hasClauses],
  ];
  return parts.filter(([, , there]) => there).map(([anchor, name]) => [anchor, name]);
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** JSON inside a script element: nothing in it can end the element, begin a comment, or be invisible. */
export function jsonForPage(value: unknown): string {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'string' ? escapeLines(item) : item,
  );
  return text.replaceAll('<', '\\u003c');
}
