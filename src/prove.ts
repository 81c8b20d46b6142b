import type { Contract } from './contract/contract.ts';
import { TouchstoneError } from './errors.ts';
import type { DocumentName, RunEvent, Target } from './model.ts';
import {
  faults as allFaults,
  liberties as allLiberties,
  type Fault,
  type Liberty,
} from './reference/deviations.ts';
import { serveReference } from './reference/serve.ts';
import { runLive } from './session.ts';

/** What became of one fault. */
export interface FaultProof {
  readonly name: string;
  readonly document: DocumentName;
  readonly family: string;
  /** Clauses that it breaks. */
  readonly breaks: readonly string[];
  readonly caughtBy: readonly string[];
  /** Clauses that it breaks and that did not say so. */
  readonly missed: readonly string[];
  /** Clauses that failed although it does not break them. */
  readonly collateral: readonly string[];
}

export interface LibertyProof {
  readonly name: string;
  readonly document: DocumentName;
  /** What the document leaves open. */
  readonly leaves: string;
  readonly flaggedBy: readonly string[];
}

export interface Proof {
  readonly summary: {
    readonly faults: { readonly total: number; readonly caught: number };
    readonly liberties: { readonly total: number; readonly flagged: number };
  };
  readonly families: readonly {
    readonly name: string;
    readonly total: number;
    readonly caught: number;
  }[];
  readonly faults: readonly FaultProof[];
  readonly liberties: readonly LibertyProof[];
  /** All caught, none flagged, nothing collateral. */
  readonly sound: boolean;
}

export interface ProveOptions {
  readonly contract: Contract;
  readonly targetAt: (urls: { readonly integration: string }) => Target;
  readonly only: readonly string[];
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Servers under test at once: more only share the same two cores. */
const AT_ONCE = 3;

/**
 * Judges the reference target with each of its faults and each of its liberties, over HTTP. The last
 * liberty is all of them at once.
 * @throws TouchstoneError 'unknown-deviation' where `only` begins no name
 */
export async function prove(options: ProveOptions): Promise<Proof> {
  const wanted = ({ name }: { readonly name: string }) =>
    options.only.length === 0 || options.only.some((prefix) => name.startsWith(prefix));
  // Of the content document's faults it is not said yet what they break.
  const faults = allFaults.filter(wanted).filter(({ document }) => document === 'integration');
  const liberties = allLiberties
    .filter(wanted)
    .filter(({ document }) => document === 'integration');
  if (faults.length + liberties.length === 0) {
    throw new TouchstoneError(
      'unknown-deviation',
      `no fault or liberty begins with ${options.only.map((prefix) => `"${prefix}"`).join(' or ')}`,
      '`touchstone serve --list` lists them',
    );
  }
  const judgedFaults: FaultProof[] = [];
  const judgedLiberties: LibertyProof[] = [];
  const tasks = [
    ...faults.map((fault) => async () => {
      judgedFaults.push(proofOf(fault, await failingUnder(options, [fault.name], [])));
    }),
    ...together(liberties).map((liberty) => async () => {
      const flaggedBy = await failingUnder(options, [], liberty.names);
      const { name, document, leaves } = liberty;
      judgedLiberties.push({ name, document, leaves, flaggedBy });
    }),
  ];
  await inParallel(tasks, options);
  return summarise(judgedFaults, judgedLiberties);
}

function proofOf(
  { name, document, family, breaks }: Fault,
  failing: readonly string[],
): FaultProof {
  return {
    name,
    document,
    family,
    breaks,
    caughtBy: breaks.filter((id) => failing.includes(id)),
    missed: breaks.filter((id) => !failing.includes(id)),
    collateral: failing.filter((id) => !breaks.includes(id)),
  };
}

/** Each liberty alone, and all of them at once. */
function together(liberties: readonly Liberty[]) {
  const alone = liberties.map((liberty) => ({ ...liberty, names: [liberty.name] }));
  if (alone.length < 2) return alone;
  const names = liberties.map(({ name }) => name);
  return [
    ...alone,
    {
      name: 'all-at-once',
      document: 'integration' as const,
      leaves: 'all of these together',
      names,
    },
  ];
}

async function inParallel(tasks: readonly (() => Promise<void>)[], options: ProveOptions) {
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < tasks.length && !options.signal.aborted) {
      const task = tasks[next++];
      await task?.();
      options.progress(++done, tasks.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (options.signal.aborted) {
    throw new TouchstoneError('interrupted', `stopped after ${done} of ${tasks.length}`);
  }
}

/**
 * Ids of the clauses that give a failure, a warning or an error under some deviations. An exit code
 * that does not go with them is one more: it is what CI goes by.
 */
async function failingUnder(
  { contract, targetAt, seed, signal }: ProveOptions,
  faults: readonly string[],
  liberties: readonly string[],
): Promise<readonly string[]> {
  const server = await serveReference({ faults, liberties });
  const target = targetAt({ integration: server.integrationUrl });
  const failing: string[] = [];
  try {
    for await (const event of runLive({ contract, target, seed, signal })) {
      if (isFlagged(event)) failing.push(event.id);
      const expected = faults.length > 0 ? 1 : 0;
      if (event.kind === 'footer' && event.exitCode !== expected) {
        failing.push(`exit code ${event.exitCode}`);
      }
    }
  } finally {
    await server.close();
  }
  return failing;
}

function isFlagged(event: RunEvent): event is Extract<RunEvent, { kind: 'clause' }> {
  return event.kind === 'clause' && ['fail', 'warn', 'error'].includes(event.verdict);
}

function summarise(faults: readonly FaultProof[], liberties: readonly LibertyProof[]): Proof {
  const isCaught = (fault: FaultProof) => fault.missed.length === 0 && fault.caughtBy.length > 0;
  const families = [...new Set(faults.map(({ family }) => family))].map((name) => {
    const members = faults.filter(({ family }) => family === name);
    return { name, total: members.length, caught: members.filter(isCaught).length };
  });
  const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
    a.name < b.name ? -1 : 1;
  const flagged = liberties.filter(({ flaggedBy }) => flaggedBy.length > 0).length;
  const caught = faults.filter(isCaught).length;
  return {
    summary: {
      faults: { total: faults.length, caught },
      liberties: { total: liberties.length, flagged },
    },
    families,
    faults: [...faults].sort(byName),
    liberties: [...liberties].sort(byName),
    sound:
      caught === faults.length &&
      flagged === 0 &&
      faults.every(({ collateral }) => collateral.length === 0),
  };
}
