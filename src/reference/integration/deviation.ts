import type { InFront } from '../in-front.ts';
import type { IntegrationChoices } from './choice.ts';

/**
 * A legal variation: other alternatives for some choices. Where two variations choose for the same
 * choice, the one named last wins.
 */
export interface IntegrationVariation extends Partial<InFront> {
  readonly kind: 'variation';
  readonly name: string;
  readonly document: 'integration';
  /** The open point that it uses, with its section. */
  readonly leaves: string;
  /** What it does, in a few words. */
  readonly what: string;
  readonly choose: Partial<IntegrationChoices>;
}

/** A deviation that breaks the document. It stands in front of the server, which knows nothing of it. */
export interface IntegrationFault extends InFront {
  readonly kind: 'fault';
  readonly name: string;
  readonly document: 'integration';
  readonly family: string;
  /** Ids of all clauses that it breaks. A clause that has lost its subject is not among them. */
  readonly breaks: readonly string[];
  /** Why no clause speaks of it, although it breaks a sentence; such a fault is counted, and names no clauses. */
  readonly undetected?: string;
  /** All that fails under one of these faults is in `breaks`. */
  readonly mayBreak?: undefined;
  /** What it does, in a few words. */
  readonly what: string;
}

/** Faults of one family, each as one literal. */
export function inFamily(
  family: string,
  faults: readonly Omit<IntegrationFault, 'kind' | 'document' | 'family'>[],
): readonly IntegrationFault[] {
  return faults.map((fault) => ({ kind: 'fault', document: 'integration', family, ...fault }));
}

/** Variations, each as one literal. */
export function taking(
  variations: readonly Omit<IntegrationVariation, 'kind' | 'document'>[],
): readonly IntegrationVariation[] {
  return variations.map((variation) => ({
    kind: 'variation',
    document: 'integration',
    ...variation,
  }));
}
