import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { faultsNamed } from './deviations.ts';
import { readOwnFaults } from './faults/files.ts';
import { type ServedRequest, startServer } from './http.ts';
import { serveInFrontOf } from './in-front-of.ts';
import { serveReference } from './serve.ts';

const contract = loadContract();
const folder = mkdtempSync(join(tmpdir(), 'touchstone-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(text: string): string {
  const path = join(folder, 'own.yaml');
  writeFileSync(path, text);
  return path;
}

const CAPITALS = `faults:
  names-in-capitals:
    what: shows names in capitals
    request: ANY /things
    answer: { at: /name, to: upper case }
`;

const REPLY = CAPITALS.replace(/answer: .*/, 'reply: reset');

describe('a server of your own', () => {
  test('gets every request, also one whose path reads like another host', async () => {
    const seen: string[] = [];
    const answering = (name: string) =>
      startServer(({ target }) => {
        seen.push(`${name} ${target}`);
        return { status: 200, headers: [], body: '' };
      });
    const [behind, other] = await Promise.all([answering('behind'), answering('other')]);
    const server = await serveInFrontOf({ url: behind.url, deviations: [] });
    try {
      const path = `//${new URL(other.url).host}/x`;
      await fetch(`${server.url}${path}`, { headers: { authorization: 'Bearer mine' } });
      expect(seen).toEqual([`behind ${path}`]);
    } finally {
      await Promise.all([server.close(), behind.close(), other.close()]);
    }
  });

  test('is asked once, as the client asks, and its answer is changed', async () => {
    const seen: ServedRequest[] = [];
    const behind = await startServer((request) => {
      seen.push(request);
      const headers = [
        ['Content-Type', 'application/json'],
        ['X-Own', 'yes'],
      ] as const;
      return { status: 201, headers, body: '{"name":"one"}' };
    });
    const { faults } = readOwnFaults(fileOf(CAPITALS), contract);
    const server = await serveInFrontOf({
      url: `${behind.url}/api`,
      deviations: faults.slice(0, 1),
    });
    try {
      expect(server.baseUrl).toBe(`${server.url}/api`);
      const answer = await fetch(`${server.baseUrl}/things?a=1`, {
        method: 'POST',
        headers: { authorization: 'Bearer mine', 'content-type': 'application/json' },
        body: '{"write":1}',
      });
      expect([answer.status, await answer.text(), answer.headers.get('x-own')]).toEqual([
        201,
        '{"name":"ONE"}',
        'yes',
      ]);
      const [{ method, target, headers, body } = {} as ServedRequest, ...others] = seen;
      expect(others).toEqual([]);
      expect([method, target, headers.authorization, Buffer.from(body).toString()]).toEqual([
        'POST',
        '/api/things?a=1',
        'Bearer mine',
        '{"write":1}',
      ]);
    } finally {
      await server.close();
      await behind.close();
    }
  });

  test('that gives no answer is told as 502, and nothing says that it is the reference target', async () => {
    const gone = await startServer(() => ({ status: 200, headers: [], body: '' }));
    await gone.close();
    const server = await serveInFrontOf({ url: gone.url, deviations: [] });
    try {
      const answer = await fetch(`${server.url}/x`);
      expect([answer.status, answer.headers.get('server')]).toEqual([502, null]);
      expect(await answer.text()).toContain('ECONNREFUSED');
    } finally {
      await server.close();
    }
  });

  test('takes no fault of the inside of the reference target', async () => {
    const deviations = faultsNamed(['per-page-maximum-ignored']);
    await expect(serveInFrontOf({ url: 'http://127.0.0.1:1', deviations })).rejects.toThrow(
      '"per-page-maximum-ignored" changes the inside of the reference target',
    );
    await expect(serveInFrontOf({ url: 'nowhere', deviations: [] })).rejects.toThrow(
      'not one of http',
    );
  });
});

describe('a connection that is cut', () => {
  const RULES = ['reset', 'close', 'halfway'].map(
    (cut) => `  ${cut}:\n    request: GET /${cut}\n    cut: ${cut}\n`,
  );
  const REFUSED =
    '  refused:\n    request: GET /refused\n    refuse: { status: 503 }\n    cut: reset\n';

  test('is reset, closed, or closed in the body; the server carries the request out unless it is refused', async () => {
    const seen: string[] = [];
    const behind = await startServer(({ target }) => {
      seen.push(target);
      return { status: 200, headers: [], body: 'a whole answer' };
    });
    const { faults } = readOwnFaults(fileOf(`faults:\n${RULES.join('')}${REFUSED}`), contract);
    const server = await serveInFrontOf({ url: behind.url, deviations: faults });
    const ask = (path: string) =>
      new Promise<string>((resolve) => {
        get(`${server.url}${path}`, async (answer) => {
          let text = `${answer.headers['content-length']} bytes: `;
          try {
            for await (const piece of answer) text += piece;
            resolve(text);
          } catch (error) {
            resolve(`${text}, ${(error as Error).message}`);
          }
        }).on('error', ({ message }) => resolve(message));
      });
    try {
      expect(await ask('/reset')).toBe('read ECONNRESET');
      expect(await ask('/close')).toBe('socket hang up');
      expect(await ask('/halfway')).toBe('14 bytes: a whole, aborted');
      expect(await ask('/whole')).toBe('14 bytes: a whole answer');
      expect(seen).toEqual(['/reset', '/close', '/halfway', '/whole']);
      expect(await ask('/refused')).toBe('read ECONNRESET');
      expect(seen).toHaveLength(4);
    } finally {
      await server.close();
      await behind.close();
    }
  });
});

test('faults of your own are taken by the reference target', async () => {
  const faultsFile = fileOf(`faults:
  teapot:
    what: is a teapot
    request: GET /api/get/all/timezones
    refuse: { status: 418, text: short and stout }
`);
  const server = await serveReference({ faults: [], variations: [], contract, faultsFile });
  try {
    const answer = await fetch(`${server.integrationUrl}/api/get/all/timezones`);
    expect([answer.status, await answer.text()]).toEqual([418, 'short and stout']);
    expect(server.own).toEqual(['teapot']);
  } finally {
    await server.close();
  }
});

test.each([
  [
    'an unknown key',
    CAPITALS.replace('answer:', 'anwser:'),
    /own\.yaml:\d+: .*anwser is unknown here; did you mean answer/,
  ],
  [
    'a word for an answer',
    REPLY,
    /own\.yaml:5: \S+\/reply must be object$/,
    /^allowed there: status, json, text, /,
  ],
  [
    'a word to refuse with',
    REPLY.replace('reply', 'refuse'),
    /refuse must match/,
    /a text of `refuse` has several words/,
  ],
  [
    'no way to cut',
    REPLY.replace('reply: reset', 'cut: drop'),
    /cut must be one of "reset", "close", "halfway"$/,
  ],
  [
    'a key that resembles others',
    REPLY.replace('reply: reset', 'reset: true'),
    /reset is unknown here/,
    /^allowed there: what, .* reply, cut, delay; /,
  ],
  ['an unknown step', CAPITALS.replace('to: upper', 'two: upper'), /own\.yaml:5: .*did you mean/],
  [
    'an unknown way to write',
    CAPITALS.replace('upper case', 'upper'),
    /own\.yaml:5: .*must be one of/,
  ],
  ['no YAML', 'faults: [', /own\.yaml:\d+/],
])('%s names the file, the line and what is allowed', (_, text, message, hint = /faults\.json/) => {
  const read = () => readOwnFaults(fileOf(text), contract);
  expect(read).toThrow(message);
  expect(read).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }));
});
