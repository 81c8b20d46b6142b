import { expect, test } from 'vitest';
import type { Json } from '../../model/index.ts';
import type { ServedRequest } from '../http.ts';
import { type IntegrationChoices, plainChoices } from './choice.ts';
import { REFERENCE_TOKEN } from './credential.ts';
import { integrationHandler } from './handler.ts';
import { readSystems } from './system.ts';

const VALID = `Bearer ${REFERENCE_TOKEN}`;
const ids = [...readSystems().keys()];

function post(body: Json | undefined, headers: ServedRequest['headers'] = {}): ServedRequest {
  return {
    method: 'POST',
    target: '/api/get/system/dependencies',
    headers: { authorization: VALID, 'content-type': 'application/json', ...headers },
    rawHeaders: [],
    body: body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)),
  };
}

function get(target: string, changes: Partial<ServedRequest> = {}): ServedRequest {
  return {
    method: 'GET',
    target,
    headers: { authorization: VALID },
    rawHeaders: [],
    body: new Uint8Array(),
    ...changes,
  };
}

async function ask(request: ServedRequest, choices: IntegrationChoices = plainChoices) {
  const reply = await integrationHandler(choices)(request);
  const text = Buffer.from(reply.body).toString();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body };
}

const success = {
  additional_data: {},
  error_code: '',
  message: 'Request processed successfully.',
  status: 200,
  success: true,
};

test.each(ids)('returns the entry of %s', async (id) => {
  expect(await ask(post({ systems: [id] }))).toMatchObject({
    status: 200,
    body: { ...success, data: { [id]: readSystems().get(id) } },
  });
});

test('returns one entry for each of all systems, and one for a system named twice', async () => {
  const data = Object.fromEntries(readSystems());
  expect((await ask(post({ systems: ids }))).body).toEqual({ ...success, data });
  const { body } = await ask(post({ systems: ['42', '42'] }));
  expect(body).toEqual({ ...success, data: { '42': data['42'] } });
});

test('lists the timezones under their one key', async () => {
  const { status, body } = await ask(get('/api/get/all/timezones'));
  expect(status).toBe(200);
  expect(body).toEqual({ ...success, data: { timezones: expect.any(Array) } });
});

test.each([
  'Bearer another',
  'Bearer ',
  `Bearer ${REFERENCE_TOKEN}x`,
  `Bearer ${REFERENCE_TOKEN.toUpperCase()}`,
  'bearer another',
  VALID.replace(' ', '  '),
  'Bearer',
  'Basic YTpi',
  REFERENCE_TOKEN,
  '',
])('answers the credential %j with the authentication error', async (authorization) => {
  for (const request of [
    post({ systems: ['42'] }, { authorization }),
    get('/api/get/all/timezones', { headers: { authorization } }),
  ]) {
    const { status, body } = await ask(request);
    expect(status).toBe(401);
    expect(body).toEqual({
      data: null,
      message: expect.any(String),
      response_status: 401,
      status: false,
      status_code: 401,
    });
  }
});

test.each<readonly [string, ServedRequest, number]>([
  ['no body', post(undefined), 400],
  ['a body that is not JSON', { ...post({}), body: Buffer.from('{"systems": [') }, 400],
  ['a body that is not UTF-8', { ...post({}), body: Buffer.from([34, 0xff, 34]) }, 400],
  ['a list', post([]), 400],
  ['no systems', post({}), 400],
  ['systems null', post({ systems: null }), 400],
  ['systems as a number', post({ systems: 7 }), 400],
  ['systems as an object', post({ systems: { a: 'b' } }), 400],
  ['systems as a string', post({ systems: '42' }), 400],
  ['a number among systems', post({ systems: [42] }), 400],
  ['null among systems', post({ systems: ['42', null] }), 400],
  ['an unknown system', post({ systems: ['42', 'nowhere'] }), 404],
  ['a system named like a prototype member', post({ systems: ['constructor'] }), 404],
  ['the prototype for a system', post({ systems: ['__proto__'] }), 404],
  ['another method', get('/api/get/system/dependencies'), 405],
  ['another method', get('/api/get/all/timezones', { method: 'POST' }), 405],
  ['HEAD', get('/api/get/all/timezones', { method: 'HEAD' }), 405],
  ['another route', get('/'), 404],
  ['a route with a slash more', get('/api/get/all/timezones/'), 404],
])('refuses %s and says so in the envelope', async (_, request, expected) => {
  const { status, body } = await ask(request);
  expect(status).toBe(expected);
  expect(body).toMatchObject({ success: false, status: expected });
});

test('tells the allowed method with a 405', async () => {
  const { headers } = await ask(get('/api/get/system/dependencies'));
  expect(headers.allow).toBe('POST');
});

test.each([
  ['an empty list', post({ systems: [] })],
  ['a further member', post({ systems: [], more: 1 })],
  ['another content type', post({ systems: [] }, { 'content-type': 'text/plain' })],
])('carries out a call with %s', async (_, request) => {
  expect(await ask(request)).toMatchObject({ status: 200, body: { ...success, data: {} } });
});

test('ignores parameters that are not defined', async () => {
  expect((await ask(get('/api/get/all/timezones?page=2'))).status).toBe(200);
});
