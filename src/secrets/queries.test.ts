import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';

const VALUES = [
  '2024-01-22T10:00:00Z',
  '2024-01-22T10:00:00+02:00',
  '10:30:15.123456',
  'http://h.example:8080',
  'https://h.example:8443/a/b?x=1:2',
  'http://h.example:8080;p=1',
  'me@x.example',
  'status:publish,date:desc',
  '[2001:db8::1]:443',
  '12:34:56:78:9a:bc',
  'urn:isbn:0451450523',
  'key:value5-words7',
  'en_US:posts9:list7',
  'host.example:5432',
  'git@h.example:o/r.git',
  'x=y:z',
];

const ENCODINGS: readonly (readonly [string, (value: string) => string])[] = [
  ['percent-encoded', encodeURIComponent],
  ['encoded twice', (value) => encodeURIComponent(encodeURIComponent(value))],
  ['as in an address', (value) => encodeURI(value).replaceAll('&', '%26').replaceAll('#', '%23')],
];

describe('times, addresses and pairs in a query', () => {
  it.each(ENCODINGS)('stay when they are %s', (_, encode) => {
    const changed = VALUES.flatMap((first) =>
      VALUES.flatMap((second) =>
        ['', '&orderby=id&order=asc', '&note=joe@x.example'].flatMap((rest) => {
          const query = `after=${encode(first)}&before=${encode(second)}${rest}`;
          const { request, text } = createCleaner([]).scope();
          const target = `/posts?${query}`;
          const body = new TextEncoder().encode(query);
          const { value } = request({ method: 'POST', target, headers: [], body });
          const shown = [value.target, Buffer.from(value.body ?? []).toString(), text(target)];
          return shown.filter((one) => one !== target && one !== query);
        }),
      ),
    );
    expect(changed).toEqual([]);
  });

  it.each([
    ['postgres://app:pa55&word@db.example/x', 'postgres://app:REDACTED-1@db.example/x'],
    ['postgres://app:1234@db.example/x', 'postgres://app:REDACTED-1@db.example/x'],
  ])('a password among such signs goes: %s', (text, without) => {
    expect(createCleaner([]).scope().text(text)).toBe(without);
  });
});
