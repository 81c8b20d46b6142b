/** What a proof measured; `commit` is empty where there is no result. */
export interface ProofResult {
  readonly result: string;
  readonly figure: string;
  readonly date: string;
  readonly commit: string;
  readonly duration: string;
}

type Proofs = { readonly [name: string]: { readonly shows: string } };

export function resultsIn(page: string): Map<string, ProofResult>;
export function pageOf(proofs: Proofs, results: ReadonlyMap<string, ProofResult>): string;
export function figureIn(output: string, pattern: string | undefined): string;
export function oldOnes(
  proofs: Proofs,
  results: ReadonlyMap<string, ProofResult>,
  since: (commit: string) => number | undefined,
): readonly string[];
