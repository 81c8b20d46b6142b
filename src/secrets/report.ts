/** Takes secrets out of what a run reports. */

import type { Target } from '../model.ts';
import { formatsIn } from './formats.ts';
import { createRedactor, MARK, type Redact, redactDeep } from './redactor.ts';

/**
 * Takes out a target's own credentials in every spelling, what says itself that it is a secret, and what the patterns of
 * the profile match. Names alone decide nothing here: a report says which parameter a finding is about, and with what.
 */
export function redactorFor({
  endpoints,
  secretRules,
}: Pick<Target, 'endpoints' | 'secretRules'>): Redact {
  const secrets = Object.values(endpoints).flatMap((endpoint) => endpoint.secrets);
  const known = createRedactor(secrets);
  const patterns = (secretRules?.redact?.patterns ?? []).map((source) => new RegExp(source, 'gu'));
  const kept = (secretRules?.keep?.patterns ?? []).map((source) => new RegExp(source, 'u'));
  const clean = (text: string): string => {
    const own = patterns.reduce((left, pattern) => left.replace(pattern, MARK), text);
    const spans = formatsIn(own).filter(
      ({ start, end }) => !kept.some((pattern) => pattern.test(own.slice(start, end))),
    );
    return spans
      .toSorted((a, b) => b.start - a.start)
      .reduce((left, { start, end }) => left.slice(0, start) + MARK + left.slice(end), own);
  };
  return <T>(value: T): T => redactDeep(known(value), clean) as T;
}
