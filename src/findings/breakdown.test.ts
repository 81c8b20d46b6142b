import { expect, it } from 'vitest';
import { requestTo } from '../model/index.ts';
import { breakdownCause } from './breakdown.ts';

const of = (operation: string, pointer?: string, signature = '500') =>
  breakdownCause({
    step: {
      request: requestTo(operation),
      ...(pointer !== undefined && { breach: { part: 'query', pointer, keyword: 'type' } }),
    },
    violation: { rule: { id: 'robust/no-server-error' }, signature },
  });

it('a parameter that breaks a server is one cause at all operations', () => {
  expect(of('content/posts/list', '/include/0')).toBe(of('content/pages/list', '/include/7'));
  expect(of('content/posts/list', '/include')).not.toBe(of('content/posts/list', '/exclude'));
});

it('without an unusual parameter, each operation is a cause', () => {
  expect(of('content/posts/list')).not.toBe(of('content/pages/list'));
  expect(of('content/posts/list')).not.toBe(of('content/posts/list', undefined, '502'));
});
