import { isOnLoopback, type Target } from '../model/index.ts';
import { transportTo } from '../send/index.ts';

/** The `server` header of the reference target. */
const NAME = 'touchstone-reference';

/** The first answer of a site that starts on a busy machine takes a while. */
const LIMITS = { timeoutMs: 10_000, totalMs: 10_000, maxBodyBytes: 65_536 };

/**
 * Returns true if a target is our own reference target, by its `server` header. Only asked of loopback
 * addresses: nothing else is sent a request that no plan shows. A target that does not answer is not it.
 */
export async function isReference(
  target: Target,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const [endpoint] = Object.values(target.endpoints);
  if (!endpoint || !isOnLoopback(endpoint, target)) return false;
  const transport = transportTo({ ...target, limits: LIMITS });
  try {
    const { outcome } = await transport.send(
      { method: 'GET', target: '/', headers: [], body: undefined },
      endpoint.baseUrl,
      signal,
    );
    return (
      outcome.kind === 'answer' &&
      outcome.headers.some(([name, value]) => name.toLowerCase() === 'server' && value === NAME)
    );
  } finally {
    await transport.close();
  }
}
