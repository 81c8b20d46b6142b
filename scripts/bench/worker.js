// A process of its own for one side of a comparison: one side must not grow the memory of another, or make its compiled
// code general. The parent names a module of this folder, an export of it, and arguments.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('answering.js', import.meta.url));

/** @returns what the process said first, `ask`, and `stop` */
export async function startWorker(module, name, ...args) {
  const options = { execArgv: ['--expose-gc'] };
  const child = fork(ENTRY, [module, name, ...args.map(String)], options);
  const next = () =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Error(`${module} ${name} ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  const ready = await next();
  const ask = (question) => {
    const answered = next();
    child.send(question);
    return answered;
  };
  return { ready, ask, stop: () => child.kill() };
}

/** Processor time of this process since a reading, in microseconds. */
export function microseconds(since) {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}
