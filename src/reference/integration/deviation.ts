import type { InFront } from '../in-front.ts';
import type { IntegrationChoices } from './choice.ts';

/** A permitted variation: other options for some choices. For the same choice, the last variation wins. */
export interface IntegrationVariation extends Partial<InFront> {
  readonly kind: 'variation';
  readonly name: string;
  readonly document: 'integration';
  /** The unspecified point that it uses, with its section. */
  readonly leaves: string;
  readonly what: string;
  readonly choose: Partial<IntegrationChoices>;
}

/** A deviation that violates the document. It stands in front of the server. */
export interface IntegrationFault extends InFront {
  readonly kind: 'fault';
  readonly name: string;
  readonly document: 'integration';
  readonly family: string;
  /** Ids of all clauses that it violates. Clauses that can no longer be judged are not listed. */
  readonly breaks: readonly string[];
  /** Why no clause covers the violated sentence; such a fault is counted, and names no clauses. */
  readonly undetected?: string;
  /** Clauses that can fail as a consequence. */
  readonly mayBreak?: { readonly clauses: readonly string[]; readonly because: string };
  readonly what: string;
}

export function inFamily(
  family: string,
  faults: readonly Omit<IntegrationFault, 'kind' | 'document' | 'family'>[],
): readonly IntegrationFault[] {
  return faults.map((fault) => ({ kind: 'fault', document: 'integration', family, ...fault }));
}

export function taking(
  variations: readonly Omit<IntegrationVariation, 'kind' | 'document'>[],
): readonly IntegrationVariation[] {
  return variations.map((variation) => ({
    kind: 'variation',
    document: 'integration',
    ...variation,
  }));
}
