import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Json } from '../../../model.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answered,
  edited,
  isGood,
  isObject,
  LISTS,
  memoryless,
  refusal,
  refuses,
  type StandsBefore,
  to,
  withHeaders,
} from '../altering.ts';
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

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const pairs = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(pairs.reverse());
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
    'fresh-e-compressed',
    '7: response bodies are not shown, nor how they are encoded on the way; HTTP lets a client that accepts gzip have it',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const accepts = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      const coded = reply.headers.some(([name]) => /^content-encoding$/i.test(name));
      if (!accepts || coded || reply.body.length === 0) return reply;
      return withHeaders({ ...reply, body: gzipSync(reply.body) }, (headers) => [
        ...headers.filter(([name]) => !/^content-length$/i.test(name)),
        ['Content-Encoding', 'gzip'],
        ['Vary', 'Accept-Encoding'],
      ]);
    }),
  ),
  variation(
    'fresh-e-entity-tags',
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
    'fresh-e-members-in-reverse',
    '4.2: response bodies are not shown; the order of members means nothing in JSON',
    replies((reply) => {
      const value = jsonIn(reply);
      return value === undefined
        ? reply
        : { ...dropped(reply, /^content-length$/i), body: JSON.stringify(reversed(value)) };
    }),
  ),
  variation(
    'fresh-e-no-headers-of-lists',
    '4.2: headers of answers are not shown: there are no totals and no links',
    replies((reply) => dropped(reply, /^(?:x-total|x-totalpages|link|allow)$/i)),
  ),
  variation(
    'fresh-e-totals-before-filters',
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
    'fresh-e-created-is-200',
    '7: status codes are not shown: 200 for what is created, and no Location',
    replies((reply) =>
      reply.status === 201 ? { ...dropped(reply, /^location$/i), status: 200 } : reply,
    ),
  ),
  variation(
    'fresh-e-deleted-is-204',
    '4.2, 7: response bodies and status codes are not shown: 204 and nothing for each deletion',
    deletions((reply) => ({ ...dropped(reply, /^content-/i), status: 204, body: '' })),
  ),
  variation(
    'fresh-e-deleted-record-alone',
    '4.2: response bodies are not shown: the deleted record stands by itself',
    deletions((reply) =>
      edited(reply, (value) => {
        const { previous } = membersOf(value);
        return previous ?? value;
      }),
    ),
  ),
  variation(
    'fresh-e-invalid-is-422',
    '7: status codes are not shown: 422 for what is invalid',
    replies((reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply)),
  ),
  variation(
    'fresh-e-problem-details',
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
  variation(
    'fresh-e-members-area',
    '5.2, 5.4: which routes need credentials is not shown: every collection does',
    refuses(
      (request) =>
        to('GET', `${LISTS}(?:/.+)?`)(request) && request.headers.authorization === undefined,
      refusal(401, 'members_only', 'Log in to read this.'),
    ),
  ),
  variation(
    'fresh-e-missing-is-gone',
    '7: status codes are not shown: 410 for an object that is not there',
    replies((reply) => (reply.status === 404 ? { ...reply, status: 410 } : reply)),
  ),
  variation(
    'fresh-e-batch-is-200',
    '7: status codes are not shown: 200 for a batch, whatever becomes of its requests',
    replies((reply) => (reply.status === 207 ? { ...reply, status: 200 } : reply)),
  ),
];
