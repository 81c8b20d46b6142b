/**
 * The command line: a file for each command, loaded lazily by `main.ts`. Clock and environment enter here, and the exit
 * code leaves. No other code in `src` uses it.
 */

import { namesOnly } from './commands.ts';

/** Runs the command line in this process. Help needs nothing but names, and people read it first. */
export async function runFromProcess(): Promise<void> {
  const [asked, ...more] = process.argv.slice(2);
  const isHelp = more.length === 0 && (asked === '--help' || asked === '-h');
  if (!isHelp) return (await import('./main.ts')).runFromProcess();
  process.stdout.on('error', async (error) => (await import('./main.ts')).endLost(error));
  namesOnly().outputHelp();
}
