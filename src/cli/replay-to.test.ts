import { mkdtempSync, rmSync } from 'node:fs';
import { request as ask, createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  REFERENCE_PASSWORD,
  REFERENCE_USER,
  type ServedReference,
  serveReference,
} from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-replay-to-'));
const env = {
  XDG_STATE_HOME: folder,
  TOUCHSTONE_CONTENT_USER: REFERENCE_USER,
  TOUCHSTONE_CONTENT_PASSWORD: REFERENCE_PASSWORD,
};
let reference: ServedReference;
let front: Server;
/** Takes a request in place of the reference target, if it returns true. */
let instead: (...[request, response]: Parameters<RequestListener>) => boolean = () => false;

beforeAll(async () => {
  reference = await serveReference({ faults: [], variations: [] });
  front = createServer((request, response) => {
    if (instead(request, response)) return;
    const { method, url = '', headers } = request;
    const passed = ask(new URL(url, reference.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  front.close();
  await reference.close();
  rmSync(folder, { recursive: true, force: true });
});

function touchstone(...args: readonly string[]) {
  return runCli(args, { cwd: folder, env });
}

describe('touchstone replay --to', () => {
  it('says what a target keeps that it said to have removed, and cleanup knows of it', async () => {
    const only = ['--only', 'content/posts/delete/refused', '--seed', '1'];
    await touchstone('check', '--content', reference.contentUrl, ...only, '--record', 'kept');
    const to = `http://127.0.0.1:${(front.address() as AddressInfo).port}/content`;
    instead = ({ method }, response) => {
      if (method !== 'DELETE') return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"deleted":true}');
      return true;
    };
    const { code, out } = await touchstone('replay', 'kept', '--to-content', to);
    expect(out).toMatch(
      /^left behind: \d+ created and not removed \(.*\): content\/posts \d+ \(touchstone-1-.*\); DELETE \S+ would remove the first$/m,
    );
    expect(code).not.toBe(0);
    instead = () => false;
    expect((await touchstone('cleanup', '--content', to)).out).toMatch(
      /^[1-9]\d* removed, 0 left$/m,
    );
  }, 120_000);
});
