import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../contract/contract.ts';
import { variations } from './deviations.ts';
import { readSystems } from './integration/system.ts';
import { REFERENCE_TOKEN, type ServedReference, serveReference } from './serve.ts';

const contract = loadContract();
const ids = [...readSystems().keys()];
const running: ServedReference[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(faults: readonly string[], taken: readonly string[]) {
  const server = await serveReference({ faults, variations: taken });
  running.push(server);
  return server.integrationUrl;
}

function timezones(url: string, token: string = REFERENCE_TOKEN): Promise<Response> {
  return fetch(`${url}/api/get/all/timezones`, { headers: { authorization: `Bearer ${token}` } });
}

function dependencies(
  url: string,
  systems: readonly string[],
  token: string = REFERENCE_TOKEN,
): Promise<Response> {
  return fetch(`${url}/api/get/system/dependencies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ systems }),
  });
}

function complaints(schema: string, body: unknown): readonly unknown[] {
  return contract.validate(contract.schema(schema), body);
}

describe.each<readonly [string, readonly string[]]>([
  ['no variation', []],
  ['all variations at once', variations().map(({ name }) => name)],
  [
    'all variations the other way round',
    variations()
      .map(({ name }) => name)
      .reverse(),
  ],
])('with %s', (_, taken) => {
  // Taken the other way round, the least limit of a variation holds: three systems.
  const requests = [...ids.map((id) => [id]), ids.slice(0, 3), []];

  test('serves every valid request with the success envelope', async () => {
    const url = await start([], taken);
    for (const systems of requests.slice(0, -1)) {
      const response = await dependencies(url, systems);
      expect(response.status).toBe(200);
      const body: unknown = await response.json();
      expect(complaints('integration/dependencies-success.json', body)).toEqual([]);
      const entries = Object.fromEntries(systems.map((id) => [id, expect.anything()]));
      expect(body).toHaveProperty('data', entries);
    }
    const response = await timezones(url);
    expect(response.status).toBe(200);
    expect(complaints('integration/timezones-success.json', await response.json())).toEqual([]);
  });

  test('answers an invalid token with the authentication error', async () => {
    const url = await start([], taken);
    for (const response of [await timezones(url, 'no'), await dependencies(url, ['42'], 'no')]) {
      expect(response.status).toBe(401);
      expect(complaints('integration/authentication-error.json', await response.json())).toEqual(
        [],
      );
    }
  });
});

test('serves all known systems at once under all variations but the one that takes three at most', async () => {
  const url = await start(
    [],
    variations()
      .map(({ name }) => name)
      .filter((name) => name !== 'four-systems-413'),
  );
  const response = await dependencies(url, ids);
  expect(response.status).toBe(200);
});

test('takes several faults at once, in a server of its own', async () => {
  const url = await start(['status-as-text', 'success-as-number'], []);
  const body: unknown = await (await timezones(url)).json();
  expect(body).toMatchObject({ status: '200', success: 1 });
  const other: unknown = await (await timezones(await start([], []))).json();
  expect(other).toMatchObject({ status: 200, success: true });
});

test('takes the variation named last where two choose for the same', async () => {
  const url = await start([], ['brotli', 'gzipped']);
  expect((await timezones(url)).headers.get('content-encoding')).toBe('gzip');
});

test('counts calls for each server by itself', async () => {
  const statuses = [];
  for (const url of [
    await start(['http-203-when-asked-again'], []),
    await start(['http-203-when-asked-again'], []),
  ]) {
    for (let call = 0; call < 3; call += 1) statuses.push((await timezones(url)).status);
  }
  expect(statuses).toEqual([200, 203, 203, 200, 203, 203]);
});

test('refuses a deviation that there is not', async () => {
  await expect(serveReference({ faults: ['nonsense'], variations: [] })).rejects.toMatchObject({
    code: 'unknown-deviation',
  });
});

describe('the profile of the reference target', () => {
  const file = new URL('../../fixtures/targets/reference.yaml', import.meta.url);
  const profile: unknown = parse(readFileSync(file, 'utf8'));

  test('names its token and all its systems', () => {
    expect(profile).toMatchObject({
      name: 'reference',
      integration: { token: REFERENCE_TOKEN, systems: ids },
    });
  });

  test('names zones that are listed, and none that a fault in one entry needs', async () => {
    const body: unknown = await (await timezones(await start([], []))).json();
    expect(body).toHaveProperty('data.timezones');
    const listed = new Set(
      [...JSON.stringify(body).matchAll(/"value":"([^"]+)"/g)].map(([, value]) => value),
    );
    const known = zonesOf(profile);
    expect(known.length).toBeGreaterThanOrEqual(40);
    expect(known.filter((zone) => !listed.has(String(zone)))).toEqual([]);
    expect(known).not.toContain('Africa/Abidjan');
    expect(known).not.toContain('UTC');
  });
});

function zonesOf(profile: unknown): readonly unknown[] {
  if (typeof profile !== 'object' || profile === null || !('integration' in profile)) return [];
  const { integration } = profile;
  if (typeof integration !== 'object' || integration === null) return [];
  return 'timezones' in integration && Array.isArray(integration.timezones)
    ? integration.timezones
    : [];
}

test('pages of any origin read its answers where it is asked to', async () => {
  const server = await serveReference({ faults: [], variations: [], cors: true });
  running.push(server);
  const url = `${server.integrationUrl}/api/get/all/timezones`;
  const origin = 'https://app.example';
  const asked = { origin, 'access-control-request-method': 'GET' };
  const preflight = await fetch(url, { method: 'OPTIONS', headers: asked });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
    204,
    origin,
  ]);
  const authorization = `Bearer ${REFERENCE_TOKEN}`;
  const got = await fetch(url, { headers: { origin, authorization } });
  expect([got.status, got.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  const plain = await fetch(url, { headers: { authorization } });
  expect(plain.headers.get('access-control-allow-origin')).toBeNull();
});
