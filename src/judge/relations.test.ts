import { describe, expect, it } from 'vitest';
import { CONTRACT_ROOT, loadContract } from '../contract/contract.ts';
import { withOneCell } from '../fuzz/one-cell.ts';
import {
  type Case,
  contentOf,
  type Exchange,
  type Finding,
  type Outcome,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import { relationCases } from '../plan/relations.ts';
import { judge } from './judge.ts';
import {
  EXAMPLES,
  LEGAL,
  type ListsByStep,
  type Records,
  type RelationExample,
} from './relations.fixture.ts';

const contract = loadContract(CONTRACT_ROOT);

const target: Target = {
  name: 'site',
  endpoints: {
    content: {
      baseUrl: 'http://127.0.0.1/',
      secrets: [],
      credentialFrom: { scheme: 'Basic', variable: 'USER', password: 'PASSWORD' },
      known: {},
      style: { arrays: 'brackets', routing: { kind: 'path' } },
    },
  },
  limits: { timeoutMs: 1000, totalMs: 1000, maxBodyBytes: 1_000_000 },
  tls: { insecure: false },
  concurrency: 1,
  off: [],
  knownFailures: [],
};

const cases = relationCases(contract, target, 1);

function caseOf(id: string): Case {
  const found = cases.find((one) => one.id === `content/${id}`);
  if (!found) throw new Error(`there is no case content/${id}`);
  return found;
}

/**
 * Answers a step with a list, unless `odd` has something else for it; judges by the case's clause, of several comparisons
 * those of the list that the example is about.
 */
function judged(
  example: RelationExample,
  lists: ListsByStep,
  unusual: (step: Step) => Outcome | undefined = () => undefined,
): readonly Finding[] {
  const [about] = example.at;
  const one = withOneCell(caseOf(example.case), about);
  const [first] = one.steps.filter(({ role }) => role === 'valid');
  const again = first && lists[first.id];
  const given: ListsByStep = { ...(again && { again }), ...lists };
  const exchanges = one.steps.map((step): Exchange => {
    const records: Records | undefined = given[step.id];
    if (!records) throw new Error(`${example.case} has no answer to ${step.id}`);
    return {
      step: step.id,
      request: { method: 'GET', target: '/', headers: [['authorization', 'x']], body: undefined },
      url: 'http://127.0.0.1/',
      outcome: unusual(step) ?? answer(200, records),
      startedAt: 0,
      durationMs: 1,
      resent: false,
    };
  });
  // What it is evidence for besides is for the tests of other checks.
  const [clause] = one.evidence;
  return judge(contract, {}, { case: one, exchanges }).flatMap((judged) =>
    judged.clause.id === clause ? judged.findings : [],
  );
}

function answer(status: number, records: Records): Outcome {
  const shown = records.map((record) => (typeof record === 'number' ? { id: record } : record));
  const bytes = Buffer.from(JSON.stringify(shown));
  const headers = [['content-type', 'application/json']] as const;
  const content = contentOf(bytes, headers, 'complete', 1_000_000);
  return {
    kind: 'answer',
    status,
    reason: '',
    headers,
    body: { bytes, completeness: 'complete', content },
  };
}

function reasons(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) =>
    finding.kind === 'not-judgeable' ? finding.because : finding.kind,
  );
}

const rows = EXAMPLES.map((example) => [example.case, example] as const);
const repeating = rows.filter(([id]) => caseOf(id).steps.some((step) => step.id === 'again'));

