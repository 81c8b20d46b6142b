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

/** One run of the self-test: which deviations, and what is to come of them. */
type SelftestRun =
  | { readonly kind: 'fault'; readonly fault: Fault; readonly mutantRun: MutantRun }
  | {
      readonly kind: 'variation';
      readonly variationSet: VariationSet;
      readonly mutantRun: MutantRun;
    };

/** One variation, or several at once. */
interface VariationSet {
  readonly name: string;
  readonly document: DocumentName;
  readonly leaves: string;
  readonly names: readonly string[];
  /** The share of the cases that the set is tried with, where there are many sets of its kind. */
  readonly shard?: Shard;
}

/**
 * How much of the self-test. `whole`: each fault against all cases, which also shows what else catches it, and each
 * variation by itself. `faults-and-pairs`: of the content document, whose cases are many, each fault against those about
 * the clauses that it breaks, until each of these has spoken, and the variations together with others.
 */
export type SelftestExtent = 'whole' | 'faults-and-pairs';

interface Wanted {
  /** Beginnings of names or families; all if empty. */
  readonly only: readonly string[];
  readonly extent: SelftestExtent;
  /** Of the generated cases. */
  readonly seed: number;
}

/** Of so many runs, one goes over HTTP. One of the content document takes three times as long that way. */
const HTTP_EVERY: { readonly [document: DocumentName]: number } = { integration: 10, content: 50 };

/**
 * The runs that a self-test takes. Which of them goes over HTTP depends on the deviation alone, and not on
 * what else is wanted.
 * @throws TouchstoneError 'unknown-deviation' where `only` begins no name and no family
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
 * Sets of several variations. The integration document has one set of all. The content document has one of all options,
 * enough combinations for every pair of choices, and groups of what stands in front of the site. Options and what stands
 * in front are not combined: the latter knows the answers of the plain target.
 */
function together(): readonly VariationSet[] {
  const documents: readonly DocumentName[] = ['integration', 'content'];
  const chosen = chosenNames();
  const all = documents.map((document): VariationSet => {
    const names = allVariations()
      .filter((one) => one.document === document && !ALONE.has(one.name))
      // What stands in front of the content site is tried in groups.
      .filter((one) => document !== 'content' || chosen.has(one.name))
      .map(({ name }) => name);
    return { name: `all-at-once-${document}`, document, leaves: 'all of these together', names };
  });
  return [...all, ...inPairs(), ...inGroups()];
}

/** It refuses most reads, so that together with other refusals hardly anything could be judged. */
const ALONE: ReadonlySet<string> = new Set(['edit-context-forbidden']);

/** Large enough for the self-test to end soon, small enough that few variations hide each other. */
const GROUP_SIZE = 40;

/** Names of the variations that are options of the content site itself. */
function chosenNames(): ReadonlySet<string> {
  return new Set(CHOICE_NAMES.flatMap((name) => optionsOf(name).map(nameOf(name))));
}

function inGroups(): readonly VariationSet[] {
  const chosen = chosenNames();
  const names = allVariations()
    .filter(({ document, name }) => document === 'content' && !chosen.has(name) && !ALONE.has(name))
    .map(({ name }) => name);
  return Array.from({ length: Math.ceil(names.length / GROUP_SIZE) }, (_, index) => ({
    name: `group-${index + 1}`,
    document: 'content',
    leaves: 'what these leave open',
    names: names.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  }));
}

/** Combinations are many, and most pairs of options come in several of them. */
const SHARES = 4;

/**
 * Combinations of options of the content site in which every two options of two different choices come
 * together. An option that is a default is no variation, and goes without a name.
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

/** Each variation alone, and several together; made once, as files are read for it. */
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
