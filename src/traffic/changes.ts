/** Compares a recording with the answers of another target, and separates changes from volatile parts. */

import type { Tier } from '../findings/index.ts';
import {
  bodyBytesIn,
  exactValueOf,
  isNumber,
  type Leftover,
  valueAt,
  type WireRequest,
} from '../model/index.ts';
import { createTally, nameOf } from './changes-tally.ts';
import { type AnswerDifference, type ComparedAnswer, compare } from './compare.ts';
import { sentOtherwise } from './sent.ts';

/** One recorded request of a script. */
export interface RecordedStep {
  readonly key: string;
  /** Id of the operation; null for an undocumented one. */
  readonly operation: string | null;
  readonly title: string;
  readonly side: ComparedAnswer;
  /** The request as sent then. */
  readonly request: WireRequest;
  /** True for a creation: its identifier and times are new each time. */
  readonly creates: boolean;
  /** Members that have a new value in each record of the API. */
  readonly unique: readonly string[];
  /** At that time an object of another case was in the requested list. */
  readonly disturbed: boolean;
}

/** The result of sending a script once. */
export interface Sending {
  readonly sides: ReadonlyMap<string, ComparedAnswer>;
  /** The sent requests, with mapped identifiers. */
  readonly requests: ReadonlyMap<string, WireRequest>;
  readonly unsent: readonly { readonly key: string; readonly why: string }[];
  /** Objects that it created and could not remove. */
  readonly left: readonly Leftover[];
}

/** Requests that belong together, and can be sent repeatedly. */
export interface Script {
  readonly name: string;
  readonly steps: readonly RecordedStep[];
  readonly send: () => Promise<Sending>;
}

/** A change at one place of the answers of one operation. */
export interface RecordingChange {
  readonly operation: string | null;
  readonly place: string;
  readonly tier: Tier;
  /** Exchanges that show it. */
  readonly count: number;
  /** The first that showed it. */
  readonly example: { readonly title: string; readonly before: string; readonly after: string };
}

export interface RecordingChanges {
  /** Number of compared exchanges. */
  readonly compared: number;
  readonly equal: number;
  /** Number of exchanges that differ only in volatile parts. */
  readonly volatile: number;
  readonly changed: number;
  /** Number of exchanges without an answer now, because the target is unreachable. */
  readonly unreached: number;
  readonly changes: readonly RecordingChange[];
  /** Steps that were not sent, counted by reason. */
  readonly unsent: ReadonlyMap<string, number>;
  readonly left: readonly Leftover[];
}

/** Minimum number of sendings of each script: differences between them are volatile. */
const SENDINGS = 2;

/** Maximum number of sendings if a difference is not explained. */
const MORE_SENDINGS = 4;

/** Above this size, the script is not resent: all sendings are held in memory. */
const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** A list of two without order has the same order in half of all sendings. */
const SENDINGS_FOR_ORDER = 10;

/** Differences of a list while it temporarily contained another object. */
const DISTURBED = /^(?:\/\*|\/\*\/.*|header (?:x-\S*total\S*|link))$/;

export async function changesOf(
  scripts: Iterable<Script>,
  signal: AbortSignal,
): Promise<RecordingChanges> {
  const tally = createTally();
  for (const script of scripts) {
    if (signal.aborted) break;
    tally.add(script, await explored(script, signal));
  }
  return tally.changes();
}

export interface Explored {
  readonly steps: readonly RecordedStep[];
  readonly sendings: readonly Sending[];
  readonly open: ReadonlyMap<string, readonly AnswerDifference[]>;
}

