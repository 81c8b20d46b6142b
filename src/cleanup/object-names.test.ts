import { describe, expect, it } from 'vitest';
import { recordsOf } from '../model/index.ts';
import { planCases } from '../plan/plan.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { contract } from '../send/site.fixture.ts';
import { intentsBy } from './intents.ts';
import {
  hasMarkOfRun,
  isAnnounced,
  isFindable,
  isMarked,
  namesOfRuns,
  type ObjectNames,
} from './object-names.ts';

const records = recordsOf(contract.operation('content/posts/list'));
const made = { collection: { records } };
const object = { slug: '', title: '', url: undefined, made };
const title = 'touchstone fuzz 1 341 request';

describe('an object is the one that was announced', () => {
  it.each<[ObjectNames, Partial<Parameters<typeof isAnnounced>[1]>]>([
    [{ title }, { title }],
    [{ title }, { title: 'touchstone fuzz 1 341&#160;request' }],
    [{ title }, { title: 'touchstone fuzz 1 341&#xA0;request' }],
    [{ title }, { title: 'touchstone fuzz 1 341&nbsp;request' }],
    [{ title }, { title: ' touchstone  fuzz 1 341\u00a0request' }],
    [{ title }, { title: '<b>touchstone</b> fuzz 1 341 request' }],
    [{ title: 'touchstone 1 "a" -- b...' }, { title: 'touchstone 1 &#8220;a&#8221; – b&hellip;' }],
    [
      { title: 'touchstone 1 <i>a</i> & b' },
      { title: 'touchstone 1 &lt;i&gt;a&lt;/i&gt; &#038; b' },
    ],
    [{ title }, { title: `Private: ${title}`, slug: 'touchstone-fuzz-1-341-request-2' }],
    [{ slug: 'touchstone-1-B' }, { slug: 'touchstone-1-b' }],
    [{ slug: 'touchstone-1-b' }, { slug: 'touchstone-1-b-2__trashed' }],
    [{ url: 'https://a/touchstone-1?a=1&b=2' }, { url: 'https://a/touchstone-1?a=1&#038;b=2' }],
    [{ url: '#' }, { url: '#' }],
  ])('%j as %j', (names, shown) => {
    expect(isAnnounced(names, { ...object, ...shown })).toBe(true);
  });
});

describe('an object is another than was announced', () => {
  it.each<[ObjectNames, Partial<Parameters<typeof isAnnounced>[1]>]>([
    [{ title }, {}],
    [{ title }, { title: 'touchstone fuzz 1 341' }],
    [{ title }, { title: 'touchstone fuzz 1 342&#160;request' }],
    [{ title }, { title: `Another ${title}` }],
    [{ title, slug: 'touchstone-1-a' }, { slug: 'touchstone-fuzz-1-341-request' }],
    [{ title: '...' }, { title: '---' }],
    [{ title: '...' }, { slug: 'hello' }],
    [{ url: '#' }, { url: '/' }],
    [{}, { title: 'Hello' }],
  ])('%j as %j', (names, shown) => {
    expect(isAnnounced(names, { ...object, ...shown })).toBe(false);
  });
});

it.each([
  ['touchstone 7', true],
  ['touchstone&#160;7', true],
  ['touchstone&nbsp;fuzz 7', true],
  ['A touchstone of 7', false],
  ['touchstone-quarry', false],
])('the mark of %s: %s', (name, expected) => {
  expect(hasMarkOfRun(`{"title":"${name}"}`)).toBe(expected);
  expect(isMarked({ slug: '', title: name, url: undefined })).toBe(expected);
});

describe('the names that cases give', () => {
  const isOfRun = namesOfRuns(contract.operations);
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1/content' }, 'site');
  const intentsOf = intentsBy(contract);
  const cases = planCases(contract, target, { seed: 5, runs: 1, writes: 'anywhere' });
  const names = cases
    .flatMap(({ steps }) => steps)
    .flatMap(({ request }) => intentsOf(contract.operation(request.operation), request));

  it('are recognised, each of them that has one', () => {
    expect(names.length).toBeGreaterThan(1000);
    expect(names.filter((one) => isFindable(one) && !isOfRun(one))).toEqual([]);
  });

  it.each([
    ['touchstone-fuzz-1-341-request', true],
    ['touchstone 7 posts create', true],
    ['touchstone-quarry', false],
    ['touchstone-2-tables', false],
    ['touchstone-2024', false],
  ])('%s: %s', (slug, expected) => {
    expect(isOfRun({ slug })).toBe(expected);
  });
});
