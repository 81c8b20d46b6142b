/** `junit.xml` for continuous integration: a suite per area, a case per clause. */

import { create } from 'xmlbuilder2';
import { escapeLines, groupedBy } from '../model/index.ts';
import type { AnyReport } from './page-of.ts';
import { type TestOutcome, type TestResult, testsOf } from './tests.ts';
import { clip, count } from './text.ts';

type XmlAttributes = Readonly<Record<string, string | number>>;

/** An element: name, attributes and content. */
interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly content: string | readonly XmlElement[];
}

function outcomeElements({ outcome, level }: TestResult): readonly XmlElement[] {
  const { kind, message, details } = outcome;
  switch (kind) {
    case 'passed':
      return [];
    case 'failure':
    case 'error': {
      const type = level === '' ? {} : { type: level };
      return [
        { name: kind, attributes: { message: clip(message, 500), ...type }, content: details },
      ];
    }
    case 'skipped':
      return [{ name: 'skipped', attributes: { message }, content: [] }];
    case 'remark':
      return details === '' ? [] : [{ name: 'system-out', attributes: {}, content: details }];
  }
}

function totals(tests: readonly TestResult[]): XmlAttributes {
  const amount = (kind: TestOutcome['kind']) =>
    tests.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    tests: tests.length,
    failures: amount('failure'),
    errors: amount('error'),
    skipped: amount('skipped'),
  };
}

function timeOf(tests: readonly TestResult[]): XmlAttributes {
  const times = tests.flatMap(({ durationMs }) => durationMs ?? []);
  if (times.length === 0) return {};
  return { time: (times.reduce((sum, time) => sum + time, 0) / 1000).toFixed(3) };
}

function suite(name: string, tests: readonly TestResult[], startedAt: string): XmlElement {
  const timestamp = { timestamp: startedAt.replace(/Z$/, '') };
  return {
    name: 'testsuite',
    attributes: { name, ...totals(tests), ...timeOf(tests), ...timestamp },
    content: tests.map((test) => ({
      name: 'testcase',
      attributes: { classname: name.replaceAll('/', '.'), name: test.id, ...timeOf([test]) },
      content: outcomeElements(test),
    })),
  };
}

type Builder = ReturnType<typeof create>;

function build(parent: Builder, { name, attributes, content }: XmlElement): void {
  const element = parent.ele(name);
  for (const [key, value] of Object.entries(attributes))
    element.att(key, escapeLines(String(value)));
  if (typeof content === 'string') element.txt(escapeLines(content));
  else for (const child of content) build(element, child);
}

/** The text of `junit.xml`. Remarks are passing tests with output. */
export function junitXml(report: AnyReport): string {
  const tests = testsOf(report);
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  build(document, {
    name: 'testsuites',
    attributes: {
      name: `${report.tool.name}: ${report.target.name}, ${count(report.requests, 'request')}, seed ${report.seed}`,
      ...totals(tests),
      time: (report.durationMs / 1000).toFixed(3),
    },
    content: [...groupedBy(tests, (test) => test.suite)].map(([name, own]) =>
      suite(name, own, report.startedAt),
    ),
  });
  return `${document.end({ prettyPrint: true })}\n`;
}
