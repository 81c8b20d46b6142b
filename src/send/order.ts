import type { Locks, Release } from './locks.ts';

/** An item that may not begin yet: another one works that shares something with it. */
interface Waiting {
  readonly shares: readonly string[];
  readonly start: (release: Release) => void;
}

/**
 * Works on several items at once and yields the results in the order of the items, holding at most
 * `lookAhead` items that are not yet yielded. An item waits while another one works that shares something
 * with it; those behind it go on. One that is to be alone waits until nothing works, and those behind it wait.
 * An error of the source or of the work is thrown where its result would have stood.
 *
 * @param work must end soon once its signal is aborted
 * @param options.sharesOf what an item shares with others, by name
 * @param options.isAlone whether an item works while no other does
 * @param options.weightOf what a result weighs until it is yielded
 * @param options.most while results that wait weigh more than this together, no further item is taken
 * @param options.locks through which every item goes; one may serve several calls
 * @param options.stop the owner's: aborted here when the consumer stops early or something fails.
 *   Once aborted, no further item is taken, and what has been taken is still worked off and yielded.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  options: {
    readonly concurrency: number;
    readonly lookAhead: number;
    readonly weightOf: (result: Result) => number;
    readonly most: number;
    readonly sharesOf: (item: Item) => readonly string[];
    readonly isAlone: (item: Item) => boolean;
    readonly locks: Locks;
    readonly stop: AbortController;
  },
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, lookAhead, weightOf, most, stop } = options;
  const source = items[Symbol.iterator]();
  const slots: Promise<Result>[] = [];
  let [open, held] = [0, 0];
  let ended = false;

  /** The next slot, taken from the source; undefined at its end. */
  const take = (): Promise<Result> | undefined => {
    try {
      const next = source.next();
      ended = next.done === true;
      return next.done ? undefined : entry.enter(next.value);
    } catch (error) {
      ended = true;
      return Promise.reject(error);
    }
  };
  const fill = () => {
    entry.startWaiting();
    const hasRoom = () => entry.running() < concurrency && open < lookAhead && held <= most;
    while (!ended && !stop.signal.aborted && hasRoom()) {
      const slot = take();
      if (slot === undefined) break;
      open += 1;
      slots.push(slot);
      // It may fail long before its turn to be looked at.
      slot.then(
        (result) => {
          held += weightOf(result);
        },
        () => {},
      );
    }
    entry.watchOthers();
  };
  const entry = entryOf(work, options, fill);

  try {
    fill();
    for (let slot = slots.shift(); slot !== undefined; slot = slots.shift()) {
      const result = await slot;
      held -= weightOf(result);
      yield result;
      open -= 1;
      fill();
    }
  } finally {
    stop.abort();
    await Promise.allSettled(slots);
    if (!ended) source.return?.();
  }
}

/**
 * Starts work on items as far as locks allow.
 * @param freed called whenever the work on an item has ended
 */
function entryOf<Item, Result>(
  work: (item: Item) => Promise<Result>,
  options: {
    readonly concurrency: number;
    readonly sharesOf: (item: Item) => readonly string[];
    readonly isAlone: (item: Item) => boolean;
    readonly locks: Locks;
  },
  freed: () => void,
) {
  const { concurrency, sharesOf, isAlone, locks } = options;
  let waiting: readonly Waiting[] = [];
  let running = 0;

  const begin = (item: Item, release: Release): Promise<Result> => {
    running += 1;
    return work(item).finally(() => {
      running -= 1;
      release();
      freed();
    });
  };
  return {
    running: () => running,
    /** Works on an item, once nothing works that shares something with it. */
    enter: (item: Item): Promise<Result> => {
      if (isAlone(item)) return locks.takeAll().then((release) => begin(item, release));
      const shares = sharesOf(item);
      const release = locks.tryTake(shares);
      if (release !== undefined) return begin(item, release);
      return new Promise((resolve) => {
        waiting = [...waiting, { shares, start: (later) => resolve(begin(item, later)) }];
      });
    },
    /** Starts those of the waiting items that may begin now. */
    startWaiting: () => {
      waiting = waiting.filter(({ shares, start }) => {
        const release = running < concurrency ? locks.tryTake(shares) : undefined;
        if (release !== undefined) start(release);
        return release === undefined;
      });
    },
    /** While items wait: whoever has what they wait for may be none of ours. */
    watchOthers: () => {
      if (waiting.length > 0) locks.released().then(freed);
    },
  };
}
