/** SARIF 2.1.0 for code scanning: a result for each cause, a rule for the first clause of each. */

import { createHash } from 'node:crypto';
import { escapeControls, escapeJson } from '../model/index.ts';
import { inMarkdown } from './markdown.ts';
import type { Page, PageCause } from './page.ts';
import { type AnyReport, pageOf } from './page-of.ts';
import { clip } from './text.ts';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const LONGEST_MESSAGE = 1_000;

/** The text of `report.sarif`. A server has no files: a result has the path of its operation. */
export function sarifText(report: AnyReport): string {
  const page = pageOf(report);
  const rules = [...new Map(page.causes.map((cause) => [ruleId(cause), cause]))];
  const indexes = new Map(rules.map(([id], index) => [id, index]));
  const run = {
    tool: {
      driver: { name: page.tool.name, version: page.tool.version, rules: rules.map(ruleOf) },
    },
    automationDetails: { id: `${page.kind.split(',')[0]}/${page.target}/` },
    invocations: [
      {
        executionSuccessful: page.exitCode !== 2,
        exitCode: page.exitCode,
        startTimeUtc: page.startedAt,
        ...(page.problems.length > 0 && {
          toolExecutionNotifications: page.problems.map(({ text }) => ({
            level: 'error',
            message: { text: escapeControls(text) },
          })),
        }),
      },
    ],
    results: page.causes.map((cause) => resultOf(cause, indexes.get(ruleId(cause)) ?? 0, page)),
  };
  return `${escapeJson(JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2))}\n`;
}

function ruleId({ clauses, key }: PageCause): string {
  return clauses[0] ?? key;
}

function ruleOf([id, { title, source, level }]: readonly [string, PageCause]) {
  const text = escapeControls(title);
  return {
    id,
    shortDescription: { text },
    fullDescription: { text: `${text} (${source}, ${level})` },
    properties: { level, section: source },
  };
}

function resultOf(cause: PageCause, ruleIndex: number, page: Page) {
  const { message, title, source, operations, clauses, commands, extent } = cause;
  const again = commands.map((command) => `    ${command}`).join('\n');
  return {
    ruleId: ruleId(cause),
    ruleIndex,
    level: cause.verdict === 'fail' ? 'error' : 'warning',
    message: {
      text: clip(
        escapeControls(`${message}. The document: ${title} (${source}; ${extent})`),
        LONGEST_MESSAGE,
      ),
      ...(again !== '' && {
        markdown: `${inMarkdown(message)}\n\n${inMarkdown(title)}\n\n${again}`,
      }),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: pathOf(cause) },
          region: { startLine: 1 },
        },
        logicalLocations: (operations.length > 0 ? operations : [page.target]).map((name) => ({
          fullyQualifiedName: name,
        })),
      },
    ],
    partialFingerprints: { 'cause/v1': fingerprintOf(cause) },
    properties: { clauses, operations },
  };
}

/** The path of the operation, or else of the clause. */
export function pathOf({ operations, clauses }: PageCause): string {
  return encodeURI(operations[0] ?? clauses[0] ?? 'target');
}

/** Identity of the cause in every run. */
export function fingerprintOf({ key }: PageCause): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}
