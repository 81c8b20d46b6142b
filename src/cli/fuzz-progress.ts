/** How a campaign stands, on the screen while it lasts. */

import { progressLine } from '../report/index.ts';
import { type Output, writeLine } from './io.ts';

/** Lines of progress between two of which so much time passes where no terminal can take them back. */
const PLAIN_EVERY_S = 10;

/** On a terminal one line that changes; else a line now and then. */
export function progressOn(screen: Output) {
  let open = false;
  let next = PLAIN_EVERY_S;
  return {
    show: (standing: Parameters<typeof progressLine>[0]) => {
      if (screen.isTTY === true) {
        screen.write(`\r\u001b[2K${progressLine(standing)}`);
        open = true;
      } else if (standing.seconds >= next) {
        next += PLAIN_EVERY_S;
        writeLine(screen, progressLine(standing));
      }
    },
    end: () => {
      if (open) screen.write('\r\u001b[2K');
      open = false;
    },
  };
}
