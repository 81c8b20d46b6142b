import { describe, expect, it } from 'vitest';
import type { Case, DocumentName } from '../model/index.ts';
import { groupsOf } from './grouping.ts';
import { ANY_REQUEST, type OperationCause, shownAs } from './registry.ts';

interface ReportedCause {
  readonly clause: string;
  readonly pointer: string;
  readonly actual?: string;
  readonly expected?: string;
  readonly few?: readonly string[];
  readonly absent?: readonly string[];
  readonly class?: string;
  readonly places?: readonly string[];
  readonly operation?: string;
  readonly document?: DocumentName;
}

/** Causes that are shown by the same answers, unless they are of other requests. */
function causesOf(all: readonly ReportedCause[]): readonly OperationCause[] {
  const along = new Set(all.map(shownAs));
  return all.map((reported, at): OperationCause => {
    const { operation = 'content/things/list', document = 'content', ...shown } = reported;
    const item: Case = {
      ...{ id: 'x', title: 'x', document, evidence: [], origin: { kind: 'scenario' }, steps: [] },
    };
    return {
      hit: {
        ...{ clause: reported.clause, level: 'stated', verdict: 'fail', states: 'It is so.' },
        ...{ step: 'request', operation, where: reported.pointer, pointer: reported.pointer },
        ...{ actual: shown.actual ?? 'x', expected: shown.expected ?? 'y' },
        ...{ signature: '', mark: undefined },
        ...(reported.absent && { absent: reported.absent }),
      },
      fuzzCase: { index: at, case: item, marks: [] },
      trace: { case: item, exchanges: [] },
      ...{ places: reported.places ?? [], class: reported.class ?? ANY_REQUEST },
      ...{ again: { times: 4, of: 4 }, beside: [], along, few: reported.few ?? [] },
      ...{ first: at, hits: 1 },
    };
  });
}

/** How many causes each group has. Every cause has to be in one of them. */
function sizesOf(causes: readonly OperationCause[], partial = false): readonly number[] {
  const groups = groupsOf(causes, partial);
  expect(new Set(groups.flat())).toEqual(new Set(causes));
  expect(groups.flat()).toHaveLength(causes.length);
  return groups.map(({ length }) => length);
}

const zone = (name: string, index: number) => ({
  ...{ clause: `things/${name}`, pointer: `/list/*/${name}`, few: [`/list/${index}`] },
});

describe('what the same answers break', () => {
  it.each<[what: string, reported: readonly ReportedCause[], sizes: readonly number[]]>([
    [
      'a member under another name',
      [
        { clause: 'things/one-key', pointer: '/data/list', actual: 'missing' },
        { clause: 'things/one-key', pointer: '/data/others', actual: 'present' },
      ],
      [2],
    ],
    [
      'another status, and the body that it has in place of the documented one',
      [
        { clause: 'things/status', pointer: 'status' },
        { clause: 'things/envelope', pointer: '' },
        { clause: 'things/others', pointer: '/data' },
      ],
      [2, 1],
    ],
    [
      'members of one object that are missing, one of them deeper',
      [
        { clause: 'things/described', pointer: '/a/properties/raw', actual: 'missing' },
        { clause: 'things/described', pointer: '/a/properties/shown/only', actual: 'missing' },
      ],
      [2],
    ],
    [
      'members of two objects that are missing',
      [
        { clause: 'things/described', pointer: '/a/x', actual: 'missing' },
        { clause: 'things/described', pointer: '/b/x', actual: 'missing' },
      ],
      [1, 1],
    ],
    [
      'wrong values of two members',
      [
        { clause: 'things/form', pointer: '/a', actual: '7' },
        { clause: 'things/form', pointer: '/b', actual: 'null' },
      ],
      [1, 1],
    ],
    [
      'a member that is missing for one clause, and another for another',
      [
        { clause: 'things/one', pointer: '/a', actual: 'missing' },
        { clause: 'things/other', pointer: '/b', actual: 'missing' },
      ],
      [1, 1],
    ],
    [
      'a status that the body tells as well',
      [
        { clause: 'status', pointer: 'status', actual: 'HTTP 201', expected: 'HTTP 200' },
        { clause: 'member', pointer: '/status', actual: '201', expected: 'the number 200' },
      ],
      [2],
    ],
    [
      'a status, and another number in the body',
      [
        { clause: 'status', pointer: 'status', actual: 'HTTP 201', expected: 'HTTP 200' },
        { clause: 'member', pointer: '/status', actual: '500', expected: 'the number 200' },
      ],
      [1, 1],
    ],
    ['the same element of a list', [zone('label', 3), zone('value', 3)], [2]],
    ['different elements of a list', [zone('label', 3), zone('value', 4)], [1, 1]],
    [
      'an element of a list, and the list for want of it',
      [zone('value', 3), { clause: 'things/has-all', pointer: '/list' }],
      [2],
    ],
    [
      'every element of a list, and the list',
      [
        { ...zone('value', 3), few: [] },
        { clause: 'things/has-all', pointer: '/list' },
      ],
      [1, 1],
    ],
    [
      'four members of an object that is another one',
      ['a', 'b', 'c', 'd'].map((name) => ({ clause: `things/${name}`, pointer: `/${name}` })),
      [4],
    ],
    [
      'three members of an object',
      ['a', 'b', 'c'].map((name) => ({ clause: `things/${name}`, pointer: `/${name}` })),
      [1, 1, 1],
    ],
    [
      'four members of two objects',
      ['/x/a', '/x/b', '/y/a', '/y/b'].map((pointer) => ({ clause: `things${pointer}`, pointer })),
      [1, 1, 1, 1],
    ],
  ])('is told once or apart: %s', (_, reported, sizes) => {
    expect(sizesOf(causesOf(reported))).toEqual(sizes);
  });

  it('is apart where they are other answers', () => {
    const causes = causesOf([zone('label', 3), zone('value', 3)]);
    const apart = causes.map((cause) => ({ ...cause, along: new Set([shownAs(cause.hit)]) }));
    expect(sizesOf(apart)).toEqual([1, 1]);
    const [one, other] = causesOf([zone('label', 3), { ...zone('value', 3), class: 'valid' }]);
    expect(sizesOf([one, other].flatMap((cause) => cause ?? []))).toEqual([1, 1]);
  });
});

