/** `junit.xml` for continuous integration: a suite per area, a case per clause. */

import XMLBuilder from 'fast-xml-builder';
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

const ATTRIBUTES = ':@';

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: ATTRIBUTES,
  suppressEmptyNode: true,
  format: true,
});

/** The element in the builder's form, which keeps the order of children. */
function ordered({ name, attributes, content }: XmlElement): object {
  const own = Object.entries(attributes).map(([key, value]) => [key, escapeLines(String(value))]);
  const children =
    typeof content === 'string' ? [{ '#text': escapeLines(content) }] : content.map(ordered);
  return { [name]: children, [ATTRIBUTES]: Object.fromEntries(own) };
}

/** The text of `junit.xml`. Remarks are passing tests with output. */
export function junitXml(report: AnyReport): string {
  const tests = testsOf(report);
  const suites = ordered({
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build([suites])}\n`;
}
