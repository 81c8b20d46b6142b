import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  type Answer,
  bodyOf,
  type Endpoint,
  type Transport,
  type WireRequest,
} from '../model/index.ts';
import { renewing } from './renewing.ts';

const API = 'http://127.0.0.1:1';
const LOGIN = 'http://127.0.0.1:2';
const STAND_IN = 'token-of-the-api';
const { signal } = new AbortController();

const endpoint: Endpoint = {
  baseUrl: API,
  authorization: `Bearer ${STAND_IN}`,
  renewed: {
    standIn: STAND_IN,
    source: {
      kind: 'client-credentials',
      url: `${LOGIN}/token`,
      clientId: 'client',
      clientSecret: 'secret',
      clientAuth: 'body',
      form: {},
    },
  },
  secrets: [STAND_IN],
  credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
  known: {},
  style: { arrays: 'brackets', routing: { kind: 'path' } },
};

function answerOf(
  status: number,
  body: string | Uint8Array,
  headers: Answer['headers'] = [],
): Answer {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const read = bodyOf(bytes, headers, 'complete', 1e6);
  return { kind: 'answer', status, reason: '', headers, body: read };
}

/**
 * An API and its token endpoint, `life` the seconds that a token is said to hold.
 * @param answer of the API to a credential; undefined for a success
 */
function site(answer: (credential: string) => Answer | undefined, life = 3600, most = 100) {
  const log: string[] = [];
  let issued = 0;
  const transport: Transport = {
    send: async ({ headers }, baseUrl) => {
      if (baseUrl !== LOGIN) {
        const credential = headers.find(([name]) => name === 'authorization')?.[1] ?? '';
        log.push(credential);
        return { outcome: answer(credential) ?? answerOf(200, ''), resent: false };
      }
      // As long as the network takes, others ask for a token too.
      await new Promise((resolve) => setTimeout(resolve, 5));
      issued += 1;
      log.push(`issues ${issued}`);
      const grant = { access_token: `token-number-${issued}`, expires_in: life };
      const outcome = issued > most ? answerOf(503, '') : answerOf(200, JSON.stringify(grant));
      return { outcome, resent: false };
    },
    close: async () => {},
  };
  const send = renewing(endpoint, transport, transport.send);
  const ask = async (credential: string | undefined = endpoint.authorization) => {
    const headers: WireRequest['headers'] = [['authorization', credential ?? '']];
    const request = { method: 'GET', target: '/', headers, body: undefined };
    return (await send(request, API, signal)).outcome;
  };
  return { log, ask, transport };
}

it('fetches one token for all that ask at once, and keeps it', async () => {
  const { log, ask } = site(() => undefined);
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  expect(log).toEqual(['issues 1', ...Array(4).fill('Bearer token-number-1')]);
});

it('puts the token into unusual credentials too, and leaves those without it alone', async () => {
  const { log, ask } = site(() => undefined);
  await ask('Bearer of nothing');
  await ask(`bearer  ${STAND_IN}, ${STAND_IN}`);
  expect(log).toEqual(['Bearer of nothing', 'issues 1', 'bearer  token-number-1, token-number-1']);
});

it('takes a token back out of what the target repeats, in any encoding', async () => {
  const repeated = (token: string) => `{"a":"${token}","b":"${btoa(token)}"}`;
  const { ask } = site((credential) => {
    const token = credential.replace('Bearer ', '');
    const headers = [
      ['x-echo', encodeURIComponent(credential)],
      ['content-encoding', 'gzip'],
    ] as const;
    return answerOf(200, new Uint8Array(gzipSync(repeated(token))), headers);
  });
  const outcome = await ask();
  if (outcome.kind !== 'answer') throw new Error('there is no answer');
  const text = gunzipSync(outcome.body.bytes).toString();
  expect(text).toContain(`"a":"${STAND_IN}"`);
  expect(text).not.toContain(btoa('token-number-1').slice(0, 16));
  expect(JSON.stringify([outcome.headers, outcome.body.content])).not.toContain('token-number-1');
});

it('fetches another before one expires', async () => {
  const { log, ask } = site(() => undefined, 0.1);
  await ask();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await ask();
  expect(log).toEqual(['issues 1', 'Bearer token-number-1', 'issues 2', 'Bearer token-number-2']);
});

it('sends a request once more with a new token after a 401', async () => {
  const { log, ask } = site((credential) =>
    credential.endsWith('-1') ? answerOf(401, '') : undefined,
  );
  expect(await ask()).toMatchObject({ status: 200 });
  expect(log).toEqual(['issues 1', 'Bearer token-number-1', 'issues 2', 'Bearer token-number-2']);
});

it('takes a 401 that an unusual credential gets for the answer', async () => {
  const { log, ask } = site(() => answerOf(401, ''));
  expect(await ask(`bearer ${STAND_IN}`)).toMatchObject({ status: 401 });
  expect(log).toEqual(['issues 1', 'bearer token-number-1']);
});

it('believes a target that refuses a new token as well', async () => {
  const { log, ask } = site(() => answerOf(401, ''));
  await ask();
  await ask();
  await ask();
  expect(log.filter((line) => line.startsWith('issues'))).toHaveLength(2);
  expect(log).toHaveLength(6);
});

it('throws where there is no first token, and has a fault where there is no later one', async () => {
  const none = site(() => undefined, 3600, 0);
  await expect(none.ask()).rejects.toMatchObject({ code: 'credential-unavailable' });
  const { ask } = site(() => undefined, 0.01, 1);
  await ask();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await ask()).toMatchObject({
    kind: 'fault',
    code: 'unsendable',
    message: expect.stringContaining('answered with HTTP 503'),
  });
});

it('is interrupted with the run that it fetches a token for', async () => {
  const { transport } = site(() => undefined);
  const source = {
    kind: 'command',
    words: ['sleep', '20'],
    folder: '.',
    env: process.env,
  } as const;
  const slow = { ...endpoint, renewed: { standIn: STAND_IN, source } };
  const send = renewing(slow, transport, transport.send);
  const headers = [['authorization', `Bearer ${STAND_IN}`]] as const;
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  const begun = performance.now();
  const request = { method: 'GET', target: '/', headers, body: undefined };
  expect(await send(request, API, stop.signal)).toMatchObject({ outcome: { code: 'interrupted' } });
  expect(performance.now() - begun).toBeLessThan(5000);
});
