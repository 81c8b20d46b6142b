/** Makes fuzz cases from the entries of a stream. */

import type { Case, FuzzCase, Step } from '../model/index.ts';
import { type BaseRequest, staged } from './stream-bases.ts';
import type { StreamEntry } from './stream-entries.ts';

/** A case of some entries, with a control if one of them needs it. */
export function fuzzCaseFrom(
  base: BaseRequest,
  entries: readonly StreamEntry[],
  index: number,
  seed: number,
): FuzzCase {
  const { operation } = base;
  const steps = entries.map((entry, at): Step => {
    const id = entries.length === 1 ? 'request' : `request-${at + 1}`;
    return {
      id,
      role: entry.role,
      request: entry.request,
      ...(entry.role === 'valid' ? {} : { shows: entry.shows }),
      ...(entry.breach && { breach: entry.breach }),
    };
  });
  const compared = entries.some(({ role }) => role === 'violation' || role === 'unauthorised');
  const control: readonly Step[] = compared
    ? [{ id: 'control', role: 'control', request: base.request, shows: [] }]
    : [];
  const ordered = base.stage?.final ? [...steps, ...control] : [...control, ...steps];
  const [first] = entries;
  const unproven = entries.find((one) => one.unproven !== undefined)?.unproven;
  const item: Case = {
    id: `${operation.id}/fuzz/${first?.class ?? 'none'}/${seed}-${index}`,
    title: `fuzzes ${operation.id}: ${[...new Set(entries.map((one) => one.class))].join(', ')}`,
    document: operation.document,
    evidence: [...new Set(entries.flatMap(({ shows }) => shows))],
    origin: { kind: 'scenario' },
    steps: staged(base, `${seed}-${index}`, ordered),
    ...(unproven !== undefined && { unproven }),
  };
  const marks = entries.map(({ mode, class: name, place }, at) => ({
    step: steps[at]?.id ?? 'request',
    mode,
    class: name,
    place,
  }));
  return { index, case: item, marks };
}

export function plainCase(base: BaseRequest, seed: number): Case {
  const { operation } = base;
  return {
    id: `${operation.id}/fuzz/plain/${seed}`,
    title: `the plainest request of ${operation.id}`,
    document: operation.document,
    evidence: base.evidence,
    origin: { kind: 'scenario' },
    steps: staged(base, `${seed}-plain`, [{ id: 'request', role: 'valid', request: base.request }]),
  };
}
