import { TouchstoneError } from '../errors.ts';
import type { Fault, Liberty } from './integration/deviation.ts';
import { integrationFaults } from './integration/faults.ts';
import { integrationLiberties } from './integration/liberties.ts';

export type { Fault, Liberty } from './integration/deviation.ts';

export type Deviation = Fault | Liberty;

/** All faults of the reference target, in the order of the documents. */
export const faults: readonly Fault[] = integrationFaults;

/** All liberties of the reference target, in the order of the documents. */
export const liberties: readonly Liberty[] = integrationLiberties;

/** Faults, then liberties. */
export const deviations: readonly Deviation[] = [...faults, ...liberties];

const byName: ReadonlyMap<string, Deviation> = new Map(
  deviations.map((deviation) => [deviation.name, deviation]),
);

/**
 * The fault or liberty of that name.
 *
 * @throws TouchstoneError `unknown-deviation`, with names that are near.
 */
export function deviationByName(name: string): Deviation {
  const found = byName.get(name);
  if (found === undefined) throw unknown('fault or liberty', name, [...byName.keys()]);
  return found;
}

/** The faults of those names, in their order. @throws TouchstoneError `unknown-deviation` */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  return names.map((name) => {
    const found = byName.get(name);
    if (found?.kind === 'fault') return found;
    if (found !== undefined) throw mistaken('fault', name, 'liberty');
    throw unknown(
      'fault',
      name,
      faults.map((fault) => fault.name),
    );
  });
}

/** The liberties of those names, in their order. @throws TouchstoneError `unknown-deviation` */
export function libertiesNamed(names: readonly string[]): readonly Liberty[] {
  return names.map((name) => {
    const found = byName.get(name);
    if (found?.kind === 'liberty') return found;
    if (found !== undefined) throw mistaken('liberty', name, 'fault');
    throw unknown(
      'liberty',
      name,
      liberties.map((liberty) => liberty.name),
    );
  });
}

function mistaken(wanted: string, name: string, kind: string): TouchstoneError {
  return new TouchstoneError(
    'unknown-deviation',
    `there is no ${wanted} named "${name}": it is a ${kind}`,
    `name it with --${kind} ${name}`,
  );
}

function unknown(wanted: string, name: string, names: readonly string[]): TouchstoneError {
  const near = nearNames(name, names);
  return new TouchstoneError(
    'unknown-deviation',
    `there is no ${wanted} named "${name}"`,
    near.length > 0 ? `did you mean ${near.join(', ')}?` : '`touchstone serve --list` lists them',
  );
}

/** Names that hold what was typed or differ in few letters, nearest first, three at most. */
function nearNames(typed: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({
      name,
      apart: name.includes(typed) && typed !== '' ? 1 : distance(typed, name),
    }))
    .filter(({ name, apart }) => apart <= Math.max(2, name.length / 3))
    .sort((a, b) => a.apart - b.apart)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many letters have to be added, dropped or replaced to turn one word into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
