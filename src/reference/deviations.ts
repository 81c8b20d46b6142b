import { TouchstoneError } from '../errors.ts';
import { nearNames } from '../near.ts';
import type { ContentFault, ContentVariation } from './content/deviation.ts';
import { contentFaults } from './content/faults/index.ts';
import { contentVariations } from './content/variations/index.ts';
import { variationsOfKeptLists } from './content/variations/kept-lists.ts';
import * as eighth from './fresh/eighth.ts';
import * as eleventh from './fresh/eleventh.ts';
import * as fifth from './fresh/fifth.ts';
import * as first from './fresh/first.ts';
import * as fourteenth from './fresh/fourteenth.ts';
import * as fourth from './fresh/fourth.ts';
import * as ninth from './fresh/ninth.ts';
import * as second from './fresh/second.ts';
import * as seventh from './fresh/seventh.ts';
import * as sixth from './fresh/sixth.ts';
import * as tenth from './fresh/tenth.ts';
import * as third from './fresh/third.ts';
import * as thirteenth from './fresh/thirteenth.ts';
import * as twelfth from './fresh/twelfth.ts';
import type { IntegrationFault, IntegrationVariation } from './integration/deviation.ts';
import { integrationFaults } from './integration/faults/index.ts';
import { integrationVariations } from './integration/variations/index.ts';

/** A deviation that breaks a document; `document` tells which, and so how it attaches. */
export type Fault = IntegrationFault | ContentFault;

/** A legal variation of something that a document leaves open. */
export type Variation = IntegrationVariation | ContentVariation;

type Deviation = Fault | Variation;

/** All faults of the reference target, in the order of the documents. */
export const faults: readonly Fault[] = [
  ...integrationFaults,
  ...first.integrationFaults,
  ...second.integrationFaults,
  ...third.integrationFaults,
  ...fourth.integrationFaults,
  ...fifth.integrationFaults,
  ...sixth.integrationFaults,
  ...seventh.integrationFaults,
  ...eighth.integrationFaults,
  ...ninth.integrationFaults,
  ...tenth.integrationFaults,
  ...eleventh.integrationFaults,
  ...twelfth.integrationFaults,
  ...thirteenth.integrationFaults,
  ...fourteenth.integrationFaults,
  ...contentFaults,
  ...first.contentFaults,
  ...second.contentFaults,
  ...third.contentFaults,
  ...fourth.contentFaults,
  ...fifth.contentFaults,
  ...sixth.contentFaults,
  ...seventh.contentFaults,
  ...eighth.contentFaults,
  ...ninth.contentFaults,
  ...tenth.contentFaults,
  ...eleventh.contentFaults,
  ...twelfth.contentFaults,
  ...thirteenth.contentFaults,
  ...fourteenth.contentFaults,
];

/** All variations of the reference target, in the order of the documents. */
export const variations: readonly Variation[] = [
  ...integrationVariations,
  ...first.integrationVariations,
  ...second.integrationVariations,
  ...third.integrationVariations,
  ...fourth.integrationVariations,
  ...fifth.integrationVariations,
  ...sixth.integrationVariations,
  ...seventh.integrationVariations,
  ...eighth.integrationVariations,
  ...ninth.integrationVariations,
  ...tenth.integrationVariations,
  ...eleventh.integrationVariations,
  ...thirteenth.integrationVariations,
  ...contentVariations,
  // Taken together, the first stands outermost: what is kept or busy now and then is so to clients, and not to those behind it.
  ...variationsOfKeptLists,
  ...eleventh.contentVariations,
  ...tenth.contentVariations,
  ...ninth.contentVariations,
  ...eighth.contentVariations,
  ...seventh.contentVariations,
  ...sixth.contentVariations,
  ...fifth.contentVariations,
  ...fourth.contentVariations,
  ...third.contentVariations,
  ...first.contentVariations,
  ...second.contentVariations,
  ...twelfth.contentVariations,
  ...thirteenth.contentVariations,
  ...fourteenth.contentVariations,
];

/** Faults, then variations. */
export const deviations: readonly Deviation[] = [...faults, ...variations];

/** The faults of those names, in their order. @throws TouchstoneError `unknown-deviation` */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  return names.map((name) => namedIn(faults, 'fault', name));
}

/** The variations of those names, in their order. @throws TouchstoneError `unknown-deviation` */
export function variationsNamed(names: readonly string[]): readonly Variation[] {
  return names.map((name) => namedIn(variations, 'variation', name));
}

function namedIn<D extends Deviation>(all: readonly D[], kind: D['kind'], name: string): D {
  const found = all.find((each) => each.name === name);
  if (found) return found;
  const other = deviations.find((each) => each.name === name);
  if (other) throw mistaken(kind, name, other.kind);
  throw unknown(
    kind,
    name,
    all.map((each) => each.name),
  );
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
