/**
 * The command line: a file for each command, which `main.ts` loads when it is asked for. Clock and environment come in here, and
 * the exit code goes out. Nothing else in `src` knows it.
 */
export { main, runFromProcess } from './main.ts';
