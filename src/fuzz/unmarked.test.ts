import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Target } from '../model/index.ts';
import type { Handler } from '../reference/http.ts';
import { inProcess } from '../reference/transport.ts';
import { campaignOver, json, targetAt } from './site.fixture.ts';

function textOf(body: Uint8Array): string {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  return Buffer.from(isPacked ? gunzipSync(body) : body)
    .toString('latin1')
    .replaceAll('\0', '');
}

/** What was sent to create blocks and items of menus, by a campaign on a target at this URL. */
async function created(url: string, proxies?: Target['proxies']) {
  const bodies: string[] = [];
  const handler: Handler = ({ method, body }) => {
    if (method === 'POST') bodies.push(textOf(body));
    return json({ code: 'no', message: 'No.', data: { status: 400 } }, 400);
  };
  const { report } = await campaignOver(inProcess(handler), url, {
    target: { ...targetAt(url), ...(proxies && { proxies }) },
    modes: ['valid', 'boundary', 'violation', 'edge'],
    only: ['content/blocks/create', 'content/menu-items/create'],
    bounds: { runs: 600 },
    writes: 'anywhere',
  });
  return { bodies, notes: report.notes.join('\n') };
}

it('what could not be found again is created on loopback alone', async () => {
  const far = await created('https://docs.example');
  expect(far.bodies.length).toBeGreaterThan(200);
  expect(far.bodies.filter((body) => !/touchstone[- ]\w/.test(body))).toEqual([]);
  expect(far.notes).toMatch(
    /^\d+ cases not sent: each could create what nothing tells from the objects of others$/m,
  );
  const elsewhere = { always: 'http://proxy.example:3128', except: '' };
  const behind = await created('http://127.0.0.1:1', elsewhere);
  expect(behind.bodies.filter((body) => !/touchstone[- ]\w/.test(body))).toEqual([]);
  const near = await created('http://127.0.0.1:1');
  expect(near.bodies.some((body) => !/touchstone[- ]\w/.test(body))).toBe(true);
  expect(near.notes).not.toContain('not sent');
}, 240_000);
