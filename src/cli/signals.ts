/** Ctrl-C and its like, as this process gets them. */

import { setImmediate as turn } from 'node:timers/promises';
import type { Killable } from '../run/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code of a process that its terminal ended by closing: 128 and the number of SIGHUP. */
const HUNG_UP = 129;

export interface SignalWatch {
  /** Aborted by the first signal once this was asked for; until then there is nothing to put in order, and it ends the process at once. */
  readonly signal: AbortSignal;
  /** A signal that came before the work has been heeded when that begins. */
  readonly killable: Killable;
  /**
   * Heeds no signal any more.
   *
   * @returns the exit code of a closed terminal, or the one that the work came to
   */
  readonly end: (code: number) => number;
}

/**
 * @param stop what the first signal aborts; a second one ends the process, with exit code 130. A closed terminal often sends
 * its own twice, of the kernel and of the shell, when no user is left to wait for
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
    // A handler runs between two pieces of work, and planning is one piece of a second: without a handler, the
    // system ends the process.
    killable: async (work) => {
      // A signal that came during the work before this waits for the loop to look for it, and would be lost with the
      // handler. The loop looks once between two turns.
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
