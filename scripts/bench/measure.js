// Windows that take turns, each repeated if other programs disturbed it, and what they come to.
import { readdirSync, readFileSync } from 'node:fs';

/** A window is disturbed if other programs took more than this share of one core. */
const FOREIGN = 0.2;
const REPEATS = 3;

/** Windows so far, and those that stayed disturbed to the last repetition. */
export const windows = { all: 0, disturbed: 0 };

/**
 * Runs the ways in turns. The first round warms up and does not count.
 *
 * @param ways functions by name; each gets the round and returns figures by name
 * @returns for each way its figures, each as `{ median, spread }`
 */
export async function interleaved(ways, rounds) {
  const seen = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const figures = await undisturbed(() => way(round));
      if (round >= 0) seen[name].push(figures);
    }
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, all]) => [
      name,
      Object.fromEntries(
        Object.keys(all[0]).map((figure) => [figure, summary(all.map((one) => one[figure]))]),
      ),
    ]),
  );
}

/** The spread is the distance of the quartiles, as a share of the median. */
export function summary(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const median = sorted[sorted.length >> 1] ?? 0;
  return { median, spread: median === 0 ? 0 : (at(0.75) - at(0.25)) / median };
}

async function undisturbed(work) {
  for (let attempt = 1; ; attempt += 1) {
    const [began, before] = [performance.now(), foreignTicks()];
    const figures = await work();
    const ticks = (performance.now() - began) / 10;
    const disturbed = (foreignTicks() - before) / ticks > FOREIGN;
    if (disturbed && attempt < REPEATS) continue;
    windows.all += 1;
    if (disturbed) windows.disturbed += 1;
    return figures;
  }
}

/** Processor time of programs outside this process group, in hundredths of a second; 0 where Linux does not tell. */
function foreignTicks() {
  try {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
      .split('\n', 1)[0]
      .split(/\s+/)
      .map(Number);
    const own = processGroupTicks();
    return user + nice + system + irq + softirq + steal - own;
  } catch {
    return 0;
  }
}

function processGroupTicks() {
  const fieldsOf = (pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  };
  const group = fieldsOf('self')[2];
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const fields = fieldsOf(pid);
      if (fields[2] !== group) continue;
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // It ended in between.
    }
  }
  return ticks;
}
