import { describe, expect, it } from 'vitest';
import { proxyFor } from './proxy-for.ts';

const [HTTP, HTTPS] = ['http://plain.example:3128/', 'http://secure.example:3128/'];

function proxyOf(url: string, except = '') {
  return proxyFor(new URL(url), { http: HTTP, https: HTTPS, except })?.href;
}

describe('a proxy of the environment', () => {
  it.each([
    ['http://api.example', HTTP],
    ['https://api.example', HTTPS],
    ['http://127.0.0.1:8080', undefined],
    ['http://localhost', undefined],
    ['https://[::1]:8443', undefined],
  ])('for %s is %s', (url, proxy) => {
    expect(proxyOf(url)).toBe(proxy);
  });

  it.each([
    ['api.example', 'https://api.example', true],
    ['.example', 'https://api.example', true],
    ['*.example', 'https://api.example', true],
    ['example', 'https://api.example', true],
    ['API.example', 'https://api.EXAMPLE', true],
    ['other.example, api.example', 'https://api.example', true],
    ['other.example api.example', 'https://api.example', true],
    ['*', 'https://api.example', true],
    ['api.example:443', 'https://api.example', true],
    ['api.example:8443', 'https://api.example:8443', true],
    ['10.0.0.7', 'http://10.0.0.7:9000', true],
    ['[fd00::7]', 'http://[fd00::7]:9000', true],
    ['api.example:8443', 'https://api.example', false],
    ['pi.example', 'https://api.example', false],
    ['api.example', 'https://example', false],
    ['', 'https://api.example', false],
  ])('is left out by NO_PROXY=%j for %s: %s', (except, url, isLeftOut) => {
    expect(proxyOf(url, except) === undefined).toBe(isLeftOut);
  });
});

it('of a profile is for loopback too, whatever NO_PROXY says', () => {
  const own = { always: HTTP, except: '*' };
  expect(proxyFor(new URL('http://127.0.0.1:1'), own)?.href).toBe(HTTP);
});

it('is not asked for where there is none', () => {
  expect(proxyFor(new URL('http://api.example'), undefined)).toBeUndefined();
});
