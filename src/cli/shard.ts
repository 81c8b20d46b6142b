/** The part of a run that this process sends: `--shard I/N`, or `--shard auto`. */

import { InvalidArgumentError } from 'commander';
import { type Shard, TouchstoneError } from '../model/index.ts';
import type { Environment } from '../profiles/index.ts';

/** A system that starts one process for each shard, with its variables. */
interface ShardSystem {
  readonly name: string;
  readonly index: string;
  /** The index of the first process. */
  readonly first: 0 | 1;
  readonly count: string;
}

/** For systems that set only an index, or nothing. */
const COUNT = 'TOUCHSTONE_SHARD_COUNT';

/** An explicit setting takes precedence over one of the system. */
const OWN: ShardSystem = {
  ...{ name: 'your own', index: 'TOUCHSTONE_SHARD_INDEX', first: 1, count: COUNT },
};

const SYSTEMS: readonly ShardSystem[] = [
  { name: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
  {
    ...{ name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0 },
    count: 'BUILDKITE_PARALLEL_JOB_COUNT',
  },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0, count: COUNT },
  // Not PARALLEL_JOBSLOT: a free slot is reused by another job, which would be the same shard.
  { name: 'GNU parallel', index: 'PARALLEL_SEQ', first: 1, count: COUNT },
];

export function shardIn(env: Environment): (text: string) => Shard {
  return (text) => (text === 'auto' ? shardFrom(env) : shardOf(text));
}

function shardOf(text: string): Shard {
  const [, index = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const found = { index: Number(index), of: Number(of) };
  if (found.index >= 1 && found.index <= found.of) return found;
  throw new InvalidArgumentError('it must be I/N, with I from 1 to N, or auto.');
}

/** @throws TouchstoneError 'usage' if no system, or more than one, defines the shard */
function shardFrom(env: Environment): Shard {
  const isSet = ({ index }: ShardSystem) => (env[index] ?? '') !== '';
  const [system, other] = isSet(OWN) ? [OWN] : SYSTEMS.filter(isSet);
  if (system === undefined) {
    const names = [OWN, ...SYSTEMS].map(({ name, index, count }) => `${index}/${count} (${name})`);
    throw new TouchstoneError(
      'usage',
      `--shard auto: no variable says which shard this is; looked for ${names.join(', ')}`,
      `set ${OWN.index} (from 1) and ${OWN.count}, or give --shard I/N`,
    );
  }
  if (other !== undefined) {
    throw new TouchstoneError(
      'usage',
      `--shard auto: both ${system.index} (${system.name}) and ${other.index} (${other.name}) are set`,
      `set ${OWN.index} (from 1) and ${OWN.count}, which come first, or give --shard I/N`,
    );
  }
  return shardOn(system, env);
}

function shardOn({ name, index, first, count }: ShardSystem, env: Environment): Shard {
  const of = whole(env[count]);
  const at = whole(env[index]);
  if (of !== undefined && at !== undefined && at >= first && at < of + first) {
    return { index: at - first + 1, of };
  }
  const is = (variable: string) =>
    `${variable} is ${env[variable] ? `"${env[variable]}"` : 'not set'}`;
  throw new TouchstoneError(
    'usage',
    `--shard auto: ${is(index)}, and ${is(count)} (${name})`,
    `${index} counts from ${first}, and ${count} is the number of shards, 9999 at the most`,
  );
}

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
