import { gzipSync } from 'node:zlib';
import type { Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';

/** The answer compressed, where that is accepted. */
export function compressed(reply: Reply, accepted: string | undefined): Reply {
  if (!/\bgzip\b/.test(accepted ?? '') || reply.body.length === 0) return reply;
  const { headers, ...rest } = withBody(reply, gzipSync(reply.body));
  return {
    ...rest,
    headers: [...headers, ['content-encoding', 'gzip'], ['vary', 'accept-encoding']],
  };
}

/** The answer with another body, whose length the server is left to announce. */
function withBody(reply: Reply, body: Reply['body']): Reply {
  const headers = reply.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...reply, headers, body };
}

/** The members of all objects from the last to the first. */
export function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.toReversed());
}
