/** Loopback servers that check every request before the reference target. */

import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';

/** The decision of a gate: the status of a refusal, or the `authorization` to pass on. */
export type Gatekeeping = (asked: IncomingMessage) => number | { readonly authorization?: string };

/** Passes admitted requests on to a server. */
export function gateTo(upstream: string, decide: Gatekeeping): RequestListener {
  return (asked, answer) => {
    const decision = decide(asked);
    if (typeof decision === 'number') {
      asked.resume();
      answer.writeHead(decision, { 'content-type': 'application/json' }).end('{"gate":true}');
      return;
    }
    const { authorization: own, ...headers } = asked.headers;
    const { authorization = own } = decision;
    const onward = request(
      new URL(upstream).origin,
      {
        method: asked.method ?? 'GET',
        path: asked.url ?? '/',
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
        agent: false,
      },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  };
}

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function listening(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An HTTP proxy with a password, only for tunnels; every name leads to loopback. `asked`: the destinations. */
export async function serveProxy(
  credential: string | undefined,
): Promise<Listening & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((_, answer) => answer.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    client.on('error', () => {});
    const shown = headers['proxy-authorization'];
    if (credential !== undefined && shown !== `Basic ${btoa(credential)}`) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    asked.push(url);
    const { port } = new URL(`http://${url}`);
    const target = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    target.on('error', () => client.destroy());
    client.once('close', () => target.destroy());
  });
  return { ...(await listening(server)), asked };
}
