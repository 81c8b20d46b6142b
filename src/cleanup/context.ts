import type { EncodeFor, Validate } from '../contract/index.ts';
import type { Answer, Operation, PlannedRequest, WireRequest } from '../model/index.ts';
import type { CreationRegister } from './announcing.ts';
import type { ChangesOf, CreationContract } from './creation.ts';
import type { Intent } from './intents.ts';
import type { Journal } from './journal.ts';
import type { ListedObject } from './listed.ts';
import type { SendRequest } from './listing.ts';

export type Encode = (
  operation: Operation,
  request: PlannedRequest,
  endpoint: EncodeFor,
) => WireRequest;

/** The parts of a run that the tracker of created objects uses. */
export interface CleanupContext {
  readonly contract: CreationContract;
  readonly operationOf: (id: string) => Operation;
  /** Sends a request outside of cases and recordings. */
  readonly ask: SendRequest;
  /** `recorded` if a recording answers: no objects are created then. */
  readonly answers: 'live' | 'recorded';
  readonly encode: Encode;
  readonly journal: Journal | undefined;
  /** Announced creations, so that they can be looked for at the end. */
  readonly register: CreationRegister;
  readonly intentsOf: (operation: Operation, request: PlannedRequest) => readonly Intent[];
  readonly seenIn: (operation: Operation, answer: Answer) => readonly ListedObject[];
  readonly changesOf: ChangesOf;
  readonly validate: Validate;
}
