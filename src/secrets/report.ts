/** Takes secrets out of what a run reports. */

import type { Target } from '../model.ts';
import { cleanBody } from './body.ts';
import { formatsIn } from './formats.ts';
import { cleanLayers } from './layers.ts';
import { createRedactor, deepRedactor, MARK, type Redact } from './redactor.ts';

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
  return deepRedactor((text) => withoutCoded(clean(known(text)), known, 0));
}

/** A text without what is known in what stands coded in it: base64 twice, or packed and then base64. */
function withoutCoded(text: string, known: Redact, depth: number): string {
  if (depth === DEEPEST) return text;
  return cleanLayers(text, (bytes) => {
    const cleaned = cleanBody(bytes, [], (plain) => cleanBytes(plain, known, depth), MOST_INNER);
    if (cleaned.lost !== undefined) return Buffer.from(MARK);
    return cleaned.bytes === bytes ? bytes : Buffer.from(cleaned.bytes);
  });
}

function cleanBytes(plain: Uint8Array, known: Redact, depth: number): Uint8Array {
  const before = Buffer.from(plain).toString();
  const after = withoutCoded(known(before), known, depth + 1);
  return after === before ? plain : new Uint8Array(Buffer.from(after));
}
