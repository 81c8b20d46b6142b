import { afterAll, expect, test } from 'vitest';
import { loadContract } from './contract/contract.ts';
import { learn } from './learn.ts';
import { serveReference } from './reference/serve.ts';
import { liveTransport } from './send/live.ts';
import { referenceTarget } from './target/choose.ts';

const contract = loadContract();
const server = await serveReference({ faults: [], liberties: [], contract });
const target = referenceTarget(contract, { content: server.contentUrl }, 'here');
const transport = liveTransport({ limits: target.limits, tls: target.tls, connections: 2 });
afterAll(async () => {
  await transport.close();
  await server.close();
});

test('what lists show is known then, and what the profile states is left as it is', async () => {
  const learnt = await learn(contract, target, transport, new AbortController().signal);
  const known = learnt.endpoints.content?.known ?? {};
  expect(known.posts).toHaveLength(5);
  expect(known.templates).toContain('meadow//single');
  expect(known['template-parts-slugs']).toEqual(['header', 'footer', 'comments']);
  expect(known.embeddable?.[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/content\/20/);
  expect(known['global-styles']).toEqual([540]);
  expect(known['posts-revisions']).toBeUndefined();
});

test('what has nothing below it to list is not known to have it', async () => {
  const liberties = ['theme-template-history-refuse'];
  const other = await serveReference({ faults: [], liberties, contract });
  try {
    const there = referenceTarget(contract, { content: other.contentUrl }, 'there');
    const { authorization = '' } = there.endpoints.content ?? {};
    await fetch(`${other.contentUrl}/cms/v2/posts/157`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"title":"Another"}',
    });
    const learnt = await learn(contract, there, transport, new AbortController().signal);
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
