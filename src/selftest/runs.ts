import { type DocumentName, type Shard, TouchstoneError } from '../model/index.ts';
import { pairwise } from '../plan/index.ts';
import {
  faults as allFaults,
  variations as allVariations,
  CHOICE_NAMES,
  currentName,
  type Fault,
  optionsOf,
  type Variation,
} from '../reference/index.ts';
import type { MutantRun, RunAim } from './mutant-run.ts';

/** One run of the self-test: its deviations, and the expected result. */
type SelftestRun =
  | { readonly kind: 'fault'; readonly fault: Fault; readonly mutantRun: MutantRun }
  | {
      readonly kind: 'variation';
      readonly variationSet: VariationSet;
      readonly mutantRun: MutantRun;
    };

interface VariationSet {
  readonly name: string;
  readonly document: DocumentName;
  readonly leaves: string;
  readonly names: readonly string[];
  /** The share of the cases that the set is tried with, for kinds with many sets. */
  readonly shard?: Shard;
}

/**
 * Extent of the self-test. `whole`: each fault against all cases, which also shows other clauses that catch it, and
 * each variation by itself. `faults-and-pairs`: for the large content document, each fault against the cases of its own
 * clauses until each has failed, and variations together.
 */
export type SelftestExtent = 'whole' | 'faults-and-pairs';

interface Wanted {
  /** Prefixes of names or families; all if empty. */
  readonly only: readonly string[];
  readonly extent: SelftestExtent;
  readonly seed: number;
}

/** One in so many runs goes over HTTP. The content document takes three times as long that way. */
const HTTP_EVERY: { readonly [document: DocumentName]: number } = { integration: 10, content: 50 };

/**
 * The runs of a self-test. A run goes over HTTP depending only on its deviation, not on the selection.
 *
 * @throws TouchstoneError 'unknown-deviation' if a prefix in `only` matches no name or family
 */
export function mutantRunsFor({ only, extent, seed }: Wanted): readonly SelftestRun[] {
  const begins = (...texts: readonly string[]) =>
    only.length === 0 ||
    only.some((prefix) => texts.some((text) => text.startsWith(currentName(prefix))));
  const faults = allFaults().filter(({ name, family }) => begins(name, family));
  const sets = allSets().filter(({ name }) => begins(name));
  if (faults.length + sets.length === 0) throw unknown(only);
  const tried =
    extent === 'whole'
      ? sets
      : sets.filter(
          ({ document, name, names }) =>
            document !== 'content' || names.length > 1 || ALONE.has(name),
        );
  return [
    ...faults.map((fault) => ofFault(fault, extent, seed)),
    ...tried.map((set) => ofVariations(set, extent, seed)),
  ];
}

function ofFault(fault: Fault, extent: SelftestExtent, seed: number): SelftestRun {
  const over = overHttp(fault.document, allFaults().indexOf(fault)) ? 'http' : 'process';
  const { document, name } = fault;
  const aim = extent === 'faults-and-pairs' ? aimOf(fault) : undefined;
  return {
    kind: 'fault',
    fault,
    mutantRun: {
      ...{ document, faults: [name], variations: [], seed, over },
      ...(aim && { aim }),
    },
  };
}

function aimOf(fault: Fault): RunAim | undefined {
  if (fault.document !== 'content') return undefined;
  return { kind: 'clauses', clauses: fault.breaks, at: fault.at ?? [] };
}

function ofVariations(
  variationSet: VariationSet,
  extent: SelftestExtent,
  seed: number,
): SelftestRun {
  const { document, names, shard } = variationSet;
  const over = overHttp(document, allSets().indexOf(variationSet)) ? 'http' : 'process';
  const aim: RunAim | undefined =
    extent === 'faults-and-pairs' && shard !== undefined ? { kind: 'shard', shard } : undefined;
  return {
    kind: 'variation',
    variationSet,
    mutantRun: { document, faults: [], variations: names, seed, over, ...(aim && { aim }) },
  };
}

function overHttp(document: DocumentName, place: number): boolean {
  return place % (HTTP_EVERY[document] ?? 1) === 0;
}

function alone({ name, document, leaves }: Variation): VariationSet {
  return { name, document, leaves, names: [name] };
}

/**
 * Sets of several variations. The integration document has one set. The content document has one of all options,
 * combinations for every pair of choices, and groups of the deviations in front of the site. Options and the latter are
 * not combined: the latter know the answers of the plain target.
 */
function together(): readonly VariationSet[] {
  const documents: readonly DocumentName[] = ['integration', 'content'];
  const chosen = chosenNames();
  const all = documents.map((document): VariationSet => {
    const names = allVariations()
      .filter((one) => one.document === document && !ALONE.has(one.name))
      // Deviations in front of the content site are tried in groups.
      .filter((one) => document !== 'content' || chosen.has(one.name))
      .map(({ name }) => name);
    return { name: `all-at-once-${document}`, document, leaves: 'all of these together', names };
  });
  return [...all, ...inPairs(), ...inGroups()];
}

/**
 * The first refuses most reads, so together with other refusals it leaves hardly anything to judge. The second shows
 * only in its challenge, which other variations replace.
 */
const ALONE: ReadonlySet<string> = new Set(['edit-context-forbidden', 'basic-in-front']);

/** Large enough for a fast self-test, small enough that few variations hide each other. */
const GROUP_SIZE = 40;

/** Names of variations that are options of the content site. */
function chosenNames(): ReadonlySet<string> {
  return new Set(CHOICE_NAMES.flatMap((name) => optionsOf(name).map(nameOf(name))));
}

function inGroups(): readonly VariationSet[] {
  const chosen = chosenNames();
  const names = allVariations()
    .filter(({ document, name }) => document === 'content' && !chosen.has(name) && !ALONE.has(name))
    .map(({ name }) => name);
  const groups = Math.ceil(names.length / GROUP_SIZE);
  // Groups have equal sizes, because a last group of one variation would test no combination.
  const size = Math.ceil(names.length / groups);
  return Array.from({ length: groups }, (_, index) => ({
    name: `group-${index + 1}`,
    document: 'content',
    leaves: 'what these leave open',
    names: names.slice(index * size, (index + 1) * size),
  }));
}

/** There are many combinations, and most pairs of options occur in several. */
const SHARES = 4;

/**
 * Combinations that contain every two options of different choices. A default option is no variation, and has no name.
 */
function inPairs(): readonly VariationSet[] {
  const options = CHOICE_NAMES.map(optionsOf);
  return pairwise(options.map(({ length }) => length)).map((row, index) => ({
    name: `in-pairs-${index + 1}`,
    document: 'content',
    leaves: 'a combination of these, one of a set in which every pair occurs',
    shard: { index: (index % SHARES) + 1, of: SHARES },
    names: CHOICE_NAMES.flatMap((name, at) => {
      const option = options[at]?.[row[at] ?? 0];
      return row[at] === 0 || option === undefined ? [] : [nameOf(name)(option)];
    }),
  }));
}

const nameOf = (choice: string) => (option: string) => `${choice}-${option}`;

let known: readonly VariationSet[] | undefined;

/** Each variation by itself, and several together. Cached, as files are read for it. */
function allSets(): readonly VariationSet[] {
  known ??= [...allVariations().map(alone), ...together()];
  return known;
}

function unknown(only: readonly string[]): TouchstoneError {
  return new TouchstoneError(
    'unknown-deviation',
    `no fault or variation, and no family of faults, begins with ${only.map((prefix) => `"${prefix}"`).join(' or ')}`,
    '`touchstone serve --list` lists them',
  );
}
