import { codeOf } from './output.ts';

/** Returns true if a process of this machine is there, also one of another user. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
