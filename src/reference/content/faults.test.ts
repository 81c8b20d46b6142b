import { describe, expect, it } from 'vitest';
import { contentFaults } from './faults.ts';

// That each of them shows, and is caught by just what it breaks, is for `touchstone prove`.
describe('faults', () => {
  it('have names of their own, and say what they do', () => {
    expect(new Set(contentFaults.map(({ name }) => name)).size).toBe(contentFaults.length);
    expect(contentFaults.length).toBeGreaterThanOrEqual(200);
    for (const { name, what } of contentFaults) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(what.length).toBeGreaterThan(10);
    }
  });

  it('break at least one clause each', () => {
    expect(
      contentFaults.filter(({ breaks }) => breaks.length === 0).map(({ name }) => name),
    ).toEqual([]);
  });
});
