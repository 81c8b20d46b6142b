/** The part of a finding that is the same in every run: its kind, and its place. */

import { type FindingReport, stablePointer, type ViolationKind } from '../model/index.ts';

/** The kind of a violation, and its place in the request or the answer. Neither contains a value. */
export function violationOf(
  finding: Pick<FindingReport, 'where' | 'actual' | 'expected' | 'about'>,
): { readonly kind: ViolationKind; readonly at: string } {
  const { about } = finding;
  const kind = kindOf(finding);
  const rule = about && `${about.part} ${about.pointer}`;
  const place = kind === 'accepted' && about ? `${rule} ${about.keyword}` : rule;
  const at = finding.where === 'status' ? (place ?? 'status') : finding.where;
  return { kind, at: stablePointer(at) };
}

function kindOf({
  where,
  actual,
  expected,
}: Pick<FindingReport, 'where' | 'actual' | 'expected'>): ViolationKind {
  if (expected === 'a refusal') return 'accepted';
  if (where === 'status') {
    if (/\b5\d\d\b/.test(actual)) return 'failed';
    return /\b4\d\d\b|a refusal$/.test(actual) ? 'refused' : 'status';
  }
  if (actual === 'missing') return 'missing';
  return actual === 'null' ? 'null' : 'value';
}
