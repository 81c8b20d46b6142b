export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly spread?: number;
  readonly beside?: string;
  readonly ratio?: number;
  readonly goal?: {
    readonly figure: 'ratio' | 'value';
    readonly least?: number;
    readonly most?: number;
  };
  readonly note?: string;
  readonly series?: { readonly name: string; readonly x: string; readonly at: number };
}

export interface BenchResults {
  readonly machine: string;
  readonly date: string;
  readonly commit: string;
  readonly windows: { readonly all: number; readonly disturbed: number };
  readonly areas: readonly {
    readonly name: string;
    readonly about: string;
    readonly rows: readonly BenchRow[];
  }[];
}

export function isMet(row: BenchRow): boolean | undefined;
export function tableText(rows: readonly BenchRow[]): string;
export function pageOf(results: BenchResults, plots: ReadonlyMap<string, string>): string;
export function plotOf(
  name: string,
  unit: string,
  x: string,
  points: readonly (readonly [number, number])[],
): string;
