import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('.', import.meta.url));

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({
    file: relative(SRC, join(SRC, file)).replaceAll('\\', '/'),
    text: readFileSync(join(SRC, file), 'utf8'),
  }));

/** Words of our own that nobody would search for. Each has a usual word in its place, named beside it. */
const RETIRED: { readonly [word: string]: string } = {
  told: 'reported',
  telling: 'reported',
  liberty: 'variation',
  liberties: 'variations',
  breach: 'violation, or mutated rule',
  breaches: 'violations, or mutated rules',
  breakage: 'violation',
  barred: 'rejected',
  unanswered: 'no response',
  heard: 'connectivity',
  journey: 'progress',
  scene: 'check context',
  errand: 'request context',
  spelt: 'serialized',
  speller: 'serializer',
  shot: 'fuzz case',
  wheel: 'scheduler',
  spoke: 'slot',
  cargo: 'payload',
  carrier: 'executor',
  patience: 'circuit breaker',
  verify: 'selftest, or verify',
  spelling: 'serializer',
  tireless: 'disabled',
  ledger: 'tracker',
  collection: 'collection',
  collections: 'collections',
  action: 'action',
  state: 'state',
  birth: 'creation',
  hinder: 'mark inconclusive',
  moody: 'flaky',
  looker: 'triage',
  crew: 'worker pool',
  owner: 'owner',
  mover: 'URL rewriter',
  unusual: 'unusual',
};

/** The words that a name is made of: `toldBy`, `TOLD_BY` and `told-by` have the same. */
function wordsIn(name: string): readonly string[] {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function retiredIn(name: string): readonly string[] {
  return wordsIn(name).flatMap((word) => {
    const usual = RETIRED[word];
    return usual === undefined ? [] : [`${name}: say ${usual} for ${word}`];
  });
}

function exportedIn(text: string, keyword: string): readonly string[] {
  const pattern = new RegExp(`^export (?:async )?(?:${keyword})\\*? (\\w+)`, 'gm');
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

describe('the words of the code', () => {
  it('are found apart in a name', () => {
    expect(retiredIn('toldBy')).toEqual(['toldBy: say reported for told']);
    expect(retiredIn('MOST_SHOTS_TOLD')).toHaveLength(1);
    expect(retiredIn('snapshot')).toEqual([]);
  });

  it('are usual ones in the names of files', () => {
    expect(FILES.flatMap(({ file }) => retiredIn(basename(file)))).toEqual([]);
  });

  it('are usual ones in exported names', () => {
    const names = FILES.flatMap(({ text }) =>
      exportedIn(text, 'interface|type|const|function|class'),
    );
    expect(names.length).toBeGreaterThan(500);
    expect(names.flatMap(retiredIn)).toEqual([]);
  });

  it('name one exported type each', () => {
    const places = new Map<string, string[]>();
    for (const { file, text } of FILES) {
      for (const name of exportedIn(text, 'interface|type|class')) {
        places.set(name, [...(places.get(name) ?? []), file]);
      }
    }
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });
});
