import { describe, expect, it } from 'vitest';
import { CONTRACT_ROOT, loadContract } from '../../../../contract/contract.ts';
import { judge } from '../../../../judge/judge.ts';
import {
  contentOf,
  type Finding,
  type Json,
  type Trace,
  valueAt,
} from '../../../../model/index.ts';
import { createSite } from '../../../../reference/content/handler.ts';
import { readSeed } from '../../../../reference/content/seed.ts';
import { siteIndex } from '../../../../reference/content/site-index.ts';
import { DAMAGES } from './damage.fixture.ts';
import { VARIATIONS } from './variation.fixture.ts';

const contract = loadContract(CONTRACT_ROOT);
const clauses = contract.clauses.filter(
  ({ on, operations }) => on === 'success' && operations.includes('content/index'),
);

/** The reference site's index, which is written apart from the contract that it is judged by. */
const sound: Json = JSON.parse(
  JSON.stringify(
    siteIndex(
      createSite({
        contract,
        seed: readSeed(),
        now: () => 0,
        baseUrl: () => 'http://127.0.0.1:8080/content',
      }),
    ),
  ),
);

function traceOf(body: string): Trace {
  const bytes = Buffer.from(body);
  return {
    case: {
      id: 'content/index/case',
      title: 'reads the index',
      document: 'content',
      evidence: clauses.map(({ id }) => id),
      origin: { kind: 'scenario' },
      steps: [
        {
          id: 'index',
          role: 'valid',
          request: {
            operation: 'content/index',
            path: {},
            query: {},
            headers: [],
            body: { kind: 'none' },
            credential: { kind: 'valid' },
          },
        },
      ],
    },
    exchanges: [
      {
        step: 'index',
        request: { method: 'GET', target: '/index.php?rest_route=/', headers: [], body: undefined },
        url: 'http://127.0.0.1:8080/content/index.php?rest_route=/',
        outcome: {
          kind: 'answer',
          status: 200,
          reason: '',
          headers: [],
          body: {
            bytes,
            completeness: 'complete',
            content: contentOf(bytes, [], 'complete', 10_000_000),
          },
        },
        startedAt: 0,
        durationMs: 1,
        resent: false,
      },
    ],
  };
}

interface Found {
  readonly clause: string;
  readonly finding: Finding;
}

function findingsIn(index: Json): readonly Found[] {
  return judge(contract, {}, traceOf(JSON.stringify(index))).flatMap(({ clause, findings }) =>
    findings.map((finding) => ({ clause: clause.id, finding })),
  );
}

const violations = (found: readonly Found[]) =>
  found.flatMap(({ clause, finding }) =>
    finding.kind === 'violated' ? [{ clause, ...finding }] : [],
  );

describe('an index as the document describes it', () => {
  const found = findingsIn(sound);

  it('breaks no clause', () => {
    expect(violations(found)).toEqual([]);
  });

  it('is judged by every clause, and holds or is observed', () => {
    const kinds = clauses.map(({ id, level }) => [
      id,
      found.some(
        ({ clause, finding }) =>
          clause === id && finding.kind === (level === 'unspecified' ? 'observed' : 'holds'),
      ),
    ]);
    expect(kinds.filter(([, judged]) => !judged)).toEqual([]);
    const unjudged = found.filter(({ finding }) => finding.kind === 'not-judgeable');
    // A description may be left out: then nothing is there for its type to be told of.
    const optional = 'content/index/endpoint/arg-description';
    expect(unjudged.filter(({ clause }) => clause !== optional)).toEqual([]);
  });
});

it('an index without a plug-in names the namespace and each of its routes as absent', () => {
  const { namespaces, routes, ...others } = sound as { readonly [name: string]: Json };
  const isOther = (name: string) => !name.includes('host_sign_on_plugin');
  const damaged = {
    ...others,
    namespaces: (namespaces as readonly string[]).filter(isOther),
    routes: Object.fromEntries(Object.entries(Object(routes)).filter(([name]) => isOther(name))),
  } as Json;
  const found = violations(findingsIn(damaged)).map(({ clause, absent = [] }) => [clause, absent]);
  expect(found[0]).toEqual(['content/index/namespaces-listed', ['host_sign_on_plugin/v1']]);
  expect(found.length).toBeGreaterThan(2);
  for (const [clause, absent] of found.slice(1)) {
    expect(clause).toBe('content/index/routes-listed');
    expect(absent).toEqual([expect.stringMatching(/^\/host_sign_on_plugin\/v1/)]);
  }
});

describe('a damaged index', () => {
  it.each(DAMAGES)(
    'that %s breaks %s alone, and is told with place and reason',
    (_, breaks, edit) => {
      const damaged = edit(sound);
      const found = violations(findingsIn(damaged));
      expect([...new Set(found.map(({ clause }) => clause))]).toEqual([`content/index/${breaks}`]);
      for (const { where, actual, expected } of found) {
        expect(expected).not.toBe('');
        expect(actual).not.toBe(expected);
        // What is missing is named below something that is there.
        const { pointer } = where;
        const there = actual === 'missing' ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
        expect([there, valueAt(damaged, there)]).not.toEqual([there, undefined]);
      }
    },
  );

  it('is known in more than sixty ways, each clause by one at least', () => {
    expect(DAMAGES.length).toBeGreaterThan(60);
    expect(new Set(DAMAGES.map(([what]) => what)).size).toBe(DAMAGES.length);
    const broken = new Set(DAMAGES.map(([, breaks]) => `content/index/${breaks}`));
    // `schemas-bite.test.ts` breaks each fact of an answer by itself.
    const unbroken = clauses.filter(
      ({ level, id, derived }) =>
        level !== 'unspecified' && derived !== 'answer' && !broken.has(id),
    );
    expect(unbroken.map(({ id }) => id)).toEqual([]);
  });
});

describe('an index that differs legally', () => {
  it.each(VARIATIONS)('by %s breaks nothing, and is judged in full', (_, edit) => {
    const varied = edit(sound);
    expect(JSON.stringify(varied)).not.toBe(JSON.stringify(sound));
    const found = findingsIn(varied);
    expect(violations(found)).toEqual([]);
    const unjudged = found.filter(({ finding }) => finding.kind === 'not-judgeable');
    // A description may be left out: then nothing is there for its type to be told of.
    const optional = 'content/index/endpoint/arg-description';
    expect(unjudged.filter(({ clause }) => clause !== optional)).toEqual([]);
  });

  it('is known in more than twenty-five ways', () => {
    expect(VARIATIONS.length).toBeGreaterThan(25);
    expect(new Set(VARIATIONS.map(([what]) => what)).size).toBe(VARIATIONS.length);
  });
});
