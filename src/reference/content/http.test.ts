import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/contract.ts';
import { verifyRequest } from '../../contract/verify-request.ts';
import type { WireStyle } from '../../model/index.ts';
import { validateExchange } from '../../run/exchange.ts';
import {
  BODY_LIMIT,
  type Reply,
  type RunningServer,
  type ServedRequest,
  startServer,
} from '../http.ts';
import { drawPng } from './drawing.ts';
import { AUTHORIZATION, at, BASE, drive } from './drive.fixture.ts';
import { contentHandler } from './handler.ts';
import { matchRoute } from './match.ts';
import { ROUTES } from './routes.ts';
import { readSeed } from './seed.ts';

const contract = loadContract();
const QUERY: WireStyle = {
  arrays: 'brackets',
  routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
};

let server: RunningServer;
/** All that the server of one test received and answered. */
let traffic: { readonly request: ServedRequest; readonly reply: Reply }[];

beforeEach(async () => {
  traffic = [];
  const seed = readSeed();
  const handler = contentHandler({
    contract,
    seed,
    now: () => Date.UTC(2026, 0, 15, 12, 0, 0),
    baseUrl: () => `${server.url}/content`,
  });
  const listening = async (request: ServedRequest) => {
    const reply = await handler(request);
    traffic.push({ request, reply });
    return reply;
  };
  server = await startServer(Object.assign(listening, handler));
});

afterEach(() => server.close());

async function go(
  method: string,
  route: string,
  init: RequestInit = {},
): Promise<[Response, unknown]> {
  const response = await fetch(`${server.url}/content/index.php?rest_route=${route}`, {
    method,
    ...init,
    headers: { authorization: AUTHORIZATION, ...Object(init.headers) },
  });
  const text = await response.text();
  return [response, text === '' ? undefined : JSON.parse(text)];
}

const json = (value: unknown): RequestInit => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** A valid body for each route that takes one. */
function bodyFor(template: string): unknown {
  if (template === '/batch/v1')
    return { requests: [{ path: '/cms/v2/posts', body: { title: 'b' } }] };
  if (template.endsWith('/post-process')) return { action: 'create-image-subsizes' };
  if (template.endsWith('/edit')) {
    return {
      src: 'http://elsewhere/content/uploads/flow.png',
      modifiers: [{ type: 'rotate', args: { angle: 90 } }],
    };
  }
  if (template === '/cms/v2/templates' || template === '/cms/v2/template-parts')
    return { slug: 'new' };
  return template.startsWith('/cms/') ? { title: { raw: 'Sent' } } : undefined;
}

/** Ids of the seed, and of what the walk below makes before it reads it. */
function addressOf(template: string, kept: string): string {
  const [, collection = ''] = /^\/cms\/v2\/([\w-]+)/.exec(template) ?? [];
  const items: Readonly<Record<string, readonly [string, string]>> = {
    posts: ['100', '800'],
    pages: ['200', '820'],
    media: ['63', ''],
    'menu-items': ['300', ''],
    blocks: ['400', '840'],
    templates: ['meadow//single', '850'],
    'template-parts': ['meadow//header', '860'],
    'global-styles': ['540', '870'],
  };
  const [item = '', revision = ''] = items[collection] ?? [];
  const inner = template.includes('/autosaves/') ? kept : revision;
  return template
    .replace('{stylesheet}', 'meadow')
    .replace(/\{parent\}(.*)\{id\}/, `${item}$1${inner}`)
    .replace(/\{(parent|id)\}/, item);
}

/**
 * Holds what was carried out against the contract: that the bytes of the request say something valid, and
 * that the answer breaks no clause. Undefined for what was refused.
 */
function judgeByContract({ request, reply }: (typeof traffic)[number]) {
  if (reply.status >= 400) return undefined;
  const target = request.target.slice('/content'.length);
  const [, route = ''] = /rest_route=([^&]*)/.exec(target) ?? [];
  const template = matchRoute(decodeURIComponent(route))?.route.template;
  const found = contract.operations.find(
    (one) => one.document === 'content' && one.route === template && one.method === request.method,
  );
  if (!found) return { operation: `${request.method} ${target}`, complaint: 'is no operation' };
  const { method, rawHeaders: headers } = request;
  const body = request.body.length > 0 ? request.body : undefined;
  const wire = { method, target, headers, body };
  const proof = verifyRequest(found, wire, QUERY, undefined, contract.validate);
  const { outcome, violations } = validateExchange(contract, {
    operation: found.id,
    request: { body },
    response: { status: reply.status, headers: reply.headers, body: reply.body },
  });
  const [violation] = violations;
  const complaint = proof.kind === 'proven' ? violation?.message : `${target}: ${proof.why}`;
  return { operation: found.id, outcome, complaint };
}

