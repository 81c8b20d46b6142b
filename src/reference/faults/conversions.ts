import { isList, isMembers, type Json } from '../../model/index.ts';

export const conversions: { readonly [name: string]: (value: Json) => Json } = {
  text: (value) => String(value),
  number: (value) => Number(value),
  boolean: (value) => value === true || value === 'true',
  json: (value) => JSON.stringify(value),
  'list of one': (value) => [value],
  'first element': (value) => (isList(value) ? (value[0] ?? null) : value),
  numbered: (value) => (isList(value) ? Object.fromEntries(value.entries()) : value),
  values: (value) => (isMembers(value) ? Object.values(value) : value),
  count: (value) => (isList(value) ? value.length : Object.keys(Object(value)).length),
  reversed: (value) => {
    if (isList(value)) return value.toReversed();
    return isMembers(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;
  },
  'reversed throughout': reversedThroughout,
  'numbers throughout': numbersThroughout,
  unique: (value) => (isList(value) ? [...new Set(value)] : value),
  absolute: (value) => (typeof value === 'number' ? Math.abs(value) : value),
  'upper case': onText((text) => text.toUpperCase()),
  'lower case': onText((text) => text.toLowerCase()),
  capitalised: onText((text) => text.replace(/^./, (letter) => letter.toUpperCase())),
  escaped: onText((text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  trimmed: onText((text) => text.trim()),
  decomposed: onText((text) => text.normalize('NFD')),
  'in compatibility form': onText((text) => text.normalize('NFKC')),
  'percent-encoded': onText(encodeURIComponent),
  'an hour later': onText((text) => {
    const time = Date.parse(`${text.slice(0, 19)}Z`);
    return Number.isNaN(time)
      ? text
      : `${new Date(time + 3_600_000).toISOString().slice(0, 19)}${text.slice(19)}`;
  }),
  'misread as latin-1': onText((text) => Buffer.from(text).toString('latin1')),
};

function onText(change: (text: string) => string): (value: Json) => Json {
  return (value) => (typeof value === 'string' ? change(value) : value);
}

/** Converts texts that look like numbers. */
function numbersThroughout(value: Json): Json {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (isList(value)) return value.map(numbersThroughout);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, numbersThroughout(one)]),
  );
}

function reversedThroughout(value: Json): Json {
  if (isList(value)) return value.map(reversedThroughout);
  if (!isMembers(value)) return value;
  const members = Object.entries(value).map(
    ([name, one]) => [name, reversedThroughout(one)] as const,
  );
  return Object.fromEntries(members.toReversed());
}
