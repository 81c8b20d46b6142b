#!/usr/bin/env node
// Sixty calls of curl, Chromium, Python and Java through `touchstone record`, and the same ones to `replay --serve` of that
// recording: `node scripts/real-clients.js`, after a build. What each client gets has to be the same: status, reason,
// fields and bytes, but for what is about one connection. Clients that are not on the machine are left out, by name;
// chunks are joined by every client, so where they end is not compared. A connection that the target resets is a 502
// while it is recorded, and is reset by the served recording: that one is to differ. Exit code 1 if anything else does.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const CLI = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
const HERE = fileURLToPath(new URL('real-clients', import.meta.url));
const CHROMIUM = process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium';
const FILE = Buffer.from('0123456789');

/** The state of each address, by client. */
const states = new Map();

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const [, client, name] = (request.url ?? '').split(/[/?]/, 3);
  const route = ROUTES[name] ?? ROUTES.missing;
  route(request, response, Buffer.concat(pieces), client);
});

const ROUTES = {
  page: (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><link rel="icon" href="data:,"><title>page</title>');
  },
  json: (_request, response) => {
    response.setHeader('content-type', 'application/json; charset=UTF-8');
    response.setHeader('X-Odd-Case', 'Ünits'.replace('Ü', '\xdc'));
    response.end('{"é":[1,2.50,"\\u00e9"]}');
  },
  etag: (request, response) => {
    response.setHeader('etag', '"v1"');
    response.setHeader('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.end('version 1');
  },
  file: (request, response) => {
    response.setHeader('accept-ranges', 'bytes');
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return response.end(FILE);
    const start = from === '' ? FILE.length - Number(to) : Number(from);
    const end = from === '' || to === '' ? FILE.length - 1 : Number(to);
    if (start >= FILE.length) {
      return response.writeHead(416, { 'content-range': `bytes */${FILE.length}` }).end();
    }
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${FILE.length}` });
    response.end(FILE.subarray(start, end + 1));
  },
  form: (request, response, body) => {
    const type = request.headers['content-type'] ?? '';
    const [, boundary] = /boundary=(.+)$/.exec(type) ?? [];
    const text = body.toString('latin1');
    // Nothing of it may be new each time.
    const reported = boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
    response.end(`${type.split(';', 1)[0]}: ${reported}`);
  },
  gzip: (_request, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('packed'));
  },
  chunks: (_request, response) => {
    response.write('one ');
    setTimeout(() => response.end('two'), 50);
  },
  redirect: (_request, response, _body, client) => {
    response.writeHead(302, { location: `/${client}/json` }).end();
  },
  reason: (_request, response) => response.writeHead(418, 'Short and Stout').end(),
  empty: (_request, response) => response.writeHead(204).end(),
  cookies: (_request, response) => {
    response.writeHead(
      200,
      [
        ['Set-Cookie', 'theme=dark'],
        ['Set-Cookie', 'size=big'],
      ].flat(),
    );
    response.end('cookies');
  },
  cut: (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  },
  reset: (_request, response) => response.socket.resetAndDestroy(),
  binary: (_request, response) =>
    response.end(Buffer.from(Array.from({ length: 256 }, (_, n) => n))),
  large: (_request, response) => response.end('a line of text\n'.repeat(20_000)),
  state: (request, response, body, client) => {
    if (request.method === 'PUT') states.set(client, body.toString());
    if (request.method === 'DELETE') states.delete(client);
    response.statusCode = request.method === 'GET' && !states.has(client) ? 404 : 200;
    response.end(states.get(client) ?? 'nothing');
  },
  missing: (request, response) => response.writeHead(404).end(`nothing at ${request.method}`),
};

/** Fields of one connection, and of one moment. */
const INCIDENTAL = /^(?:date|connection|keep-alive|transfer-encoding)$/i;

const CURL = [
  ['get', 'json'],
  ['get again', 'json'],
  ['head', 'json', '-I'],
  ['conditional', 'etag', '-H', 'If-None-Match: "v1"'],
  ['whole', 'etag'],
  ['range', 'file', '-r', '2-5'],
  ['open range', 'file', '-r', '7-'],
  ['beyond', 'file', '-r', '90-'],
  ['whole file', 'file'],
  ['form', 'form', '-F', 'title=Winds', '-F', 'file=@-;filename=a.bin'],
  ['other form', 'form', '-F', 'title=Tides', '-F', 'file=@-;filename=a.bin'],
  ['fields', 'form', '-d', 'a=1&b=2'],
  ['expected', 'form', '-H', 'Expect: 100-continue', '--data-binary', 'body'],
  ['packed', 'gzip', '--compressed'],
  ['chunks', 'chunks'],
  ['redirect', 'redirect', '-L'],
  ['reason', 'reason'],
  ['cookies', 'cookies'],
  ['cut', 'cut'],
  ['reset', 'reset'],
  ['binary', 'binary'],
  ['large', 'large'],
  ['before', 'state'],
  ['put', 'state', '-T', '-'],
  ['after', 'state'],
  ['after that', 'state'],
  ['delete', 'state', '-X', 'DELETE'],
  ['at last', 'state'],
  ['HTTP/1.0', 'json', '-0'],
  ['missing', 'nowhere', '-X', 'PATCH'],
];

async function curl(origin) {
  const all = [];
  for (const [name, path, ...options] of CURL) {
    const args = ['-sS', '-i', '-m', '20', ...options, `${origin}/curl/${path}`];
    const { bytes, code } = await output('curl', args, 'what is sent');
    const heads = bytes.toString('latin1').split('\r\n');
    const kept = heads.filter((line) => !INCIDENTAL.test(line.split(':', 1)[0] ?? ''));
    all.push(`${name} ${code} ${kept.join('\n')}`);
  }
  return all;
}

async function browser(origin) {
  const opened = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await opened.newPage();
    await page.goto(`${origin}/chromium/page`);
    return ['page', ...(await page.evaluate(inPage))];
  } finally {
    await opened.close();
  }
}

/** Runs in the page. */
async function inPage() {
  const form = (title) => {
    const body = new FormData();
    body.set('title', title);
    body.set('file', new Blob([new Uint8Array([0, 255, 13, 10])]), 'a.bin');
    return { method: 'POST', body };
  };
  const calls = [
    ['json'],
    ['etag'],
    // The browser asks with a condition by itself.
    ['etag'],
    ['etag', { cache: 'no-store' }],
    ['file', { headers: { range: 'bytes=2-5' } }],
    ['file', { cache: 'no-store' }],
    ['form', form('Winds')],
    ['form', form('Tides')],
    ['gzip'],
    ['redirect'],
    ['reason'],
    ['state', { cache: 'no-store' }],
    ['state', { method: 'PUT', body: 'chromium' }],
    ['state', { cache: 'no-store' }],
    ['binary'],
    ['cut'],
  ];
  const got = [];
  for (const [path, init] of calls) {
    try {
      const response = await fetch(`/chromium/${path}`, init);
      const incidental = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
      const fields = [...response.headers].filter(([name]) => !incidental.includes(name));
      const bytes = [...new Uint8Array(await response.arrayBuffer())].join();
      const { status, statusText } = response;
      got.push(`${path} ${JSON.stringify({ status, statusText, fields, bytes })}`);
    } catch (error) {
      got.push(`${path} ${error}`);
    }
  }
  return got;
}

/** Not spawnSync, as the server that is recorded is in this process. */
function output(command, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('error', reject);
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('close', (code) => resolve({ bytes: Buffer.concat(pieces), code }));
  });
}

async function lines(command, args) {
  const { bytes } = await output(command, args);
  return bytes.toString().trim().split('\n');
}

const CLIENTS = [
  ['curl', () => has('curl', '--version'), curl],
  ['Chromium', () => existsSync(CHROMIUM), browser],
  [
    'Python',
    () => has('python3', '--version'),
    (to) => lines('python3', [join(HERE, 'client.py'), to]),
  ],
  ['Java', () => has('java', '--version'), (to) => lines('java', [join(HERE, 'Client.java'), to])],
];

function has(command, option) {
  return spawnSync(command, [option]).status === 0;
}

/** Runs a command of ours until it is reported to stop. @returns its address */
function served(args) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  const ended = new Promise((resolve) => child.on('close', resolve));
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    return text;
  };
  return new Promise((resolve, reject) => {
    ended.then(() => reject(new Error(`${args[0]} ended: ${text}`)));
    child.stdout.on('data', (piece) => {
      text += piece;
      const [, origin] = /^content API +(http:\S+)$/m.exec(text) ?? [];
      if (origin !== undefined && text.includes('stop with')) resolve({ origin, stop });
    });
  });
}

async function main() {
  const present = CLIENTS.filter(([name, isThere]) => {
    if (isThere()) return true;
    console.log(`${name} is not on this machine, and is left out`);
    return false;
  });
  const scratch = mkdtempSync(join(tmpdir(), 'touchstone-clients-'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const recording = join(scratch, 'recording');
    const url = `http://127.0.0.1:${server.address().port}`;
    const profile = join(scratch, 'site.yaml');
    // Cookies are secrets by default, and have placeholders in recordings.
    writeFileSync(profile, `content: { url: "${url}" }\nkeep: { headers: [set-cookie] }\n`);
    const live = await asked(present, ['record', '--target', profile, '--out', recording]);
    const again = await asked(present, ['replay', recording, '--serve']);
    return compared(present, live, again);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function asked(clients, args) {
  const { origin, stop } = await served(args);
  const all = [];
  try {
    for (const [, , run] of clients) all.push(await run(origin));
  } finally {
    const log = await stop();
    for (const line of log.split('\n')) if (line.includes('out of order')) console.log(line);
  }
  return all;
}

function compared(clients, live, again) {
  let calls = 0;
  let differing = 0;
  for (const [at, [name]] of clients.entries()) {
    for (const [index, one] of live[at].entries()) {
      calls += 1;
      if (again[at][index] === one) continue;
      if (one.startsWith('reset 0 HTTP/1.1 502') && again[at][index] === 'reset 56 ') continue;
      differing += 1;
      console.log(
        `${name}\n  then ${one.slice(0, 400)}\n  now  ${String(again[at][index]).slice(0, 400)}`,
      );
    }
  }
  console.log(`${calls} calls of ${clients.map(([name]) => name).join(', ')}: ${differing} differ`);
  return differing === 0 && calls > 0 ? 0 : 1;
}

process.exitCode = await main();
