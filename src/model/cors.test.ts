import { describe, expect, it } from 'vitest';
import { preflightFields, readableBy } from './cors.ts';

const page = ['Origin', 'https://app.example'] as const;

describe('a preflight', () => {
  const asks = ['Access-Control-Request-Method', 'DELETE'] as const;
  it('gets leave for the origin, the method and the fields that it names', () => {
    const names = ['access-control-request-headers', 'authorization, x-a'] as const;
    const own = ['Access-Control-Request-Private-Network', 'true'] as const;
    const fields = preflightFields({ method: 'OPTIONS', headers: [page, asks, names, own] }) ?? [];
    expect(Object.fromEntries(fields)).toMatchObject({
      'Access-Control-Allow-Origin': 'https://app.example',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Methods': 'DELETE',
      'Access-Control-Allow-Headers': 'authorization, x-a',
      'Access-Control-Allow-Private-Network': 'true',
    });
  });

  it.each([
    ['GET', [page, asks]],
    ['OPTIONS', [page]],
    ['OPTIONS', [asks]],
  ] as const)('is none: %s with %j', (method, headers) => {
    expect(preflightFields({ method, headers })).toBeUndefined();
  });
});

describe('an answer', () => {
  it('can be read by the page that asked, and not by the recorded one', () => {
    const recorded = [
      ['access-control-allow-origin', 'https://recorded.example'],
      ['Access-Control-Expose-Headers', 'X-Other'],
      ['X-Total', '3'],
      ['x-total', '4'],
      ['Vary', 'Accept'],
    ] as const;
    expect(readableBy({ method: 'GET', headers: [page] }, recorded)).toEqual([
      ['X-Total', '3'],
      ['x-total', '4'],
      ['Vary', 'Accept'],
      ['Access-Control-Allow-Origin', 'https://app.example'],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Access-Control-Expose-Headers', 'x-total, vary'],
      ['Vary', 'Origin'],
    ]);
  });

  it('is as it was recorded for a client that is no page', () => {
    const recorded = [['Access-Control-Allow-Origin', 'https://recorded.example']] as const;
    expect(readableBy({ method: 'GET', headers: [] }, recorded)).toBe(recorded);
  });
});
