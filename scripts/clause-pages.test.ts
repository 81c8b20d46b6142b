import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadContract } from '../src/contract/contract.ts';
import { clausePages } from './clause-pages.ts';

const FOLDER = fileURLToPath(new URL('../docs/clauses/', import.meta.url));
const pages = clausePages(loadContract().clauses);

// `npm run docs:clauses` is this test, with leave to write.
it.each([...pages])('docs/clauses/%s is what the contract says', async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(FOLDER, name));
});

it('docs/clauses has no other pages, and stays small', () => {
  const files = readdirSync(FOLDER);
  expect(files.filter((file) => !pages.has(file))).toEqual([]);
  const bytes = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
  expect(bytes).toBeLessThan(400_000);
});

it('every clause can be found on a page', () => {
  const all = [...pages.values()].join('\n');
  const lost = loadContract().clauses.filter(({ id }) => {
    const [, begins = id, rest = ''] = /^(.+?\/(?:path|query|body))\/(.+)$/.exec(id) ?? [];
    return !all.includes(`\`${id}\``) && !(all.includes(`\`${begins}/\``) && all.includes(rest));
  });
  expect(lost.map(({ id }) => id)).toEqual([]);
});
