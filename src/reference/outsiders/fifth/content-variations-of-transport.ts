import { createHash } from 'node:crypto';
import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn } from '../../in-front.ts';
import { answered, isGood, memoryless, type StandsBefore, withHeaders } from '../altering.ts';
import { membersOf } from '../tools.ts';

/** Changes answers by what they are, whatever was asked. */
function replies(change: (reply: Reply) => Reply): StandsBefore {
  return memoryless(async (request, ask) => change(await ask(request)));
}

/** Changes answers to deletions that were carried out. */
function deletions(change: (reply: Reply) => Reply): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    return request.method === 'DELETE' && isGood(reply) ? change(reply) : reply;
  });
}

function dropped(reply: Reply, names: RegExp): Reply {
  return withHeaders(reply, (headers) => headers.filter(([name]) => !names.test(name)));
}

function variation(
  name: string,
  leaves: string,
  inFront: StandsBefore,
): ContentVariation & { readonly inFront: StandsBefore } {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

export const ofTransport: readonly ContentVariation[] = [
  variation(
    'entity-tags',
    '4.2: headers of answers are not shown; HTTP has entity tags, and 304 for those who know one',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (request.method !== 'GET' || !isGood(reply)) return reply;
      const tag = `"${createHash('sha256').update(reply.body).digest('hex').slice(0, 16)}"`;
      const tagged = withHeaders(reply, (headers) => [...headers, ['ETag', tag]]);
      return request.headers['if-none-match'] === tag
        ? { ...tagged, status: 304, body: '' }
        : tagged;
    }),
  ),
  variation(
    'totals-before-filters',
    '4.2: headers of answers are not shown, and so not what a total counts',
    replies((reply) =>
      withHeaders(reply, (headers) =>
        headers.map(([name, value]) =>
          /^x-total(?:pages)?$/i.test(name) ? [name, String(Number(value) * 3 + 7)] : [name, value],
        ),
      ),
    ),
  ),
  variation(
    'deleted-is-204',
    '4.2, 7: response bodies and status codes are not shown: 204 and nothing for each deletion',
    deletions((reply) => ({ ...dropped(reply, /^content-/i), status: 204, body: '' })),
  ),
  variation(
    'errors-as-problems-with-codes',
    '7: error bodies are not shown: problem details (RFC 9457)',
    replies((reply) => {
      if (reply.status < 400) return reply;
      const { code, message } = membersOf(jsonIn(reply));
      const { status } = reply;
      return withHeaders(
        answered(status, { type: `urn:problem:${code}`, title: String(message), status }),
        () => [['Content-Type', 'application/problem+json']],
      );
    }),
  ),
];
