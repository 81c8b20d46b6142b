import type { InFront } from '../in-front.ts';
import type { ContentChoices } from './choices.ts';
import type { SiteParts } from './parts.ts';

/** A legal variation: another option for something that the document leaves open. */
export interface ContentVariation extends Partial<InFront> {
  readonly kind: 'variation';
  readonly name: string;
  readonly document: 'content';
  /** The open point that it uses, with its section. */
  readonly leaves: string;
  readonly choose: Partial<ContentChoices>;
}

/** Clauses that a fault does not break, but may well bring down with it. */
interface Shadow {
  /** Ids, or patterns as in `breaks`; `exit code 2` for a run that cannot vouch for the target. */
  readonly clauses: readonly string[];
  /** Why they may fail, and may just as well hold. */
  readonly because: string;
}

/** A deviation that breaks the document: other parts in place of some of the server's own, or something in front of it. */
export type ContentFault = DescribedFault & (Altering | InFront);

interface DescribedFault {
  readonly kind: 'fault';
  readonly name: string;
  readonly document: 'content';
  readonly family: string;
  /** What it does, in one sentence. */
  readonly what: string;
  /**
   * Ids of all clauses that it breaks; in a pattern of ids, `*` stands for one or more characters. A clause
   * that has lost its subject is not among them.
   */
  readonly breaks: readonly string[];
  /** Why no clause speaks of it, although it breaks a sentence; such a fault is counted, and names no clauses. */
  readonly undetected?: string;
  /** What may fail besides, as a consequence. */
  readonly mayBreak?: Shadow;
  /**
   * Ids of the operations, or patterns of them, at which it shows: for a fault that breaks nothing but rules for all
   * requests, which no case is made for, or for which no clause speaks.
   */
  readonly at?: readonly string[];
}

export interface Altering {
  /** Called once for each site, so that what a fault remembers is its own. */
  readonly alter: (parts: SiteParts) => SiteParts;
}

type Unlabelled<Some> = Some extends unknown ? Omit<Some, 'kind' | 'document' | 'family'> : never;

/** Faults of one family, each as one literal. */
export function inFamily(
  family: string,
  faults: readonly Unlabelled<ContentFault>[],
): readonly ContentFault[] {
  return faults.map((fault) => ({ kind: 'fault', document: 'content', family, ...fault }));
}

/** Variations that stand in front of the site, and choose nothing in it. */
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
