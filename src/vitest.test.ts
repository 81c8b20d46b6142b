import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import './vitest.ts';

const ZONES = {
  additional_data: {},
  data: { timezones: [{ label: 'Coordinated Universal Time (UTC)', value: 'UTC' }] },
  error_code: '',
  message: 'Done.',
  status: 200,
  success: true,
};
const WRONG = { ...ZONES, status: '200', error_code: null };
const OPERATION = 'integration/timezones';

let server: Server;
let url: string;

/** `/right` and `/wrong`; `/right/gzip` in a content coding. */
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const text = JSON.stringify(incoming.url?.startsWith('/right') ? ZONES : WRONG);
    const packed = incoming.url?.endsWith('/gzip') === true;
    outgoing.setHeader('content-type', 'application/json');
    if (packed) outgoing.setHeader('content-encoding', 'gzip');
    outgoing.end(packed ? gzipSync(text) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  url = `http://127.0.0.1:${address.port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('a plain response', () => {
  test.each([
    ['status and body', { status: 200, body: ZONES }],
    ['status and data', { status: 200, data: ZONES, headers: { 'content-type': 'text/json' } }],
    ['statusCode and text', { statusCode: 200, body: JSON.stringify(ZONES) }],
  ])('%s', (_, response) => {
    expect(response).toConformTo(OPERATION);
    expect(() => expect(response).not.toConformTo(OPERATION)).toThrow(
      'integration/timezones, answered with HTTP 200, conforms to the document',
    );
  });

  test('that breaks clauses', () => {
    const response = { status: 200, body: WRONG };
    expect(response).not.toConformTo(OPERATION);
    expect(() => expect(response).toConformTo(OPERATION)).toThrowErrorMatchingInlineSnapshot(`
      [Error: integration/timezones, answered with HTTP 200, breaks 2 clauses of the document

      FAIL  integration/success/error-code/type   section 2.5, error_code
            In the answer, \`/error_code\` is a string.
            where     /error_code
            actual    null
            expected  a string

      FAIL  integration/success/status-member/type   section 2.5, status
            In the answer, \`/status\` is an integer.
            where     /status
            actual    "200"
            expected  an integer]
    `);
  });

  test('is held against its request where that is given', () => {
    const body = { ...ZONES, data: {} };
    const options = { request: { body: { systems: ['mail'] } } };
    expect({ status: 200, body }).toConformTo('integration/dependencies');
    expect(() =>
      expect({ status: 200, body }).toConformTo('integration/dependencies', options),
    ).toThrow('integration/dependencies/key-per-system');
  });

  test('that the document does not show is neither', () => {
    const response = { status: 500, body: {} };
    expect(() => expect(response).toConformTo(OPERATION)).toThrow(
      /cannot be judged:\s+it was answered with HTTP 500/,
    );
    expect(() => expect(response).not.toConformTo(OPERATION)).toThrow('cannot be judged');
  });
});

describe('a response of fetch', () => {
  test.each(['/right', '/right/gzip'])('that conforms, from %s', async (path) => {
    const response = await fetch(url + path);
    await expect(response).toConformTo(OPERATION);
    await expect(expect(response).not.toConformTo(OPERATION)).rejects.toThrow('conforms');
    expect(await response.json()).toEqual(ZONES);
  });

  test('that breaks clauses', async () => {
    const response = await fetch(`${url}/wrong`);
    await expect(response).not.toConformTo(OPERATION);
    await expect(expect(response).toConformTo(OPERATION)).rejects.toThrow('/error_code');
  });

  test('that is still on its way', async () => {
    await expect(fetch(`${url}/right`)).resolves.toConformTo(OPERATION);
  });

  test('that has been read already is an error', async () => {
    const response = await fetch(`${url}/right`);
    await response.text();
    await expect(expect(response).toConformTo(OPERATION)).rejects.toThrow('read already');
  });
});

describe('a response of undici', () => {
  test.each(['/right', '/right/gzip'])('that conforms, from %s', async (path) => {
    await expect(await request(url + path)).toConformTo(OPERATION);
  });

  test('that breaks clauses', async () => {
    await expect(await request(`${url}/wrong`)).not.toConformTo(OPERATION);
  });
});

test('an unknown operation is an error, denied or not', () => {
  const response = { status: 200, body: ZONES };
  for (const claim of [expect(response), expect(response).not]) {
    // @ts-expect-error The compiler knows all operations.
    expect(() => claim.toConformTo('integration/timezone')).toThrow(
      'there is no operation "integration/timezone"; did you mean integration/timezones',
    );
  }
});

test.each([undefined, null, 7, 'text', {}, []])('%j is no response', (value) => {
  expect(() => expect(value).toConformTo(OPERATION)).toThrow('not a response');
});

test('a promise that was not awaited is no response', () => {
  expect(() => expect(Promise.resolve()).toConformTo(OPERATION)).toThrow('a promise');
});

test('only responses that have yet to be read make a promise', () => {
  expectTypeOf(expect(new Response()).toConformTo).returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(expect({ status: 200, body: ZONES }).toConformTo).returns.toEqualTypeOf<void>();
});
