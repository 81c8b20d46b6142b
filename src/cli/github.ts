import { appendFileSync } from 'node:fs';
import { unwritable, writeEscaped, writeLine } from '../io/index.ts';
import { type AnyReport, githubLines, markdownText } from '../report/index.ts';
import type { Io, Output } from './io.ts';

/**
 * In GitHub Actions, writes annotations and the step summary. If the file cannot be written, a line says so, and the
 * verdict stays.
 */
export function tellGithub(
  report: AnyReport,
  { env, stderr }: Pick<Io, 'env' | 'stderr'>,
  screen: Output,
): void {
  if (env.GITHUB_ACTIONS !== 'true') return;
  for (const line of githubLines(report)) writeEscaped(screen, `${line}\n`);
  const summary = env.GITHUB_STEP_SUMMARY;
  if (summary === undefined || summary === '') return;
  try {
    appendFileSync(summary, markdownText(report));
  } catch (error) {
    const { message } = unwritable(summary, error);
    writeLine(stderr, `warning: the summary of the step is missing: ${message}`);
  }
}
