import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from './main.ts';
import { shardIn } from './shard.ts';

const COUNT = 'TOUCHSTONE_SHARD_COUNT';

describe('--shard auto', () => {
  it.each([
    ['your own', { TOUCHSTONE_SHARD_INDEX: '1', [COUNT]: '4' }, 1],
    ['your own, last', { TOUCHSTONE_SHARD_INDEX: '4', [COUNT]: '4' }, 4],
    ['GitLab', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, 1],
    ['CircleCI', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '4' }, 1],
    ['Buildkite', { BUILDKITE_PARALLEL_JOB: '3', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, 4],
    ['Kubernetes', { JOB_COMPLETION_INDEX: '0', [COUNT]: '4' }, 1],
    ['Kubernetes, last', { JOB_COMPLETION_INDEX: '3', [COUNT]: '4' }, 4],
    ['GNU parallel', { PARALLEL_SEQ: '4', PARALLEL_JOBSLOT: '1', [COUNT]: '4' }, 4],
    // GitLab sets the count in every job, and the index in parallel ones.
    ['the one with an index', { CI_NODE_TOTAL: '1', PARALLEL_SEQ: '2', [COUNT]: '4' }, 2],
    [
      'your own before others',
      { TOUCHSTONE_SHARD_INDEX: '3', [COUNT]: '4', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '9' },
      3,
    ],
  ])('reads the variables of %s', (_, env, index) => {
    expect(shardIn(env)('auto')).toEqual({ index, of: 4 });
  });

  it.each<readonly [string, { readonly [name: string]: string }, RegExp]>([
    ['nothing is set', {}, /looked for TOUCHSTONE_SHARD_INDEX.*CI_NODE_INDEX.*PARALLEL_SEQ/],
    ['the index is empty', { CI_NODE_INDEX: '', CI_NODE_TOTAL: '4' }, /looked for/],
    [
      'the count is missing',
      { JOB_COMPLETION_INDEX: '0' },
      /JOB_COMPLETION_INDEX is "0", and TOUCHSTONE_SHARD_COUNT is not set \(Kubernetes\)/,
    ],
    ['an index is 0 that counts from 1', { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' }, /is "0"/],
    ['an index is above the last', { JOB_COMPLETION_INDEX: '4', [COUNT]: '4' }, /is "4"/],
    ['an index is no number', { PARALLEL_SEQ: '1.5', [COUNT]: '4' }, /PARALLEL_SEQ is "1\.5"/],
    [
      'two systems say which shard it is',
      { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', PARALLEL_SEQ: '2', [COUNT]: '4' },
      /both CI_NODE_INDEX \(GitLab\) and PARALLEL_SEQ \(GNU parallel\) are set/,
    ],
  ])('is refused where %s', (_, env, message) => {
    expect(() => shardIn(env)('auto')).toThrow(message);
  });

  it.each(['check', 'fuzz'])('exits 2 and says what was looked for, in %s', async (command) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const world = { stdout, stderr, env: {}, cwd: '.', signal: new AbortController().signal };
    expect(await main([command, '--seed', '7', '--shard', 'auto'], world)).toBe(2);
    expect(String(stderr.read())).toMatch(
      /^error usage: --shard auto: .*JOB_COMPLETION_INDEX.*\n {2}set TOUCHSTONE_SHARD_INDEX/,
    );
  });
});
