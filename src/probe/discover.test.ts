import { afterAll, describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { FactValues } from '../plan/scenarios.ts';
import { referenceTarget } from '../profiles/choose.ts';
import type { Handler } from '../reference/http.ts';
import { referenceHandler, serveReference } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { liveTransport } from '../send/live.ts';
import { discover } from './discover.ts';

const contract = loadContract();
const server = await serveReference({ faults: [], variations: [], contract });
const target = referenceTarget(contract, { content: server.contentUrl }, 'here');
const transport = liveTransport({ limits: target.limits, tls: target.tls, connections: 2 });
afterAll(async () => {
  await transport.close();
  await server.close();
});

test('what lists show is known then, and what the profile states is left as it is', async () => {
  const learnt = await discover(contract, target, transport, new AbortController().signal);
  const known = learnt.endpoints.content?.known ?? {};
  expect(known.posts).toHaveLength(5);
  expect(known.templates).toContain('meadow//single');
  expect(known['template-parts-slugs']).toEqual(['header', 'footer', 'comments']);
  expect(known.embeddable?.[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/content\/20/);
  expect(known['global-styles']).toEqual([540]);
  expect(known['posts-revisions']).toBeUndefined();
});

test('what has nothing below it to list is not known to have it', async () => {
  const variations = ['theme-template-history-refuse'];
  const other = await serveReference({ faults: [], variations, contract });
  try {
    const there = referenceTarget(contract, { content: other.contentUrl }, 'there');
    const { authorization = '' } = there.endpoints.content ?? {};
    await fetch(`${other.contentUrl}/cms/v2/posts/157`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"title":"Another"}',
    });
    const learnt = await discover(contract, there, transport, new AbortController().signal);
    const known = learnt.endpoints.content?.known ?? {};
    expect(known.templates).toContain('meadow//single');
    expect(known['templates-with-autosaves']).not.toContain('meadow//single');
    expect(known['posts-with-revisions']).toEqual([157]);
    expect(known['posts-with-autosaves']).toEqual(known.posts);
    expect(known.themes).toEqual(['meadow']);
  } finally {
    await other.close();
  }
});

const base = 'http://127.0.0.1:1/content';

/** What is learnt of a site of which the profile states nothing. */
async function learntOf(
  handler: Handler,
  routing: 'query' | 'path' = 'query',
): Promise<FactValues> {
  const plain = referenceTarget(contract, { content: base }, 'here');
  const { content } = plain.endpoints;
  if (!content) throw new Error('the reference target has a content API');
  const style =
    routing === 'path' ? { ...content.style, routing: { kind: 'path' as const } } : content.style;
  const unstated = { ...plain, endpoints: { content: { ...content, style, known: {} } } };
  const { signal } = new AbortController();
  const learnt = await discover(contract, unstated, inProcess(handler), signal);
  return learnt.endpoints.content?.known ?? {};
}

describe('of a profile that states nothing', () => {
  test('themes are in the records of templates, and global styles are linked to', async () => {
    const variations = ['index-help-some'];
    const { handler } = referenceHandler({ faults: [], variations }, () => base);
    const known = await learntOf(handler);
    expect(known.themes).toEqual(['meadow']);
    expect(known['global-styles']).toEqual([540]);
  });

  test('what nothing links to stays unknown', async () => {
    const { handler } = referenceHandler({ faults: [], variations: [] }, () => base);
    const known = await learntOf(handler);
    expect(known.themes).toEqual(['meadow']);
    expect(known['global-styles']).toBeUndefined();
  });

  const PLAIN = `${base}/index.php?rest_route=`;
  const theme = '/cms/v2/themes/(?P<stylesheet>[^/]+)';

  /** A site whose index links to its theme, which links to the styles. */
  function linking(link: string, answers: { readonly [target: string]: unknown }): Handler {
    const index = {
      routes: { '/': { methods: ['GET'] }, [theme]: { methods: ['GET'] } },
      _links: { theme: [{ href: link }], help: [{ href: 'https://elsewhere.example/help' }] },
    };
    return ({ target }) => {
      const body =
        target.endsWith('rest_route=/') || target === '/content/' ? index : answers[target];
      const headers = [['content-type', 'application/json']] as const;
      return { status: body === undefined ? 404 : 200, headers, body: JSON.stringify(body ?? {}) };
    };
  }

  test.each([
    ['query', `${PLAIN}/cms/v2/themes/sea`, '/content/index.php?rest_route=/cms/v2/themes/sea'],
    ['query', `${base}/json/cms/v2/themes/sea`, '/content/index.php?rest_route=/cms/v2/themes/sea'],
    [
      'query',
      `${PLAIN}%2Fcms%2Fv2%2Fthemes%2Fa%20b`,
      '/content/index.php?rest_route=/cms/v2/themes/a%20b',
    ],
    ['path', `${base}/cms/v2/themes/sea`, '/content/cms/v2/themes/sea'],
  ] as const)('by %s, links of the index are followed: %s', async (routing, link, target) => {
    const record = { _links: { styles: [{ href: `${PLAIN}/cms/v2/global-styles/7` }] } };
    const known = await learntOf(linking(link, { [target]: record }), routing);
    expect(known['global-styles']).toEqual([7]);
  });

  test.each([
    ['a route that the index does not list', `${PLAIN}/cms/v2/cars/sea`],
    ['a page', `${base}/about/`],
  ])('no link to %s is followed', async (_, link) => {
    const asked: string[] = [];
    const site = linking(link, {});
    await learntOf((request) => {
      asked.push(request.target);
      return site(request);
    });
    expect(asked.filter((target) => /cars|about|elsewhere/.test(target))).toEqual([]);
  });
});
