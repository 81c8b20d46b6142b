/** A server that can end, as a process does: it cuts all its connections and leaves its port. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MortalRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
}

/** An answer, or what the server does instead. */
type Reaction = { readonly status?: number; readonly json: unknown } | 'end' | 'hang';

interface MortalServer {
  readonly url: string;
  readonly ends: () => number;
  readonly asked: readonly MortalRequest[];
  /** Listens again, as another process would. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * @param react what each request gets
 * @param backMs after so many milliseconds it listens again; never if absent
 */
export async function serveMortal(
  react: (asked: MortalRequest) => Reaction | Promise<Reaction>,
  backMs?: number,
): Promise<MortalServer> {
  let server: Server | undefined;
  let port = 0;
  let ends = 0;
  let back: NodeJS.Timeout | undefined;
  const asked: MortalRequest[] = [];
  const end = () => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
    ends += 1;
    if (backMs !== undefined) back = setTimeout(start, backMs);
  };
  const start = async () => {
    if (server !== undefined) return;
    const own = createServer({ maxHeaderSize: 2 ** 20 }, async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      const { method = 'GET', url = '/' } = request;
      const one = {
        method,
        url: new URL(url, 'http://127.0.0.1'),
        body: Buffer.concat(pieces).toString(),
      };
      asked.push(one);
      const reaction = await react(one);
      if (own !== server || reaction === 'hang') return;
      if (reaction === 'end') end();
      else {
        response.writeHead(reaction.status ?? 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reaction.json));
      }
    });
    server = own;
    own.on('error', () => {});
    await new Promise<void>((resolve) => own.listen(port, '127.0.0.1', resolve));
    port = (own.address() as AddressInfo).port;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    ends: () => ends,
    asked,
    start,
    close: async () => {
      clearTimeout(back);
      server?.closeAllConnections();
      server?.close();
      server = undefined;
    },
  };
}
