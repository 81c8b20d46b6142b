// Measures the speed of the reference content site: node scripts/bench-content.js [rounds] (after npm run build)
//
// 1. A list and one post, against a bare node:http server that answers bytes of the same size. Each server
//    is a process of its own, the two are asked in turns, and medians are compared. What counts is the
//    processor time that the server spends on a request: on one core, its rate is the inverse of that, and
//    the client and other work on the machine do not matter. Wall clock rates are printed too.
// 2. A filtered page of 1,000, 3,000 and 10,000 posts: asked for again, asked for with other parameters each
//    time, and as the first one after a write. Its cost must grow no faster than the collection.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

const CONNECTIONS = 8;
const ROUND_MS = 600;
const SIZES = [1000, 3000, 10_000];
const FILTERED =
  '/cms/v2/posts?search=webhook&categories=2,3&author_exclude=9&after=2020-01-01T00:00:00Z&orderby=title&order=asc';
const CHANGED = '/cms/v2/posts/5000';
const HEADERS = { accept: 'application/json' };

const [role] = process.argv.slice(2);
if (role === 'site') await serveSite(Number(process.argv[3]));
else if (role === 'bare') await serveBare();
else await compare(Number(role ?? 9));

// ---- the servers -------------------------------------------------------------------------------------

/** The reference site; with more posts than it has, copies of its own under other ids, dates and titles. */
async function serveSite(count) {
  const [{ contentHandler }, seeds, stores, { startServer }, { loadContract }] = await Promise.all([
    import('../dist/reference/content/handler.js'),
    import('../dist/reference/content/seed.js'),
    import('../dist/reference/content/store.js'),
    import('../dist/reference/http.js'),
    import('../dist/contract/contract.js'),
  ]);
  const seed = seeds.readSeed();
  const store = seeds.seedStore(seed);
  const own = [...stores.storedCollectionOf(store, 'posts').items.values()];
  for (let index = own.length; index < count; index++) {
    const post = own[index % own.length];
    const id = 5000 + index - own.length;
    const title = `${(index * 7919) % 10_007} ${post.title}`;
    const date = post.date + index * 60_000;
    stores.putItem(store, { ...post, id, title, date, modified: date, slug: `copy-${id}` });
  }
  const handler = contentHandler({
    contract: loadContract(),
    seed,
    store,
    now: Date.now,
    baseUrl: () => `${server.url}/content`,
  });
  const server = await startServer(handler);
  answerQuestions(`${server.url}/content`);
}

/** Answers every address that it was told a length for with so many bytes. */
async function serveBare() {
  const bodies = new Map();
  process.on('message', ({ path, length }) => {
    if (path !== undefined) bodies.set(path, Buffer.alloc(length, 'x'));
  });
  const server = createServer((request, response) => {
    const body = bodies.get(request.url);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    answerQuestions(`http://127.0.0.1:${server.address().port}/content`);
  });
}

/** Tells where the server is, and how much processor time it has spent, in microseconds. */
function answerQuestions(url) {
  process.on('message', (message) => {
    if (message === 'spent') {
      const { user, system } = process.cpuUsage();
      process.send({ spent: user + system });
    }
  });
  process.on('disconnect', () => process.exit());
  process.send({ url });
}

// ---- the client --------------------------------------------------------------------------------------

async function start(...args) {
  const child = fork(fileURLToPath(import.meta.url), args);
  const { url } = await next(child);
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  return {
    /** Body of a successful answer; throws for any other answer. */
    ask: async (path, options = {}) => {
      const answer = await pool.request({ path: `${pathname}${path}`, method: 'GET', ...options });
      const body = Buffer.from(await answer.body.arrayBuffer());
      if (answer.statusCode >= 300) throw new Error(`HTTP ${answer.statusCode}: ${body}`);
      return body;
    },
    spent: async () => {
      child.send('spent');
      return (await next(child)).spent;
    },
    tell: (path, length) => child.send({ path: `${pathname}${path}`, length }),
    stop: async () => {
      await pool.close();
      child.disconnect();
    },
  };
}

