import type { Choices } from './choices.ts';
import type { Parts } from './parts.ts';

/** A legal variation: another option for something that the document leaves open. */
export interface Liberty {
  readonly kind: 'liberty';
  readonly name: string;
  readonly document: 'content';
  /** The open point that it uses, with its section. */
  readonly leaves: string;
  readonly choose: Partial<Choices>;
}

/** A deviation that breaks the document: other parts in place of some of the server's own. */
export interface Fault {
  readonly kind: 'fault';
  readonly name: string;
  readonly document: 'content';
  readonly family: string;
  /** Ids of all clauses that it breaks. */
  readonly breaks: readonly string[];
  /** What it does, in one sentence. */
  readonly what: string;
  /** Called once for each site, so that what a fault remembers is its own. */
  readonly alter: (parts: Parts) => Parts;
}
