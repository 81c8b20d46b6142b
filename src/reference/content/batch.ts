import { isObject, type Json } from '../../model/index.ts';
import type { ContentChoices } from './choices.ts';
import { type Params, textOf, textsIn } from './params.ts';
import { isRefusal, json, type Refusal, refuse, type SiteResult } from './refusal.ts';

/** One member of a batch (4.2), with defaults filled in. */
export interface BatchMember {
  readonly method: string;
  readonly path: string;
  readonly body: Params;
  readonly headers: Readonly<Record<string, string>>;
}

/** A validated member, ready to execute. */
type ReadyMember = () => SiteResult | Refusal;

export interface BatchHands {
  readonly fits: (member: BatchMember) => boolean;
  /** Validates a member without executing it. */
  readonly prepare: (member: BatchMember) => ReadyMember | Refusal;
  /** The answer of a member: its status, headers and body. */
  readonly show: (outcome: SiteResult | Refusal, member: BatchMember) => Json;
}

interface BatchRun {
  /** In request order; null for a member that was not executed. */
  readonly responses: readonly (SiteResult | Refusal | null)[];
  readonly stopped: boolean;
}

export type BatchOrder = (
  members: readonly BatchMember[],
  allOrNone: boolean,
  hands: BatchHands,
) => BatchRun;

/**
 * Executes a batch. With `require-all-validate`, nothing is executed unless every member is valid; otherwise members
 * are independent.
 */
export const plainBatch: BatchOrder = (members, allOrNone, hands) => {
  if (!allOrNone) {
    const responses = members.map((member) => {
      const ready = hands.prepare(member);
      return isRefusal(ready) ? ready : ready();
    });
    return { responses, stopped: false };
  }
  const ready = members.map(hands.prepare);
  if (ready.some(isRefusal)) {
    return { responses: ready.map((one) => (isRefusal(one) ? one : null)), stopped: true };
  }
  return { responses: ready.map((one) => (isRefusal(one) ? one : one())), stopped: false };
};

function readMembers(params: Params): readonly BatchMember[] {
  const { requests } = params;
  if (!Array.isArray(requests)) return [];
  return requests.filter(isObject).map((request) => ({
    method: textOf(request, 'method') ?? 'POST',
    path: textOf(request, 'path') ?? '',
    body: isObject(request.body) ? request.body : {},
    headers: readHeaders(request.headers),
  }));
}

function readHeaders(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {};
  const pairs = Object.entries(value).map(([name, header]) => {
    const text = typeof header === 'string' ? header : (textsIn(header) ?? []).join(', ');
    return [name.toLowerCase(), text] as const;
  });
  return Object.fromEntries(pairs);
}

export function runBatch(
  params: Params,
  order: BatchOrder,
  hands: BatchHands,
  choices: ContentChoices,
): SiteResult | Refusal {
  const members = readMembers(params);
  const allOrNone =
    textOf(params, 'validation') === 'require-all-validate' && choices['batch-invalid'] !== 'run';
  if (choices['batch-unfit'] === 'whole' && !members.every(hands.fits)) {
    return refuse(400, 'not_batchable', 'A route of the batch may not be called in one.');
  }
  const paced = { ...hands, prepare: unhurried(members, hands.prepare, choices['batch-pace']) };
  const { responses, stopped } = order(members, allOrNone, paced);
  if (stopped && choices['batch-invalid'] === 'refused') {
    return refuse(400, 'batch_invalid', 'Not all requests of the batch are valid.');
  }
  const shown = responses.map((one, index) => {
    const member = members[index];
    return one && member ? hands.show(one, member) : null;
  });
  const status = choices['batch-status'] === 'multi' ? 207 : 200;
  return json(stopped ? { failed: 'validation', responses: shown } : { responses: shown }, status);
}

/** Members that a busy site executes before it defers the rest. */
const UNHURRIED = 2;

/** Prepares all members, or only the first few on a busy site. */
function unhurried(
  members: readonly BatchMember[],
  prepare: BatchHands['prepare'],
  pace: ContentChoices['batch-pace'],
): BatchHands['prepare'] {
  if (pace === 'all') return prepare;
  const status = pace === 'too-many' ? 429 : 503;
  return (member) =>
    members.indexOf(member) < UNHURRIED
      ? prepare(member)
      : refuse(status, 'later', 'The site is busy; ask for this one again.');
}
