import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { RunReport } from '../model/index.ts';
import { serveReference } from '../reference/serve.ts';
import { listening } from './gate.fixture.ts';
import { runCli } from './run-cli.fixture.ts';

/** A list as a site shows it whose first titles have marks, and whose blocks show `raw` and nothing else. */
function altered(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((record, at) => {
    const rendered = record.title?.rendered;
    if (rendered === undefined) return record;
    const text = at < 3 ? `${rendered}!` : rendered;
    return { ...record, title: { raw: text } };
  });
}

it('exact searches are judged on a site whose blocks show raw titles, the first with marks', async () => {
  const reference = await serveReference({ faults: [], variations: [] });
  const site = await listening(
    createServer(async ({ url = '', headers: { authorization = '' } }, answer) => {
      const got = await fetch(`${reference.url}${url}`, { headers: { authorization } });
      const body = await got.json();
      const isBlocks = decodeURIComponent(url).includes('/cms/v2/blocks');
      answer.writeHead(got.status, {
        'content-type': 'application/json',
        'x-cms-total': got.headers.get('x-cms-total') ?? '',
        'x-cms-totalpages': got.headers.get('x-cms-totalpages') ?? '',
      });
      answer.end(JSON.stringify(isBlocks ? altered(body) : body));
    }),
  );
  try {
    const only = ['--only', 'content/blocks/list/relation/search/exact-narrows'];
    const args = ['check', '--content', `${site.url}/content`, ...only, '--read-only', '--json'];
    const env = {
      TOUCHSTONE_CONTENT_USER: 'editor',
      TOUCHSTONE_CONTENT_PASSWORD: 'touchstone reference password',
    };
    const { out } = await runCli([...args, '--seed', '1'], { cwd: tmpdir(), env });
    const { clauses }: RunReport = JSON.parse(out);
    const clause = clauses.find(({ id }) => id === 'content/lists/search-semantics');
    expect(clause?.verdict).toBe('pass');
    expect(clause?.cases.pass).toBeGreaterThan(1);
  } finally {
    await site.close();
    await reference.close();
  }
}, 120_000);
