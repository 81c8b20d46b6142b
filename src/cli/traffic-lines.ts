/** Prints lines about unplanned exchanges. */

import picocolors from 'picocolors';
import { count as amountOf, escapeControls, formatNumber } from '../model/index.ts';
import type { Environment } from '../profiles/index.ts';
import type { ExchangeJudgement } from '../run/index.ts';
import { NOT_THE_TARGETS } from '../send/index.ts';
import { cut, isFailure, isWarning, type ReportedExchange } from '../traffic/index.ts';
import { type Output, wantsColours } from './io.ts';

/** Maximum length of a target in its line. */
const MOST_SHOWN = 100;

/** `content/posts/list  200  12 ms  conforms`, with the violations on lines of their own. */
export function lineOf(
  shown: ReportedExchange,
  screen: Output,
  env: Environment,
): readonly string[] {
  const paint = picocolors.createColors(wantsColours(screen, env));
  const { operation, method, target, outcome, durationMs, words } = shown;
  const name = operation ?? escapeControls(`${method} ${cut(target, MOST_SHOWN)}`);
  const status = outcome.kind === 'answer' ? String(outcome.status) : '---';
  const time = `${Math.round(durationMs)} ms`.padStart(7);
  const head = `${name.padEnd(36)}  ${status}  ${time}`;
  const [first = '', ...others] = words.map(escapeControls);
  if (!isFailure(shown.verdict) && others.length === 0) {
    const said = words[0]?.startsWith('conforms') ? paint.green(first) : paint.dim(first);
    return [`${head}  ${said}`];
  }
  const mark = isFailure(shown.verdict) ? paint.red('breaks the document') : paint.yellow('warns');
  return [`${head}  ${mark}`, ...[first, ...others].map((line) => `      ${line}`)];
}

/** Number of exchanges, by result. */
export interface Count {
  readonly add: (shown: ReportedExchange) => void;
  readonly total: () => number;
  readonly failed: () => number;
  /** Number of parts that could not be recorded, by reason. */
  readonly lost: () => ReadonlyMap<string, number>;
  /** Bodies in which a secret was replaced. */
  readonly altered: () => number;
  /** Number of exchanges without an answer, and the reason of the last. */
  readonly unanswered: () => { readonly count: number; readonly why: string };
  readonly of: (
    kind: 'conforms' | 'warns' | 'not-judged' | 'unfit-request' | 'unanswered' | 'outside',
  ) => number;
}

export function countOf(): Count {
  let total = 0;
  let failed = 0;
  let altered = 0;
  let unanswered = { count: 0, why: '' };
  const kinds = new Map<string, number>();
  const losses = new Map<string, number>();
  return {
    add: ({ verdict, outcome, lost, altered: bodies }) => {
      total += 1;
      altered += bodies.length;
      for (const what of lost) {
        // The recorded size is in the text of each.
        const [kind = what] = /^.*?(?= after \d+ bytes)/.exec(what) ?? [];
        losses.set(kind, (losses.get(kind) ?? 0) + 1);
      }
      if (outcome.kind === 'fault' && !NOT_THE_TARGETS.has(outcome.code)) {
        unanswered = { count: unanswered.count + 1, why: outcome.message };
      }
      if (isFailure(verdict)) failed += 1;
      const outcomeOf = (judgement: ExchangeJudgement) =>
        isWarning(verdict) ? 'warns' : judgement.outcome;
      const kind = verdict.kind === 'judged' ? outcomeOf(verdict.judgement) : verdict.kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    },
    total: () => total,
    failed: () => failed,
    lost: () => losses,
    altered: () => altered,
    unanswered: () => unanswered,
    of: (kind) => kinds.get(kind) ?? 0,
  };
}

/** @param folder folder of the recording, if complete */
export function summaryOf(count: Count, folder: string | undefined): readonly string[] {
  const parts = [
    `${formatNumber(count.of('conforms'))} ${count.of('conforms') === 1 ? 'conforms' : 'conform'}`,
    ...some(count.of('warns'), 'with a warning'),
    ...some(count.failed(), count.failed() === 1 ? 'breaks the document' : 'break the document'),
    ...some(count.of('unfit-request'), 'with a request that breaks a rule'),
    ...some(count.of('not-judged'), 'not judged'),
    ...some(count.of('unanswered'), 'without a whole answer'),
    ...some(count.of('outside'), 'outside the documents'),
  ];
  return [
    '',
    `${amountOf(count.total(), 'exchange')}: ${parts.join(', ')}`,
    ...(count.of('not-judged') > 0 ? [NOT_BY_ONE] : []),
    ...alteredLine(count.altered(), folder),
    ...[...count.lost()].map(([what, times]) => `not kept, ${amountOf(times, 'time')}: ${what}`),
    ...(folder === undefined ? [] : [`recording: ${folder}`]),
  ];
}

const NOT_BY_ONE =
  'clauses about several exchanges, such as an update and a later read, are not judged in recorded traffic; `check` judges them';

/** The line about an exchange that cannot be recorded. */
export function stoppedLines(error: unknown): readonly string[] {
  const why = error instanceof Error ? error.message : String(error);
  return [
    `the recording has stopped: ${why}`,
    'requests and answers still pass, and none of them is recorded any more',
  ];
}

function alteredLine(bodies: number, folder = ''): readonly string[] {
  if (bodies === 0) return [];
  const how = folder === '' ? '' : `: touchstone show ${folder} --altered`;
  return [`secrets replaced in ${amountOf(bodies, 'body', 'bodies')}${how}`];
}

/** The reason for exit code 2 if no exchange could be judged. */
export function whyNothing(count: Count): string | undefined {
  if (count.of('conforms') + count.of('warns') + count.failed() > 0) return undefined;
  return 'nothing was judged: of all that came by, the documents say nothing that one answer shows';
}

function some(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${formatNumber(count)} ${what}`];
}
