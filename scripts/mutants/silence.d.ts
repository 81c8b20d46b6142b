import type { Contract } from '../../src/contract/contract.ts';
import type { Outcome, WireRequest } from '../../src/model/index.ts';
import type { RequestContext } from '../../src/model/transport.ts';

export interface Difference {
  readonly case: string;
  readonly step: string;
  readonly at: string;
  readonly plain: string;
  readonly mutated: string;
}

export type Comparison =
  | { readonly kind: 'same' }
  | { readonly kind: 'silent'; readonly clause: string }
  | { readonly kind: 'speaks'; readonly difference: Difference };

export function createSilence(
  contract: Pick<Contract, 'clause' | 'operation' | 'operations' | 'schema' | 'validate'>,
): () => (
  plain: Outcome,
  now: Outcome,
  request: Pick<WireRequest, 'headers'>,
  context: RequestContext | undefined,
) => Comparison;
