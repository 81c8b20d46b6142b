import { describe, expect, it } from 'vitest';
import type { Json, Outcome, Transport } from '../model/index.ts';
import { sendCases } from '../send/send.ts';
import { all, caseOf, siteWith, step } from '../send/site.fixture.ts';

const json = <Value extends Json>(value: Value) => ({ body: { kind: 'json', value } as const });
const answering = (value: Json, status = 200): Outcome => ({
  ...{ kind: 'answer', status, reason: '', headers: [] },
  body: { bytes: new Uint8Array(1), completeness: 'complete', content: { kind: 'json', value } },
});

/** Lists of template parts answer as given; their lists in view as the site has them, where undefined. */
function denying(inView: Outcome | undefined, change?: Parameters<typeof siteWith>[1]) {
  const site = siteWith({}, change);
  const { transport } = site.options;
  const besides: Transport = {
    ...transport,
    send: async (request, ...where) => {
      const target = decodeURIComponent(request.target);
      if (!/\/template-parts(&|$)/.test(target)) return transport.send(request, ...where);
      if (target.includes('context=edit')) return { outcome: answering({}, 403), resent: false };
      return inView ? { outcome: inView, resent: false } : transport.send(request, ...where);
    },
  };
  return { ...site, options: { ...site.options, besides } };
}

const slug = 'touchstone-7-a';
const create = step(
  'create',
  'setup',
  'template-parts/create',
  json({ slug, title: 'touchstone 7 a' }),
);
const update = step('update', 'valid', 'template-parts/update/post', {
  path: { id: { $from: 'create#/id' } },
  ...json({ slug: 'lh', title: 'A plain title' }),
});

describe('an object whose ID changes with its names', () => {
  const NOW = 'GET /cms/v2/template-parts/meadow//lh&context=edit';
  const EARLIER = 'GET /cms/v2/template-parts/meadow//touchstone-7-a&context=edit';
  it.each([
    ['is own where a list in view showed all before', undefined, []],
    ['is own where it is here now, and there no more', answering({}, 500), [NOW, EARLIER]],
  ])('%s', async (_, inView, reads) => {
    const site = denying(inView);
    const [trace] = await all(sendCases([caseOf(create, update)], site.options));
    expect(trace?.left).toBeUndefined();
    const isUpdate = (line: string) => /^POST .*touchstone-7-a$/.test(line);
    const [first, ...after] = site.log.slice(site.log.findIndex(isUpdate));
    expect(first).toMatch(/^POST/);
    const REMOVAL = 'DELETE /cms/v2/template-parts/meadow//lh&force=true';
    expect(after.slice(0, reads.length + 1)).toEqual([...reads, REMOVAL]);
  });

  it('is not own where the own object has its ID still: the server answers with another', async () => {
    const site = denying(answering({}, 500), async (line) => {
      if (!/^POST .*touchstone-7-a$/.test(line)) return undefined;
      const others = { slug: 'lh', title: 'A plain title' };
      const { body } = await site.site.call('POST', '/cms/v2/template-parts', others);
      return { outcome: answering(Object(body)), resent: false };
    });
    const [trace] = await all(sendCases([caseOf(create, update)], site.options));
    expect(trace?.left).toMatchObject([
      {
        what: 'content/template-parts meadow//lh',
        why: expect.stringContaining('nothing shows that this run created it'),
      },
    ]);
    expect(site.log.filter((line) => line.startsWith('DELETE'))).toEqual([
      'DELETE /cms/v2/template-parts/meadow//touchstone-7-a&force=true',
    ]);
  });
});
