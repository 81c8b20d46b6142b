/** `junit.xml`, as continuous integration reads it: a suite per group of clauses, a case per clause. */

import { create } from 'xmlbuilder2';
import type { ClauseReport, FindingReport, RunReport } from '../model.ts';
import { type ClauseGroup, groupClauses } from './groups.ts';
import { placeName } from './message.ts';
import { clip, count } from './text.ts';

type XmlAttributes = Readonly<Record<string, string | number>>;

/** An element: its name, its attributes, and what is in it. */
interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly content: string | readonly XmlElement[];
}

/** What XML 1.0 cannot carry in any spelling; a control character shows as its picture. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function legal(text: string): string {
  return text.replace(FORBIDDEN, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}

function findingText(finding: FindingReport): string {
  return [
    finding.message,
    `case ${finding.case}, step ${finding.step}`,
    ...(finding.steps ?? []).map(({ request, answer }) => `${request} -> ${answer}`),
    `again: ${finding.reproduce.touchstone}`,
    ...(finding.reproduce.curl === '' ? [] : [finding.reproduce.curl]),
  ].join('\n');
}

function leading(clause: ClauseReport): string {
  return clause.findings[0]?.message ?? clause.reasons[0] ?? clause.states;
}

/** An element for what went wrong: the first finding in short, then the clause and every finding in full. */
function trouble(name: 'failure' | 'error', clause: ClauseReport): XmlElement {
  const statement = `section ${clause.source.section}: ${clause.states}`;
  const found = clause.findings.map(findingText);
  return {
    name,
    attributes: { message: clip(leading(clause), 500), type: clause.level },
    content: [statement, ...(found.length > 0 ? found : clause.reasons)].join('\n\n'),
  };
}

function skipped(message: string): XmlElement {
  return { name: 'skipped', attributes: { message }, content: [] };
}

function output(clause: ClauseReport): readonly XmlElement[] {
  const lines = [
    ...clause.findings.filter(({ verdict }) => verdict === 'warn').map(findingText),
    ...clause.observations.map(
      ({ case: id, step, where, value }) => `${id}, step ${step}: ${placeName(where)} is ${value}`,
    ),
  ];
  if (lines.length === 0) return [];
  return [{ name: 'system-out', attributes: {}, content: [clause.verdict, ...lines].join('\n\n') }];
}

function outcome(clause: ClauseReport): readonly XmlElement[] {
  switch (clause.verdict) {
    case 'fail':
      return clause.known === undefined
        ? [trouble('failure', clause)]
        : [skipped(`known failure: ${clause.known}`)];
    case 'error':
      return [trouble('error', clause)];
    case 'skipped':
    case 'blocked':
      return [skipped(`${clause.verdict}: ${clause.reasons.join('; ') || 'no reason was given'}`)];
    case 'pass':
      return [];
    case 'warn':
    case 'observed':
      return output(clause);
  }
}

function totals(clauses: readonly ClauseReport[]): XmlAttributes {
  const children = clauses.flatMap(outcome);
  const named = (name: string) => children.filter((element) => element.name === name).length;
  return {
    tests: clauses.length,
    failures: named('failure'),
    errors: named('error'),
    skipped: named('skipped'),
  };
}

function suite({ name, clauses }: ClauseGroup, report: RunReport): XmlElement {
  return {
    name: 'testsuite',
    attributes: { name, ...totals(clauses), timestamp: report.startedAt.replace(/Z$/, '') },
    content: clauses.map((clause) => ({
      name: 'testcase',
      attributes: { classname: name.replaceAll('/', '.'), name: clause.id },
      content: outcome(clause),
    })),
  };
}

function runTrouble(kind: 'failure' | 'error', name: string, message: string): XmlElement {
  return {
    name: 'testcase',
    attributes: { classname: 'run', name },
    content: [{ name: kind, attributes: { message }, content: [] }],
  };
}

/** What stands in no clause and yet fails the run: a suite of its own, so that nobody's green hides it. */
function runSuite({ stale, problems }: RunReport): readonly XmlElement[] {
  const cases = [
    ...stale.map((entry) => runTrouble('failure', 'known failures', `stale: ${entry}`)),
    ...problems.map((problem) => runTrouble('error', 'problems', problem)),
  ];
  if (cases.length === 0) return [];
  const total = {
    tests: cases.length,
    failures: stale.length,
    errors: problems.length,
    skipped: 0,
  };
  return [{ name: 'testsuite', attributes: { name: 'run', ...total }, content: cases }];
}

type Builder = ReturnType<typeof create>;

function build(parent: Builder, { name, attributes, content }: XmlElement): void {
  const element = parent.ele(name);
  for (const [key, value] of Object.entries(attributes)) element.att(key, legal(String(value)));
  if (typeof content === 'string') element.txt(legal(content));
  else for (const child of content) build(element, child);
}

/**
 * The text of `junit.xml`. Fail is a failure, error an error, skipped and blocked are skipped with the
 * reason, warn and observed pass and print what was seen; a known failure is skipped.
 */
export function junitXml(report: RunReport): string {
  const suites = groupClauses(report.clauses).map((group) => suite(group, report));
  const extra = runSuite(report);
  const all = totals(report.clauses);
  const sum = (name: string) =>
    Number(all[name]) +
    extra.reduce((total, { attributes }) => total + Number(attributes[name]), 0);
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  build(document, {
    name: 'testsuites',
    attributes: {
      name: `${report.tool.name}: ${report.target.name}, ${count(report.requests, 'request')}, seed ${report.seed}`,
      tests: sum('tests'),
      failures: sum('failures'),
      errors: sum('errors'),
      skipped: sum('skipped'),
      time: (report.durationMs / 1000).toFixed(3),
    },
    content: [...suites, ...extra],
  });
  return `${document.end({ prettyPrint: true })}\n`;
}