function next(child) {
  return new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`the server ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

/** Asks one thing over and over for a while. @returns requests a second, and microseconds spent on each */
async function round(server, ask) {
  const before = await server.spent();
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - begun < ROUND_MS) {
        await ask(server);
        count += 1;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { rate: count / seconds, cost: ((await server.spent()) - before) / count };
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

function medians(rounds) {
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    cost: median(rounds.map(({ cost }) => cost)),
  };
}

// ---- the comparisons ---------------------------------------------------------------------------------

async function compare(rounds) {
  await againstBare(rounds);
  await withMorePosts(rounds);
}

async function againstBare(rounds) {
  const [site, bare] = [await start('site', '0'), await start('bare')];
  console.log(
    '                            site, µs  bare, µs   ratio    site, 1/s  bare, 1/s  (wall clock)',
  );
  for (const [name, path] of [
    ['list of 10 posts', '/index.php?rest_route=/cms/v2/posts'],
    ['one post', '/index.php?rest_route=/cms/v2/posts/100'],
  ]) {
    const { length } = await site.ask(path, { headers: HEADERS });
    bare.tell(path, length);
    const ask = (server) => server.ask(path, { headers: HEADERS });
    // Until the compiler has made of it what it will.
    for (let turn = 0; turn < 4; turn++)
      for (const server of [site, bare]) await round(server, ask);
    const [sites, bares] = [[], []];
    for (let turn = 0; turn < rounds; turn++) {
      sites.push(await round(site, ask));
      bares.push(await round(bare, ask));
    }
    const [one, other] = [medians(sites), medians(bares)];
    console.log(
      `${`${name}, ${length} bytes`.padEnd(28)}${one.cost.toFixed(1).padStart(8)}${other.cost.toFixed(1).padStart(10)}` +
        `${(other.cost / one.cost).toFixed(2).padStart(8)}${one.rate.toFixed(0).padStart(13)}${other.rate.toFixed(0).padStart(11)}`,
    );
  }
  await Promise.all([site.stop(), bare.stop()]);
}

async function withMorePosts(rounds) {
  const authorization = await credential();
  const servers = [];
  for (const size of SIZES) servers.push({ size, server: await start('site', String(size)) });
  let turns = 0;
  const write = (server) => {
    turns += 1;
    return server.ask(CHANGED, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Changed ${turns}` }),
    });
  };
  // Never the same address twice, so that no answer is at hand.
  const another = (server) => {
    turns += 1;
    return server.ask(`${FILTERED}&exclude=${turns}`, { headers: HEADERS });
  };
  const kinds = [
    ['asked for again', (server) => server.ask(FILTERED, { headers: HEADERS })],
    ['asked for anew', another],
    ['a write by itself', write],
    [
      'a write and a page',
      async (server) => {
        await write(server);
        await another(server);
      },
    ],
  ];
  console.log(
    `\nfiltered page, µs         ${SIZES.map((size) => `${size} posts`.padStart(13)).join('')}   growth`,
  );
  for (const [name, ask] of kinds) {
    const all = servers.map(() => []);
    for (const { server } of servers) await round(server, ask);
    for (let turn = 0; turn < rounds; turn++) {
      for (const [index, { server }] of servers.entries())
        all[index].push(await round(server, ask));
    }
    const costs = all.map((some) => medians(some).cost);
    console.log(
      `${name.padEnd(26)}${costs.map((cost) => cost.toFixed(0).padStart(13)).join('')}` +
        `${`×${(costs.at(-1) / costs[0]).toFixed(1)}`.padStart(9)}`,
    );
  }
  await Promise.all(servers.map(({ server }) => server.stop()));
}

async function credential() {
  const { REFERENCE_USER, REFERENCE_PASSWORD } = await import('../dist/reference/serve.js');
  return `Basic ${Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64')}`;
}
