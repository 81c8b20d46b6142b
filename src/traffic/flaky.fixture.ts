import { createServer } from 'node:http';

/** An answer of a target that a change can replace. */
export interface FlakyAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

export type AnswerEdit = (reported: FlakyAnswer, route: string) => FlakyAnswer;

export interface FlakyTarget {
  readonly integrationUrl: string;
  readonly contentUrl: string;
  /** Identifiers of existing posts. */
  readonly posts: ReadonlySet<number>;
  readonly close: () => Promise<void>;
}

/**
 * A target that answers the same each time but for what real ones have anew: identifiers, dates, tags of
 * versions, numbers of requests, links, and lists in no order.
 *
 * @param first the identifier of the first post that is created
 * @param prefix path of its base URLs
 */
export async function serveFlaky(
  alter: AnswerEdit = (reported) => reported,
  first = 100,
  prefix = '',
): Promise<FlakyTarget> {
  const posts = new Map<number, { readonly at: string; readonly title: string }>();
  let next = first;
  let state = first;
  const chance = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const shuffled = <T>(list: readonly T[]): readonly T[] => {
    const rest = [...list];
    return list.map(() => rest.splice(chance(rest.length), 1)[0] as T);
  };
  let url = '';
  const postOf = (id: number, at: string, title: string) => ({
    id,
    date: at,
    modified_gmt: new Date().toISOString().slice(0, 19),
    guid: { rendered: `${url}/?p=${id}` },
    link: `${url}/posts/${id}/`,
    slug: `post-${title}`,
    status: 'publish',
    title: { raw: title, rendered: `<b>${title}</b>` },
    content: { rendered: '<p>text</p>', protected: false, block_version: 1 },
    author: 1,
    sticky: false,
    parent: null,
    nonce: chance(1e9).toString(16).padStart(8, '0'),
    tags: shuffled([3, 1, 2]),
    authors: shuffled([
      { id: 7, slug: 'ada', name: 'Ada', seen: Date.now() },
      { id: 8, slug: 'bob', name: 'Bob', seen: Date.now() },
    ]),
    meta: { footnotes: '', depth: 2.5 },
  });
  const answer = (method: string, path: string, text: string): FlakyAnswer => {
    const headers = {
      etag: `"${chance(1e9)}"`,
      'x-request-id': String(chance(1e9)),
      'x-kind': 'cms',
    };
    const made = { headers, status: 200 };
    if (path === '/health') return { ...made, body: { up: true, since: '2020-02-02T02:02:02Z' } };
    if (path === '/api/get/all/timezones') {
      const timezones = ['A', 'B', 'C'].map((label) => ({
        label: `${label} (X/${label})`,
        value: label,
      }));
      return { ...made, body: { data: { timezones }, status: 200, success: true, message: 'ok' } };
    }
    const route = new URLSearchParams(path.split('?')[1]).get('rest_route') ?? '';
    const id = Number(/\/posts\/(\d+)/.exec(route)?.[1]);
    if (method === 'POST' && route === '/cms/v2/posts') {
      const { title }: { title: { raw: string } } = JSON.parse(text);
      next += 1;
      const at = new Date().toISOString().slice(0, 19);
      posts.set(next, { at, title: title.raw });
      return { ...made, status: 201, body: postOf(next, at, title.raw) };
    }
    if (method === 'GET' && route === '/cms/v2/posts') {
      // Newest first: this shows that created objects are the sending's own.
      const newest = [...posts].reverse().map(([one, { at, title }]) => postOf(one, at, title));
      return { ...made, body: [...newest, postOf(1, '2020-01-01T00:00:00', 'old')] };
    }
    if (route === '/cms/v2/posts/1')
      return { ...made, body: postOf(1, '2020-01-01T00:00:00', 'old') };
    const found = posts.get(id);
    if (!found) return { ...made, status: 404, body: { code: 'none' } };
    if (method === 'DELETE') posts.delete(id);
    return { ...made, body: postOf(id, found.at, found.title) };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const path = (request.url ?? '').slice(prefix.length);
      const reported = alter(answer(request.method ?? '', path, text), `${request.method} ${path}`);
      response.writeHead(reported.status, {
        'content-type': 'application/json',
        ...reported.headers,
      });
      response.end(
        typeof reported.body === 'string' ? reported.body : JSON.stringify(reported.body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${prefix}`;
  return {
    integrationUrl: url,
    contentUrl: url,
    get posts() {
      return new Set(posts.keys());
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
