/** The end of a run that wrote: looks for what it left, removes that, and says so. */

import type { EncodeFor } from '../contract/index.ts';
import { groupedBy } from '../grouped.ts';
import type {
  Endpoint,
  Leftover,
  Operation,
  PlannedRequest,
  Target,
  WireRequest,
} from '../model.ts';
import type { Transport } from '../transport.ts';
import {
  type Announced,
  type CreationRegister,
  type CreationState,
  isFindable,
} from './announcing.ts';
import type { CreationContract } from './creation.ts';
import type { Journal } from './journal.ts';
import { type Pace, pause } from './pace.ts';
import { openRemovals } from './removals.ts';
import type { Encode } from './run-context.ts';
import { type FoundLeftover, type SendRequest, type Swept, sweep } from './sweep.ts';

interface EndOptions {
  readonly register: CreationRegister;
  readonly journal: Journal | undefined;
  readonly target: Target;
  readonly contract: CreationContract & { readonly operation: (id: string) => Operation };
  readonly encode: Encode;
  readonly transport: Transport;
  readonly clock: () => number;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

export interface End {
  /** What was found and removed: a line for each cause. */
  readonly notes: readonly string[];
  /** What was found and could not be removed: a line for each cause. */
  readonly problems: readonly string[];
  /** As in `Made.what`: of these, nothing else has to be said. */
  readonly found: ReadonlySet<string>;
}

/** A request that was given up on may still be carried out. */
const STILL_ARRIVING_MS = 500;

/** Looks for what a run has announced, on each target that it was sent to. */
export async function endOf(options: EndOptions): Promise<End> {
  const { register, target, journal } = options;
  const announced = register.all();
  const notes: string[] = [];
  const problems: string[] = [];
  const found = new Set<string>();
  if (announced.some(({ fate }) => fate === 'unanswered')) {
    await pause(STILL_ARRIVING_MS, options.signal);
  }
  for (const endpoint of Object.values(target.endpoints)) {
    const own = announced.filter(({ baseUrl }) => baseUrl === endpoint.baseUrl);
    if (own.length === 0) continue;
    const { ask, plain } = askerFor(endpoint, options);
    const swept = await sweep(own, options.contract, ask, register.isMade);
    const left = openRemovals(journal);
    for (const { what, why, made, announced } of swept.found) {
      const { document, baseUrl } = announced;
      found.add(what);
      journal?.strike(what);
      // What a server said to have removed was struck off before.
      if (why !== undefined) left.keep(made, { document, baseUrl }, plain);
    }
    settle(own, swept, register);
    notes.push(...notesOn(swept));
    problems.push(...problemsOf(swept, own, plain));
  }
  return { notes, problems, found };
}

/** Sends requests to one endpoint, and spells them without a credential. */
export function askerFor(
  endpoint: Endpoint,
  {
    contract,
    encode,
    transport,
    clock,
    pace,
    signal,
  }: Pick<EndOptions, 'contract' | 'encode' | 'transport' | 'clock' | 'pace' | 'signal'>,
): { readonly ask: SendRequest; readonly plain: (request: PlannedRequest) => WireRequest } {
  const wireOf = (request: PlannedRequest, signed: EncodeFor): WireRequest =>
    encode(contract.operation(request.operation), request, signed);
  return {
    ask: async (_, request) => {
      const delay = pace.delay(clock());
      if (delay > 0) await pause(delay, signal);
      const wire = wireOf(request, endpoint);
      return (await transport.send(wire, endpoint.baseUrl, signal)).outcome;
    },
    plain: (request) => wireOf(request, { style: endpoint.style }),
  };
}

/** What is not there, or was removed, need not be looked for again. */
function settle(
  own: readonly Announced[],
  { found, unseen }: Swept,
  register: CreationRegister,
): void {
  const hidden = new Set(unseen.map(({ shelf }) => shelf));
  const left = new Set(found.filter(({ why }) => why !== undefined).map((one) => one.announced));
  for (const one of own) {
    // Whose lists are refused as well created nothing there.
    const isHidden = hidden.has(one.shelf) || !isFindable(one);
    const isUnknown = isHidden && one.fate === 'unanswered';
    if (!isUnknown && !left.has(one)) register.settle(one);
  }
}

/** What a run created and could not remove, in a line for each cause. */
export function leftBehind(left: readonly Leftover[]): readonly string[] {
  const causes = groupedBy(left, ({ tried, why }) => `could not ${tried} (${why})`);
  return [...causes].map(([cause, some]) => {
    const request = some.find((one) => one.request !== undefined)?.request;
    const how = request === undefined ? '' : `; ${request} would remove the first`;
    return `left behind: ${some.length} that it ${cause}: ${namesOf(some)}${how}; \`touchstone cleanup\` tries again`;
  });
}

/** What left an object behind, in words. */
const CAUSES: { readonly [fate in CreationState]: string } = {
  refused: 'created although the request was refused',
  unanswered: 'created by requests that had no whole answer',
  made: 'still listed after their removal was accepted',
};

/** The same of what is still there: its removal may have been refused as well. */
const LEFT: typeof CAUSES = { ...CAUSES, made: 'created and not removed' };

function notesOn({ found }: Swept): readonly string[] {
  const gone = found.filter(({ why }) => why === undefined);
  return [...groupedBy(gone, ({ announced }) => CAUSES[announced.fate])].map(
    ([cause, some]) => `${some.length} removed at the end, ${cause}: ${namesOf(some.map(named))}`,
  );
}

function problemsOf(
  { found, unseen }: Swept,
  own: readonly Announced[],
  plain: (request: PlannedRequest) => WireRequest,
): readonly string[] {
  const left = found.filter(({ why }) => why !== undefined);
  const open = unseen.filter(({ shelf }) =>
    own.some((one) => one.shelf === shelf && one.fate === 'unanswered'),
  );
  return [
    ...[...groupedBy(left, ({ announced, why }) => `${LEFT[announced.fate]} (${why})`)].map(
      ([cause, some]) => {
        const [first] = some;
        const wire = first && plain(first.made.removal);
        const request = wire ? `; ${wire.method} ${wire.target} would remove the first` : '';
        return `left behind: ${some.length} ${cause}: ${namesOf(some.map(named))}${request}`;
      },
    ),
    ...open.map(
      ({ shelf, why }) =>
        `something may be left behind in ${shelf}: a creation had no whole answer, and its list cannot be read (${why})`,
    ),
    ...[...new Set(own.filter(isLost).map(({ shelf }) => shelf))].map(
      (shelf) =>
        `something may be left behind in ${shelf}: a creation that gave no name had no whole answer; look at the newest there`,
    ),
  ];
}

function isLost(one: Announced): boolean {
  return one.fate === 'unanswered' && !isFindable(one);
}

function named({ what, slug, title }: FoundLeftover): Pick<Leftover, 'what' | 'name'> {
  return { what, name: slug || title };
}

/** More names than these tell nothing more. */
const MOST_NAMES = 20;

function namesOf(left: readonly Pick<Leftover, 'what' | 'name'>[]): string {
  const names = left
    .slice(0, MOST_NAMES)
    .map(({ what, name = '' }) => (what.includes(name) ? what : `${what} (${name})`));
  const more = left.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
