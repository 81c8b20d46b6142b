import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** A script that takes two options, with these words. */
function run(...words: readonly string[]) {
  const options = `{ sample: { type: 'string', default: '3' }, json: { type: 'boolean' } }`;
  const text = `import { given } from './given.js'; console.log(given({ options: ${options} }).values.sample);`;
  const args = ['--input-type=module', '--eval', text, '--', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it.each([
  ['--nonsense', "Unknown option '--nonsense'"],
  ['--sample', "Option '--sample <value>' argument missing"],
])('says what is wrong with %s in a line, and what there is', (word, what) => {
  const stderr = `${what}; there is --sample, --json\n`;
  expect(run(word)).toEqual({ status: 2, stdout: '', stderr });
});

it('reads what is right', () => {
  expect(run('--sample', '5')).toMatchObject({ status: 0, stdout: '5\n' });
});
