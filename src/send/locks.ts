/** Which cases may be under way at the same time. */

/** Gives back what was taken; to be called once. */
export type Release = () => void;

export interface Locks {
  /** Takes the named things, all or none: undefined where another case has one of them, or wants to be alone. */
  readonly tryTake: (names: readonly string[]) => Release | undefined;
  /** Takes the named things as soon as nobody else has them. */
  readonly take: (names: readonly string[]) => Promise<Release>;
  /** Waits until nothing is taken, and keeps it so: whoever comes later waits. */
  readonly takeAll: () => Promise<Release>;
  /** Resolves when something is given back. */
  readonly released: () => Promise<void>;
}

/**
 * Locks that all cases of a run go through, those that share nothing too: so one case can be sent while no
 * other is under way.
 */
export function createLocks(): Locks {
  const taken = new Set<string>();
  let running = 0;
  /** How many are alone or want to be. */
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
