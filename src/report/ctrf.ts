/** The Common Test Report Format: a test for each clause of a run, or for each finding of a campaign. */

import { escapeControls, escapeJson, escapeLines } from '../model/index.ts';
import { type AnyReport, pageOf } from './page-of.ts';
import { type TestResult, testsOf } from './tests.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'other';

const SPEC_VERSION = '0.0.0';

/** The text of `ctrf.json`. Warnings and observations are no failures, and no passes either: `other`. */
export function ctrfText(report: AnyReport): string {
  const { tool, durationMs, startedAt, problems } = pageOf(report);
  const tests = testsOf(report);
  const start = Date.parse(startedAt);
  const amount = (status: Status) => tests.filter((test) => statusOf(test) === status).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: SPEC_VERSION,
    timestamp: startedAt,
    generatedBy: tool.name,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed: amount('passed'),
        failed: amount('failed'),
        skipped: amount('skipped'),
        pending: 0,
        other: amount('other'),
        suites: new Set(tests.map(({ suite }) => suite)).size,
        start,
        stop: Math.round(start + durationMs),
        duration: Math.round(durationMs),
        ...(problems.length > 0 && { extra: { problems: problems.map(({ text }) => text) } }),
      },
      tests: tests.map(testOf),
    },
  };
  return `${escapeJson(JSON.stringify(document, null, 2))}\n`;
}

function testOf(test: TestResult) {
  const { id, suite, verdict, durationMs = 0, outcome } = test;
  return {
    name: id,
    testId: id,
    status: statusOf(test),
    duration: Math.round(durationMs),
    suite: [suite],
    rawStatus: verdict,
    ...(outcome.message !== '' && { message: escapeControls(outcome.message) }),
    ...(outcome.details !== '' && { trace: escapeLines(outcome.details) }),
  };
}

function statusOf({ outcome }: TestResult): Status {
  switch (outcome.kind) {
    case 'failure':
    case 'error':
      return 'failed';
    case 'skipped':
      return 'skipped';
    case 'remark':
      return 'other';
    case 'passed':
      return 'passed';
  }
}
