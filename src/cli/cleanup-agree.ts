import { createInterface } from 'node:readline/promises';
import { writeLine } from '../io/index.ts';
import type { Io } from './io.ts';

/** Asks the user before something is removed that only looks like the run's own. */
export async function agrees(question: string, { stdin, stdout, stderr }: Io): Promise<boolean> {
  if (!stdin?.isTTY || !stdout.isTTY) {
    writeLine(stderr, 'not removed: there is no terminal to ask on; --yes removes them');
    return false;
  }
  const asked = createInterface({ input: stdin, output: stdout });
  const answer = await asked.question(`${question} [y/N] `);
  asked.close();
  return /^y(es)?$/i.test(answer.trim());
}
