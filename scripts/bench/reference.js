// The reference content site next to a bare server that answers bytes of the same size, and its growth with the collection.
// The figure is the processor time of the server: on one core, its rate is the inverse of that.
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { interleaved } from './measure.js';
import { microseconds, startWorker } from './worker.js';

const CONNECTIONS = 8;
const LIST = '/index.php?rest_route=/cms/v2/posts';
const FILTERED =
  '/cms/v2/posts?search=webhook&categories=2,3&author_exclude=9&after=2020-01-01T00:00:00Z&orderby=title&order=asc';
const HEADERS = { accept: 'application/json' };

export async function measure({ rounds, quick }) {
  return [...(await besideBare(rounds)), ...(await byPosts(rounds, quick))];
}

async function besideBare(rounds) {
  const [site, bare] = [
    await startWorker('reference.js', 'site', 0),
    await startWorker('reference.js', 'bare'),
  ];
  const [one, other] = [clientOf(site), clientOf(bare)];
  try {
    const { length } = await one.ask(LIST);
    await bare.ask({ length });
    const { reference, node } = await interleaved(
      { reference: () => window(one, () => LIST), node: () => window(other, () => LIST) },
      rounds,
    );
    return [
      {
        what: `the reference target lists 10 posts, ${length} bytes`,
        value: reference.work.median,
        unit: 'µs',
        spread: reference.work.spread,
        beside: 'bare node:http',
        ratio: reference.work.median / node.work.median,
        note: `${Math.round(reference.rate.median)} requests/s, bare ${Math.round(node.rate.median)}`,
      },
    ];
  } finally {
    await Promise.all([one.close(), other.close()]);
    site.stop();
    bare.stop();
  }
}

async function byPosts(rounds, quick) {
  const sizes = quick ? [1_000, 3_000] : [1_000, 3_000, 10_000];
  const sites = [];
  try {
    for (const size of sizes) {
      const worker = await startWorker('reference.js', 'site', size);
      sites.push({ worker, client: clientOf(worker) });
    }
    let turns = 0;
    // Never the same address twice, so that no answer is at hand.
    const another = () => {
      turns += 1;
      return `${FILTERED}&exclude=${turns}`;
    };
    const ways = Object.fromEntries(
      sites.map(({ client }, at) => [sizes[at], () => window(client, another)]),
    );
    const figures = await interleaved(ways, rounds);
    return sizes.map((size) => {
      const { work } = figures[size];
      const ratio = work.median / figures[sizes[0]].work.median;
      return {
        what: `a filtered page of ${size} posts`,
        value: work.median,
        unit: 'µs',
        spread: work.spread,
        beside: `${sizes[0]} posts`,
        ratio,
        goal: { figure: 'ratio', most: (size / sizes[0]) * 1.2 },
        series: { name: 'a filtered page', x: 'posts', at: size },
      };
    });
  } finally {
    for (const { worker, client } of sites) {
      await client.close();
      worker.stop();
    }
  }
}

function clientOf(worker) {
  const { origin, pathname } = new URL(worker.ready);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const base = pathname.replace(/\/$/, '');
  return {
    ask: async (path) => {
      const options = { path: `${base}${path}`, method: 'GET', headers: HEADERS };
      const { statusCode, body } = await pool.request(options);
      const bytes = Buffer.from(await body.arrayBuffer());
      if (statusCode >= 300) throw new Error(`HTTP ${statusCode}: ${bytes}`);
      return bytes;
    },
    spent: () => worker.ask({ spent: true }),
    close: () => pool.close(),
  };
}

async function window(client, path) {
  const before = await client.spent();
  const begun = performance.now();
  let count = 0;
  const loop = async () => {
    while (performance.now() - begun < 600) {
      await client.ask(path());
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  const rate = (count * 1000) / (performance.now() - begun);
  return { rate, work: ((await client.spent()) - before) / count };
}

/** The reference site. If it is to have more posts than it has, copies of its own come in. */
export async function site(count) {
  const [{ contentHandler }, seeds, stores, { startServer }, { loadContract }] = await Promise.all([
    import('../../dist/reference/content/handler.js'),
    import('../../dist/reference/content/seed.js'),
    import('../../dist/reference/content/store.js'),
    import('../../dist/reference/http.js'),
    import('../../dist/contract/contract.js'),
  ]);
  const seed = seeds.readSeed();
  const store = seeds.seedStore(seed);
  const own = [...stores.storedCollectionOf(store, 'posts').items.values()];
  for (let index = own.length; index < Number(count); index += 1) {
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
  return { ready: `${server.url}/content`, ask: () => microseconds() };
}

/** Answers every request with as many bytes as it was asked to. */
export async function bare() {
  let body = Buffer.alloc(0);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ask = ({ length }) => {
    if (length === undefined) return microseconds();
    body = Buffer.alloc(length, 'x');
  };
  return { ready: `http://127.0.0.1:${server.address().port}`, ask };
}
