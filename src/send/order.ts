import type { Locks, Release } from './locks.ts';

/**
 * Works on several items at once and yields the results in the order of the items, holding at most
 * `lookAhead` items that are not yet yielded. An item waits while another one works that shares something
 * with it; those behind it go on. An error of the source or of the work is thrown where its result would
 * have stood.
 *
 * @param work must end soon once its signal is aborted
 * @param options.sharesOf what an item shares with others, by name
 * @param options.weightOf what a result weighs until it is yielded
 * @param options.most while results that wait weigh more than this together, no further item is taken
 * @param options.locks through which every item goes; one may serve several calls
 * @param options.stop the owner's: aborted here when the consumer stops early or something fails.
 *   Once aborted, no further item is taken, and what has been taken is still worked off and yielded.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  options: {
    readonly concurrency: number;
    readonly lookAhead: number;
    readonly weightOf: (result: Result) => number;
    readonly most: number;
    readonly sharesOf: (item: Item) => readonly string[];
    readonly locks: Locks;
    readonly stop: AbortController;
  },
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, lookAhead, weightOf, most, sharesOf, locks, stop } = options;
  const source = iteratorOf(items);
  const slots: Promise<Result>[] = [];
  /** Items that were taken and may not begin yet, the oldest first. */
  const waiting: Waiting[] = [];
  let open = 0;
  let held = 0;
  let ended = false;
  /** Wakes the consumer when there is a slot to wait for or nothing more to come. */
  let arrived = signalOnce();
  /** Wakes the workers when there is room again. */
  let room = signalOnce();
  let turn: Promise<unknown> = Promise.resolve();

  const add = (slot: Promise<Result>) => {
    // It may fail long before its turn to be looked at.
    slot.then(
      (result) => {
        held += weightOf(result);
      },
      () => {},
    );
    slots.push(slot);
    arrived.fire();
  };
  const begin = (item: Item, release: Release): Promise<Result> => work(item).finally(release);
  /** The oldest of the waiting items that may begin. */
  const nextWaiting = (): Work | undefined => {
    for (const [at, { shares, start }] of waiting.entries()) {
      const release = locks.tryTake(shares);
      if (release === undefined) continue;
      waiting.splice(at, 1);
      return { done: start(release) };
    }
    return undefined;
  };
  /** Takes an item from the source; undefined where it has to wait, or where there is none. */
  const takeItem = async (): Promise<Work | undefined> => {
    open += 1;
    try {
      const next = await source.next();
      if (next.done === true) {
        ended = true;
        return undefined;
      }
      const item = next.value;
      const shares = sharesOf(item);
      const release = locks.tryTake(shares);
      if (release !== undefined) {
        const slot = begin(item, release);
        add(slot);
        return { done: slot };
      }
      const slot = new Promise<Result>((resolve) => {
        const start = (later: Release) => {
          const begun = begin(item, later);
          resolve(begun);
          return begun;
        };
        waiting.push({ shares, start });
      });
      add(slot);
      return undefined;
    } catch (error) {
      ended = true;
      add(Promise.reject(error));
      return undefined;
    }
  };
  const takeNext = async (): Promise<Work | undefined> => {
    for (;;) {
      const ready = nextWaiting();
      if (ready !== undefined) return ready;
      const over = ended || stop.signal.aborted;
      if (over && waiting.length === 0) return undefined;
      if (!over && open < lookAhead && held <= most) {
        const taken = await takeItem();
        if (taken !== undefined) return taken;
      } else {
        // Once it is over there will be no more room to wait for.
        const signs = over ? [] : [room.wait];
        await Promise.race(waiting.length > 0 ? [...signs, locks.released()] : signs);
      }
    }
  };
  const worker = async () => {
    while (true) {
      // One after the other, so that slots stand in the order of the items.
      const taken = turn.then(takeNext);
      turn = taken;
      const next = await taken;
      if (next === undefined) return;
      await next.done.catch(() => {});
    }
  };

  const wake = () => room.fire();
  stop.signal.addEventListener('abort', wake, { once: true });
  let running = concurrency;
  const workers = Array.from({ length: concurrency }, () =>
    worker().finally(() => {
      running -= 1;
      arrived.fire();
    }),
  );
  try {
    while (true) {
      const slot = slots.shift();
      if (slot !== undefined) {
        const result = await slot;
        held -= weightOf(result);
        yield result;
        open -= 1;
        room.fire();
        room = signalOnce();
      } else if (running === 0) {
        return;
      } else {
        await arrived.wait;
        arrived = signalOnce();
      }
    }
  } finally {
    stop.signal.removeEventListener('abort', wake);
    stop.abort();
    room.fire();
    await Promise.all(workers);
    if (!ended) await source.return?.();
  }
}

/** Work under way. Wrapped, for a promise of a promise would wait for both. */
interface Work {
  readonly done: Promise<unknown>;
}

interface Waiting {
  readonly shares: readonly string[];
  readonly start: (release: Release) => Promise<unknown>;
}

interface Once {
  readonly wait: Promise<void>;
  readonly fire: () => void;
}

function signalOnce(): Once {
  let fire = () => {};
  const wait = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { wait, fire };
}

function iteratorOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): Iterator<Item> | AsyncIterator<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
