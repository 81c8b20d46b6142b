export interface CorpusBody {
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

export function bodies(count: number, most: number, seed?: number): readonly CorpusBody[];
