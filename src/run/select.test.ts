import { describe, expect, it } from 'vitest';
import {
  type Case,
  type Clause,
  type DocumentName,
  RULES_FOR_ALL,
  TouchstoneError,
} from '../model/index.ts';
import { select } from './select.ts';

const clauses: readonly Clause[] = [
  'integration/success/message',
  'integration/success/status-code',
  'integration/success/status-member',
  'integration/timezones/utc',
  'integration/open/tokens',
  'content/posts/list/order',
].map((id) => ({
  id,
  document: documentOf(id),
  level: 'stated',
  source: { section: '1' },
  states: `states ${id}`,
  operations: [],
  judged: [],
}));

const cases: readonly Case[] = [
  caseOf('integration/timezones/asked', 'integration/timezones', [
    'integration/success/message',
    'integration/success/status-code',
    'integration/timezones/utc',
  ]),
  caseOf('integration/dependencies/one', 'integration/dependencies', [
    'integration/success/message',
  ]),
  caseOf('content/posts/listed', 'content/posts/list', ['content/posts/list/order']),
];

/** Most cases of writes end so. */
const removing: Case = {
  ...caseOf('content/posts/created', 'content/posts/create', ['content/posts/list/order']),
  steps: ['content/posts/create', 'content/posts/delete'].flatMap((operation) =>
    caseOf('content/posts/created', operation, []).steps.map((step) =>
      operation.endsWith('delete') ? { ...step, role: 'cleanup' as const } : step,
    ),
  ),
};

function documentOf(id: string): DocumentName {
  return id.startsWith('content/') ? 'content' : 'integration';
}

function caseOf(id: string, operation: string, evidence: readonly string[]): Case {
  return {
    id,
    title: id,
    document: documentOf(id),
    evidence,
    origin: { kind: 'scenario' },
    steps: [
      {
        id: 'first',
        role: 'valid',
        request: {
          operation,
          path: {},
          query: {},
          headers: [],
          body: { kind: 'none' },
          credential: { kind: 'valid' },
        },
      },
    ],
  };
}

function selected(only: readonly string[], documents: readonly DocumentName[] = ['integration']) {
  const selection = select(cases, clauses, documents, only);
  return {
    cases: selection.cases.map(({ id, evidence }) => [id, evidence.length]),
    clauses: selection.clauses.map(({ id }) => id),
  };
}

function refusalOf(only: readonly string[], documents?: readonly DocumentName[]): TouchstoneError {
  try {
    selected(only, documents);
  } catch (error) {
    if (error instanceof TouchstoneError) return error;
  }
  throw new Error(`${only.join()} was selected`);
}

describe('select', () => {
  it('keeps everything of the documents that the target serves', () => {
    expect(selected([])).toEqual({
      cases: [
        ['integration/timezones/asked', 3],
        ['integration/dependencies/one', 1],
      ],
      clauses: clauses.slice(0, 5).map(({ id }) => id),
    });
    expect(selected([], ['integration', 'content']).cases).toHaveLength(3);
    expect(selected([], [])).toEqual({ cases: [], clauses: [] });
  });

  it('keeps of a clause its cases, and of their evidence just that clause', () => {
    expect(selected(['integration/success/message'])).toEqual({
      cases: [
        ['integration/timezones/asked', 1],
        ['integration/dependencies/one', 1],
      ],
      clauses: ['integration/success/message'],
    });
  });

  it('keeps every clause that begins so, with or without a case', () => {
    expect(selected(['integration/success/status']).clauses).toEqual([
      'integration/success/status-code',
      'integration/success/status-member',
    ]);
    expect(selected(['integration/open'])).toEqual({
      cases: [],
      clauses: ['integration/open/tokens'],
    });
  });

  it('keeps a case whole', () => {
    expect(selected(['integration/timezones/asked'])).toEqual({
      cases: [['integration/timezones/asked', 3]],
      clauses: [
        'integration/success/message',
        'integration/success/status-code',
        'integration/timezones/utc',
      ],
    });
  });

  it('keeps the cases of an operation whole', () => {
    expect(selected(['integration/dep'])).toEqual({
      cases: [['integration/dependencies/one', 1]],
      clauses: ['integration/success/message'],
    });
  });

  it('joins several prefixes', () => {
    expect(selected(['integration/timezones/utc', 'integration/dependencies']).cases).toEqual([
      ['integration/timezones/asked', 1],
      ['integration/dependencies/one', 1],
    ]);
  });

  it('keeps the order of the plan, whatever the order of prefixes', () => {
    const prefixes = ['integration/success/message', 'integration/timezones'];
    expect(selected(prefixes)).toEqual(selected(prefixes.toReversed()));
  });

  it.each([
    'timezones',
    'integration/timezone/utc',
    'Integration/success',
    'integration/success/message/x',
  ])('refuses %j, which begins no id', (prefix) => {
    const error = refusalOf([prefix]);
    expect(error.code).toBe('nothing-selected');
    expect(error.message).toContain(`"${prefix}"`);
  });

  it('refuses one unknown prefix among known ones', () => {
    expect(refusalOf(['integration/success', 'integration/nowhere']).message).toContain(
      '"integration/nowhere"',
    );
  });

  it('holds a case that is evidence for no clause against the rules for all, where it is named', () => {
    const bare = caseOf('integration/timezones/bare', 'integration/timezones', []);
    const documents = ['integration'] as const;
    const of = (only: readonly string[]) => select([...cases, bare], clauses, documents, only);
    const alone = of(['integration/timezones/bare']);
    expect(alone.cases).toEqual([bare]);
    expect(alone.clauses).toEqual([]);
    expect(alone.rules).toEqual({ asked: 'by-name', ids: new Set(RULES_FOR_ALL) });
    const both = of(['integration/timezones/bare', 'integration/dependencies']);
    expect(both.cases.map(({ id }) => id)).toEqual([
      'integration/dependencies/one',
      'integration/timezones/bare',
    ]);
    // A prefix of cases that are evidence means those.
    expect(of(['integration/timezones']).cases.map(({ id }) => id)).toEqual([
      'integration/timezones/asked',
    ]);
  });

  it('names an id that may have been meant', () => {
    expect(refusalOf(['integration/timezones/utcs']).hint).toContain('integration/timezones/utc');
    expect(refusalOf(['integration/timezonez']).hint).toContain('mean integration/timezones or');
  });

  it('points at the list where nothing is near', () => {
    expect(refusalOf(['zzzz']).hint).toContain('touchstone plan');
  });

  it('says where a prefix belongs to a document that the target does not serve', () => {
    const error = refusalOf(['content/posts']);
    expect(error.message).toContain('does not serve');
    expect(error.code).toBe('nothing-selected');
    expect(selected(['content/posts'], ['content']).cases).toHaveLength(1);
  });
});

it('an operation does not select cases that only clean up with it', () => {
  const deleting = caseOf('content/posts/gone', 'content/posts/delete', [
    'content/posts/list/order',
  ]);
  const idsFor = (only: string) =>
    select([removing, deleting], clauses, ['content'], [only]).cases.map(({ id }) => id);
  expect(idsFor('content/posts/delete')).toEqual(['content/posts/gone']);
  expect(idsFor('content/posts/create')).toEqual(['content/posts/created']);
});
