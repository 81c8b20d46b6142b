import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Values } from '../model/index.ts';
import { validateExchange } from './exchange.ts';
import type { GivenExchange } from './given.ts';

const contract = loadContract();

const SUCCESS = {
  additional_data: {},
  data: {},
  error_code: '',
  message: 'Done.',
  status: 200,
  success: true,
};
const ZONES = {
  ...SUCCESS,
  data: {
    timezones: [
      { label: 'Central European Time (Europe/Paris)', value: 'Europe/Paris' },
      { label: 'Coordinated Universal Time (UTC)', value: 'UTC' },
    ],
  },
};
const ENTRY = {
  fields: [{ '@code': 'user', label: 'User', required: 'true', type: 'text' }],
  show_hostname: false,
};
const ENTRIES = { ...SUCCESS, data: { mail: ENTRY, shop: ENTRY } };
const DENIED = {
  data: null,
  message: 'The token is not valid.',
  response_status: 401,
  status: false,
  status_code: 401,
};

function zones(body: unknown, status = 200): GivenExchange {
  return { operation: 'integration/timezones', response: { status, body } };
}

function entries(body: unknown, systems?: readonly string[]): GivenExchange {
  return {
    operation: 'integration/dependencies',
    ...(systems && { request: { body: { systems } } }),
    response: { status: 200, body },
  };
}

function clausesBroken(exchange: GivenExchange): readonly string[] {
  const { outcome, violations } = validateExchange(contract, exchange);
  expect(outcome).toBe(violations.length > 0 ? 'violates' : 'conforms');
  return [...new Set(violations.map(({ clause }) => clause))];
}

describe('an exchange that conforms', () => {
  test.each<[string, GivenExchange]>([
    ['zones as a value', zones(ZONES)],
    ['zones as text', zones(JSON.stringify(ZONES))],
    ['zones as bytes', zones(new TextEncoder().encode(JSON.stringify(ZONES)))],
    ['entries without their request', entries(ENTRIES)],
    ['entries of the systems that were requested', entries(ENTRIES, ['shop', 'mail', 'shop'])],
    ['a denial', zones(DENIED, 401)],
    [
      'a denial of a request with a body',
      { ...entries(DENIED, []), response: { status: 401, body: DENIED } },
    ],
  ])('%s', (_, exchange) => {
    expect(clausesBroken(exchange)).toEqual([]);
  });

  test('bytes in the content coding that the headers name', () => {
    const body = new Uint8Array(gzipSync(JSON.stringify(ZONES)));
    const response = { status: 200, headers: { 'Content-Encoding': 'gzip' }, body };
    expect(clausesBroken({ operation: 'integration/timezones', response })).toEqual([]);
  });

  test('more systems than we would ask for at once', () => {
    const systems = Array.from({ length: 30 }, (_, index) => `system-${index}`);
    const data = Object.fromEntries(systems.map((system) => [system, ENTRY]));
    expect(clausesBroken(entries({ ...SUCCESS, data }, systems))).toEqual([]);
  });
});

describe('an exchange that breaks a clause', () => {
  test.each<[string, GivenExchange]>([
    ['integration/success/status-member/type', zones({ ...ZONES, status: '200' })],
    ['integration/success/status-member', zones({ ...ZONES, status: 201 })],
    ['integration/success/status-code', zones(ZONES, 201)],
    ['integration/success/envelope', zones('<html>')],
    [
      'integration/timezones/sorted-by-label',
      zones({ ...SUCCESS, data: { timezones: ZONES.data.timezones.toReversed() } }),
    ],
    [
      'integration/timezones/utc',
      zones({ ...SUCCESS, data: { timezones: ZONES.data.timezones.slice(0, 1) } }),
    ],
    ['integration/dependencies/key-per-system', entries(ENTRIES, ['mail', 'shop', 'erp'])],
    ['integration/dependencies/no-other-keys', entries(ENTRIES, ['mail'])],
    ['integration/unauthorised/status-member/type', zones({ ...DENIED, status: 'false' }, 401)],
    ['integration/unauthorised/envelope', zones('no', 401)],
  ])('%s', (clause, exchange) => {
    expect(clausesBroken(exchange)).toEqual([clause]);
  });

  test('a violation says where, actual and expected, and what the document says', () => {
    const { violations } = validateExchange(contract, zones({ ...ZONES, status: '200' }));
    expect(violations).toEqual([
      {
        clause: 'integration/success/status-member/type',
        level: 'stated',
        verdict: 'fail',
        source: { section: '2.5', rule: 'status' },
        states: 'In the answer, `/status` is an integer.',
        where: '/status',
        actual: '"200"',
        expected: 'an integer',
        message: 'GET /api/get/all/timezones: /status is "200", expected an integer',
      },
    ]);
  });

  test('a zone that the target is known to have is missing', () => {
    const known = { timezones: ['Europe/Paris', 'Europe/Rome'] };
    const { violations } = validateExchange(contract, zones(ZONES), { known });
    expect(violations.map(({ clause }) => clause)).toEqual(['integration/timezones/lists-known']);
  });
});

