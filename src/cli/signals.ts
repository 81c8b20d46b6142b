/** Handles Ctrl-C and similar signals. */

import { setImmediate as turn } from 'node:timers/promises';
import type { Killable } from '../run/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code after a closed terminal: 128 and the number of SIGHUP. */
const HUNG_UP = 129;

export interface SignalWatch {
  /**
   * Aborted by the first signal after this was read. Before that nothing needs cleanup, and a signal ends the process
   * at once.
   */
  readonly signal: AbortSignal;
  /** A signal before the work is handled when it begins. */
  readonly killable: Killable;
  /**
   * Heeds no signal any more.
   *
   * @returns the exit code of a closed terminal, or the one that the work came to
   */
  readonly end: (code: number) => number;
}

/**
 * @param stop aborted by the first signal; a second one ends the process with exit code 130. A closed terminal often
 * sends its own twice, from kernel and shell, so it does not count
 */
export function watchSignals(stop: AbortController): SignalWatch {
  let isHungUp = false;
  const onSignal = (name: NodeJS.Signals) => {
    if (name === 'SIGHUP') isHungUp = true;
    else if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  const ignore = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  const heed = () => {
    ignore();
    for (const name of SIGNALS) process.on(name, onSignal);
  };
  return {
    get signal() {
      heed();
      return stop.signal;
    },
    // A handler runs between two pieces of work, and planning is one piece of a second. Without a handler, the system
    // ends the process.
    killable: async (work) => {
      // A signal during the work waits for the event loop, and would be lost with the handler. The loop checks once
      // between two turns.
      await turn();
      await turn();
      ignore();
      try {
        return await work();
      } finally {
        heed();
      }
    },
    end: (code) => {
      ignore();
      return isHungUp ? HUNG_UP : code;
    },
  };
}
