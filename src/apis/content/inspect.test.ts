import { describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/contract.ts';
import { siteInWords } from '../../contract/foreign.fixture.ts';
import type { Names } from '../../model/index.ts';
import { referenceTarget } from '../../profiles/choose.ts';
import { presetsFor } from '../../profiles/presets.ts';
import type { Handler } from '../../reference/http.ts';
import { inProcess } from '../../reference/transport.ts';
import type { Inspection } from '../api.ts';
import { inspect } from './inspect.ts';

const contract = loadContract();
const URL_OF_SITE = 'http://127.0.0.1:1/content';
const presets = presetsFor('content');

async function seen(
  handler: Handler,
  authorization?: string,
  url = URL_OF_SITE,
): Promise<Inspection> {
  const { content } = referenceTarget(contract, { content: url }, 'site').endpoints;
  if (content === undefined) throw new Error('the reference target has a site');
  const methods: string[] = [];
  const watching: Handler = (request) => {
    methods.push(request.method);
    return handler(request);
  };
  const endpoint = { ...content, known: {}, ...(authorization && { authorization }) };
  const { signal } = new AbortController();
  const transport = inProcess(watching);
  const inspection = await inspect({ contract, endpoint, transport, signal }, presets);
  expect(new Set(methods)).toEqual(new Set(['GET']));
  return inspection;
}

const site = (names: Names = {}) => siteInWords(names, URL_OF_SITE);

/** The site, which answers under a path below its own as well. */
function below(path: string): Handler {
  const whole = site();
  return (request) => whole({ ...request, target: request.target.replace(path, '') });
}

/** The site without the routes that a namespace begins. */
function without(namespace: string): Handler {
  const whole = site();
  return async (request) => {
    const reply = await whole(request);
    if (!/rest_route=(?:%2F|\/)$/.test(request.target)) return reply;
    const body = JSON.parse(Buffer.from(reply.body).toString());
    const routes = Object.entries(body.routes).filter(([route]) => !route.includes(namespace));
    const text = JSON.stringify({ ...body, routes: Object.fromEntries(routes) });
    return { ...reply, body: Buffer.from(text) };
  };
}

describe('a site is seen', () => {
  it('in the words of the document, with its theme and what the login may see', async () => {
    const inspection = await seen(site());
    expect(inspection).toMatchObject({ kind: 'found', routing: 'query', names: {}, missing: [] });
    const remarks = inspection.kind === 'found' ? inspection.remarks.join('\n') : '';
    expect(remarks).toContain(`url: ${URL_OF_SITE}, routing: path`);
    expect(remarks).toMatch(/With this login it shows as an editor: blocks, .*posts/);
    expect(remarks).toContain('Its theme is meadow.');
  });

  it('without what its login does not open', async () => {
    const inspection = await seen(site(), `Basic ${btoa('nobody:wrong')}`);
    const remarks = inspection.kind === 'found' ? inspection.remarks.join('\n') : '';
    expect(remarks).toMatch(/With this login it does not show as an editor: .*posts/);
  });

  it('in the words of a preset', async () => {
    const [wordpress] = presets;
    const inspection = await seen(site(wordpress?.names));
    expect(inspection).toMatchObject({ preset: 'wordpress', missing: [] });
    expect(inspection).not.toHaveProperty('names');
  });

  it('in words of its own', async () => {
    const names = {
      'cms/v2': 'site/v2',
      cms_id: 'site_id',
      cms_pattern_category: 'site_pattern_category',
      cms_pattern_sync_status: 'site_pattern_sync_status',
    };
    expect(await seen(site(names))).toMatchObject({ names, missing: [] });
  });

  it('by routes in paths, where the address is that of the routes', async () => {
    const { content } = referenceTarget(contract, { content: URL_OF_SITE }, 'site').endpoints;
    expect(
      await seen(below('/wp-json'), content?.authorization, `${URL_OF_SITE}/wp-json`),
    ).toMatchObject({
      url: `${URL_OF_SITE}/wp-json`,
      routing: 'path',
    });
  });

  it('with what of the document it does not list', async () => {
    const { missing } = { missing: [], ...(await seen(without('host/cache-plugin'))) };
    expect([...missing].sort()).toEqual([
      'content/cache-plugin/clear-all-caches',
      'content/cache-plugin/index',
      'content/cache-plugin/rate-limit-status',
    ]);
  });
});

it('what is no site is said to be none, and how it answered', async () => {
  const headers = [['location', 'https://elsewhere.example/']] as const;
  const inspection = await seen(() => ({ status: 301, headers, body: '' }));
  expect(inspection).toEqual({
    kind: 'nothing',
    why: `no index of a site at ${URL_OF_SITE}: it answered with HTTP 301 and leads to https://elsewhere.example/`,
  });
});
