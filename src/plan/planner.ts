import type { Contract } from '../contract/index.ts';
import type { Case, DocumentName, Operation, Step, Values, WireStyle } from '../model/index.ts';
import type { Stage } from './stage.ts';
import type { RowOptions } from './value-tables.ts';

export interface LifecycleOptions {
  readonly seed: number;
  readonly runs: number;
}

/** Objects that a case needs, by the ids of the creating steps. */
interface WantedObjects {
  /** Prefix of their slugs. */
  readonly tag: string;
  /** Their fields, in addition to required ones. */
  readonly fields: { readonly [step: string]: Values };
}

export interface MadeObjects {
  readonly creations: readonly Step[];
  readonly removals: readonly Step[];
}

/** Plans for one API, whose resources the engine does not know. */
export interface ApiPlanner {
  readonly api: DocumentName;
  /** Cases of a writing operation, instead of generated ones. */
  readonly writeCases: (
    contract: Contract,
    operation: Operation,
    style: WireStyle,
    options: RowOptions & { readonly seed: number },
  ) => readonly Case[];
  /** Cases of an operation without known objects; empty if no case can create one. */
  readonly keptCases: ApiPlanner['writeCases'];
  /** Cases about states of objects. */
  readonly sequenceCases: (contract: Contract, options: LifecycleOptions) => readonly Case[];
  /** Objects for a list, and their removal; undefined if a run creates none that the operation lists. */
  readonly objectsFor: (
    contract: Contract,
    list: Operation,
    wanted: WantedObjects,
  ) => MadeObjects | undefined;
  /** The fixture that a writing operation needs to be called on an object of the case. */
  readonly stageOf: (operation: Operation, slug: string) => Stage | undefined;
  /** A step of a fixture with its own slug, to distinguish parallel objects. */
  readonly renamed: (step: Step, slug: string, own: string) => Step;
}
