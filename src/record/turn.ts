/** Work that is put off to the end of the next turn of the event loop, and done for all of it at once. */

export interface Turn<T> {
  readonly add: (item: T) => void;
  /** Does at once what was put off. */
  readonly end: () => void;
}

/**
 * Who waits for an answer gets it first and sends on: what is written about it takes as long as a
 * quick target needs for the next one, and many small writes take longer than one. undici writes to a
 * connection that it used before at the end of the turn after the one in which it was asked to, so that
 * long the work waits: done before the next request is out, it would cost all of its time, and afterwards
 * it costs none.
 *
 * @param run gets what was put off, in order; it does not throw
 */
export function putOff<T>(run: (items: readonly T[]) => void): Turn<T> {
  let waiting: T[] = [];
  let next: NodeJS.Immediate | undefined;
  const end = () => {
    clearImmediate(next);
    next = undefined;
    const items = waiting;
    waiting = [];
    if (items.length > 0) run(items);
  };
  return {
    add: (item) => {
      waiting.push(item);
      next ??= setImmediate(() => {
        next = setImmediate(end);
      });
    },
    end,
  };
}