describe('relation between lists', () => {
  it.each(rows)('%s holds', (_, example) => {
    expect(new Set(reasons(judged(example, example.holds)))).toEqual(new Set(['holds']));
  });

  it.each(rows)('%s is found broken, and where', (_, example) => {
    const [finding] = judged(example, { ...example.holds, ...example.wrong });
    const [step, pointer] = example.at;
    const { actual, expected } = example;
    expect(finding).toMatchObject({
      kind: 'violated',
      where: { step, pointer },
      ...(actual !== undefined && { actual }),
      ...(expected !== undefined && { expected }),
    });
  });

  it.each(repeating.filter(([id]) => !id.endsWith('steady')))(
    '%s says nothing of a list that changed under the run',
    (_, example) => {
      const lists = { ...example.holds, ...example.wrong, again: [77] };
      expect(reasons(judged(example, lists))).toEqual(['precondition']);
    },
  );

  it.each(rows)('%s says nothing where a list is refused, lost, or none', (_, example) => {
    const lists = { ...example.holds, ...example.wrong };
    const [step] = example.at;
    const reported = (outcome: Outcome) =>
      reasons(judged(example, lists, ({ id }) => (id === step ? outcome : undefined)));
    expect(reported(answer(400, []))).toEqual(['precondition']);
    expect(reported(answer(403, []))).toEqual(['precondition']);
    expect(reported({ kind: 'fault', code: 'reset', message: 'the connection was reset' })).toEqual(
      ['fault'],
    );
  });

  // What servers show that go by the documents, and what a run that is wrong about them would say.
  it.each(LEGAL.map((one) => [one.title, one] as const))('lets %s be', (_, legal) => {
    const example = { case: legal.case, holds: legal.lists, wrong: {}, at: ['', ''] as const };
    expect(new Set(reasons(judged(example, legal.lists)))).toEqual(new Set([legal.verdict]));
  });

  it('is bound to no list that its clause does not speak of', () => {
    // Two clauses share the lists of one relation between them.
    const shared = ['content/lists/context-edit', 'content/lists/context-edit-elsewhere'];
    const silent = cases.filter(({ evidence: [clause = ''], steps }) => {
      const { operations } = contract.clause(clause);
      const asked = steps.filter(({ role }) => role === 'valid');
      const judged = asked.some(({ request }) => operations.includes(request.operation));
      return !judged && !shared.includes(clause);
    });
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('has an example of every way in which the suite compares', () => {
    const wayOf = ({ compared }: Case) =>
      Object.entries(compared ?? {})
        .map(([name, value]) => (name === 'pattern' ? value : name))
        .sort()
        .join(' ');
    const shown = new Set(EXAMPLES.map((example) => wayOf(caseOf(example.case))));
    // Grids have tests of their own below; what is created for a relation is no list to give as an example.
    const single = cases.filter(
      (one) => !wayOf(one).includes('cells') && one.steps.every(({ role }) => role !== 'cleanup'),
    );
    const missing = single.filter((one) => !shown.has(wayOf(one))).map(({ id }) => id);
    expect(missing).toEqual([]);
  });
});

describe('a grid of filters', () => {
  const grid = caseOf('blocks/revisions/list/relation/together/latest');

  /** Lists what a query asks for, of the records 1 to 5; filters name some of them. */
  function listed({ include, exclude, search, order, offset, page = 1, per_page }: Values) {
    const kept = [1, 2, 3, 4, 5].filter(
      (id) =>
        (include === undefined || id < 4) &&
        (exclude === undefined || id > 1) &&
        (search === undefined || id % 2 === 1),
    );
    const sorted = order === 'desc' ? kept.toReversed() : kept;
    const size = Number(per_page);
    const from = offset === undefined ? (Number(page) - 1) * size : Number(offset);
    return sorted.slice(from, from + size);
  }

  type Ask = (query: Values) => readonly number[] | undefined;

  function exchangesOf(item: Case, ask: Ask): readonly Exchange[] {
    return item.steps.map((step): Exchange => {
      const records = ask(step.request.query);
      return {
        step: step.id,
        request: { method: 'GET', target: '/', headers: [['authorization', 'x']], body: undefined },
        url: 'http://127.0.0.1/',
        outcome: records ? answer(200, records) : answer(400, []),
        startedAt: 0,
        durationMs: 1,
        resent: false,
      };
    });
  }

  /** Clauses that compare lists; the filters of these lists do not name the records that they leave. */
  function verdicts(ask: Ask) {
    const exchanges = exchangesOf(grid, ask);
    return judge(contract, {}, { case: grid, exchanges }).flatMap(({ clause, findings }) =>
      clause.judged[0]?.check === 'relation' && findings.some(({ kind }) => kind === 'violated')
        ? [clause.id]
        : [],
    );
  }

  it('holds where each parameter does what it does alone', () => {
    expect(verdicts(listed)).toEqual([]);
  });

  it('shows a filter that is ignored beside another', () => {
    const forgetful = (query: Values) => {
      const { include: _, ...others } = query;
      return listed(query.search === undefined ? query : others);
    };
    expect(verdicts(forgetful)).toContain('content/lists/together');
  });

  it.each([
    ['offset', 'content/lists/offset'],
    ['page', 'content/lists/page-size'],
    ['order', 'content/lists/order'],
  ])('lays %s beside a filter at its own door', (name, clause) => {
    const forgetful = ({ [name]: _, ...others }: Values) => listed(others);
    const asked = (query: Values) =>
      query.exclude === undefined ? listed(query) : forgetful(query);
    expect(verdicts(asked)).toEqual([clause]);
  });

  it('names the filter that a record does not fit, and judges each clause by its own comparisons', () => {
    const one = withOneCell(grid, 'search-and-include');
    expect(one.steps.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['search', 'include', 'search-and-include', 'again']),
    );
    expect(one.steps.length).toBeLessThan(grid.steps.length / 2);
    const exchanges = exchangesOf(one, ({ include, ...others }) =>
      listed(
        others.search === undefined && include !== undefined ? { ...others, include } : others,
      ),
    );
    const judged = judge(contract, {}, { case: one, exchanges });
    expect(judged.map(({ clause }) => clause.id)).toEqual(['content/lists/together']);
    expect(judged[0]?.findings).toMatchObject([
      { kind: 'violated', expected: 'a list without it, as the one with only include' },
    ]);
    // The comparison is of one clause, whatever else the case may be evidence for.
    const both = { ...one, evidence: ['content/lists/together', 'content/lists/offset'] };
    const reasonsOf = judge(contract, {}, { case: both, exchanges }).map(({ findings }) =>
      findings.map(({ kind }) => kind),
    );
    expect(reasonsOf).toEqual([['violated'], ['not-judgeable']]);
  });

  it('says nothing of lists that go on beyond their first page', () => {
    const many = Array.from({ length: 100 }, (_, at) => at + 1);
    const asked = ({ search, include }: Values) =>
      search !== undefined && include !== undefined ? [5, 200] : many;
    expect(verdicts(asked)).not.toContain('content/lists/together');
  });

  it('says nothing by what is refused', () => {
    const strict = (query: Values) =>
      query.search !== undefined && query.include !== undefined ? undefined : listed(query);
    expect(verdicts(strict)).toEqual([]);
  });
});
