import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { encode } from '../contract/encode.ts';
import { verifyRequest } from '../contract/verify-request.ts';
import { type FuzzCase, MODES, type Mode } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { edgeClasses } from './edges.ts';
import { isInShard } from './shard.ts';
import { openStream } from './stream.ts';
import { allEdgeNames } from './stream-edges.ts';

const contract = loadContract();
const target = referenceTarget(
  contract,
  { integration: 'http://127.0.0.1:1', content: 'http://127.0.0.1:1/content' },
  'reference',
);

function stream(options: Partial<Parameters<typeof openStream>[2]> = {}) {
  return openStream(contract, target, {
    seed: 1,
    modes: MODES,
    only: ['content/posts/', 'integration/', 'content/batch'],
    writes: 'loopback',
    ...options,
  });
}

function fuzzCases(count: number, options: Partial<Parameters<typeof openStream>[2]> = {}) {
  const opened = stream(options);
  return Array.from({ length: count }, (_, index) => opened.at(index)).filter(
    (fuzzCase): fuzzCase is FuzzCase => fuzzCase !== undefined,
  );
}

const many = fuzzCases(800);
const breaking = fuzzCases(3_000, { modes: ['violation'], only: ['content/posts/list'] });

describe('the stream', () => {
  it('has the same at a position, in whatever order it is read', () => {
    const other = stream();
    for (const index of [799, 3, 700, 64, 0]) {
      expect(other.at(index)).toEqual(many.find((fuzzCase) => fuzzCase.index === index));
    }
  });

  it('calls no operation that is off', () => {
    const off = [{ prefix: 'content/posts/revisions', reason: 'not there' }];
    const options = {
      seed: 1,
      modes: MODES,
      only: ['content/posts/'],
      writes: 'loopback',
    } as const;
    const called = (one: typeof target) => {
      const opened = openStream(contract, one, options);
      const cases = Array.from({ length: 300 }, (_, index) => opened.at(index));
      const steps = cases.flatMap((item) => item?.case.steps ?? []);
      return new Set(steps.map(({ request }) => request.operation));
    };
    const isRevision = (id: string) => id.startsWith('content/posts/revisions');
    expect([...called(target)].some(isRevision)).toBe(true);
    expect([...called({ ...target, off })].some(isRevision)).toBe(false);
    expect(openStream(contract, { ...target, off }, options).left()).toContainEqual({
      operation: 'content/posts/revisions/list',
      why: 'not there',
      isLacking: false,
      isAbsent: false,
    });
  });

  it('is another one for another seed', () => {
    const other = fuzzCases(60, { seed: 2 }).map((fuzzCase) => JSON.stringify(fuzzCase.marks));
    expect(other).not.toEqual(many.slice(0, 60).map((fuzzCase) => JSON.stringify(fuzzCase.marks)));
  });

  it('proves every request that claims to be valid or to break one rule', () => {
    expect(many.flatMap((fuzzCase) => fuzzCase.case.unproven ?? [])).toEqual([]);
    const claims = many.flatMap(({ case: { steps } }) =>
      steps.filter(({ role }) => role === 'valid' || role === 'violation'),
    );
    const alone = claims.filter(({ request }) => !JSON.stringify(request).includes('$from'));
    expect(alone.length).toBeGreaterThan(400);
    for (const { request, breach, readings } of alone) {
      const operation = contract.operation(request.operation);
      const style = target.endpoints[operation.document]?.style;
      if (style === undefined) throw new Error('no endpoint');
      const wire = encode(operation, request, { style });
      const { kind } = verifyRequest(operation, wire, style, breach, contract.validate);
      // What a lenient server may read as valid is judged next to those readings.
      expect(kind).toBe(readings ? 'lenient' : 'proven');
    }
  });

  it.each<Mode>(MODES)('sends nothing but %s if asked', (mode) => {
    const found = fuzzCases(40, { modes: [mode] });
    expect(found.length).toBeGreaterThan(20);
    expect(new Set(found.flatMap(({ marks }) => marks.map((mark) => mark.mode)))).toEqual(
      new Set([mode]),
    );
  });

  it('has a control beside each violation', () => {
    const refused = many.filter(({ case: { steps } }) =>
      steps.some(({ role }) => role === 'violation'),
    );
    expect(refused.length).toBeGreaterThan(100);
    for (const { case: item } of refused) {
      expect(item.steps.some(({ role }) => role === 'control')).toBe(true);
    }
  });

  it('breaks each rule once before it breaks any of its operation again', () => {
    const clauses = breaking.flatMap(({ case: item }) => item.evidence);
    const all = new Set(clauses);
    expect(all.size).toBeGreaterThan(40);
    // What a lenient target may read as valid breaks no rule, so that a round has gaps.
    expect(new Set(clauses.slice(0, 2 * all.size)).size).toBeGreaterThan(0.95 * all.size);
  });

  it('breaks a choice in each of the ways to do so before it does in one of them often', () => {
    const violations = breaking.flatMap(({ case: { steps } }) =>
      steps.filter(({ role }) => role === 'violation'),
    );
    for (const name of ['categories', 'tags', 'categories_exclude', 'tags_exclude']) {
      const values = violations
        .filter(({ breach }) => breach?.keyword === 'oneOf' && breach.pointer === `/${name}`)
        .map(({ request }) => JSON.stringify(request.query[name]));
      expect(values.length).toBeGreaterThan(20);
      const surplus = values.findIndex((value) =>
        /"(operator|terms)".*"touchstone":true/.test(value),
      );
      expect(surplus).toBeGreaterThan(-1);
      expect(surplus).toBeLessThan(10);
    }
  });

  it('names all its classes', () => {
    const names = allEdgeNames();
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(edgeClasses())).toEqual(['queries', 'headers', 'methods']);
    const only = ['content/posts/list', 'content/menu-items/create', 'integration/'];
    const edges = fuzzCases(4_000, { modes: ['edge'], only });
    const seen = new Set(edges.flatMap(({ marks }) => marks.map((mark) => mark.class)));
    // Formats that neither document has are those of imported APIs.
    const fitting = new Set(stream({ modes: ['edge'] }).classes);
    expect(fitting.size).toBeGreaterThan(50);
    expect(names.filter((name) => fitting.has(name) && !seen.has(name))).toEqual([]);
  });
});

