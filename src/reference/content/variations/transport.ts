import { createHash } from 'node:crypto';
import { type Applies, answered, isGood, memoryless, type StandsBefore, to } from '../../fronts.ts';
import { type ContentVariation, standingInFront } from '../deviation.ts';

/** Entity tags, and 304 for clients that know one. */
function tagged(
  tagOf: (hash: ReturnType<typeof createHash>) => string,
  algorithm: string,
): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    if (request.method !== 'GET' || reply.status !== 200) return reply;
    const tag = `"${tagOf(createHash(algorithm).update(reply.body))}"`;
    const headers = [...reply.headers, ['ETag', tag] as const];
    const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
    return known.includes(tag) ? { status: 304, headers, body: '' } : { ...reply, headers };
  });
}

/** 410 for deleted objects. */
function gone(deletes: Applies, is410: Applies): StandsBefore {
  return () => {
    const routes = new Set<string>();
    return async (request, ask) => {
      const { status, headers, body } = await ask(request);
      const reply = { status, headers, body };
      if (isGood(reply) && request.method === 'GET') routes.delete(request.route);
      if (deletes(request) && isGood(reply)) routes.add(request.route);
      const isGone = status === 404 && routes.has(request.route) && is410(request);
      return isGone ? { ...reply, status: 410 } : reply;
    };
  };
}

const deletesItems = to('DELETE', '/cms/v2/(?:posts|pages|media|menu-items|blocks)/\\d+');

/** Outermost variations, which only clients see. */
export const transportVariations: readonly ContentVariation[] = standingInFront([
  {
    name: 'busy-now-and-then',
    leaves:
      '8: rate limits: not shown; every fiftieth read is refused once, and may be sent again at once',
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        if (request.method === 'GET') count += 1;
        if (request.method !== 'GET' || count % 50 > 0) return ask(request);
        const reply = answered(429, { code: 'busy', message: 'Try again.', data: { status: 429 } });
        return { ...reply, headers: [...reply.headers, ['retry-after', '0']] };
      };
    },
  },
  {
    name: 'answers-with-a-tag',
    leaves: '1: HTTP beyond what is named, such as answers to conditional requests',
    inFront: tagged((hash) => hash.digest('base64url'), 'md5'),
  },
  {
    name: 'entity-tags',
    leaves:
      '4.2: headers of answers are not shown; HTTP has entity tags, and 304 for those who know one',
    inFront: tagged((hash) => hash.digest('hex').slice(0, 16), 'sha256'),
  },
  {
    name: 'entity-tags-by-sha-1',
    leaves: '1: what HTTP allows beyond the routes: entity tags, and 304 to who sends one',
    inFront: tagged((hash) => hash.digest('hex'), 'sha1'),
  },
  {
    name: 'deleted-is-gone',
    leaves: '7: the status of what was there once is not named',
    inFront: gone(
      (request) =>
        to('DELETE', '.*')(request) && /^(?:true|1)$/.test(request.query.get('force') ?? ''),
      () => true,
    ),
  },
  {
    name: 'gone-for-good',
    leaves:
      '7: error bodies, status codes and error codes: not shown; what has been deleted for good is answered with 410',
    inFront: gone(deletesItems, () => true),
  },
  {
    name: 'deleted-answers-410',
    leaves: '7: status codes are not shown: 410 where something was deleted for good',
    inFront: gone(deletesItems, ({ method }) => method === 'GET'),
  },
]);
