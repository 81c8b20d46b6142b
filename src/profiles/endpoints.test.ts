import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { documentsOf, selectableOf } from '../model/index.ts';
import { referenceTarget } from './choose.ts';

const contract = loadContract();
const both = ['integration', 'content'];

it.each([
  [['integration/timezones'], ['integration']],
  [['content', 'integration/x'], both],
  [['cont'], ['content']],
  [[], both],
  // A rule for all requests has cases of each, and what is nowhere is looked for everywhere.
  [['robust/'], both],
  [['integration/timezones', 'robust/'], both],
  [['content/posts', 'zzz'], both],
])('what begins with %j is of these APIs: %j', (only, documents) => {
  const urls = { integration: 'http://127.0.0.1:1', content: 'http://127.0.0.1:1' };
  const target = referenceTarget(contract, urls, 'a target');
  expect(documentsOf(selectableOf(target, only))).toEqual(documents);
});
