/** Limits the cost of one body in steps and places, not in time: every machine records the same. */

export interface Budget {
  readonly spend: (steps: number) => void;
  readonly place: () => void;
  readonly steps: () => number;
  readonly places: () => number;
}

/** Steps of one text or body. A step is about one character looked at. */
const MOST_STEPS = 1_000_000_000;
const MOST_PLACES = 300_000;

/** @throws RangeError where a text takes more: it cannot be looked through */
export function createBudget(): Budget {
  let steps = 0;
  let places = 0;
  return {
    spend: (count) => {
      steps += count;
      if (steps > MOST_STEPS) throw new RangeError(`it takes more than ${MOST_STEPS} steps`);
    },
    place: () => {
      places += 1;
      if (places > MOST_PLACES) throw new RangeError(`it has more than ${MOST_PLACES} secrets`);
    },
    steps: () => steps,
    places: () => places,
  };
}
