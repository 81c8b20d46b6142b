import { describe, expect, it } from 'vitest';
import { at, drive } from './drive.fixture.ts';

describe('batch', () => {
  const post = (title: unknown) => ({ path: '/cms/v2/posts', body: { title } });

  it('keeps order, and each member has its own status and body', async () => {
    const { call } = drive();
    const reported = await call('POST', '/batch/v1', {
      requests: [
        post('one'),
        { path: '/cms/v2/posts/100', method: 'DELETE' },
        post(12),
        { path: '/cms/v2/posts/101?force=1', method: 'DELETE' },
        { path: '/cms/v2/pages/200', method: 'PATCH', body: { menu_order: 5 } },
        { path: '/cms/v2/media/60', method: 'DELETE' },
        { path: '/nowhere' },
      ],
    });
    expect(reported.status).toBe(207);
    expect(at(reported.body, 'responses')).toMatchObject([
      { status: 201, body: { title: { raw: 'one' } } },
      { status: 200, body: { id: 100, status: 'trash' } },
      { status: 400, body: { code: 'invalid_parameter' } },
      { status: 200, body: { deleted: true } },
      { status: 200, body: { menu_order: 5 } },
      { status: 400, body: { code: 'not_batchable' } },
      { status: 404 },
    ]);
    expect((await call('GET', '/cms/v2/media/60')).status).toBe(200);
    expect((await call('GET', '/cms/v2/posts/101')).status).toBe(404);
  });

  it('carries out nothing where one is invalid and all must be valid', async () => {
    const { call } = drive();
    const total = async () => (await call('GET', '/cms/v2/posts?status=draft')).headers['x-total'];
    const before = await total();
    const reported = await call('POST', '/batch/v1', {
      validation: 'require-all-validate',
      requests: [post('fine'), post(12)],
    });
    expect(reported.body).toMatchObject({
      failed: 'validation',
      responses: [null, { status: 400 }],
    });
    expect(await total()).toBe(before);
    const fine = await call('POST', '/batch/v1', {
      validation: 'require-all-validate',
      requests: [post('a'), post('b')],
    });
    expect(at(fine.body, 'responses')).toMatchObject([{ status: 201 }, { status: 201 }]);
  });

  it('takes 25 requests and no more', async () => {
    const { call } = drive();
    const of = (count: number) => ({
      requests: Array.from({ length: count }, (_, n) => post(`n${n}`)),
    });
    const reported = await call('POST', '/batch/v1', of(25));
    expect([reported.status, (at(reported.body, 'responses') as unknown[]).length]).toEqual([
      207, 25,
    ]);
    expect((await call('POST', '/batch/v1', of(26))).status).toBe(400);
    expect((await call('POST', '/batch/v1', {})).status).toBe(400);
  });

  it('checks the login of each member', async () => {
    const { anonymous } = drive();
    const reported = await anonymous('POST', '/batch/v1', { requests: [post('x')] });
    expect(at(reported.body, 'responses', 0, 'status')).toBe(401);
  });
});
