import { describe, expect, it } from 'vitest';
import { randomness } from './entropy.ts';

describe('randomness of what is written', () => {
  it.each([
    'getElementById',
    'correcthorsebattery',
    'Sommer2024!',
    'max-age=31536000',
    'CamelCaseHTTPServer',
    'node_modules/.bin',
    'iPhone14,5',
    '2024-11-26T10:00',
    'DE89370400440532013000',
    'Geheimnisverwaltung',
  ])('is below zero: %s', (value) => expect(randomness(value)).toBeLessThan(0));
});

describe('randomness of what is drawn', () => {
  it.each([
    'L*ZfjfF0*^wqk',
    'hVLyL1xxS?E^z',
    'TEsF3K6sEbHE1qNfOS1w1FOV',
    'SwOBXg4yeNmXuUK',
    'f47ac10b58cc4372a567',
    'NBSWY3DPEB3W64TMMQQHI2DF',
    'qz8v2k0xw7m1r5tj',
  ])('is above ten bits: %s', (value) => expect(randomness(value)).toBeGreaterThan(10));

  it('grows with its length up to a limit', () => {
    const part = 'x62fnFUiObnYOFHM2VZa';
    expect(randomness(part.repeat(5))).toBeGreaterThan(randomness(part.repeat(2)));
    expect(randomness(part.repeat(100))).toBe(randomness(part.repeat(10)));
  });
});
