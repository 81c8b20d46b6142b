#!/usr/bin/env node
// Tools of others read what `contract openapi` exports: `node scripts/openapi-tools.js [tool…]`, without a name all of them:
// redocly, swagger-parser, openapi-typescript (types that `scripts/openapi-tools/consumer.ts` is compiled with), and prism
// in front of the reference target. Each is installed in a temporary folder (this takes the npm registry, or its cache).
// Needs a build. Exit code 1 if a tool finds something, 2 if it cannot be tried.

import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOUCHSTONE = join(ROOT, 'bin/touchstone.js');
const CONSUMER = join(ROOT, 'scripts/openapi-tools/consumer.ts');
const DOCUMENTS = ['integration', 'content'];
const LOGIN = ['editor', 'touchstone reference password'];
/** How long a server may take to begin, in half seconds. */
const TRIES = 240;

/** What each tool is installed from. openapi-typescript 7 asks for TypeScript 5. */
const TOOLS = {
  redocly: { packages: ['@redocly/cli@1.25.0'], run: redocly },
  'swagger-parser': { packages: ['@apidevtools/swagger-parser'], run: swaggerParser },
  'openapi-typescript': { packages: ['openapi-typescript@7', 'typescript@5'], run: types },
  prism: { packages: ['@stoplight/prism-cli@5.14'], run: prism },
};

const scratch = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'));
const children = [];
try {
  for (const document of DOCUMENTS) {
    const out = ['--out', join(scratch, `${document}.json`)];
    start(ROOT, process.execPath, [
      TOUCHSTONE,
      'contract',
      'openapi',
      '--document',
      document,
      ...out,
    ]);
  }
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TOOLS)) {
    const tool = TOOLS[name];
    if (tool === undefined) throw new Error(`there is no tool "${name}": ${Object.keys(TOOLS)}`);
    const folder = installed(name, tool.packages);
    const found = await tool.run(folder);
    console.log(`${found === '' ? 'PASS' : 'FAIL'}  ${name}`);
    if (found !== '') console.log(found);
    process.exitCode ||= found === '' ? 0 : 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
} finally {
  for (const child of children) child.kill();
  rmSync(scratch, { recursive: true, force: true });
}

function installed(name, packages) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  start(folder, 'npm', ['install', ...quiet, ...packages]);
  return folder;
}

function redocly(folder) {
  return tried(folder, ['redocly', 'lint', ...files(), '--extends=minimal']);
}

function swaggerParser(folder) {
  const script = `import parser from '@apidevtools/swagger-parser';
for (const file of ${JSON.stringify(files())}) await parser.validate(file);`;
  writeFileSync(join(folder, 'validate.js'), script);
  return tried(folder, ['node', 'validate.js']);
}

function types(folder) {
  for (const document of DOCUMENTS) {
    // Members with a default stay optional in what is sent.
    const options = ['--default-non-nullable=false', '-o', `${document}.ts`];
    const failed = tried(folder, ['openapi-typescript', fileOf(document), ...options]);
    if (failed !== '') return failed;
  }
  copyFileSync(CONSUMER, join(folder, 'consumer.ts'));
  const options = ['--module', 'nodenext', '--target', 'es2022', '--exactOptionalPropertyTypes'];
  return tried(folder, ['tsc', '--strict', '--noEmit', ...options, 'consumer.ts']);
}

/** Prism reads bodies as text, so the files that are uploaded through it are texts. */
async function prism(folder) {
  const [behind, front] = [await freePort(), await freePort()];
  serve(ROOT, process.execPath, [TOUCHSTONE, 'serve', '--port', behind]);
  const target = `http://127.0.0.1:${behind}/content`;
  await answers(target);
  serve(folder, process.execPath, [
    'node_modules/@stoplight/prism-cli/dist/index.js',
    ...['proxy', fileOf('content'), target, '--port', front],
  ]);
  const url = `http://127.0.0.1:${front}`;
  await answers(url);
  const failed = await uploads(url);
  if (failed !== '') return failed;
  const [user, password] = LOGIN;
  const profile = { content: { url, user, password, routing: 'path' } };
  writeFileSync(join(folder, 'profile.yaml'), JSON.stringify(profile));
  const report = ['--out', join(folder, 'out'), '--concurrency', '4'];
  const only = ['--quick', '--only', 'content/pages'];
  const checked = ['check', '--target', join(folder, 'profile.yaml'), '--allow-writes', ...only];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [TOUCHSTONE, ...checked, ...report],
    {
      ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 },
    },
  );
  const { clauses } = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'));
  const blocked = clauses.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id);
  if (status !== 0) return stdout.slice(-3000) + stderr.slice(-1000);
  return blocked.length === 0 ? '' : `blocked: ${blocked.join(', ')}`;
}

/** A text as the whole body, and as a part of a form: both arrive, and Prism has nothing to say of them. */
async function uploads(url) {
  const form = new FormData();
  form.set('file', new Blob(['some text'], { type: 'text/plain' }), 'b.txt');
  form.set('alt_text', 'some');
  const disposition = { 'content-disposition': 'attachment; filename="a.txt"' };
  const asBytes = { body: 'some text', headers: { 'content-type': 'text/plain', ...disposition } };
  for (const { body, headers = {} } of [asBytes, { body: form }]) {
    const authorization = `Basic ${Buffer.from(LOGIN.join(':')).toString('base64')}`;
    const answer = await fetch(`${url}/cms/v2/media`, {
      ...{ method: 'POST', body, headers: { ...headers, authorization } },
    });
    const violations = answer.headers.get('sl-violations');
    await answer.arrayBuffer();
    if (answer.status !== 201 || violations !== null) {
      return `an upload was answered with HTTP ${answer.status}, violations: ${violations}`;
    }
  }
  return '';
}

function files() {
  return DOCUMENTS.map(fileOf);
}

function fileOf(document) {
  return join(scratch, `${document}.json`);
}

/** What a tool prints where it fails, or nothing. */
function tried(folder, [command, ...args]) {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', command, ...args], {
    ...{ cwd: folder, encoding: 'utf8' },
  });
  return status === 0 ? '' : `${stdout}${stderr}`.slice(-5000);
}

function start(cwd, command, args) {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}

function serve(cwd, command, args) {
  children.push(spawn(command, args.map(String), { cwd, stdio: 'ignore' }));
}

async function answers(url) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await sleep(500);
  }
  throw new Error(`nothing answers at ${url}`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