/** Sends a script until all differences are explained, or often enough. */
async function explored(given: Script, signal: AbortSignal): Promise<Explored> {
  const script = withRecordedMade(given);
  const sendings: Sending[] = [];
  const moving = new Map<string, Set<string>>();
  for (;;) {
    const sending = withMade(script, await script.send());
    for (const before of sendings) learn(moving, before, sending);
    sendings.push(sending);
    if (signal.aborted) return { steps: script.steps, sendings, open: new Map() };
    if (sendings.length < SENDINGS) continue;
    const open = openDifferences(script, sendings, moving);
    const all = [...open.values()].flat();
    const most = all.some(({ order }) => order) ? SENDINGS_FOR_ORDER : MORE_SENDINGS;
    const held = bodyBytesIn(sendings.flatMap(({ sides }) => [...sides.values()]));
    const isEnough = sendings.length >= most || held > MOST_HELD_BYTES;
    if (all.length === 0 || isEnough) return { steps: script.steps, sendings, open };
  }
}

function withRecordedMade(script: Script): Script {
  const sides = new Map(script.steps.map(({ key, side }) => [key, side]));
  const made = madeIn(script, (key) => sides.get(key));
  return {
    ...script,
    steps: script.steps.map((step) => ({ ...step, side: { ...step.side, made } })),
  };
}

function withMade(script: Script, sending: Sending): Sending {
  const made = madeIn(script, (key) => sending.sides.get(key));
  const sent = sentOtherwise(script, sending);
  const sides = [...sending.sides].map(([key, side]) => [key, { ...side, made, sent }] as const);
  return { ...sending, sides: new Map(sides) };
}

/** Identifiers of created objects, named by step. */
function madeIn(
  { steps }: Script,
  sideOf: (key: string) => ComparedAnswer | undefined,
): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const { key, creates } of steps) {
    const outcome = creates ? sideOf(key)?.outcome : undefined;
    if (outcome?.kind !== 'answer') continue;
    const answer = exactValueOf(outcome);
    for (const name of ['id', 'slug']) {
      const value = valueAt(answer, `/${name}`);
      const isName = isNumber(value) || (typeof value === 'string' && value !== '');
      if (isName) made.set(String(value), `{${name} of ${key.replace(/\d/g, digitless)}}`);
    }
  }
  return made;
}

/** Labels without digits, which would be taken for identifiers. */
function digitless(digit: string): string {
  return String.fromCharCode(0x61 + Number(digit));
}

function learn(moving: Map<string, Set<string>>, before: Sending, after: Sending): void {
  for (const [key, one] of before.sides) {
    const other = after.sides.get(key);
    if (!other) continue;
    const known = moving.get(key) ?? new Set();
    for (const difference of compare(one, other).differences) {
      known.add(nameOf(difference));
      // An intermittent member is as often added as removed.
      if (difference.tier === 'added') known.add(nameOf({ ...difference, tier: 'removed' }));
      if (difference.tier === 'removed') known.add(nameOf({ ...difference, tier: 'added' }));
    }
    moving.set(key, known);
  }
}

/** Unexplained differences to the first sending, by step. */
function openDifferences(
  { steps }: Script,
  sendings: readonly Sending[],
  moving: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly AnswerDifference[]> {
  const open = new Map<string, readonly AnswerDifference[]>();
  for (const step of steps) {
    const sides = sendings.flatMap(({ sides }) => sides.get(step.key) ?? []);
    const [first] = sides;
    if (!first) continue;
    const known = moving.get(step.key);
    const left = compare(step.side, first).differences.filter(
      (difference) => !known?.has(nameOf(difference)) && !isExplained(step, difference),
    );
    if (left.length > 0) open.set(step.key, left);
  }
  return open;
}

function isExplained(
  step: RecordedStep,
  { place, tier, order, before, after }: AnswerDifference,
): boolean {
  const isUnique = step.unique.some((name) => `${place}/`.startsWith(`/${name}/`));
  if (step.creates && tier === 'value' && isUnique) return true;
  if (!step.disturbed) return false;
  // If a name is taken at that moment, a site appends a number.
  if (tier === 'value' && numberless(before) === numberless(after)) return true;
  return (
    order === true || (DISTURBED.test(place) && (tier !== 'value' || place.startsWith('header')))
  );
}

function numberless(text: string): string {
  return text.replace(/(?:-\d+)+(?=[/".?&]|$)/g, '');
}