describe('rules that are ignored', () => {
  const ignored = (
    keyword: string,
    place: string,
    more: Partial<ReportedCause> = {},
  ): ReportedCause => ({
    clause: `content/things/list/${place.replace(' /', '/')}/${keyword}`,
    ...{ pointer: 'status', class: `violation/${keyword}`, places: [place] },
    ...more,
  });

  it.each<[what: string, reported: readonly ReportedCause[], sizes: readonly number[]]>([
    [
      'one kind at many places',
      [
        ignored('maximum', 'query /a'),
        ignored('exclusiveMaximum', 'body /b'),
        ignored('maxItems', 'body /c'),
        ignored('maximum', 'query /d'),
      ],
      [4],
    ],
    ['one kind at a few places', ['a', 'b', 'c'].map((one) => ignored('enum', one)), [1, 1, 1]],
    [
      'several kinds',
      ['minimum', 'maximum', 'enum', 'type'].map((one, at) => ignored(one, `query /${at}`)),
      [1, 1, 1, 1],
    ],
    [
      'one kind in each of two documents',
      ['a', 'b', 'c', 'd'].map((one, at) =>
        ignored('enum', `body /${one}`, { document: at < 2 ? 'content' : 'integration' }),
      ),
      [1, 1, 1, 1],
    ],
    ['a list and its elements', [ignored('type', 'query /a'), ignored('enum', 'query /a/*')], [2]],
    [
      'a limit of a list and its elements',
      [ignored('minItems', 'query /a'), ignored('enum', 'query /a/*')],
      [1, 1],
    ],
    [
      'types of lists and of other members, and elements of the lists',
      [
        ...['a', 'b', 'c', 'd'].map((one) => ignored('type', `query /${one}`)),
        ignored('enum', 'query /a/*'),
      ],
      [4, 1],
    ],
    [
      'a list of lists',
      [ignored('type', 'body /a'), ignored('type', 'body /a/*'), ignored('enum', 'body /a/*/*')],
      [1, 2],
    ],
  ])('are told once or apart: %s', (_, reported, sizes) => {
    expect(sizesOf(causesOf(reported))).toEqual(sizes);
  });

  it('are apart where breaches break the target down', () => {
    const reported = ['a', 'b', 'c', 'd'].map((one) =>
      ignored('enum', `body /${one}`, { clause: 'robust/no-server-error' }),
    );
    expect(sizesOf(causesOf(reported))).toEqual([1, 1, 1, 1]);
  });

  it('are left to the whole by a shard', () => {
    const reported = ['a', 'b', 'c', 'd'].map((one) => ignored('enum', `query /${one}`));
    expect(sizesOf(causesOf(reported), true)).toEqual([1, 1, 1, 1]);
  });
});

describe('what is not there', () => {
  const namespaces = {
    ...{ clause: 'content/index/namespaces', pointer: '/namespaces' },
    absent: ['host/cache/v1', 'host_sign/v1'],
  };
  const routes = {
    ...{ clause: 'content/index/routes', pointer: '/routes' },
    absent: ['/host/cache/v1', '/host_sign/v1/login'],
  };
  const answered = {
    ...{ clause: 'content/sign/status', pointer: 'status', operation: 'content/sign/login' },
    absent: ['/host_sign/v1/login'],
  };

  it('is one finding with what is missing because of it, as `check` reports it', () => {
    expect(sizesOf(causesOf([namespaces, routes, answered]))).toEqual([3]);
    expect(sizesOf(causesOf([answered, routes, namespaces]))).toEqual([3]);
  });

  it('is a finding apart from what is wrong besides, and from names that only begin so', () => {
    const { absent: _, ...wrong } = routes;
    expect(sizesOf(causesOf([namespaces, wrong]))).toEqual([1, 1]);
    const unusual = { ...answered, class: 'strings/nul', places: ['query /a'] };
    expect(sizesOf(causesOf([namespaces, unusual]))).toEqual([1, 1]);
    const other = { ...answered, absent: ['/host/cache/v12'] };
    expect(sizesOf(causesOf([namespaces, other]))).toEqual([1, 1]);
  });
});