describe('records of the content site', () => {
  const posts = (body: unknown, status = 200): GivenExchange => ({
    operation: 'content/posts/list',
    response: { status, body },
  });

  test('conform where what they show fits the table of fields', () => {
    expect(clausesBroken(posts([{ id: 1, author: 2, title: { rendered: 'One' } }]))).toEqual([]);
  });

  test('break a clause where it does not', () => {
    const { outcome, violations } = validateExchange(contract, posts([{ id: 1, author: '2' }]), {
      strict: true,
    });
    expect(outcome).toBe('violates');
    expect(violations.map(({ clause, where }) => [clause, where])).toEqual([
      ['content/record/types-in-reads', '/0/author'],
    ]);
  });

  test('are not judged where there is none, or the request was refused', () => {
    for (const exchange of [posts([]), posts({ code: 'no' }, 403)]) {
      expect(validateExchange(contract, exchange).outcome).toBe('not-judged');
    }
  });
});

test('what is implied warns, and fails if it is to be strict', () => {
  const implied = {
    ...contract,
    clause: (id: string) => ({ ...contract.clause(id), level: 'implied' as const }),
  };
  const wrong = zones({ ...ZONES, status: '200' });
  const outcomes = [false, true].map((strict) => {
    const { outcome, violations } = validateExchange(implied, wrong, { strict });
    return [outcome, ...violations.map(({ verdict }) => verdict)];
  });
  expect(outcomes).toEqual([
    ['conforms', 'warn'],
    ['violates', 'fail'],
  ]);
});

test('nothing is found of what the document leaves open', () => {
  const { findings } = validateExchange(contract, zones(ZONES));
  const found = findings.filter(({ level }) => level !== 'stated');
  expect(found.map(({ clause, level }) => [clause, level])).toEqual([
    ['integration/timezones/each-once', 'implied'],
  ]);
});

test('an answer is held against its request only where that is given', () => {
  const verdictOf = (exchange: GivenExchange) =>
    validateExchange(contract, exchange).findings.find(
      ({ clause }) => clause === 'integration/dependencies/no-other-keys',
    )?.verdict;
  expect(verdictOf(entries(ENTRIES))).toBe('skipped');
  expect(verdictOf(entries(ENTRIES, ['mail', 'shop']))).toBe('pass');
});

describe('what the document does not show is not judged', () => {
  test.each<[string, GivenExchange]>([
    ['HTTP 500', zones({}, 500)],
    ['HTTP 404', zones('', 404)],
    ['a redirect', zones('', 302)],
    [
      'a failure told inside the success envelope',
      zones({ ...SUCCESS, success: false, status: 422 }),
    ],
    ['the answer to an empty list of systems', entries(ENTRIES, [])],
    [
      'the answer to a body that is not JSON',
      { ...entries(ENTRIES), request: { body: 'systems' } },
    ],
    ['the answer to a request without a body', { ...entries(ENTRIES), request: {} }],
  ])('%s', (_, exchange) => {
    const { outcome, violations, why } = validateExchange(contract, exchange);
    expect({ outcome, violations }).toEqual({ outcome: 'not-judged', violations: [] });
    expect(why.length).toBeGreaterThan(0);
  });
});

test('says which value of a request the document does not show, and what it shows there', () => {
  const { why } = validateExchange(contract, {
    ...entries(ENTRIES),
    request: { body: { systems: 'mail' } },
  });
  expect(why).toEqual([
    'the document does not show what such a request brings: /systems of its body is "mail", and takes an array',
  ]);
});

test('an unknown operation is an error that offers near ids', () => {
  const judge = () =>
    validateExchange(contract, { operation: 'integration/timezone', response: { status: 200 } });
  expect(judge).toThrow('there is no operation "integration/timezone"');
  expect(judge).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('integration/timezones') }),
  );
});

describe('path and query of a request', () => {
  const list = (query: Values, ...records: readonly Values[]): GivenExchange => ({
    operation: 'content/posts/list',
    request: { query },
    response: { status: 200, body: records },
  });

  test.each<[string, GivenExchange, readonly string[]]>([
    ['records that were asked for', list({ include: [1, 2] }, { id: 2 }, { id: 1 }), []],
    ['one that was not', list({ include: [1] }, { id: 7 }), ['content/lists/shows-what-was-asked']],
    [
      'another order than was asked',
      list({ orderby: 'id', order: 'asc' }, { id: 2 }, { id: 1 }),
      ['content/lists/shows-order-asked'],
    ],
    ['an order that was not asked', list({}, { id: 2 }, { id: 1 }), []],
  ])('are held against the answer: %s', (_, exchange, expected) => {
    const { violations } = validateExchange(contract, exchange);
    expect(violations.map(({ clause }) => clause)).toEqual(expected);
  });

  test.each<[string, GivenExchange]>([
    ['a value that is out of bounds', list({ per_page: 101 }, { id: 1 })],
    ['a text that is no number', list({ per_page: 'many' }, { id: 1 })],
    [
      'another identifier than the route has',
      {
        operation: 'content/posts/get',
        request: { path: { id: 'x' } },
        response: { status: 200, body: {} },
      },
    ],
  ])('are not judged where no document shows the answer: %s', (_, exchange) => {
    const { outcome, why } = validateExchange(contract, exchange);
    expect(outcome).toBe('not-judged');
    expect(why).toEqual([expect.stringMatching(/does not show what such a request brings/)]);
  });

  test('as texts mean the values that they stand for', () => {
    const { outcome } = validateExchange(
      contract,
      list({ per_page: '10', orderby: 'id', order: 'asc' }, { id: 1 }, { id: 2 }),
    );
    expect(outcome).toBe('conforms');
  });
});
