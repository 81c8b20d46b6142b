import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import type { CorpusInput } from '../model/index.ts';
import { corpusCases, openStream } from '../plan/index.ts';
import { referenceTarget } from './choose.ts';
import { corpusFile, readCorpus, writeInput } from './corpus.ts';

const contract = loadContract();

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'corpus-'));
}

const list = (query: object): CorpusInput => ({
  operation: 'content/posts/list',
  class: 'mutated',
  request: { query: { ...query } },
});

it.each<[string, CorpusInput]>([
  ['letters of each kind', list({ search: 'a\0\r\n\u2028 "\' é😀 # : -' })],
  ['a text like another type', list({ search: '0x1F', slug: ['null', '~', 'no', '1_000'] })],
  ['numbers', list({ page: 2 ** 53 + 2, per_page: -1.5 })],
  ['a body as text', { operation: 'content/posts/create', request: { body: text('{"a":1e400}') } }],
])('%s are read back as they were written', (_, input) => {
  const root = folder();
  expect(writeInput(join(root, corpusFile(input)), input, 'HTTP 500', [])).toBe(true);
  expect(readCorpus(root, contract)).toEqual([input]);
});

it('each class of input of a campaign is read back, if it was written', () => {
  const root = folder();
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'a site');
  const stream = openStream(contract, target, {
    seed: 1,
    modes: ['edge'],
    only: [],
    writes: 'loopback',
  });
  const kept: CorpusInput[] = [];
  const classes = new Set<string>();
  for (let at = 0; at < 900; at += 1) {
    const fuzzCase = stream.at(at);
    if (fuzzCase === undefined) break;
    const { marks, case: planned } = fuzzCase;
    const sent = planned.steps.find(({ id }) => id === 'request')?.request;
    const name = `${marks[0]?.class} ${sent?.body.kind}`;
    const input = sent && stream.inputs.of(sent);
    if (input === undefined || classes.has(name)) continue;
    classes.add(name);
    const path = join(root, corpusFile(input));
    if (writeInput(path, input, 'HTTP 500', [])) kept.push(input);
  }
  expect(kept.length).toBeGreaterThan(40);
  const read = readCorpus(root, contract)
    .map((one) => JSON.stringify(one))
    .sort();
  expect(read).toEqual([...new Set(kept.map((one) => JSON.stringify(one)))].sort());
});

function text(content: string) {
  return { kind: 'text', text: content, contentType: 'application/json' } as const;
}

it('a long text is an expression in a small file', () => {
  const root = folder();
  const input = list({ search: 'a'.repeat(65_536) });
  expect(writeInput(join(root, 'a.yaml'), input, 'HTTP 500', [])).toBe(true);
  expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toContain('$times: 65536');
  expect(readCorpus(root, contract)).toEqual([input]);
});

it.each([
  ['looks like a secret', list({ search: 'authorization: Bearer x7Gk29fjQpL0aZ' })],
  ['holds a secret of the target', list({ search: 'a-token-of-the-target-17' })],
  ['is too long to be read', list({ slug: Array.from({ length: 900 }, (_, at) => `slug-${at}`) })],
])('what %s is not kept', (_, input) => {
  const root = folder();
  const secrets = [{ name: 'token', value: 'a-token-of-the-target-17' }];
  expect(writeInput(join(root, corpusFile(input)), input, 'HTTP 500', secrets)).toBe(false);
  expect(readCorpus(root, contract)).toEqual([]);
});

it.each([
  ['operation: content/nowhere/list\nrequest: {}', /a.yaml:1: there is no operation content\/nowh/],
  ['operation: content/posts/list\nrequest:\n  verb: GET', /a.yaml:3: .*verb is unknown here/],
  ['operation: content/posts/list\nrequest:\n  raw: { route: 12 }', /a.yaml:3: .*route/],
  [
    'operation: content/posts/list\nrequest:\n  query: { search: { $times: 1e12, of: a } }',
    /a.yaml:3: .*more than 4,000,000 letters/,
  ],
  [
    'operation: content/posts/list\nrequest: { query: { a: { $nested: 100000 } } }',
    /a.yaml:2: .*more than/,
  ],
])('a file with an error is named with its line', (content, message) => {
  const root = folder();
  writeFileSync(join(root, 'a.yaml'), content);
  expect(() => readCorpus(root, contract)).toThrow(message);
});

it.each<[string, string, CorpusInput['request']]>([
  ['a writing method', 'posts/list', { method: 'DELETE' }],
  [
    'a route of another object',
    'posts/list',
    { method: 'DELETE', raw: { route: '/cms/v2/posts/5' } },
  ],
  ['an unknown method', 'posts/list', { method: 'PURGE' }],
  ['a method in a header', 'posts/list', { headers: [['X-HTTP-Method-Override', 'DELETE']] }],
  ['a method in the query', 'posts/list', { raw: { query: '%5fmethod=DELETE' } }],
  ['a path of its own', 'posts/update/put', { path: { id: 3 } }],
  ['a query of its own', 'posts/update/put', { query: { rest_route: '/cms/v2/posts/3' } }],
  ['a raw query of a write', 'posts/create', { raw: { query: 'rest_route=/cms/v2/posts/3' } }],
  ['an ID in the body', 'posts/update/put', { body: { kind: 'json', value: { id: 3 } } }],
  ['an ID in a text', 'posts/update/put', { body: text('{"id":3}') }],
  ['the members of a batch', 'batch', { body: { kind: 'json', value: { requests: [] } } }],
])('%s is not sent: it may change what the run did not make', (_, name, request) => {
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'a site');
  const planned = (own: CorpusInput['request']) => {
    const input = { operation: `content/${name}`, request: own };
    return corpusCases(contract, target, [input], { seed: 1 })[0]?.lacks;
  };
  expect(planned(request)).toContain('the input cannot be sent to this target');
  expect(planned({})).toBeUndefined();
});

it('a run sends each input as a case, judged by what the contract says of it', () => {
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'a site');
  const inputs = [list({ page: 2 }), list({ per_page: 0 }), list({ per_page: 0, page: 0 })];
  const cases = corpusCases(contract, target, inputs, { seed: 1 });
  const roles = cases.map(({ steps }) => steps.map(({ role }) => role));
  expect(roles).toEqual([['valid'], ['control', 'violation'], ['probe']]);
  expect(cases[1]?.evidence).toEqual(['content/posts/list/query/per-page/minimum']);
  expect(cases.map(({ id }) => id.replace(/[^/]+$/, ''))).toEqual(
    inputs.map(() => 'content/posts/list/corpus/'),
  );
  expect(new Set(cases.map(({ id }) => id)).size).toBe(3);
});
