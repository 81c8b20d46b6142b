/** The rate that a target can handle: halved at refusals because of load, raised during successes. */

/** Minimum rate, in requests a second. */
const LEAST_RATE = 1;

/** Factors of the rate after a refusal: the first, and one soon after another; and later ones. */
const DECREASE = { steep: 0.5, slight: 0.75 };
const SOON_MS = 2_000;

/** Increase of the rate each second: this part of the reduced rate, or the minimum. */
const INCREASE = { part: 0.1, least: 0.5 };

/** Period to measure the rate at the first refusal, in milliseconds. */
const MEASURED_MS = 1_000;

/** Refusals because of load, and successes since the first. */
export interface LoadSummary {
  readonly refusals: number;
  /** Kinds of refusals, such as `HTTP 503`. */
  readonly what: readonly string[];
  /** Number of other answers since the first refusal. */
  readonly answered: number;
  /** Answers a second since then. */
  readonly rate: number;
}

export interface LoadControl {
  /** Reserves the next slot; returns the milliseconds until then. */
  readonly delay: (now: number) => number;
  readonly noteAnswered: (now: number) => void;
  /**
   * Slows down, unless that happened after the request was sent.
   *
   * @param began the result of `round` when it was sent
   */
  readonly noteRefused: (now: number, began: number, what: string) => void;
  /** Counts decreases: requests from before one say nothing new. */
  readonly round: () => number;
  /**
   * Undoes refusals that were not caused by load.
   *
   * @param rate the rate before them
   */
  readonly forgive: (refusals: number, rate: number | undefined) => void;
  /** Requests a second; undefined without refusals. */
  readonly rate: () => number | undefined;
  /** The same, while it is below the rate at which the first request was refused. */
  readonly slowedTo: () => number | undefined;
  readonly summary: () => LoadSummary | undefined;
}

export function openLoadControl(): LoadControl {
  let rate: number | undefined;
  let free = Number.NEGATIVE_INFINITY;
  let round = 0;
  let cutTo = 0;
  let raisedAt = 0;
  let cutAt = Number.NEGATIVE_INFINITY;
  /** Numbers of requests in this period and in the previous one. */
  let period = { began: Number.NEGATIVE_INFINITY, sent: 0, before: 0 };
  let unhindered = 0;
  let firstRefusal: number | undefined;
  let lastAnswer = 0;
  let answered = 0;
  let refusals = 0;
  const said = new Set<string>();
  return {
    delay: (now) => {
      if (rate === undefined) {
        const past = now - period.began;
        if (past >= MEASURED_MS) {
          period = { began: now, sent: 0, before: past < 2 * MEASURED_MS ? period.sent : 0 };
        }
        period.sent += 1;
        return 0;
      }
      const slot = Math.max(free, now);
      free = slot + 1000 / rate;
      return slot - now;
    },
    noteAnswered: (now) => {
      lastAnswer = now;
      if (firstRefusal !== undefined) answered += 1;
      if (rate === undefined) return;
      // A pause is no evidence for a higher rate.
      const seconds = Math.min(1_000, now - raisedAt) / 1000;
      rate += seconds * Math.max(INCREASE.least, cutTo * INCREASE.part);
      raisedAt = now;
    },
    noteRefused: (now, began, what) => {
      refusals += 1;
      said.add(what);
      firstRefusal ??= now;
      if (began !== round) return;
      round += 1;
      if (rate === undefined) unhindered = Math.max(period.sent, period.before);
      const step = now - cutAt < SOON_MS || rate === undefined ? 'steep' : 'slight';
      rate = Math.max(LEAST_RATE, (rate ?? unhindered) * DECREASE[step]);
      [cutTo, cutAt, raisedAt] = [rate, now, now];
      free = Math.max(free, now + 1000 / rate);
    },
    round: () => round,
    forgive: (count, before) => {
      rate = before;
      free = Number.NEGATIVE_INFINITY;
      refusals -= count;
      if (refusals <= 0) [firstRefusal, answered] = [undefined, 0];
    },
    rate: () => rate,
    slowedTo: () => (rate !== undefined && rate < unhindered ? rate : undefined),
    summary: () => {
      if (firstRefusal === undefined) return undefined;
      const seconds = Math.max(0.001, (lastAnswer - firstRefusal) / 1000);
      return { refusals, what: [...said].sort(), answered, rate: answered / seconds };
    },
  };
}

/** Minimum number of answers to measure a rate. */
const MEASURABLE = 10;

/** Lines about load in a report; empty without refusals. */
export function loadNotes(summary: LoadSummary | undefined): readonly string[] {
  if (summary === undefined) return [];
  const { refusals, what, rate, answered } = summary;
  const requests = refusals === 1 ? '1 request' : `${refusals} requests`;
  const refused = `the target refused ${requests} for load (${what.join(', ')}), and the run slowed down`;
  if (answered < MEASURABLE) return [refused];
  const advised = Math.max(LEAST_RATE, Math.floor(rate));
  return [`${refused}: ${rate.toFixed(1)} requests/s worked; --rate ${advised} avoids refusals`];
}
