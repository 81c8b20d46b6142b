/** Writes answers of the reference target. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Reply } from './http.ts';

/** Value of the `server` header on every answer, which identifies the reference target. */
export const SERVER_NAME = 'touchstone-reference';

export function send(response: ServerResponse, method: string | undefined, reply: Reply): void {
  if (response.destroyed || response.headersSent) return;
  if (reply.cut === 'reset') return void response.socket?.resetAndDestroy();
  if (reply.cut === 'close') return void response.destroy();
  try {
    write(response, method, reply);
  } catch {
    // Node refuses a status, reason or header that HTTP cannot carry.
    response.statusMessage = '';
    write(response, method, plainReply(500));
  }
}

function write(response: ServerResponse, method: string | undefined, reply: Reply): void {
  const bodiless = method === 'HEAD' || reply.status === 204 || reply.status === 304;
  const reason = reply.reason ?? STATUS_CODES[reply.status] ?? 'Unknown';
  response.writeHead(reply.status, reason, fieldsOf(reply).flat());
  if (reply.cut === 'halfway' && !bodiless) {
    const body = Buffer.from(reply.body);
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  } else if (bodiless) {
    response.end();
  } else if (isChunked(reply)) {
    const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
    const middle = Math.ceil(body.length / 2);
    if (middle > 0) response.write(body.subarray(0, middle));
    response.end(body.subarray(middle));
  } else {
    // Sending text and head in one piece takes half the time of two pieces.
    response.end(reply.body);
  }
}

/** The headers of an answer as sent, without those of the connection. */
export function fieldsOf(reply: Reply): readonly (readonly [string, string])[] {
  const sized = !isChunked(reply) && reply.status !== 204;
  const own = reply.headers.filter(
    ([name]) => !/^server$/i.test(name) && !(sized && /^content-length$/i.test(name)),
  );
  const length: readonly [string, string] = ['content-length', `${Buffer.byteLength(reply.body)}`];
  const { server = SERVER_NAME } = reply;
  return [
    ...own,
    ...(server === '' ? [] : [['server', server] as const]),
    ...(sized ? [length] : []),
  ];
}

function isChunked({ headers }: Reply): boolean {
  return headers.some(([name]) => /^transfer-encoding$/i.test(name));
}

/** An answer with only a status. */
export function plainReply(status: number): Reply {
  return {
    status,
    headers: [['content-type', 'text/plain; charset=utf-8']],
    body: `${status} ${STATUS_CODES[status] ?? ''}\n`,
  };
}
