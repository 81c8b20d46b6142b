import { nearNames, TouchstoneError } from '../model/index.ts';
import { contentFaults } from './content/faults/index.ts';
import { contentVariations } from './content/variations/index.ts';
import { variationsOfKeptLists } from './content/variations/kept-lists.ts';
import { recordVariations } from './content/variations/records.ts';
import { slugVariations } from './content/variations/slugs.ts';
import { transportVariations } from './content/variations/transport.ts';
import { deviationsOfFiles, type Fault, type Variation } from './faults/files.ts';
import { currentName } from './faults/former-names.ts';
import { integrationFaults } from './integration/faults/index.ts';
import { integrationVariations } from './integration/variations/index.ts';

export type { Fault, Variation } from './faults/files.ts';

export type Deviation = Fault | Variation;

interface Deviations {
  readonly faults: readonly Fault[];
  readonly variations: readonly Variation[];
}

let known: Deviations | undefined;

/** Reads the files of faults lazily: most commands do not need them. */
function all(): Deviations {
  known ??= allOf(deviationsOfFiles());
  return known;
}

function allOf(files: Deviations): Deviations {
  const of = <D extends { readonly document: string }>(
    document: string,
    list: readonly D[],
  ): readonly D[] => list.filter((one) => one.document === document);
  return {
    faults: [
      ...integrationFaults,
      ...of('integration', files.faults),
      ...contentFaults,
      ...of('content', files.faults),
    ],
    // The first variation is outermost: caches and overload affect clients, not the variations behind them.
    variations: [
      ...integrationVariations(),
      ...of('integration', files.variations),
      ...contentVariations,
      ...variationsOfKeptLists,
      ...transportVariations,
      ...of('content', files.variations),
      ...recordVariations,
      ...slugVariations,
    ],
  };
}

/** All faults of the reference target, in document order. */
export function faults(): readonly Fault[] {
  return all().faults;
}

/** All variations of the reference target, in document order. */
export function variations(): readonly Variation[] {
  return all().variations;
}

export function deviations(): readonly Deviation[] {
  return [...faults(), ...variations()];
}

/** @throws TouchstoneError `unknown-deviation` */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  return names.map((name) => namedIn(faults(), 'fault', name));
}

/** @throws TouchstoneError `unknown-deviation` */
export function variationsNamed(names: readonly string[]): readonly Variation[] {
  return names.map((name) => namedIn(variations(), 'variation', name));
}

function namedIn<D extends Deviation>(all: readonly D[], kind: D['kind'], given: string): D {
  const name = currentName(given);
  const found = all.find((each) => each.name === name);
  if (found) return found;
  const other = deviations().find((each) => each.name === name);
  if (other) throw mistaken(kind, name, other.kind);
  throw unknown(kind, name);
}

function mistaken(wanted: string, name: string, kind: string): TouchstoneError {
  return new TouchstoneError(
    'unknown-deviation',
    `there is no ${wanted} named "${name}": it is a ${kind}`,
    `name it with --${kind} ${name}`,
  );
}

function unknown(wanted: string, name: string): TouchstoneError {
  // Users seldom know which of them a name is.
  const names = deviations().map((each) => each.name);
  const longer = names.filter((each) => each.startsWith(`${name}-`));
  const near = [...new Set([...longer, ...nearNames(name, names)])].slice(0, 3);
  return new TouchstoneError(
    'unknown-deviation',
    `there is no ${wanted} named "${name}"`,
    near.length > 0 ? `did you mean ${near.join(', ')}?` : '`touchstone serve --list` lists them',
  );
}
