import type { Contract } from '../contract/index.ts';
import type { Case, Operation, Step } from '../model/index.ts';
import { credentialsOf } from './edges-wire.ts';
import { type PlanTarget, partsOf, requestOf } from './generated.ts';
import { controlOf } from './refusals.ts';
import { evidenceOf } from './scenarios.ts';
import { step } from './stage.ts';
import { valueRows } from './value-tables.ts';

/**
 * The case with slightly changed copies of the target's own credential. Empty if the document does not show the answer
 * to a wrong credential.
 */
export function credentialCases(
  contract: Contract,
  operation: Operation,
  reached: PlanTarget,
  isPlain = false,
): readonly Case[] {
  const near = valueRows().filter((row) => row.near.length > 0);
  const clauses = evidenceOf(contract, {
    steps: [{ role: 'unauthorised', operation: operation.id }],
  });
  const sample = clauses.length === 0 ? undefined : controlOf(operation, reached, isPlain);
  if (sample === undefined) return [];
  const request = requestOf(operation, partsOf(sample));
  const denied = near.flatMap((row) =>
    credentialsOf(row).map((credential, at): Step => {
      const [, name] = row.name.split('/');
      const id = at === 0 ? `denied-${name}` : `denied-${name}-${at + 1}`;
      return step(id, 'unauthorised', { ...request, credential });
    }),
  );
  const others =
    operation.credential === 'demanded'
      ? (['none', 'invalid'] as const).map((kind) =>
          step(`denied-${kind}`, 'unauthorised', { ...request, credential: { kind } }),
        )
      : [];
  return [
    {
      id: `${operation.id}/near-credentials`,
      title: 'refuses credentials that differ a little from the valid one',
      document: operation.document,
      evidence: clauses,
      origin: { kind: 'scenario' },
      steps: [
        step('control', 'control', request),
        ...others,
        ...denied,
        step('control-again', 'control', request),
      ],
      alone: true,
    },
  ];
}
