import { expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { givenCorpus } from './fuzz-corpus.ts';

it('a run refuses a corpus that is not there, rather than to send nothing of it', () => {
  const act = () => givenCorpus({ corpus: 'nosuch' }, loadContract(), { cwd: import.meta.dirname });
  expect(act).toThrow('--corpus nosuch: there is no such folder or file');
});
