import type { Contract } from '../contract/index.ts';
import type { Case, DocumentName, Operation, Step, Values, WireStyle } from '../model/index.ts';
import type { Stage } from './stage.ts';
import type { RowOptions } from './value-tables.ts';

export interface LifecycleOptions {
  /** Any 32-bit number. */
  readonly seed: number;
  /** Random sequences for each collection. */
  readonly runs: number;
}

/** Objects that a case wants to have, by the ids of the steps that create them. */
interface WantedObjects {
  /** Begins their slugs. */
  readonly tag: string;
  /** Their fields, beside what an object has to have. */
  readonly fields: { readonly [step: string]: Values };
}

/** The steps that create objects, and those that remove them again. */
export interface MadeObjects {
  readonly creations: readonly Step[];
  readonly removals: readonly Step[];
}

/** What is planned for one API alone, because the engine does not know its resources. */
export interface ApiPlanner {
  readonly api: DocumentName;
  /** Cases of an operation that writes, in place of generated ones. */
  readonly writeCases: (
    contract: Contract,
    operation: Operation,
    style: WireStyle,
    options: RowOptions & { readonly seed: number },
  ) => readonly Case[];
  /** Cases of an operation for which the target knows no object; none where no case can make one. */
  readonly keptCases: ApiPlanner['writeCases'];
  /** Cases about what becomes of objects. */
  readonly sequenceCases: (contract: Contract, options: LifecycleOptions) => readonly Case[];
  /** Objects for a list to show, and their removal; none where the operation lists what a run creates none of. */
  readonly objectsFor: (
    contract: Contract,
    list: Operation,
    wanted: WantedObjects,
  ) => MadeObjects | undefined;
  /** What a writing operation needs around it to be called on an object of the case's own. */
  readonly stageOf: (operation: Operation, slug: string) => Stage | undefined;
  /** A step of a stage under a slug of its own: objects that are created side by side are told apart. */
  readonly renamed: (step: Step, slug: string, own: string) => Step;
}
