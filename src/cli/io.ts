import { once } from 'node:events';
import { type Screen, writeLine } from '../io/index.ts';
import type { Environment } from '../profiles/index.ts';
import type { Killable } from '../run/index.ts';

/** A stream to write to; those of `process` are such. */
export type Output = NodeJS.WritableStream & Screen;

/** Everything that a command gets from outside. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** True if the user can answer questions. */
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: Environment;
  readonly cwd: string;
  /** Aborted when the user asks to stop. */
  readonly signal: AbortSignal;
  /** For work that blocks the process; just does it if absent. */
  readonly killable?: Killable;
}

/** Colours for terminals, unless NO_COLOR or a dumb terminal disables them. */
export function wantsColours(stream: Output, env: Environment): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** The environment of the journal, with its problems on standard error. */
export function alertingOn({ env, cwd, stderr }: Io): Pick<Io, 'env' | 'cwd'> & {
  readonly say: (line: string) => void;
} {
  return { env, cwd, say: (line) => writeLine(stderr, line) };
}

/** A reader that has left, as `head` does, is no error. */
export function isUnread({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/**
 * Ends the work when the output is no longer read, as in `touchstone check | head -1`: like Ctrl-C, so that created
 * objects are removed and the exit code is right. A full disk has the same effect for a file.
 *
 * @param lose receives the reason why output was lost
 */
export function stopOnLostOutput(
  stream: NodeJS.EventEmitter,
  stop: AbortController,
  lose: (error: Error) => void,
): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!isUnread(error)) lose(error);
    stop.abort();
  });
}

/** Waits until the user asks to stop. */
export async function untilStopped({
  stdout,
  signal,
}: Pick<Io, 'stdout' | 'signal'>): Promise<void> {
  writeLine(stdout, 'stop with Ctrl-C');
  if (!signal.aborted) await once(signal, 'abort');
}
