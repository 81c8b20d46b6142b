import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isMembers,
  type Json,
  type MutatedRule,
  type PlannedRequest,
  type WireRequest,
  type WireStyle,
} from '../model/index.ts';
import { valuesOf } from '../plan/values.ts';
import { violationsOf } from '../plan/violations.ts';
import { encode } from './encode.ts';
import { partSchemaOf } from './request-parts.ts';
import { validate } from './validate.ts';
import { arrivesAs, verifyRequest } from './verify-request.ts';
import { BRACKETS, COMMAS, OPERATION, REPEAT, request, STYLES } from './wire.fixture.ts';

function proof(changes: Partial<PlannedRequest>, claim?: MutatedRule, style: WireStyle = BRACKETS) {
  const wire = encode(OPERATION, request(changes), { style });
  return verifyRequest(OPERATION, wire, style, claim, validate);
}

function body(value: Json): Partial<PlannedRequest> {
  return { body: { kind: 'json', value } };
}

function query(values: { readonly [name: string]: Json }): Partial<PlannedRequest> {
  return { query: { name: 'ab', ...values } };
}

type Claimed = readonly [Partial<PlannedRequest>, MutatedRule['part'], string, string];

describe('proven is', () => {
  test('a valid request without a claim', () => {
    expect(proof({})).toEqual({ kind: 'proven' });
    expect(proof(query({ undocumented: 1 }))).toEqual({ kind: 'proven' });
  });

  const claims: readonly Claimed[] = [
    [body({}), 'body', '/systems', 'required'],
    [body({}), 'body', '', 'required'],
    [{ body: { kind: 'none' } }, 'body', '', 'required'],
    [body([{}]), 'body', '', 'type'],
    [body({ systems: ['a', 'b', 'c', 'd'] }), 'body', '/systems', 'maxItems'],
    [body({ systems: [[]] }), 'body', '/systems/0', 'type'],
    [body({ systems: ['a', ''] }), 'body', '/systems/1', 'minLength'],
    [body({ systems: [], x: 1 }), 'body', '/x', 'additionalProperties'],
    [body({ systems: [], x: 1 }), 'body', '', 'additionalProperties'],
    [body({ systems: [], title: ['a', 'b'] }), 'body', '/title', 'anyOf'],
    [body({ systems: [], title: { raw: [] } }), 'body', '/title', 'anyOf'],
    [body({ systems: [], count: 'x' }), 'body', '/count', 'type'],
    [body({ systems: [], count: 3 }), 'body', '/count', 'enum'],
    [body({ systems: [], date: 'touchstone' }), 'body', '/date', 'format'],
    [{ query: {} }, 'query', '/name', 'required'],
    [query({ page: 0 }), 'query', '/page', 'minimum'],
    [query({ page: 'touchstone' }), 'query', '/page', 'type'],
    [query({ search: { a: 1 } }), 'query', '/search', 'type'],
    [query({ include: [1, 'x'] }), 'query', '/include/1', 'type'],
    [query({ status: ['draft', 'draft'] }), 'query', '/status', 'uniqueItems'],
    [query({ force: false }), 'query', '/force', 'const'],
    [query({ order: 'touchstone' }), 'query', '/order', 'enum'],
    [query({ categories: { operator: 'XOR' } }), 'query', '/categories', 'oneOf'],
    [query({ categories: { terms: ['x'] } }), 'query', '/categories', 'oneOf'],
    [{ path: { parent: 'a', id: 0 } }, 'path', '/id', 'minimum'],
    [{ path: { parent: 'a', id: 'x' } }, 'path', '/id', 'type'],
  ];
  test.each(claims)('%j as a breach of %s %s %s', (changes, part, pointer, keyword) => {
    expect(proof(changes, { part, pointer, keyword })).toEqual({ kind: 'proven' });
  });
});

describe('lenient is', () => {
  const claims: readonly Claimed[] = [
    [body({ systems: 'crm,shop' }), 'body', '/systems', 'type'],
    [body({ systems: 'crm' }), 'body', '/systems', 'type'],
    [body({ systems: { 0: 'crm' } }), 'body', '/systems', 'type'],
    [body({ systems: [5] }), 'body', '/systems/0', 'type'],
    [body({ systems: [], sticky: 1 }), 'body', '/sticky', 'type'],
    [body({ systems: [], sticky: 'yes' }), 'body', '/sticky', 'type'],
    [body({ systems: [], count: '1' }), 'body', '/count', 'type'],
    [body({ systems: [], count: null }), 'body', '/count', 'type'],
    [body({ systems: [], date: '2024-01-01' }), 'body', '/date', 'format'],
    [body({ systems: [], title: 5 }), 'body', '/title', 'anyOf'],
    [body({ systems: [], title: 'too long' }), 'body', '/title', 'anyOf'],
    [query({ sticky: 1 }), 'query', '/sticky', 'type'],
    [query({ page: ' 5' }), 'query', '/page', 'type'],
    [query({ page: '' }), 'query', '/page', 'type'],
    [query({ include: 5 }), 'query', '/include', 'type'],
    [query({ after: '2024-01-01T00:00:00' }), 'query', '/after', 'format'],
    [query({ url: 'touchstone' }), 'query', '/url', 'format'],
    [query({ categories: '1,2' }), 'query', '/categories', 'oneOf'],
    [query({ search: ['a'] }), 'query', '/search', 'type'],
    [{ path: { parent: 'a', id: '' } }, 'path', '/id', 'type'],
    [{ path: { parent: 'a', id: '..' } }, 'path', '/id', 'type'],
    [{ path: { parent: 'a', id: '7.0' } }, 'path', '/id', 'type'],
  ];
  test.each(claims)('%j as a breach of %s %s %s', (changes, part, pointer, keyword) => {
    expect(proof(changes, { part, pointer, keyword })).toMatchObject({ kind: 'lenient' });
  });

  test('a parameter that is written twice, where lists are', () => {
    const wire = encode(OPERATION, request(), { style: REPEAT });
    const twice: WireRequest = { ...wire, target: `${wire.target}&search=a&search=b` };
    const claim: MutatedRule = { part: 'query', pointer: '/search', keyword: 'type' };
    expect(verifyRequest(OPERATION, twice, REPEAT, claim, validate)).toMatchObject({
      kind: 'lenient',
    });
    expect(verifyRequest(OPERATION, twice, BRACKETS, claim, validate)).toEqual({ kind: 'proven' });
  });
});

