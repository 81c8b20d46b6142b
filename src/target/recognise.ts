import { isIP } from 'node:net';
import type { Target } from '../model.ts';
import { liveTransport } from '../send/live.ts';

/** What the reference target sends as its `server` header. */
const NAME = 'touchstone-reference';

/** The first answer of a site that starts on a busy machine takes a while. */
const PATIENCE = { timeoutMs: 10_000, totalMs: 10_000, maxBodyBytes: 65_536 };

/**
 * Whether a target is our own reference target, by its `server` header. Only asked of loopback
 * addresses: nothing else is sent a request that no plan shows. A target that does not answer is not it.
 */
export async function isReference({ endpoints, tls }: Target): Promise<boolean> {
  const [endpoint] = Object.values(endpoints);
  if (!endpoint || !isLoopback(endpoint.baseUrl)) return false;
  const transport = liveTransport({ limits: PATIENCE, tls, connections: 1 });
  try {
    const { outcome } = await transport.send(
      { method: 'GET', target: '/', headers: [], body: undefined },
      endpoint.baseUrl,
      new AbortController().signal,
    );
    return (
      outcome.kind === 'answer' &&
      outcome.headers.some(([name, value]) => name.toLowerCase() === 'server' && value === NAME)
    );
  } finally {
    await transport.close();
  }
}

/** `localhost`, 127.0.0.0/8 and ::1. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
