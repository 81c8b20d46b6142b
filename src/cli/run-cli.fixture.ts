/** For tests: runs the command line in this process. */

import { PassThrough } from 'node:stream';
import type { Io } from './io.ts';
import { main } from './main.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** More than any command prints at once. */
const ROOM = 1 << 24;

/** @param world by default without environment variables and never stopped */
export async function runCli(
  args: readonly string[],
  world: Partial<Io> & Pick<Io, 'cwd'>,
): Promise<Ran> {
  const stdout = new PassThrough({ highWaterMark: ROOM });
  const stderr = new PassThrough({ highWaterMark: ROOM });
  const { signal } = new AbortController();
  const code = await main(args, { stdout, stderr, env: {}, signal, ...world });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}
