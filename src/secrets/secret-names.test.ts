import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { placesIn } from './scan.ts';
import {
  ANYWHERE,
  CERTAIN,
  CODE,
  FOREIGN_KEY,
  FOREIGN_PASSWORD,
  FOREIGN_SECRET,
  LIKELY,
  VAGUE,
} from './secret-names.ts';

const words = (text: string) => text.split(/\s+/);
const SECRET = 'k7Qz3vW9xR2mN5pL';

describe('each word of a secret', () => {
  it.each(
    words(
      `${ANYWHERE} ${CERTAIN} ${LIKELY} ${VAGUE} ${CODE} ${FOREIGN_PASSWORD} ${FOREIGN_SECRET} ${FOREIGN_KEY}`,
    ),
  )('is seen in a text: %s', (word) => {
    expect(placesIn(`went to /login?a=1&${word}=${SECRET}&b=2`, createBudget())).toContainEqual(
      expect.objectContaining({ value: SECRET }),
    );
  });
});
