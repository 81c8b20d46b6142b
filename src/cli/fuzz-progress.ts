/** Progress of a campaign on the screen. */

import { eraseLine, overwriteLine, writeLine } from '../io/index.ts';
import { progressLine } from '../report/index.ts';
import type { Output } from './io.ts';

/** Time between two lines of progress on an output that cannot take lines back. */
const PLAIN_EVERY_S = 10;

/** Columns of a terminal that does not say how many it has. */
const NARROW = 80;

/** On a terminal one line that changes; else a line now and then. */
export function progressOn(screen: Output) {
  let open = false;
  let next = PLAIN_EVERY_S;
  return {
    /** @param waitsFor what requests wait for; undefined if they do not */
    show: (standing: Parameters<typeof progressLine>[0], waitsFor?: string) => {
      if (screen.isTTY === true) {
        // A line that wraps cannot be taken back, and one column is left free for terminals that wrap a full one.
        const line = progressLine(standing, waitsFor).slice(0, (screen.columns ?? NARROW) - 1);
        overwriteLine(screen, line);
        open = true;
      } else if (standing.seconds >= next) {
        next += PLAIN_EVERY_S;
        writeLine(screen, progressLine(standing, waitsFor));
      }
    },
    end: () => {
      if (open) eraseLine(screen);
      open = false;
    },
  };
}
