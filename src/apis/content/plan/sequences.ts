import type { Contract } from '../../../contract/index.ts';
import type { Case } from '../../../model/index.ts';
import type { LifecycleOptions } from '../../../plan/planner.ts';
import { lifecycleCases } from './lifecycles.ts';
import { stateEvidence } from './sequences-evidence.ts';
import { drawActions, stepsOf } from './sequences-random.ts';
import { cleanups, fieldsOf, LIVED_IN } from './sequences-steps.ts';

/**
 * Cases about states of objects (sections 2 and 3 of the content document): a short lifecycle for each statement, and
 * random sequences of actions. Every object has a slug that begins `touchstone-<seed>-`, and a removal. Navigation is
 * left out, since the document shows no way to remove it. Pure and deterministic.
 */
export function sequenceCases(
  contract: Contract,
  { seed, runs }: LifecycleOptions,
): readonly Case[] {
  const lives = lifecycleCases(contract, seed);
  const [state, compared] = [
    lives.filter((life) => life.compared === undefined),
    lives.filter((life) => life.compared !== undefined),
  ];
  return [...state, ...randomCases(contract, seed, runs), ...compared];
}

/** Sequences of a collection for each run of the plan. With fewer, some faults are missed. */
const SHARE = 0.7;

function randomCases(contract: Contract, seed: number, runs: number): readonly Case[] {
  return LIVED_IN.flatMap((collection, place) => {
    const ground = { collection, schemas: fieldsOf(contract, collection), seed };
    // The seed of a collection is its own, so that its actions are, too.
    return drawActions(Math.imul(seed + place, 0x01000193), Math.ceil(runs * SHARE)).map(
      (actions, index): Case => {
        const steps = stepsOf(ground, actions, index);
        return {
          id: `content/${collection}/sequence/${seed}-${index}`,
          title: 'keeps to what is stated, whatever is done in which order',
          document: 'content',
          evidence: stateEvidence(contract, steps),
          origin: { kind: 'sequence', seed, index },
          steps: [...steps, ...cleanups(contract, steps)],
        };
      },
    );
  });
}
