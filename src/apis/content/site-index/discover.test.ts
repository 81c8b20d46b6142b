import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../contract/contract.ts';
import { discover } from './discover.ts';

const contract = loadContract();

const route = (methods: readonly string[], args: object = {}) => ({
  namespace: 'acme/v1',
  methods,
  endpoints: [{ methods, args }],
});

const body = {
  routes: {
    '/cms/v2/posts': route(['GET', 'POST']),
    '/cms/v2/posts/(?P<id>[\\d]+)': route(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    '/acme/v1/things': route(['GET'], {
      size: { type: 'string', enum: ['small', 'large'] },
      page: { type: 'integer', minimum: 1, default: 1 },
      note: { type: 'string' },
    }),
    '/acme/v1/things/(?P<id>[\\d]+)': route(['GET', 'DELETE']),
    '/acme/v1/needy': route(['GET'], { q: { type: 'string', required: true } }),
  },
};

describe('discover', () => {
  const extended = discover(contract, body);
  const found = extended.clauses.filter(({ id }) => id.startsWith('content/discovered/'));

  it('takes in what the document does not list, and nothing that it does', () => {
    expect(found.map(({ id }) => id)).toEqual([
      'content/discovered/acme/v1/things/get',
      'content/discovered/acme/v1/things/id/get',
      'content/discovered/acme/v1/things/id/delete',
      'content/discovered/acme/v1/needy/get',
    ]);
  });

  it('demands nothing of it', () => {
    expect(new Set(found.map(({ level }) => level))).toEqual(new Set(['unspecified']));
  });

  it.each([
    ['acme/v1/things/id/get', /variable part/],
    ['acme/v1/things/id/delete', /may change something/],
    ['acme/v1/needy/get', /needs `q`/],
  ])('does not call %s, and says why', (id, why) => {
    expect(extended.clause(`content/discovered/${id}`).untestable).toMatch(why);
    expect(extended.scenarios.some((scenario) => scenario.id.includes(id))).toBe(false);
  });

  it('probes a list plainly and with the values that the index suggests', () => {
    const probe = extended.scenarios.find(({ id }) => id.includes('acme/v1/things/get'));
    expect(probe?.steps.map(({ role, query }) => [role, query])).toEqual([
      ['probe', {}],
      ['probe', { size: 'small' }],
      ['probe', { size: 'large' }],
      ['probe', { page: 1 }],
    ]);
  });

  it.each([[null], [[]], [{}], [{ routes: 7 }]])(
    'leaves the contract as it is on %j',
    (nothing) => {
      expect(discover(contract, nothing)).toBe(contract);
    },
  );
});
