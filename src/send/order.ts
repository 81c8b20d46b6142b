import type { Locks, Release } from './locks.ts';

/** An item that waits for another one with the same shared state. */
interface Waiting {
  readonly shares: readonly string[];
  readonly start: (release: Release) => void;
}

/**
 * Works on several items at once and yields results in item order, with at most `lookAhead` unyielded items.
 * An item waits while another one with the same shared state works; later ones go on. An exclusive item waits
 * until nothing works, and later ones wait for it. Errors are thrown in place of the result.
 *
 * @param work must end soon once its signal is aborted
 * @param options.sharesOf names of an item's shared state
 * @param options.isAlone true for an exclusive item
 * @param options.weightOf the weight of a result until it is yielded
 * @param options.most maximum total weight of waiting results, above which no item is taken
 * @param options.locks locks for every item; several calls can share them
 * @param options.stop the owner's: aborted here when the consumer stops early or something fails.
 *   Once aborted, no further item is taken; taken ones are finished and yielded.
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

  /** The next slot from the source; undefined at its end. */
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
      // It can fail long before its result is awaited.
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
 * Starts items as far as locks allow.
 *
 * @param freed called whenever an item has ended
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
    /** Starts an item once its shared state is free. */
    enter: (item: Item): Promise<Result> => {
      if (isAlone(item)) return locks.takeAll().then((release) => begin(item, release));
      const shares = sharesOf(item);
      const release = locks.tryTake(shares);
      if (release !== undefined) return begin(item, release);
      return new Promise((resolve) => {
        waiting = [...waiting, { shares, start: (later) => resolve(begin(item, later)) }];
      });
    },
    /** Starts waiting items whose locks are free. */
    startWaiting: () => {
      waiting = waiting.filter(({ shares, start }) => {
        const release = running < concurrency ? locks.tryTake(shares) : undefined;
        if (release !== undefined) start(release);
        return release === undefined;
      });
    },
    /** While items wait: another caller can hold their locks. */
    watchOthers: () => {
      if (waiting.length > 0) locks.released().then(freed);
    },
  };
}
