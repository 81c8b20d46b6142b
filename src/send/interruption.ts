/** What waits for each signal. One listener serves all, for Node warns of a signal with many listeners. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `act` once when the signal is aborted; not if it was before.
 *
 * @returns takes the registration back
 */
export function onInterruption(signal: AbortSignal, act: () => void): () => void {
  let acts = waiting.get(signal);
  if (acts === undefined) {
    const made = new Set<() => void>();
    signal.addEventListener('abort', () => {
      for (const each of made) each();
      made.clear();
    });
    waiting.set(signal, made);
    acts = made;
  }
  const own = () => act();
  acts.add(own);
  return () => acts.delete(own);
}
