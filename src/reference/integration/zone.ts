import type { IntegrationChoices, ZoneNames } from './choice.ts';

/** A timezone entry (section 2.4). */
interface Zone {
  readonly label: string;
  readonly value: string;
}

/**
 * All timezones of the platform, labelled and in order (section 2.4: `label` is the display name and the identifier in
 * parentheses; the list is ordered by `label`).
 */
export function listZones(
  choices: Pick<IntegrationChoices, 'zoneNames' | 'collation' | 'zones'>,
): readonly Zone[] {
  const identifiers =
    choices.zones === 'short-names-too' ? [...regionCity(), ...shortNames] : regionCity();
  const zones = identifiers.map((value) => ({
    label: `${displayName(value, choices.zoneNames)} (${value})`,
    value,
  }));
  const compare = collations[choices.collation]();
  return zones.sort((a, b) => compare(a.label, b.label));
}

/** One-segment names in the IANA database that the platform can name. */
const shortNames = ['CET', 'EET', 'EST5EDT', 'MET', 'PST8PDT', 'WET'];

/** The platform's list lacks `UTC`, which the document requires. */
function regionCity(): readonly string[] {
  const cities = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
  return [...cities, 'UTC'];
}

/** A fixed winter day in the north, so that names do not depend on the date. */
const DAY = Date.UTC(2024, 0, 15);

/** Cached for the process: naming all zones takes a tenth of a second. */
const known = new Map<string, string>();

function displayName(zone: string, names: ZoneNames): string {
  const key = `${names.locale} ${names.form} ${zone}`;
  const name = known.get(key) ?? lookUpName(zone, names);
  known.set(key, name);
  return name;
}

function lookUpName(zone: string, { locale, form }: ZoneNames): string {
  const standard = nameOf(zone, locale, 'long');
  if (form === 'standard') return standard;
  const generic = nameOf(zone, locale, 'longGeneric');
  // The generic form of a zone without its own name is an offset; the standard form is a name.
  const best = generic === '' || /^GMT[+-]/.test(generic) ? standard : generic;
  switch (form) {
    case 'generic':
      return best;
    case 'in-parentheses':
      return `${best} (${nameOf(zone, locale, 'shortOffset')})`;
    case 'after-offset':
      return `(${nameOf(zone, locale, 'longOffset')}) ${best}`;
  }
}

function nameOf(
  timeZone: string,
  locale: string,
  timeZoneName: 'long' | 'longGeneric' | 'shortOffset' | 'longOffset',
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(DAY);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

type LabelOrder = (a: string, b: string) => number;

const collations: { readonly [C in IntegrationChoices['collation']]: () => LabelOrder } = {
  'code-point': () => compareCodePoints,
  'upper-case': () => (a, b) => compareCodePoints(a.toUpperCase(), b.toUpperCase()),
  english: () => new Intl.Collator('en').compare,
  german: () => new Intl.Collator('de').compare,
  'no-punctuation': () => new Intl.Collator('en', { ignorePunctuation: true }).compare,
};

/** Compares by the first different code point: negative, zero or positive. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    // Units differ inside a pair only if its first units are equal, and so do the code points.
    const difference = (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