describe('unproven is', () => {
  test.each([
    [body({}), 'body /systems is missing|systems'],
    [query({ page: 0 }), 'query /page'],
    [{ path: { parent: '.', id: 1 } }, 'path parameter "parent"'],
    [{ path: { parent: 'a/', id: 1 } }, 'path parameter "parent"'],
    [{ body: { kind: 'text', text: '{', contentType: null } } as const, 'not JSON'],
    [{ body: { kind: 'none' } } as const, 'body  is missing'],
  ])('%j without a claim', (changes, why) => {
    expect(proof(changes)).toEqual({ kind: 'unproven', why: expect.stringMatching(why) });
  });

  const claims: readonly Claimed[] = [
    [{}, 'body', '/systems', 'type'],
    [query({ search: 5 }), 'query', '/search', 'type'],
    [query({ include: [] }), 'query', '/include', 'type'],
    [query({ page: 0 }), 'query', '/page', 'type'],
    [query({ page: 0 }), 'query', '/pages', 'minimum'],
    [query({ page: 0 }), 'body', '/page', 'minimum'],
    [query({ page: 0, order: 'x' }), 'query', '/page', 'minimum'],
    [{ ...query({ page: 0 }), ...body({}) }, 'query', '/page', 'minimum'],
    [body({ systems: [''], sticky: {} }), 'body', '/sticky', 'type'],
    [body({ systems: [], title: [], count: 3 }), 'body', '/title', 'anyOf'],
    [body({ systems: [], x: 1 }), 'body', '/y', 'additionalProperties'],
    [body({ systems: [], count: 3 }), 'body', '/count', 'type'],
    [{ body: { kind: 'text', text: '{', contentType: null } }, 'body', '', 'type'],
  ];
  test.each(claims)('%j as a breach of %s %s %s', (changes, part, pointer, keyword) => {
    expect(proof(changes, { part, pointer, keyword })).toMatchObject({ kind: 'unproven' });
  });

  test('a target that the route does not match', () => {
    const wire: WireRequest = { method: 'GET', target: '/elsewhere', headers: [], body: undefined };
    expect(verifyRequest(OPERATION, wire, BRACKETS, undefined, validate)).toEqual({
      kind: 'unproven',
      why: `/elsewhere does not match ${OPERATION.route}`,
    });
  });

  test('a comma in one style that is a list in another', () => {
    const claim: MutatedRule = { part: 'query', pointer: '/include', keyword: 'type' };
    const wire = encode(OPERATION, request(query({ include: 5 })), { style: COMMAS });
    expect(verifyRequest(OPERATION, wire, COMMAS, claim, validate)).toMatchObject({
      kind: 'unproven',
    });
  });
});

describe('in style %j', () => {
  test.each(STYLES)('%j every generated request is proven', (style) => {
    const parts = valuesOf(
      {
        type: 'object',
        required: ['path', 'query', 'body'],
        properties: {
          path: partSchemaOf(OPERATION, 'path') ?? {},
          query: partSchemaOf(OPERATION, 'query') ?? {},
          body: partSchemaOf(OPERATION, 'body') ?? {},
        },
      },
      { known: {} },
    );
    for (const made of fc.sample(parts, { seed: 11, numRuns: 1_000 })) {
      if (!isMembers(made) || !isMembers(made.path) || !isMembers(made.query))
        throw new Error('odd');
      const dots = Object.values(made.path).some((text) =>
        /(^|\/)\.{0,2}(\/|$)/.test(String(text)),
      );
      const changes = { path: made.path, query: made.query, ...body(made.body ?? null) };
      expect(proof(changes, undefined, style).kind).toBe(dots ? 'unproven' : 'proven');
    }
  });

  test.each(STYLES)('%j every planned violation is proven or lenient', (style) => {
    const base = request();
    const kinds = new Map<string, number>();
    for (const part of ['path', 'query', 'body'] as const) {
      const schema = partSchemaOf(OPERATION, part) ?? {};
      const value = base.body.kind === 'json' && part === 'body' ? base.body.value : null;
      const start = part === 'body' ? value : base[part];
      const arrives = arrivesAs(OPERATION, part, style);
      for (const one of violationsOf(schema, start, { known: {}, arrives })) {
        if (part !== 'body' && !isMembers(one.value)) throw new Error('odd');
        const changes =
          part === 'body' ? body(one.value) : isMembers(one.value) ? { [part]: one.value } : {};
        const claim = { part, pointer: one.pointer, keyword: one.keyword };
        const { kind } = proof(changes, claim, style);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    expect(kinds.get('unproven')).toBeUndefined();
    expect(kinds.get('proven')).toBeGreaterThan(100);
    expect(kinds.get('lenient')).toBeGreaterThan(30);
  });
});