describe('whole cases in the stream', () => {
  const stateful = (options: Partial<Parameters<typeof openStream>[2]> = {}) =>
    stream({ modes: ['stateful'], ...options });

  const whole = many.filter(({ marks }) => marks.some(({ mode }) => mode === 'stateful'));
  const lead = whole.filter(({ marks }) => marks[0]?.class === 'stateful/credential').length;

  it('are reads without a credential, and then one position of four', () => {
    expect(lead).toBeGreaterThan(1);
    const first = Array.from({ length: lead }, (_, at) => at);
    expect(whole.slice(0, lead).map(({ index }) => index)).toEqual(first);
    expect(whole[lead]?.index).toBe(lead + 3);
    expect(whole.length).toBe(lead + Math.floor((800 - lead) / 4));
    const [read] = whole;
    const credentials = read?.case.steps.map(({ request }) => request.credential.kind);
    expect(credentials).toEqual(['none', 'valid', 'none', 'valid', 'none']);
    expect(read?.case.steps.map(({ concurrent = false }) => concurrent)).toEqual([
      ...[false, false, false, false, true],
    ]);
  });

  it('are not looked for at a target that has none', () => {
    const { integration } = target.endpoints;
    const { endpoints: _, ...rest } = target;
    const others = { ...rest, endpoints: integration ? { integration } : {} };
    const options = { seed: 1, modes: MODES, only: [], writes: 'loopback' } as const;
    const opened = openStream(contract, others, options);
    expect(opened.at(3)).toBeDefined();
    expect(opened.classes.filter((name) => name.startsWith('stateful/'))).toEqual([]);
    expect(openStream(contract, others, { ...options, modes: ['stateful'] }).empty).toBe(true);
  });

  it('leave the single requests as they are without them', () => {
    const single = stream({ modes: MODES.filter((mode) => mode !== 'stateful') });
    for (const index of [0, 20, 61, 100]) {
      const before = single.at(index - Math.floor(index / 4));
      expect(stream().at(lead + index)?.marks).toEqual(before?.marks);
    }
  });

  it('show each clause before they show any twice, and are planned with another seed each round', () => {
    const opened = stateful();
    const seen: string[] = [];
    let size = 0;
    for (let one = opened.at(0); one && !seen.includes(one.case.id); one = opened.at(size)) {
      seen.push(one.case.id);
      size += 1;
    }
    expect(size).toBeGreaterThan(300);
    const slugs = (index: number) =>
      JSON.stringify(opened.at(index)?.case.steps).match(/touchstone-?\d+/);
    const writing = seen.findIndex((_, index) => slugs(index) !== null);
    expect(slugs(writing)?.[0]).not.toBe(slugs(size + writing)?.[0]);
    expect(stateful().at(size + writing)).toEqual(opened.at(size + writing));
    const first = seen.slice(0, 150).map((_, index) => opened.at(index)?.case);
    const related = first.flatMap((item) => (item?.compared ? [item.evidence[0]] : []));
    expect(new Set(related.slice(0, 40)).size).toBe(40);
  });

  it('are chosen by class, by operation, and by clause, of which no other is judged then', () => {
    const related = stateful({ only: ['stateful/relation', 'content/pages'] });
    const classes = Array.from({ length: 60 }, (_, at) => related.at(at)?.marks[0]?.class);
    expect(new Set(classes)).toEqual(new Set(['stateful/relation']));
    const one = stateful({ only: ['content/state/put-updates'] }).at(0);
    expect(one?.case.evidence).toEqual(['content/state/put-updates']);
    const list = stateful({ only: ['content/navigation/list'] });
    for (let at = 0; at < 40; at += 1) {
      expect(JSON.stringify(list.at(at)?.case.steps)).toContain('content/navigation/list');
    }
    expect(stream({ only: ['strings/'] }).at(3)?.marks[0]?.mode).toBe('edge');
  });
});

