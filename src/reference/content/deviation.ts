import type { InFront } from '../in-front.ts';
import type { ContentChoices } from './choices.ts';
import type { SiteParts } from './parts.ts';

/** A permitted variation: another option for an unspecified point. */
export interface ContentVariation extends Partial<InFront> {
  readonly kind: 'variation';
  readonly name: string;
  readonly document: 'content';
  /** The unspecified point that it uses, with its section. */
  readonly leaves: string;
  readonly choose: Partial<ContentChoices>;
}

/** Clauses that can fail as a consequence of a fault that does not violate them. */
interface Shadow {
  /** Ids, or patterns as in `breaks`; `exit code 2` for a run that cannot vouch for the target. */
  readonly clauses: readonly string[];
  /** Why they can fail or hold. */
  readonly because: string;
}

/** A deviation that violates the document: replaces parts of the server, or stands in front of it. */
export type ContentFault = DescribedFault & (Altering | InFront);

interface DescribedFault {
  readonly kind: 'fault';
  readonly name: string;
  readonly document: 'content';
  readonly family: string;
  readonly what: string;
  /**
   * Ids of all clauses that it violates; in a pattern, `*` stands for one or more characters. Clauses that can no
   * longer be judged are not listed.
   */
  readonly breaks: readonly string[];
  /** Why no clause covers the violated sentence; such a fault is counted, and names no clauses. */
  readonly undetected?: string;
  /** Clauses that can fail as a consequence. */
  readonly mayBreak?: Shadow;
  /**
   * Ids or patterns of operations where the fault shows, if it violates only rules for all requests or no clause covers
   * it.
   */
  readonly at?: readonly string[];
}

export interface Altering {
  /** Called once for each site, so that each has its own memory. */
  readonly alter: (parts: SiteParts) => SiteParts;
}

type Unlabelled<Some> = Some extends unknown ? Omit<Some, 'kind' | 'document' | 'family'> : never;

export function inFamily(
  family: string,
  faults: readonly Unlabelled<ContentFault>[],
): readonly ContentFault[] {
  return faults.map((fault) => ({ kind: 'fault', document: 'content', family, ...fault }));
}

/** Variations in front of the site, without choices inside it. */
export function standingInFront(
  variations: readonly (Pick<ContentVariation, 'name' | 'leaves'> & InFront)[],
): readonly ContentVariation[] {
  return variations.map((variation) => ({
    kind: 'variation',
    document: 'content',
    choose: {},
    ...variation,
  }));
}
