import type { Certainty } from './names.ts';

/** A secret that was found, with its place in the text. */
export interface Place {
  /** The secret itself, free of escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** It is a number of JSON, so that what takes its place needs quotation marks. */
  readonly quoted?: boolean;
  /** What takes its place, where that is known already. */
  readonly instead?: string;
  /** Its value was known beforehand, and it goes before what names say. */
  readonly known?: boolean;
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A name, where it stands, and how surely its value is a secret. */
export interface NamedPlace {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly certainty: Certainty;
}
