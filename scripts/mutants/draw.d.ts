export interface DrawnMutant {
  readonly id: string;
  readonly file: string;
  readonly mutator: string;
  readonly source: string;
  readonly replacement: string;
}

export function draw<M extends DrawnMutant>(
  list: readonly M[],
  count: number,
  seed: number,
): readonly M[];
