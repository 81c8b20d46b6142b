/** Callbacks of each signal. One listener serves all, as Node warns about many listeners. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `act` once when the signal is aborted; not if it already was.
 *
 * @returns a function that removes the registration
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
