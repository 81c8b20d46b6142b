import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { requestedOf } from '../../../judge/checks/keys.ts';
import { describeValue } from '../../../judge/describe.ts';
import { child, type Finding, isObject, pointerOf, valueAt } from '../../../model/index.ts';

/**
 * A key has the same entry by itself and among others. The first and last step request only one key; if they differ,
 * the entry is volatile and cannot be judged. The order of arrays is open.
 */
export const ownEntry: Check = {
  name: 'own-entry',
  judge({ steps }, options): readonly Finding[] {
    const at = textOption(options, 'at');
    if (steps.length < 3) return [notJudgeable('no-data', 'it takes three calls to compare')];
    const bodies = [];
    for (const shown of steps) {
      if (shown.standing.kind !== 'succeeded') return [obstacleOf(shown.standing)];
      bodies.push({ shown, entries: valueAt(jsonOf(shown.standing.answer), at) });
    }
    const [alone, ...others] = bodies;
    const again = others.at(-1);
    if (!alone || !again || !isObject(alone.entries)) {
      return [notJudgeable('precondition', `${at} of the answer is no object`)];
    }
    const [key] = requestedOf(alone.shown, textOption(options, 'requested'));
    const entry = key === undefined ? undefined : child(alone.entries, key);
    if (key === undefined || entry === undefined) {
      return [notJudgeable('precondition', `${at} has no entry for the one requested key`)];
    }
    if (canonical(entry) !== canonical(child(again.entries, key))) {
      return [notJudgeable('precondition', 'the entry changes from one call to the next')];
    }
    const found = others.slice(0, -1).flatMap(({ shown, entries }) => {
      const other = child(entries, key);
      // The clause about keys judges a missing key.
      if (other === undefined || canonical(other) === canonical(entry)) return [];
      const { path, left, right } = firstDifference(entry, other);
      const pointer = at + pointerOf([key, ...path]);
      const expected = `${describeValue(left)}, as when only that system is requested`;
      return [violated(shown, pointer, describeValue(right), expected)];
    });
    return found.length === 0 ? [HOLDS] : found;
  },
};

interface EntryDifference {
  readonly path: readonly string[];
  readonly left: unknown;
  readonly right: unknown;
}

/** The first place, in document order, where two values differ. */
function firstDifference(left: unknown, right: unknown): EntryDifference {
  const names = namesOf(left);
  if (names.length > 0 && names.length === namesOf(right).length) {
    for (const name of names) {
      const [one, other] = [child(left, name), child(right, name)];
      if (canonical(one) === canonical(other)) continue;
      const below = firstDifference(one, other);
      return { ...below, path: [name, ...below.path] };
    }
  }
  return { path: [], left, right };
}

function namesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`,
  );
  return `{${members.sort().join(',')}}`;
}
