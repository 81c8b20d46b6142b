import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
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
  unheard: 'no response',
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
  prove: 'selftest, or verify',
  spelling: 'serializer',
  tireless: 'disabled',
  ledger: 'tracker',
  shelf: 'collection',
  shelves: 'collections',
  deed: 'action',
  fate: 'state',
  birth: 'creation',
  hinder: 'mark inconclusive',
  moody: 'flaky',
  looker: 'triage',
  crew: 'worker pool',
  keeper: 'owner',
  mover: 'URL rewriter',
  odd: 'unusual',
  errands: 'request contexts',
  scenes: 'check contexts',
  shots: 'fuzz cases',
  carriers: 'executors',
  deeds: 'actions',
  fates: 'states',
  births: 'creations',
  keepers: 'owners',
  movers: 'URL rewriters',
  spellers: 'serializers',
};

/** Names that published formats give, with the format. */
const PUBLISHED: { readonly [name: string]: string } = {
  heard: 'report.json, campaign.json',
  barred: 'report.json, campaign.json',
  breach: 'cases of a recording (cassette.json), lifecycles.json',
  spelt: 'names of lists in the grids of suites/content/relations.yaml',
  'date-spelling': 'a choice of the reference target, as `serve --variation` names it',
  'odd-token': 'a class of edge cases, in ids of cases and in campaigns',
  'odd-characters': 'a class of edge cases',
  'odd-content-type': 'a class of edge cases',
  'odd-password': 'a variation of the reference target',
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

/** Returns the names in a source: identifiers of values and types, members, type parameters, and members of string unions. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: object, key: string): void => {
    if (key in node) {
      const name: unknown = Reflect.get(node, key);
      if (typeof name === 'string') names.add(name);
    }
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type }: { readonly type?: unknown } = node;
    if (type === 'Identifier' || type === 'PrivateIdentifier') add(node, 'name');
    if (type === 'TSLiteralType' && 'literal' in node) add(Object(node.literal), 'value');
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(text, { lang: 'ts' }));
  return names;
}

function exportedIn(text: string, keyword: string): readonly string[] {
  const pattern = new RegExp(`^export (?:async )?(?:${keyword})\\*? (\\w+)`, 'gm');
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

describe('the words of the code', () => {
  it('are found apart in a name', () => {
    expect(retiredIn('toldBy')).toEqual(['toldBy: say reported for told']);
    expect(retiredIn('MOST_SHOTS_TOLD')).toHaveLength(2);
    expect(retiredIn('snapshot')).toEqual([]);
  });

  it('are usual ones in the names of files', () => {
    expect(FILES.flatMap(({ file }) => retiredIn(basename(file)))).toEqual([]);
  });

  it('are read from every kind of name', () => {
    const text = `
      type A<Told> = { readonly shelf: Told; kind: 'unheard' };
      function f({ fate }: A<1>, odd = 1) { const breach = fate; return { deed: breach, odd }; }
    `;
    expect([...namesIn(text)].flatMap(retiredIn)).toHaveLength(7);
  });

  it('are usual ones in every name', () => {
    const names = FILES.flatMap(({ file, text }) =>
      [...namesIn(text)].map((name) => ({ file, name })),
    );
    expect(names.length).toBeGreaterThan(10_000);
    const retired = names
      .filter(({ name }) => !(name in PUBLISHED))
      .flatMap(({ file, name }) => retiredIn(name).map((why) => `${file}: ${why}`))
      .filter((line) => !line.startsWith('names.test.ts'));
    expect(retired).toEqual([]);
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
