interface Mutant {
  /** Below the root of the repository. */
  readonly file: string;
  /** The line of the source, and the part of it that is changed. */
  readonly context: string;
  readonly source: string;
  readonly replacement: string;
}

export function explainer(): (mutant: Mutant) => { readonly because: string } | undefined;