describe('what the stream writes', () => {
  it('is done to objects of its own', () => {
    const writing = many.filter(({ case: { steps } }) =>
      steps.some(({ request }) => /\/(update|delete|autosaves)/.test(request.operation)),
    );
    expect(writing.length).toBeGreaterThan(30);
    for (const { case: item } of writing) {
      for (const { request } of item.steps) {
        const { writes, route } = contract.operation(request.operation);
        if (!writes || !/\{/.test(route)) continue;
        expect(JSON.stringify(request.path)).toMatch(/\$from|touchstone/);
      }
    }
  });

  it.each(['valid', 'boundary'] as const)(
    'is found again, whatever the answer: a creation keeps its name (%s)',
    (mode) => {
      const only = ['posts', 'pages', 'blocks'].map((name) => `content/${name}/create`);
      const bodies = fuzzCases(150, { only, modes: [mode] }).flatMap(({ case: { steps } }) =>
        steps.map(({ request }) => request.body).filter(({ kind }) => kind === 'json'),
      );
      expect(bodies.length).toBeGreaterThan(100);
      expect(bodies.filter((body) => !JSON.stringify(body).includes('touchstone'))).toEqual([]);
    },
  );

  it('can be addressed, where its ID is made of what is written', () => {
    const longest = (collection: string) => {
      const only = [`content/${collection}/create`, `content/${collection}/update`, 'strings/'];
      const values = fuzzCases(200, { only, modes: ['edge'] }).flatMap(({ case: { steps } }) =>
        steps.flatMap(({ request: { body } }) =>
          body.kind === 'json' ? Object.values(Object(body.value)) : [],
        ),
      );
      return Math.max(...values.map((value) => JSON.stringify(value).length));
    };
    expect(longest('templates')).toBeLessThan(1_000);
    expect(longest('posts')).toBeGreaterThan(60_000);
  });

  it('is nothing where nothing may be written', () => {
    const found = fuzzCases(600, { writes: 'nowhere' });
    expect(found.length).toBeGreaterThan(100);
    const operations = found.flatMap(({ case: { steps } }) =>
      steps.map(({ request }) => contract.operation(request.operation)),
    );
    expect(operations.filter(({ writes }) => writes)).toEqual([]);
  });

  it('never has a method that writes where the operation reads', () => {
    const methods = new Set(
      many.flatMap(({ case: { steps } }) =>
        steps.flatMap(({ request }) => (request.method === undefined ? [] : [request.method])),
      ),
    );
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(methods.has(method)).toBe(false);
  });
});

describe('shards', () => {
  it.each(Array.from({ length: 16 }, (_, index) => index + 1))(
    'are disjoint, and together the whole plan: %i',
    (of) => {
      const positions = Array.from({ length: 2_000 }, (_, index) => index);
      const parts = Array.from({ length: of }, (_, at) =>
        positions.filter((index) => isInShard(index, { index: at + 1, of })),
      );
      expect(parts.flat().sort((one, other) => one - other)).toEqual(positions);
      for (const part of parts) expect(part.length).toBeGreaterThan(1_000 / of);
    },
  );

  it('have all whole cases in one of them that share something of the site', () => {
    const opened = stream({ modes: ['stateful'] });
    const positions = Array.from({ length: 400 }, (_, index) => index);
    const sharing = positions.filter((index) => opened.at(index)?.case.shares);
    expect(sharing.length).toBeGreaterThan(3);
    expect(new Set(sharing.map(opened.shardKey)).size).toBe(1);
    const others = positions.filter((index) => !sharing.includes(index));
    expect(others.map(opened.shardKey)).toEqual(others);
  });
});
