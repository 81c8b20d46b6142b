/** Takes secrets out of what a run reports. */

import type { Target } from '../model/index.ts';
import { cleanBody } from './body.ts';
import { type Budget, createBudget } from './budget.ts';
import { formatsIn } from './formats.ts';
import { knownSecrets } from './known.ts';
import { createPlaceholders, replaceIn } from './placeholders.ts';
import { deepRedactor, MARK, type Redact } from './redactor.ts';
import { runsIn } from './runs.ts';
import { patternsIn, SHORTEST } from './text-cleaner.ts';
import { viewOf } from './view.ts';

/** So often a text may stand in another, coded. */
const DEEPEST = 4;

/** What stands packed within a text is unpacked to so many bytes. */
const MOST_INNER = 1024 * 1024;

/**
 * Takes out a target's own credentials in every spelling, what says itself that it is a secret, and what the patterns of
 * the profile match. Names alone decide nothing here: a report says which parameter a finding is about, and with what.
 */
export function redactorFor({
  endpoints,
  secretRules,
}: Pick<Target, 'endpoints' | 'secretRules'>): Redact {
  const secrets = Object.values(endpoints)
    .flatMap((endpoint) => endpoint.secrets)
    .filter(({ length }) => length >= SHORTEST)
    .map((value) => ({ value, placeholder: MARK }));
  const known = knownSecrets(secrets);
  const placeholders = createPlaceholders(known, secrets);
  const patterns = (secretRules?.redact?.patterns ?? []).map((source) => new RegExp(source, 'gu'));
  const kept = (secretRules?.keep?.patterns ?? []).map((source) => new RegExp(source, 'gu'));
  const clean = (text: string, depth: number, budget: Budget): string => {
    const view = viewOf(text);
    const found = depth === 0 ? formatsIn(text, budget) : [];
    const said = [...patternsIn(text, patterns), ...found].map((place) => ({
      ...{ ...place, instead: MARK },
    }));
    const keep = patternsIn(text, kept);
    const marked = said.filter(
      ({ start, end }) => !keep.some((span) => start < span.end && end > span.start),
    );
    const runs = depth === DEEPEST ? [] : runsIn(view, budget, (run) => inRun(run, depth, budget));
    return replaceIn(text, [...marked, ...runs, ...known.inText(view, budget)], [], placeholders);
  };
  const inRun = (run: Buffer, depth: number, budget: Budget): Buffer => {
    const inner = (bytes: Uint8Array) => {
      const before = Buffer.from(bytes).toString();
      const after = clean(before, depth + 1, budget);
      return after === before ? bytes : new Uint8Array(Buffer.from(after));
    };
    const { bytes, lost } = cleanBody(run, [], inner, MOST_INNER);
    if (lost !== undefined) return Buffer.from(MARK);
    return bytes === run ? run : Buffer.from(bytes);
  };
  return deepRedactor((text) => {
    try {
      return text.length < SHORTEST ? text : clean(text, 0, createBudget());
    } catch (error) {
      if (error instanceof RangeError) return MARK;
      throw error;
    }
  });
}
