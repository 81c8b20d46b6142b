import { expect, test } from 'vitest';
import { type IntegrationChoices, plainChoices } from './choice.ts';
import { compareCodePoints, listZones } from './zone.ts';

const zones = listZones(plainChoices);

test('lists every zone that the platform knows, and UTC, once each', () => {
  const values = zones.map(({ value }) => value);
  const platform = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
  expect(values.length).toBeGreaterThan(350);
  expect([...values].sort()).toEqual([...new Set([...platform, 'UTC'])].sort());
});

test('is in the order of its labels by code point', () => {
  const labels = zones.map(({ label }) => label);
  expect(labels).toEqual([...labels].sort(compareCodePoints));
});

test.each<ChoicesOfNames>([
  { locale: 'en', form: 'generic' },
  { locale: 'en', form: 'standard' },
  { locale: 'en', form: 'in-parentheses' },
  { locale: 'en', form: 'after-offset' },
  { locale: 'ja', form: 'generic' },
  { locale: 'de', form: 'generic' },
])('labels each zone with a name and its identifier: $locale, $form', (zoneNames) => {
  const unusual = listZones({ ...plainChoices, zoneNames }).filter(
    ({ label, value }) =>
      !label.endsWith(` (${value})`) || label.slice(0, -` (${value})`.length).trim() === '',
  );
  expect(unusual).toEqual([]);
});

type ChoicesOfNames = IntegrationChoices['zoneNames'];

test('names UTC by its name and not by its offset', () => {
  expect(zones).toContainEqual({ label: 'Coordinated Universal Time (UTC)', value: 'UTC' });
});

test.each([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['a', 'ab', -1],
  ['Z', 'a', -1],
  ['\uffff', '\u{10000}', -1],
])('compares %j and %j by code point', (a, b, sign) => {
  expect(Math.sign(compareCodePoints(a, b))).toBe(sign);
});
