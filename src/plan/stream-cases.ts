/** Makes fuzz cases from the entries of a stream. */

import type { Case, FuzzCase, PlannedRequest, Step, Values } from '../model/index.ts';
import { mix } from './chance.ts';
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
  const ofReadings: Step[] = [];
  const steps = entries.map((entry, at): Step => {
    const id = entries.length === 1 ? 'request' : `request-${at + 1}`;
    const readings = (entry.readings ?? []).map(
      (request, number): Step => ({
        id: `${id}-read-${number + 1}`,
        role: 'probe',
        request,
        shows: [],
      }),
    );
    ofReadings.push(...readings);
    return {
      id,
      role: entry.role,
      request: entry.request,
      ...(entry.role === 'valid' ? {} : { shows: shownBy(entry, base) }),
      ...(entry.breach && { breach: entry.breach }),
      ...(readings.length > 0 && { readings: readings.map((one) => one.id) }),
    };
  });
  const compared = entries.some(({ role }) => role === 'violation' || role === 'unauthorised');
  const control: readonly Step[] = compared
    ? [{ id: 'control', role: 'control', request: base.request, shows: [] }]
    : [];
  const [first] = entries;
  const isRead = first?.mode === 'edge' && mix(seed, first.class, first.place) % READS === 0;
  const reads = base.read && isRead ? readsOf(base.read) : [];
  const ordered = base.stage?.final
    ? [...steps, ...control]
    : [...control, ...ofReadings, ...steps, ...reads];
  const unproven = entries.find((one) => one.unproven !== undefined)?.unproven;
  const item: Case = {
    id: `${operation.id}/fuzz/${first?.class ?? 'none'}/${seed}-${index}`,
    title: `fuzzes ${operation.id}: ${[...new Set(entries.map((one) => one.class))].join(', ')}`,
    document: operation.document,
    evidence: [...new Set(entries.flatMap((entry) => shownBy(entry, base)))],
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
  const ofReads = reads.slice(-1).map(({ id }) => ({ step: id, ...UNSIGNED }));
  return { index, case: item, marks: [...marks, ...ofReads] };
}

/** The clauses that an entry is evidence for; those about unspecified requests where the credential is unusual. */
function shownBy({ role, shows, request }: StreamEntry, { probed }: BaseRequest) {
  return role === 'probe' && request.credential.kind !== 'valid' ? [...shows, ...probed] : shows;
}

/** One of so many cases with unusual requests on an object of the campaign ends with reads of it. */
const READS = 2;

const UNSIGNED = { mode: 'edge', class: 'headers/no-credential', place: 'headers' } as const;

/**
 * A read without a credential, with it, and without it again: afterwards, and at once.
 * @param shown what is asked to be shown beyond the plainest read
 */
export function privateReads({ operation, request }: BaseRequest, shown: Values): Case {
  const { id, document } = operation;
  const reads = readsOf({ ...request, query: { ...request.query, ...shown } });
  const again = reads.slice(1).map((step, at) => ({
    ...{ ...step, id: `${step.id}-at-once` },
    ...(at === 1 && { concurrent: true as const }),
  }));
  return {
    id: `${id}/fuzz/credential`,
    title: 'shows without a credential what it showed without one before',
    ...{ document, evidence: [], origin: { kind: 'scenario' } },
    steps: [...reads, ...again],
  };
}

function readsOf(request: PlannedRequest): readonly Step[] {
  const none = { ...request, credential: { kind: 'none' } } as const;
  return [none, request, none].map((one, at) => ({
    ...{ id: `read-${at + 1}`, role: 'probe', request: one, shows: [] },
  }));
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
