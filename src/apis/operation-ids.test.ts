import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';

// `npx vitest run src/apis/operation-ids.test.ts --update` writes the file.
it('operation-ids.ts has the ids of all operations', async () => {
  const ids = loadContract().operations.map(({ id }) => `  | '${id}'`);
  const text = [
    '/** The operations of all documents. Generated from `schemas/`: operation-ids.test.ts says how. */',
    'export type OperationId =',
    `${ids.sort().join('\n')};`,
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('operation-ids.ts');
});
