/** Progress of a campaign on the screen. */

import { eraseLine, overwriteLine, writeLine } from '../io/index.ts';
import { progressLine } from '../report/index.ts';
import type { Output } from './io.ts';

/** Time between two lines of progress on an output without overwriting. */
const PLAIN_EVERY_S = 10;

/** Default number of columns of a terminal. */
const NARROW = 80;

/** One changing line on a terminal; otherwise a line now and then. */
export function progressOn(screen: Output) {
  let open = false;
  let next = PLAIN_EVERY_S;
  return {
    /** @param waitsFor the reason for which requests wait, if any */
    show: (standing: Parameters<typeof progressLine>[0], waitsFor?: string) => {
      if (screen.isTTY === true) {
        // A wrapped line cannot be overwritten, and some terminals wrap a full line.
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
