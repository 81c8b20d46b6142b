/**
 * The command line: a file for each command, loaded lazily by `main.ts`. Clock and environment enter here, and the exit
 * code leaves. No other code in `src` uses it.
 */
export { main, runFromProcess } from './main.ts';
