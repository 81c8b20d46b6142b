/**
 * Works on several items at once and yields the results in the order of the items, holding at most
 * `lookAhead` items that are not yet yielded. An error of the source or of the work is thrown where its
 * result would have stood.
 *
 * @param work must end soon once its signal is aborted
 * @param options.stop the owner's: aborted here when the consumer stops early or something fails.
 *   Once aborted, no further item is taken, and what has been taken is still worked off and yielded.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  options: {
    readonly concurrency: number;
    readonly lookAhead: number;
    readonly stop: AbortController;
  },
): AsyncGenerator<Result, void, undefined> {
  const { concurrency, lookAhead, stop } = options;
  const source = iteratorOf(items);
  const slots: Promise<Result>[] = [];
  let open = 0;
  let ended = false;
  /** Wakes the consumer when there is a slot to wait for or nothing more to come. */
  let arrived = signalOnce();
  /** Wakes the workers when there is room again. */
  let room = signalOnce();
  let turn: Promise<unknown> = Promise.resolve();

  const add = (slot: Promise<Result>) => {
    // It may fail long before its turn to be looked at.
    slot.catch(() => {});
    slots.push(slot);
    arrived.fire();
  };
  const takeNext = async (): Promise<Taken<Result> | undefined> => {
    while (open >= lookAhead && !stop.signal.aborted) await room.wait;
    if (ended || stop.signal.aborted) return undefined;
    open += 1;
    try {
      const next = await source.next();
      if (next.done === true) {
        ended = true;
        return undefined;
      }
      const slot = work(next.value);
      add(slot);
      return { slot };
    } catch (error) {
      ended = true;
      add(Promise.reject(error));
      return undefined;
    }
  };
  const worker = async () => {
    while (true) {
      // One after the other, so that slots stand in the order of the items.
      const taken = turn.then(takeNext);
      turn = taken;
      const next = await taken;
      if (next === undefined) return;
      await next.slot.catch(() => {});
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
        yield await slot;
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

/** Wrapped, for a promise of a promise would wait for both. */
interface Taken<Result> {
  readonly slot: Promise<Result>;
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
