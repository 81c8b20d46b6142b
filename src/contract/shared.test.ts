import { describe, expect, it } from 'vitest';
import type { PlannedRequest, Step } from '../model/index.ts';
import { loadContract } from './contract.ts';
import { sharedBy } from './shared.ts';

const sharesOf = sharedBy(loadContract().operations);

function stepOf(operation: string, body: PlannedRequest['body']): Step {
  const request = { path: {}, query: {}, headers: [], credential: { kind: 'valid' as const } };
  return { id: 'step', role: 'valid', request: { ...request, operation, body } };
}

const json = (value: { readonly [name: string]: string | number | boolean }) =>
  ({ kind: 'json', value }) as const;

describe('what requests share', () => {
  it.each([
    ['content/posts/create', json({ sticky: false }), ['sticky-posts']],
    ['content/posts/update/patch', json({ sticky: true }), ['sticky-posts']],
    ['content/posts/autosaves/create', json({ sticky: true }), ['sticky-posts']],
    ['content/menu-items/create', json({ menu_order: 2 }), ['menus']],
    ['content/menu-items/update/put', json({ menus: 7 }), ['menus']],
    [
      'content/posts/create',
      { kind: 'text', text: 'sticky=1', contentType: null },
      ['sticky-posts'],
    ],
  ] as const)('of %s with %j is told by its fields', (operation, body, shares) => {
    expect(
      sharesOf([stepOf('content/posts/list', { kind: 'none' }), stepOf(operation, body)]),
    ).toEqual(shares);
  });

  it.each([
    ['content/posts/create', json({ title: 'sticky' })],
    ['content/pages/create', json({ menu_order: 2 })],
    ['content/posts/delete', { kind: 'none' }],
  ] as const)('of %s with %j is nothing', (operation, body) => {
    expect(sharesOf([stepOf(operation, body)])).toEqual([]);
  });

  it('of a batch is what its members may share', () => {
    const member = (body: { readonly [name: string]: boolean | string }) => ({
      kind: 'json' as const,
      value: { requests: [{ path: '/cms/v2/posts/1', body }] },
    });
    expect(sharesOf([stepOf('content/batch', member({ sticky: true }))])).toEqual(['sticky-posts']);
    expect(sharesOf([stepOf('content/batch', member({ title: 'A title' }))])).toEqual([]);
  });
});
