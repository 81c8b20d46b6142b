import { describe, expect, it } from 'vitest';
import type { FuzzCase } from '../fuzzing.ts';
import type { Case } from '../model.ts';
import { prefetchOf } from './prefetch.ts';

/** A stream whose fuzz cases are called by their positions, with none where it says so. */
function streamOf(has: (position: number) => boolean) {
  const asked: number[] = [];
  const at = (position: number): FuzzCase | undefined => {
    asked.push(position);
    if (!has(position)) return undefined;
    const item = { id: String(position), title: '', evidence: [], steps: [] };
    const made: Case = { ...item, document: 'content', origin: { kind: 'scenario' } };
    return { index: position, case: made, marks: [] };
  };
  return { at, asked };
}

function namesOf(prefetch: ReturnType<typeof prefetchOf>, most: number): readonly string[] {
  const names: string[] = [];
  while (names.length < most) {
    const fuzzCase = prefetch.next();
    if (fuzzCase === undefined) break;
    names.push(fuzzCase === 'barren' ? fuzzCase : fuzzCase.case.id);
  }
  return names;
}

describe('the supply of a campaign', () => {
  it('gives every shot once, in the order of the stream, from where it is to begin', () => {
    const { at } = streamOf((position) => position % 3 !== 0);
    const prefetch = prefetchOf({ at }, { bounds: { runs: 100 }, from: 50 });
    const wanted = Array.from({ length: 100 }, (_, at) => 50 + at).filter((at) => at % 3 !== 0);
    expect(namesOf(prefetch, 1000)).toEqual(wanted.map(String));
    expect(prefetch.barren()).toBe(100 - wanted.length);
  });

  it('gives each shot to one shard', () => {
    const { at } = streamOf(() => true);
    const bounds = { runs: 97 };
    const all = [1, 2, 3].flatMap((index) =>
      namesOf(prefetchOf({ at }, { bounds, shard: { index, of: 3 } }), 1000),
    );
    expect(all).toHaveLength(97);
    expect(new Set(all).size).toBe(97);
  });

  it('tells of a stretch without a shot, soon, and goes on behind it', () => {
    const { at, asked } = streamOf((position) => position > 700);
    const prefetch = prefetchOf({ at }, { bounds: {} });
    expect(prefetch.next()).toBe('barren');
    expect(asked.length).toBeLessThan(100);
    const names = namesOf(prefetch, 20).filter((name) => name !== 'barren');
    expect(names.slice(0, 3)).toEqual(['701', '702', '703']);
  });

  it('makes shots some at a time, and none before it is asked', () => {
    const { at, asked } = streamOf(() => true);
    const prefetch = prefetchOf({ at }, { bounds: {} });
    expect(asked).toEqual([]);
    prefetch.next();
    const first = asked.length;
    expect(first).toBeGreaterThan(1);
    expect(first).toBeLessThan(100);
    namesOf(prefetch, first - 1);
    expect(asked).toHaveLength(first);
  });
});
