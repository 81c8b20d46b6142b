/** Prints changes between a recording and another target. */

import picocolors from 'picocolors';
import { TIERS, type Tier } from '../findings/index.ts';
import { escapeControls } from '../model/index.ts';
import type { Environment } from '../profiles/index.ts';
import { leftBehind } from '../send/index.ts';
import type { RecordingChange, RecordingChanges } from '../traffic/index.ts';
import { type Output, wantsColours } from './io.ts';

const SAID: { readonly [T in Tier]: string } = {
  removed: 'removed',
  type: 'another type',
  value: 'another value',
  added: 'added',
};

/** Maximum number of listed reasons for uncompared exchanges; JSON has them all. */
const MOST_REASONS = 10;

/**
 * Groups by tier and operation, then one line with totals.
 *
 * @param problems lines about problems with the target at the end
 */
export function changeLines(
  changes: RecordingChanges,
  screen: Output,
  env: Environment,
  problems: readonly string[] = [],
): readonly string[] {
  const paint = picocolors.createColors(wantsColours(screen, env));
  const { compared, equal, volatile, changed, unsent, left } = changes;
  const groups = TIERS.flatMap((tier) => {
    const own = changes.changes.filter((change) => change.tier === tier);
    const title = `${SAID[tier]} at ${own.length} ${own.length === 1 ? 'place' : 'places'}`;
    return own.length === 0 ? [] : [paint.bold(title), ...own.flatMap(linesOf), ''];
  });
  const reasons = [...unsent].map(([why, count]) =>
    escapeControls(`${count} not compared: ${why}`),
  );
  const rest = reasons.length - MOST_REASONS;
  const skipped = [...reasons.slice(0, MOST_REASONS), ...(rest > 0 ? [`and ${rest} more`] : [])];
  const kept = [...leftBehind(left), ...problems].map((line) => paint.yellow(escapeControls(line)));
  const summary = `${compared} ${compared === 1 ? 'exchange' : 'exchanges'} compared: ${equal} equal, ${volatile} but for what always moves, ${changed} changed`;
  return [...groups, ...skipped, ...kept, changed > 0 ? paint.red(summary) : paint.green(summary)];
}

function linesOf({ operation, place, tier, count, example }: RecordingChange): readonly string[] {
  const where = `${operation ?? 'outside the documents'}  ${place === '' ? '/' : place}`;
  const times = count === 1 ? '' : `  (${count} times)`;
  const { before, after, title } = example;
  const what = tier === 'added' ? after : tier === 'removed' ? before : `${before} → ${after}`;
  return [`  ${where}${times}`, `      ${what}`, `      ${title}`].map(escapeControls);
}

/** As JSON: the same members, with reasons for unsent requests as a list. */
export function changeJson(
  { unsent, left, ...changes }: RecordingChanges,
  problems: readonly string[] = [],
): string {
  const reasons = [...unsent].map(([why, count]) => ({ why, count }));
  const kept = [...left.map(({ what, why }) => `${what}: ${why}`), ...problems];
  return `${JSON.stringify({ ...changes, left: kept, unsent: reasons }, null, 2)}\n`;
}
