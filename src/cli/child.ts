/** Runs a user's command with additional environment variables. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { TouchstoneError } from '../model/index.ts';
import type { Io } from './io.ts';

/** Milliseconds before a command that ignores the signal is killed. */
const ABSENCE_LIMIT_MS = 5_000;

/**
 * Runs a command until it ends, or until the user asks to stop.
 *
 * @returns its exit code; for one that a signal ended, 128 and the number of the signal
 * @throws TouchstoneError 'usage' where it cannot be started
 */
export function runCommand(
  [command = '', ...args]: readonly string[],
  more: { readonly [name: string]: string },
  io: Io,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const own = (stream: Io['stdout'], real: Io['stdout']) =>
      stream === real ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      cwd: io.cwd,
      env: { ...io.env, ...more },
      stdio: ['inherit', own(io.stdout, process.stdout), own(io.stderr, process.stderr)],
    });
    child.stdout?.on('data', (piece: Buffer) => io.stdout.write(piece));
    child.stderr?.on('data', (piece: Buffer) => io.stderr.write(piece));
    let hard: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill('SIGTERM');
      hard = setTimeout(() => child.kill('SIGKILL'), ABSENCE_LIMIT_MS);
    };
    if (io.signal.aborted) stop();
    else io.signal.addEventListener('abort', stop, { once: true });
    const settle = () => {
      clearTimeout(hard);
      io.signal.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      settle();
      const why = 'code' in error ? String(error.code) : error.message;
      reject(
        new TouchstoneError(
          'usage',
          `cannot run "${command}": ${why}`,
          'give a program and its arguments after --',
          { cause: error },
        ),
      );
    });
    child.once('close', (code, signal) => {
      settle();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
