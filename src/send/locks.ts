/** Decides which cases may run at the same time. */

/** Releases the lock; to be called once. */
export type Release = () => void;

export interface Locks {
  /** Locks all the names or none: undefined if another case holds one, or waits to run by itself. */
  readonly tryTake: (names: readonly string[]) => Release | undefined;
  /** Locks the names as soon as they are free. */
  readonly take: (names: readonly string[]) => Promise<Release>;
  /** Waits until nothing is locked, and blocks later cases. */
  readonly takeAll: () => Promise<Release>;
  /** Resolves at the next release. */
  readonly released: () => Promise<void>;
}

/** Locks for all cases of a run, including those without shared state: so one case can be sent while no other runs. */
export function createLocks(): Locks {
  const taken = new Set<string>();
  let running = 0;
  /** Number of cases that run by themselves or wait to. */
  let alone = 0;
  let waiting: (() => void)[] = [];

  const released = () => new Promise<void>((resolve) => waiting.push(resolve));
  const releaseOf = (names: readonly string[], done: () => void): Release => {
    return () => {
      done();
      for (const name of names) taken.delete(name);
      const all = waiting;
      waiting = [];
      for (const wake of all) wake();
    };
  };
  const tryTake = (names: readonly string[]) => {
    if (alone > 0 || names.some((name) => taken.has(name))) return undefined;
    for (const name of names) taken.add(name);
    running += 1;
    return releaseOf(names, () => {
      running -= 1;
    });
  };
  return {
    tryTake,
    take: async (names) => {
      for (;;) {
        const release = tryTake(names);
        if (release !== undefined) return release;
        await released();
      }
    },
    takeAll: async () => {
      alone += 1;
      while (running > 0) await released();
      running += 1;
      return releaseOf([], () => {
        running -= 1;
        alone -= 1;
      });
    },
    released,
  };
}
