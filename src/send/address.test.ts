import { describe, expect, it } from 'vitest';
import { addressOf, targetWithin } from './address.ts';

describe('address', () => {
  const joined: [string, string, string][] = [
    ['http://h', '/a', 'http://h/a'],
    ['http://h/', '/a', 'http://h/a'],
    ['http://h/v1/base//', '/a?b=/c', 'http://h/v1/base/a?b=/c'],
    ['http://h:80', '//x/../%zz', 'http://h//x/../%zz'],
    ['https://user:secret@h:8443/v1', '/a', 'https://h:8443/v1/a'],
    ['http://[::1]:8080', '/a', 'http://[::1]:8080/a'],
  ];
  it.each(joined)('of %s and %s is %s', (baseUrl, target, url) => {
    const address = addressOf(baseUrl, target);
    expect(address).toMatchObject({ kind: 'address', url });
    if (address.kind === 'address') expect(address.origin + address.path).toBe(url);
  });

  const nowhere: [string, string][] = [
    ['nowhere', '/a'],
    ['ftp://h', '/a'],
    ['http://user:secret@h/?x=1', '/a'],
    ['http://user:secret@h/#x', '/a'],
    ['http://user:secret@h', '@elsewhere'],
    ['user:secret@h', '/a'],
  ];
  it.each(nowhere)('of %s and %s is nowhere, and tells no secret', (baseUrl, target) => {
    const address = addressOf(baseUrl, target);
    expect(address.kind).toBe('nowhere');
    expect(JSON.stringify(address)).not.toContain('secret');
  });
});

describe('a file of the target', () => {
  it.each([
    ['http://h/v1', 'http://h/v1/uploads/a%20b.png?size=2', '/uploads/a%20b.png?size=2'],
    ['http://h/', 'http://h:80/a.png', '/a.png'],
    ['http://h', 'https://h/a.png', undefined],
    ['http://h', 'http://other/a.png', undefined],
    ['http://h:81', 'http://h/a.png', undefined],
    ['http://h/v1', 'http://h/v10/a.png', undefined],
    ['http://h', '/a.png', undefined],
    ['http://h', 7, undefined],
  ])('below %s, %s is asked for as %s', (baseUrl, url, target) => {
    expect(targetWithin(baseUrl, url)).toBe(target);
  });
});
