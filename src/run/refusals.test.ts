import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Answer, Case, Exchange, FindingReport, Trace, Values } from '../model/index.ts';
import { refusalsTogether, watchRefusals } from './refusals.ts';

const contract = loadContract();

interface Sent {
  readonly operation?: string;
  readonly path?: Values;
  readonly query: Values;
  readonly status?: number;
  readonly role?: 'valid' | 'violation' | 'probe';
}

function traceOf({
  operation = 'content/posts/list',
  path = operation.endsWith('/get') ? { id: 1 } : {},
  query,
  status = 200,
  role = 'valid',
}: Sent) {
  const request = {
    operation,
    path,
    query,
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  } as const;
  const planned: Case = {
    id: `case ${JSON.stringify(query)}`,
    title: 'is asked',
    document: 'content',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: [{ id: 'it', role, request }],
  };
  const bytes = new Uint8Array();
  const content = { kind: 'json', value: [] } as const;
  const body = { bytes, completeness: 'complete', content } as const;
  const outcome: Answer = { kind: 'answer', status, reason: '', headers: [], body };
  const wire = { method: 'GET', target: '/', headers: [], body: undefined };
  const url = 'http://127.0.0.1/';
  const sent = { step: 'it', request: wire, url, outcome };
  const exchange: Exchange = { ...sent, startedAt: 0, durationMs: 1, resent: false };
  return { case: planned, exchanges: [exchange] } satisfies Trace;
}

function watchOver(all: readonly Sent[], own: readonly Sent[] = all) {
  const ids = all.map((one) => traceOf(one).case.id);
  const watch = watchRefusals({
    contract,
    verdict: 'warn',
    positionOf: (id) => ids.indexOf(id),
    reportOn: (trace, { where, ...said }) => ({
      case: trace.case.id,
      verdict: 'warn',
      step: where.step,
      where: where.pointer,
      ...said,
      message: `the status is ${said.actual}`,
      reproduce: { curl: '', touchstone: '' },
    }),
  });
  for (const one of own) watch.note(traceOf(one));
  return watch;
}

function foundIn(...sent: readonly Sent[]): readonly FindingReport[] {
  return watchOver(sent)
    .results()
    .flatMap(({ reports }) => reports);
}

const PLAIN: Sent = { query: {} };

