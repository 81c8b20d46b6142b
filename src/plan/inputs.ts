/** Inputs of a campaign: kept requests, turned into cases and mutated. */

import type { Contract } from '../contract/index.ts';
import type { CorpusInput, FuzzCase, Mode, PlannedRequest } from '../model/index.ts';
import { requestOf } from './generated.ts';
import { staysInside } from './input-writes.ts';
import { mutated } from './mutation.ts';
import type { BaseRequest } from './stream-bases.ts';
import { fuzzCaseFrom } from './stream-cases.ts';
import { drawerOf } from './stream-drawn.ts';
import { spotsIn } from './stream-edges.ts';
import type { StreamEntry } from './stream-entries.ts';
import { inputEntry, inputOf, requestOfInput } from './stream-inputs.ts';

export interface Inputs {
  /** A request as an input; undefined if it cannot be sent again by itself. */
  readonly of: (request: PlannedRequest) => CorpusInput | undefined;
  /**
   * The case of an input, with its claim derived from the contract; undefined if it cannot be sent to this target, or
   * was not selected.
   */
  readonly caseOf: (input: CorpusInput, index: number) => FuzzCase | undefined;
  /** The input changed at a few places; undefined if nothing can be changed. */
  readonly mutated: (
    input: CorpusInput,
    others: readonly CorpusInput[],
    salt: number,
  ) => CorpusInput | undefined;
}

interface InputOptions {
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly isChosen: (entry: StreamEntry, base: BaseRequest) => boolean;
}

export function inputsOf(
  contract: Contract,
  bases: readonly BaseRequest[],
  { seed, modes, isChosen }: InputOptions,
): Inputs {
  const byName = new Map(bases.map((base) => [base.operation.id, base]));
  const lazily = <T>(make: (base: BaseRequest) => T) => {
    const made = new Map<BaseRequest, T>();
    return (base: BaseRequest): T => {
      const own = made.get(base) ?? make(base);
      made.set(base, own);
      return own;
    };
  };
  const spotsOf = lazily(spotsIn);
  const drawerFor = lazily((base) => drawerOf(base, seed));
  return {
    of: (request) => {
      const base = byName.get(request.operation);
      return base && inputOf(base, request);
    },
    caseOf: (input, index) => {
      const base = byName.get(input.operation);
      if (base === undefined || !staysInside(base, input)) return undefined;
      const entry = inputEntry(contract, base, input);
      if (!modes.includes(entry.mode) || !isChosen(entry, base)) return undefined;
      return fuzzCaseFrom(base, [entry], index, seed);
    },
    mutated: (input, others, salt) => {
      const base = byName.get(input.operation);
      if (base === undefined) return undefined;
      const drawn = drawerFor(base)?.('mutation', salt);
      const donors = [
        ...others.map((one) => requestOfInput(base, one)),
        ...(drawn ? [requestOf(base.operation, drawn)] : []),
      ];
      const changed = mutated(base, spotsOf(base), requestOfInput(base, input), donors, salt);
      const own = changed && inputOf(base, changed.request);
      return own && { ...own, place: changed.place };
    },
  };
}
