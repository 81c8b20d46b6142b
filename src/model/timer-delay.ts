/** Node makes one millisecond of what is longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The delay of a timer whose length comes from a profile, a recording or a server: as long as a timer can be. */
export function timerDelay(ms: number): number {
  return Math.min(ms, LONGEST_MS);
}
