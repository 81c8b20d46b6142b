import { expect, it } from 'vitest';
import { hostCheck } from './host-check.ts';

const refused = hostCheck(
  ['docs.example:8443', 'Phone.Local', '::1'],
  (name) => name === 'certified.example',
);

it.each([
  'localhost',
  'LOCALHOST:9000',
  'a.localhost:9000',
  '127.0.0.1:9000',
  '127.8.8.8',
  '[::1]:9000',
  '192.0.2.7:9000',
  '[2001:db8::1]',
  'docs.example',
  'docs.example:9000',
  'DOCS.example.',
  'phone.local:1',
  'certified.example:9000',
  '',
])('answers to %j', (host) => {
  expect(refused([['Host', host]])).toBeUndefined();
});

it.each([
  'evil.example',
  'evil.example:9000',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'notlocalhost',
  'docs.example.evil.example',
  'docs.example@evil.example',
  'evil.example#docs.example',
  'docs.example:80:90',
  'a b',
])('does not answer to %j', (host) => {
  expect(refused([['host', host]])).toBe(host);
});

it('looks at each host of a request, and asks for none', () => {
  expect(refused([])).toBeUndefined();
  const both = [
    ['Host', 'localhost'],
    ['HOST', 'evil.example'],
  ] as const;
  expect(refused(both)).toBe('evil.example');
});
