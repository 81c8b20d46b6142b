import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { ClauseReport, RunEvent, Target, WritePolicy } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { type RunningServer, startServer } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { runLive } from './live-run.ts';

const contract = loadContract();
const SPARSE = fileURLToPath(
  new URL('../../fixtures/reference/content/sparse.yaml', import.meta.url),
);
const servers: RunningServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** The reference site on a port, and a line for each request that it gets. */
async function loggedSite(options: { readonly seedFile?: string; readonly login?: string } = {}) {
  const log: string[] = [];
  const address = { url: '' };
  const { handler } = referenceHandler(
    {
      faults: [],
      variations: [],
      contract,
      ...(options.seedFile && { seedFile: options.seedFile }),
    },
    () => `${address.url}/content`,
  );
  const server = await startServer((request) => {
    log.push(`${request.method} ${request.target}`);
    return handler(request);
  }, {});
  servers.push(server);
  address.url = server.url;
  const urls = { integration: server.url, content: `${server.url}/content` };
  const { endpoints, ...rest } = referenceTarget(contract, urls, 'site');
  const { content } = endpoints;
  if (!content) throw new Error('the reference target has no content endpoint');
  const target: Target = { ...rest, endpoints: { content } };
  return { log, target, url: urls.content };
}

async function clausesOf(target: Target, writes: WritePolicy, seed: number) {
  const events: RunEvent[] = [];
  for await (const event of runLive({ contract, target, seed, runs: 3, writes }))
    events.push(event);
  const footer = events.find((event) => event.kind === 'footer');
  const clauses = events.filter((event) => event.kind === 'clause');
  return { clauses, footer };
}

const withVerdict = (clauses: readonly ClauseReport[], ...verdicts: readonly string[]) =>
  clauses.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

/** What the site has, as its editor sees it. */
async function inventory(url: string, authorization: string): Promise<readonly string[]> {
  const found: string[] = [];
  const collections = ['posts', 'pages', 'media', 'menu-items', 'blocks', 'navigation'];
  for (const name of [...collections, 'templates', 'template-parts']) {
    const paged = name.startsWith('template') ? '' : '&per_page=100&context=edit';
    const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'inherit'];
    for (const status of name.startsWith('template') ? [''] : statuses) {
      const query = status === '' ? paged : `${paged}&status=${status}`;
      const answer = await fetch(`${url}/index.php?rest_route=/cms/v2/${name}${query}`, {
        headers: { authorization },
      });
      const list: unknown = await answer.json();
      if (Array.isArray(list)) {
        found.push(...list.map((one) => `${name} ${status} ${JSON.stringify(one)}`));
      }
    }
  }
  return found;
}

describe('a run that only reads', () => {
  test('sends nothing but GET, HEAD and OPTIONS, and judges all that reading shows', async () => {
    const { log, target } = await loggedSite();
    const { clauses, footer } = await clausesOf(target, 'nowhere', 1);
    expect(log.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([]);
    expect(log.length).toBeGreaterThan(500);
    expect(withVerdict(clauses, 'fail', 'warn', 'error', 'blocked')).toEqual([]);
    expect(withVerdict(clauses, 'pass').length).toBeGreaterThan(300);
    expect(footer).toMatchObject({ exitCode: 0, problems: [] });
    const created = clauses.find(({ id }) => id === 'content/state/created-is-there');
    expect(created).toMatchObject({ verdict: 'skipped' });
    expect(created?.reasons.join()).toContain('--read-only');
  });
});

describe('a run that writes', () => {
  test('leaves the site as it was', async () => {
    const { log, target, url } = await loggedSite();
    const authorization = target.endpoints.content?.authorization ?? '';
    const before = await inventory(url, authorization);
    const { footer } = await clausesOf(target, 'loopback', 2);
    expect(log.filter((line) => line.startsWith('POST ')).length).toBeGreaterThan(200);
    expect(await inventory(url, authorization)).toEqual(before);
    expect(before.length).toBeGreaterThan(80);
    expect(footer).toMatchObject({ exitCode: 0, problems: [] });
  });

  test('finds nothing wrong with a site that has hardly anything', async () => {
    const { target } = await loggedSite({ seedFile: SPARSE });
    const { content } = target.endpoints;
    if (!content) throw new Error('there is no content endpoint');
    const bare: Target = { ...target, endpoints: { content: { ...content, known: {} } } };
    const { clauses, footer } = await clausesOf(bare, 'loopback', 3);
    expect(withVerdict(clauses, 'fail', 'warn', 'error')).toEqual([]);
    expect(withVerdict(clauses, 'pass').length).toBeGreaterThan(800);
    expect(footer).toMatchObject({ exitCode: 0, problems: [] });
    const unjudged = clauses.filter(({ verdict }) => ['skipped', 'blocked'].includes(verdict));
    expect(unjudged.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
  });

  test('finds nothing wrong where the login may not write', async () => {
    const { target } = await loggedSite();
    const { content } = target.endpoints;
    if (!content) throw new Error('there is no content endpoint');
    const { authorization: _, ...open } = content;
    const { clauses } = await clausesOf({ ...target, endpoints: { content: open } }, 'loopback', 4);
    expect(withVerdict(clauses, 'fail', 'warn', 'error')).toEqual([]);
    const created = clauses.find(({ id }) => id === 'content/state/created-is-there');
    expect(created).toMatchObject({
      verdict: 'skipped',
      reasons: ['it needs a login, and none was given'],
    });
    const [reason = ''] = created?.reasons ?? [];
    const alike = clauses.filter(({ reasons }) => reasons.includes(reason));
    expect(alike.length).toBeGreaterThan(100);
  });
});
