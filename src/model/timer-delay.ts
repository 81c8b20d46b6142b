/** Node reduces a longer delay to one millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** The delay of a timer from a profile, a recording or a server, limited to the maximum. */
export function timerDelay(ms: number): number {
  return Math.min(ms, LONGEST_MS);
}