describe('every route and method', () => {
  it('answers over HTTP as it does in process, and leaves the same state', async () => {
    const twin = drive();
    const seen: number[] = [];
    const kept = new Map<string, string>();
    const both = async (method: string, template: string, query = ''): Promise<void> => {
      const stem = template.replace(/\/\{\w+\}\/autosaves.*/, '');
      const route = addressOf(template, kept.get(stem) ?? '');
      const body = method === 'GET' || method === 'DELETE' ? undefined : bodyFor(template);
      const reported = await twin.call(method, `${route}${query.replace('&', '?')}`, body);
      const [response, value] = await go(
        method,
        `${route}${query}`,
        body === undefined ? {} : json(body),
      );
      expect(response.status, `${method} ${route} ${JSON.stringify(value)}`).toBeLessThan(400);
      const here = JSON.stringify(reported.body ?? null).replaceAll(BASE, `${server.url}/content`);
      expect([response.status, value ?? null]).toEqual([reported.status, JSON.parse(here)]);
      seen.push(response.status);
      if (template.endsWith('/autosaves') && method === 'POST')
        kept.set(stem, String(at(value, 'id')));
    };
    const lookup = (template: string): string => {
      if (!template.endsWith('/lookup')) return '';
      return template.includes('parts') ? '&slug=footer' : '&slug=archive';
    };
    const embeds = new Set(['/oembed/1.0/embed', '/oembed/1.0/proxy']);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
      for (const { template, actions } of ROUTES) {
        if (!(method in actions) || embeds.has(template) || template.includes('/autosaves/'))
          continue;
        await both(method, template, lookup(template));
      }
    }
    for (const { template } of ROUTES)
      if (template.includes('/autosaves/')) await both('GET', template);
    for (const template of embeds) {
      expect((await go('GET', `${template}&url=https://example.org/`))[0].status).toBe(404);
      const sent = encodeURIComponent(`${server.url}/content/?p=201`);
      expect((await go('GET', `${template}&url=${sent}`))[0].status).toBe(200);
    }
    // Longest first, so that what is kept about an item goes before the item.
    for (const { template, actions } of [...ROUTES].sort(
      (a, b) => b.template.length - a.template.length,
    )) {
      if ('DELETE' in actions) await both('DELETE', template, '&force=true');
    }
    for (const { template, actions } of ROUTES) {
      if ('GET' in actions && !template.includes('{') && !embeds.has(template)) {
        await both('GET', template, lookup(template));
      }
    }
    expect(seen.length).toBeGreaterThan(120);
    const judged = traffic.map(judgeByContract).filter((one) => one !== undefined);
    expect(judged.filter(({ complaint }) => complaint !== undefined)).toEqual([]);
    const reached = new Set(judged.map(({ operation }) => operation));
    const all = contract.operations.filter(({ document }) => document === 'content');
    expect(all.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
    expect(reached.size).toBe(109);
    expect(judged.filter(({ outcome }) => outcome === 'conforms').length).toBeGreaterThan(1);
  });
});

describe('over HTTP', () => {
  it('a post is created, found, changed, trashed and deleted', async () => {
    const [created, made] = await go(
      'POST',
      '/cms/v2/posts',
      json({ title: 'Over the wire', status: 'publish' }),
    );
    expect(created.status).toBe(201);
    const id = at(made, 'id');
    const [, found] = await go('GET', '/cms/v2/posts&search=over+the+wire');
    expect(at(found, 0, 'id')).toBe(id);
    const [, changed] = await go(
      'PATCH',
      `/cms/v2/posts/${id}`,
      json({ content: { raw: 'Text' } }),
    );
    expect(at(changed, 'content', 'raw')).toBe('Text');
    const [, trashed] = await go('DELETE', `/cms/v2/posts/${id}`);
    expect(at(trashed, 'status')).toBe('trash');
    const [, gone] = await go('DELETE', `/cms/v2/posts/${id}&force=true`);
    expect(at(gone, 'deleted')).toBe(true);
    expect((await go('GET', `/cms/v2/posts/${id}`))[0].status).toBe(404);
  });

  it('an image is uploaded, fetched by its address, and cropped', async () => {
    const png = drawPng(20, 10);
    const [, made] = await go('POST', '/cms/v2/media', {
      body: png,
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=a.png' },
    });
    const src = String(at(made, 'source_url'));
    const file = await fetch(src);
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(png);
    const modifiers = [{ type: 'crop', args: { left: 0, top: 0, width: 50, height: 50 } }];
    const [, cropped] = await go(
      'POST',
      `/cms/v2/media/${at(made, 'id')}/edit`,
      json({ src, modifiers }),
    );
    expect(at(cropped, 'media_details')).toMatchObject({ width: 10, height: 5 });
  });

  it('templates are named by identifiers with slashes, in either routing', async () => {
    const [one] = await go('GET', '/cms/v2/templates/meadow//single');
    const other = await fetch(`${server.url}/content/cms/v2/templates/meadow//single`);
    const escaped = await fetch(`${server.url}/content/cms/v2/templates/meadow%2F%2Fsingle`);
    expect([one.status, other.status, escaped.status]).toEqual([200, 200, 200]);
  });

  it('a batch runs, HEAD has no body, and a large body is refused', async () => {
    const [batch] = await go(
      'POST',
      '/batch/v1',
      json({ requests: [{ path: '/cms/v2/posts', body: { title: 'b' } }] }),
    );
    expect(batch.status).toBe(207);
    const [head, body] = await go('HEAD', '/cms/v2/posts');
    expect([head.status, body, head.headers.get('x-total')]).toEqual([200, undefined, '49']);
    const large = await fetch(`${server.url}/content/cms/v2/posts`, {
      method: 'POST',
      body: 'x'.repeat(BODY_LIMIT + 1),
    });
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual({
      code: 'too_large',
      message: 'The body is longer than 8388608 bytes.',
      data: { status: 413 },
    });
  });
});
