import { expect, it } from 'vitest';
import { isOnLoopback, mayWriteTo, type WritePolicy } from './loopback.ts';

const HERE = 'http://127.0.0.1:8080/site';

it.each([
  [HERE, undefined, true],
  ['http://localhost', undefined, true],
  ['http://[::1]:9', undefined, true],
  ['https://docs.example', undefined, false],
  ['http://127.0.0.1.example', undefined, false],
  // Behind a proxy elsewhere, loopback is the machine of the proxy.
  [HERE, { always: 'http://proxy.example:3128', except: '' }, false],
  ['http://localhost', { always: 'http://10.0.0.7:3128', except: '*' }, false],
  ['http://[::1]:9', { always: 'https://127.0.0.1.example', except: '' }, false],
  [HERE, { always: 'http://user:secret@localhost:3128', except: '' }, true],
  ['https://docs.example', { always: 'http://localhost:3128', except: '' }, false],
  // A proxy of the environment is never for loopback.
  [HERE, { http: 'http://proxy.example:3128', except: '' }, true],
])('%s by %j is on loopback: %s', (baseUrl, proxies, isThere) => {
  const way = proxies === undefined ? {} : { proxies };
  expect(isOnLoopback({ baseUrl }, way)).toBe(isThere);
  const may = (policy: WritePolicy) => mayWriteTo({ baseUrl }, way, policy);
  expect([may('nowhere'), may('loopback'), may('anywhere')]).toEqual([false, isThere, true]);
});