describe('a valid request that is refused', () => {
  it('is laid to the parameter that no carried out request has, with the plainest that shows it', () => {
    const found = foundIn(
      PLAIN,
      { query: { per_page: 5 } },
      { query: { per_page: 5, order: 'asc' }, status: 400 },
      { query: { order: 'asc' }, status: 400 },
    );
    expect(found).toMatchObject([
      {
        case: 'case {"order":"asc"}',
        actual: 'HTTP 400, a refusal of `order` "asc"',
        operations: ['content/posts/list'],
        about: { part: 'query', pointer: '/order' },
      },
    ]);
  });

  it('is laid to nothing where none is carried out below the same object', () => {
    const operation = 'content/posts/revisions/list';
    const [own, others] = [{ parent: 1 }, { parent: 2 }];
    const refused = { operation, query: { per_page: 5 }, status: 400 };
    expect(foundIn({ operation, path: own, query: {} }, { ...refused, path: others })).toEqual([]);
    expect(foundIn({ operation, path: own, query: {} }, { ...refused, path: own })).toHaveLength(1);
  });

  it('is laid to a value, where others of the parameter are carried out', () => {
    const found = foundIn({ query: { per_page: 99 } }, { query: { per_page: 100 }, status: 400 });
    expect(found.map(({ actual }) => actual)).toEqual(['HTTP 400, a refusal of `per_page` 100']);
  });

  it('is laid to a status, where the login may list all that take the same rights', () => {
    const found = foundIn(
      PLAIN,
      { query: { status: ['pending'] } },
      { query: { status: ['future'] } },
      { query: { status: ['draft'] }, status: 400 },
    );
    expect(found.map(({ actual }) => actual)).toEqual([
      'HTTP 400, a refusal of `status` ["draft"]',
    ]);
  });

  it.each([
    ['relevance', { search: 'the' }],
    ['include', { include: [1, 2] }],
    ['include_slugs', { slug: ['a', 'b'] }],
  ])('is laid to the order by %s, where what that goes by is given', (orderby, beside) => {
    const found = foundIn(PLAIN, { query: beside }, { query: { ...beside, orderby }, status: 400 });
    expect(found).toMatchObject([{ about: { pointer: '/orderby' } }]);
  });

  it('is laid to a name of something, unless what is not there is answered alike', () => {
    const lookup: Sent = { operation: 'content/templates/lookup', query: { slug: 'index' } };
    const sent: readonly Sent[] = [lookup, { ...lookup, query: { slug: '50%' }, status: 422 }];
    expect(foundIn(...sent)).toHaveLength(1);
    const nothing: Sent = { operation: 'content/posts/get', query: {}, status: 422, role: 'probe' };
    expect(foundIn(...sent, nothing)).toEqual([]);
    expect(foundIn(...sent, { ...nothing, status: 400 })).toHaveLength(1);
  });

  it('is laid to what names nothing, however what is not there is answered', () => {
    const nothing: Sent = {
      operation: 'content/posts/get',
      path: { id: 9 },
      query: {},
      status: 422,
    };
    expect(foundIn(PLAIN, { query: { order: 'asc' }, status: 422 }, nothing)).toHaveLength(1);
  });

  it('is found on whatever reads', () => {
    const operation = 'content/oembed/proxy';
    const url = 'https://example.com/';
    const found = foundIn(
      { operation, query: { url } },
      { operation, query: { url, format: 'xml' }, status: 400 },
    );
    expect(found.map(({ actual }) => actual)).toEqual(['HTTP 400, a refusal of `format` "xml"']);
  });

  const silent: readonly (readonly [what: string, sent: readonly Sent[]])[] = [
    [
      'nothing is carried out',
      [
        { query: {}, status: 400 },
        { query: { order: 'asc' }, status: 400 },
      ],
    ],
    [
      'it takes two together',
      [
        { query: { search: 'a' } },
        { query: { slug: ['a'] } },
        { query: { search: 'a', slug: ['a'] }, status: 400 },
      ],
    ],
    ['any of two may be to blame', [PLAIN, { query: { search: 'a', slug: ['a'] }, status: 400 }]],
    ['the page is beyond the last', [PLAIN, { query: { page: 7 }, status: 400 }]],
    [
      'the page is beyond the last of a shorter list',
      [{ query: { page: 2 } }, { query: { page: 2, search: 'a' }, status: 400 }],
    ],
    ['the list is empty', [PLAIN, { query: { tags: [] }, status: 400 }]],
    ['the offset is beyond the last', [PLAIN, { query: { offset: 7 }, status: 400 }]],
    [
      'the value is a word of the target, such as the text that is the ID of a template',
      [PLAIN, { query: { include: [{ $from: 'ids#/0/id' }] }, status: 400 }],
    ],
    [
      'the order goes by what is not there',
      [PLAIN, { query: { orderby: 'include' }, status: 400 }],
    ],
    [
      'the order goes by what there is nothing of',
      [
        ...[PLAIN, { query: { search: '' } }],
        { query: { orderby: 'relevance', search: '' }, status: 400 },
      ],
    ],
    ...['after', 'before', 'modified_after', 'modified_before'].map(
      (name) =>
        [
          `a date has small letters: ${name}`,
          [PLAIN, { query: { [name]: '2024-01-01t00:00:00z' }, status: 400 }],
        ] as const,
    ),
    ['it needs rights', [PLAIN, { query: { status: ['draft'] }, status: 400 }]],
    [
      'other statuses need the same rights, and are refused as well',
      [
        PLAIN,
        { query: { status: ['pending'] } },
        { query: { status: ['future'] }, status: 400 },
        { query: { status: ['draft'] }, status: 400 },
      ],
    ],
    [
      'the table does not say which values there are',
      [
        { operation: 'content/oembed/embed', query: {} },
        { operation: 'content/oembed/embed', query: { format: 'xml' }, status: 400 },
      ],
    ],
    ['the login is not let through', [PLAIN, { query: { order: 'asc' }, status: 403 }]],
    ['what it is about is not there', [PLAIN, { query: { order: 'asc' }, status: 404 }]],
    ['it is not valid', [PLAIN, { query: { order: 'up' }, status: 400, role: 'violation' }]],
    [
      'another operation is asked',
      [PLAIN, { operation: 'content/pages/list', query: { order: 'asc' }, status: 400 }],
    ],
    [
      'it writes',
      [
        { operation: 'content/posts/create', query: {} },
        { operation: 'content/posts/create', query: { order: 'asc' }, status: 400 },
      ],
    ],
  ];
  it.each(silent)('is none where %s', (_, sent) => {
    expect(foundIn(...sent)).toEqual([]);
  });
});

describe('the shards of a run', () => {
  const sent: readonly Sent[] = [
    { query: { per_page: 5 }, status: 400 },
    PLAIN,
    { query: { per_page: 5, order: 'asc' }, status: 400 },
    { query: { order: 'asc' } },
    { query: { orderby: 'id', order: 'desc' }, status: 400 },
    { query: { order: 'desc' } },
    { query: { slug: ['a'] }, status: 400, operation: 'content/pages/list' },
    { query: {}, operation: 'content/pages/list' },
  ];
  const whole = watchOver(sent).results();

  it.each([1, 2, 3, 8])('judge together what the whole run judges, of %i shards', (of) => {
    const shards = Array.from({ length: of }, (_, shard) => {
      const own = sent.filter((_one, at) => at % of === shard);
      // As it comes out of a report.
      return JSON.parse(JSON.stringify(watchOver(sent, own).evidence()));
    });
    expect(refusalsTogether(shards.toReversed(), 'warn')).toEqual(whole);
  });

  it('name the parameter that is to blame', () => {
    const reports = whole.flatMap((one) => one.reports);
    expect(reports.map(({ about }) => about?.pointer)).toEqual(['/per_page', '/orderby', '/slug']);
    expect(reports.map(({ message }) => message)).toContain(
      'the status is HTTP 400, a refusal of `orderby` "id"',
    );
  });
});
