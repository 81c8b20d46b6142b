/** Indexes the entries of a recording by case and position. */

import { credentialIn, type TransportFault, type WireRequest } from '../model/index.ts';
import type { HarEntry, RecordedExchange } from './cassette.ts';
import { fromPair, readEntry } from './entry.ts';
import type { EntryHead } from './lines.ts';
import { normalForms } from './normal-form.ts';

export interface EntryRef {
  /** Checksum of its line. */
  readonly sum: string;
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
  readonly step: string;
  /** Name of the file in the folder. */
  readonly file: string;
  readonly asked: () => EntryRequest;
  readonly read: () => RecordedExchange;
  readonly har: () => HarEntry;
}

export interface EntryRequest {
  readonly method: string;
  /** Relative to the base URL. */
  readonly target: string;
  readonly baseUrl: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly headers: WireRequest['headers'];
  /** Status of the answer; 0 without an answer. */
  readonly status: number;
  /** Why there is no answer. */
  readonly fault?: TransportFault['code'];
  /** True if it was never sent. */
  readonly unsent: boolean;
}

interface Entries {
  /**
   * Adds an entry. After a merge, common entries can occur twice. Outside of cases, two branches can have different
   * exchanges at one position: both count, or the later one for equal requests.
   *
   * @returns false if it contradicts the entry at its position
   */
  readonly add: (entry: EntryHead, line: Buffer, file: string) => boolean;
  /** By file, and in it by case and position. */
  readonly all: readonly EntryRef[];
  /** In order of time. */
  readonly ofCase: (item: string | null) => readonly EntryRef[];
  readonly cases: () => Iterable<string | null>;
}

/** @param mostBytes maximum size of an unpacked answer body */
export function noEntries(mostBytes: number): Entries {
  const all: EntryRef[] = [];
  const byCase = new Map<string | null, EntryRef[][]>();
  return {
    add: (entry, line, file) => {
      const own = byCase.get(entry._case) ?? [];
      byCase.set(entry._case, own);
      const known = own[entry._at] ?? [];
      if (known.some((one) => one.sum === entry._sum)) return true;
      if (known.length > 0 && entry._case !== null) return false;
      const ref = refOf(entry, line, file, mostBytes);
      const alike = known.find((one) => asksTheSame(one, ref));
      if (!alike) {
        all.push(ref);
        // Undefined items are missing entries, or entries not read yet.
        own[entry._at] = [...known, ref];
      } else if (alike.asked().startedAt < ref.asked().startedAt) {
        all[all.indexOf(alike)] = ref;
        own[entry._at] = known.with(known.indexOf(alike), ref);
      }
      return true;
    },
    all,
    ofCase: (item) => (byCase.get(item) ?? []).flat(),
    cases: () => byCase.keys(),
  };
}

/** Returns true if the recorder refused a request that the target never saw. */
export function wasRefused({
  code,
}: {
  readonly code?: TransportFault['code'] | undefined;
}): boolean {
  return code === 'unsendable';
}

function asksTheSame(one: EntryRef, other: EntryRef): boolean {
  const [was, is] = [one, other].map((entry) => {
    const { operation, request } = entry.read();
    const { headers } = request;
    const fields = [credentialIn(headers), FORMS.headers(headers)];
    return JSON.stringify([operation, FORMS.line(request), FORMS.body(request), fields]);
  });
  return was === is;
}

const FORMS = normalForms();

function refOf(entry: EntryHead, line: Buffer, file: string, mostBytes: number): EntryRef {
  const parsed = (): HarEntry => JSON.parse(line.toString('utf8'));
  return {
    sum: entry._sum,
    case: entry._case,
    at: entry._at,
    operation: entry._operation,
    step: entry._step,
    file,
    asked: () => {
      const { request, response, _base: baseUrl, startedDateTime: startedAt, _unsent } = parsed();
      const { method, _target: target } = request;
      const { status, _error } = response;
      const headers = request.headers.map(fromPair);
      return {
        ...{ method, target, headers, baseUrl, startedAt, status, unsent: _unsent ?? false },
        ...(_error && { fault: _error.code }),
      };
    },
    read: () => readEntry(parsed(), mostBytes),
    har: parsed,
  };
}
