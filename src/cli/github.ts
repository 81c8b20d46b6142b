import { appendFileSync } from 'node:fs';
import { unwritable } from '../output.ts';
import { githubLines } from '../report/github.ts';
import { markdownText } from '../report/markdown.ts';
import type { AnyReport } from '../report/page-of.ts';
import { type Io, type Output, writeLine } from './io.ts';

/**
 * In GitHub Actions, writes annotations on the output and the report into the summary of the step; elsewhere nothing.
 * @throws TouchstoneError 'output-unwritable'
 */
export function tellGithub(report: AnyReport, { env }: Pick<Io, 'env'>, screen: Output): void {
  if (env.GITHUB_ACTIONS !== 'true') return;
  for (const line of githubLines(report)) writeLine(screen, line);
  const summary = env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, markdownText(report));
  } catch (error) {
    throw unwritable(summary, error);
  }
}
