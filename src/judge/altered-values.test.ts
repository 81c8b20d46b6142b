import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Json, Role, Trace } from '../model/index.ts';
import { alteredIn } from './altered-values.ts';

const contract = loadContract();

/** How values that a creation sends are altered in its answer. */
function alteredOf(sent: Json, shown: Json, role: Role = 'valid', status = 201) {
  const request = {
    ...{ operation: 'content/posts/create', path: {}, query: {}, headers: [] },
    ...{ body: { kind: 'json', value: sent }, credential: { kind: 'valid' } },
  };
  const body = {
    bytes: new Uint8Array(1),
    completeness: 'complete',
    content: { kind: 'json', value: shown },
  };
  const trace = {
    case: { steps: [{ id: 'create', role, request }] },
    exchanges: [
      { step: 'create', outcome: { kind: 'answer', status, reason: '', headers: [], body } },
    ],
  };
  return alteredIn(trace as unknown as Trace, contract).map(({ pointer, how }) => [pointer, how]);
}

describe('a value is altered', () => {
  it.each<[string, Json, Json]>([
    ['percent-decoded', '%41 and others', 'A and others'],
    ['decoded as a form', '1+1 %26', '1 1 &'],
    ['with entities resolved', '&lt;i&gt; in &amp; others', '<i> in & others'],
    ['with UTF-8 read as ISO 8859-1', 'é', 'Ã©'],
    ['with question marks beyond ASCII', 'ä€😀', '???'],
    ['with question marks beyond 16 bits', 'ä😀', 'ä?'],
    ['cut to 8 bits for each character', 'שa', 'éa'],
    ['without backslashes', 'a\\b', 'ab'],
    ['with backslashes before quotes', "it's", "it\\'s"],
    ['escaped as in JSON', 'a\nb', 'a\\nb'],
  ])('%s', (how, sent, shown) => {
    expect(alteredOf({ title: { raw: sent } }, { title: { raw: shown } })).toEqual([
      ['/title/raw', how],
    ]);
  });

  it.each<[string, number, number]>([
    ['as a number of 32 bits', 2_147_483_648, -2_147_483_648],
    ['as a number of 32 bits', 4_294_967_296 + 100_000, 100_000],
    ['as a number of 32 bits', 2_147_483_649, -2_147_483_647],
    ['as a number of 16 bits', 65_536 + 40_000, 40_000],
    ['as a number of single precision', 2_147_483_647, 2_147_483_648],
  ])('%s', (how, sent, shown) => {
    expect(alteredOf({ featured_media: sent }, { featured_media: shown })).toEqual([
      ['/featured_media', how],
    ]);
  });

  it('as an element of a list', () => {
    expect(alteredOf({ tags: [1, 2_147_483_648] }, { tags: [1, -2_147_483_648] })).toEqual([
      ['/tags/1', 'as a number of 32 bits'],
    ]);
  });

  it('in one way at many places, which is told once', () => {
    const sent = { title: { raw: '%41' }, content: { raw: '%42' } };
    expect(alteredOf(sent, { title: { raw: 'A' }, content: { raw: 'B' } })).toHaveLength(1);
  });
});

describe('nothing is said of', () => {
  it.each<[string, Json, Json]>([
    ['a value that is shown as it was sent', '%41', '%41'],
    ['a text without markup that was removed', 'a <b>c</b>', 'a c'],
    ['a text with blanks that were trimmed', ' a ', 'a'],
    ['an entity in place of a character', 'a & b', 'a &amp; b'],
    ['a text in another normal form', 'e\u0301', 'é'],
    ['a text that was kept as it was before', '%41', 'An older title'],
  ])('%s', (_, sent, shown) => {
    expect(alteredOf({ title: { raw: sent } }, { title: { raw: shown } })).toEqual([]);
  });

  it.each<[string, number, number]>([
    ['a reference to nothing that is dropped', 4_294_967_296, 0],
    ['a reference to nothing that becomes the usual one', 4_294_967_297, 1],
    ['a number that is kept as it was', 2_147_483_648, 17],
  ])('%s', (_, sent, shown) => {
    expect(alteredOf({ featured_media: sent }, { featured_media: shown })).toEqual([]);
  });

  it.each<[string, number, number]>([
    ['signed 32 bits', 2_147_483_648, 2_147_483_647],
    ['unsigned 16 bits', 2_147_483_647, 65_535],
    ['signed 16 bits', 2_147_483_647, 32_767],
    ['32 bits, below 0', -2_147_483_649, -2_147_483_648],
    ['32 bits, or what was there before', -2_147_483_649, 2_147_483_647],
  ])('a limit of the server: %s', (_, sent, shown) => {
    expect(alteredOf({ featured_media: sent }, { featured_media: shown })).toEqual([]);
  });

  it('elements in another order, or fewer of them', () => {
    const sent = [2_147_483_648, -2_147_483_648];
    expect(alteredOf({ tags: sent }, { tags: sent.toReversed() })).toEqual([]);
    expect(alteredOf({ tags: sent }, { tags: [-2_147_483_648] })).toEqual([]);
  });

  it.each<[string, Json, Json]>([
    [
      'below the name of one',
      { meta: { homepage_url: '%41 b' } },
      { meta: { homepage_url: 'A b' } },
    ],
    ['with a scheme', { template: 'mailto:%41' }, { template: 'mailto:A' }],
    ['relative to another', { template: 'a/%7Eb?c' }, { template: 'a/~b?c' }],
  ])('an address %s', (_, sent, shown) => {
    expect(alteredOf(sent, shown)).toEqual([]);
  });

  it('a slug, an address, a refusal, or a request that breaks a rule', () => {
    expect(alteredOf({ slug: '%41' }, { slug: 'A' })).toEqual([]);
    expect(alteredOf({ template: 'http://a/%41' }, { template: 'http://a/A' })).toEqual([]);
    expect(alteredOf({ template: '%41' }, { template: 'A' }, 'valid', 400)).toEqual([]);
    expect(alteredOf({ template: '%41' }, { template: 'A' }, 'violation')).toEqual([]);
  });
});
