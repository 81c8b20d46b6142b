/** Inputs that campaigns kept, as cases of a run. */

import { type Contract, sharedBy } from '../contract/index.ts';
import {
  type Case,
  type CorpusInput,
  MODES,
  type Target,
  type WritePolicy,
} from '../model/index.ts';
import { mix } from './chance.ts';
import { unsentCase } from './refusals.ts';
import { openStream } from './stream.ts';

/** A case for each input. One that cannot be sent to the target has the reason. */
export function corpusCases(
  contract: Contract,
  target: Target,
  inputs: readonly CorpusInput[],
  { seed, writes = 'loopback' }: { readonly seed: number; readonly writes?: WritePolicy },
): readonly Case[] {
  if (inputs.length === 0) return [];
  const stream = openStream(contract, target, { seed, modes: MODES, only: [], writes });
  const sharesOf = sharedBy(contract.operations);
  return inputs.map((input, index) => {
    const operation = contract.operation(input.operation);
    const id = `${operation.id}/corpus/${mix(JSON.stringify(input.request)).toString(16)}`;
    const planned = stream.inputs.caseOf(input, index)?.case;
    if (planned === undefined) return unsentCase(operation, id, [], UNSENT);
    const shares = sharesOf(planned.steps);
    const title = `is as documented for an input of the corpus: ${input.class ?? 'mutated'}`;
    const item: Case = { ...planned, id, title, origin: { kind: 'corpus' } };
    return shares.length > 0 ? { ...item, shares } : item;
  });
}

const UNSENT = 'the input cannot be sent to this target';
