import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('../../fixtures/ci/', import.meta.url));
const text = (name: string) => readFileSync(`${FOLDER}${name}`, 'utf8');

it('examples of spread runs are there, and no others', () => {
  const names = ['Dockerfile', 'github.yaml', 'gitlab.yaml', 'kubernetes.yaml', 'parallel.sh'];
  expect(readdirSync(FOLDER).sort()).toEqual(names);
});

it('the matrix of GitHub has each shard once, and its number of jobs is that of shards', () => {
  const { strategy, env } = parse(text('github.yaml')).jobs.shard;
  expect(strategy.matrix).toEqual({ shard: [1, 2, 3, 4] });
  expect(env).toEqual({
    TOUCHSTONE_SHARD_INDEX: '$' + '{{ matrix.shard }}',
    TOUCHSTONE_SHARD_COUNT: '$' + '{{ strategy.job-total }}',
  });
});

it('the credentials go by the names that `touchstone init` writes', () => {
  const names = ['INTEGRATION_TOKEN', 'CONTENT_USER', 'CONTENT_PASSWORD'].map(
    (name) => `TOUCHSTONE_${name}`,
  );
  expect(Object.keys(parse(text('github.yaml')).env)).toEqual([...names, 'SEED']);
  for (const name of names) expect(text('gitlab.yaml')).toContain(name);
});

it('the jobs of GitLab write to folders of their own, and the report waits for all', () => {
  const { shard, report, stages } = parse(text('gitlab.yaml'));
  expect(shard.parallel).toBeGreaterThan(1);
  expect(shard.script.join('\n')).toMatch(/--shard auto --out "shards\/\$CI_NODE_INDEX"/);
  expect(stages).toEqual([shard.stage, report.stage]);
  expect(report.when).toBe('always');
});

describe('the Job of Kubernetes', () => {
  const job = parse(text('kubernetes.yaml'));
  const [container] = job.spec.template.spec.containers;

  it('fits the published schema', () => {
    expect(() => new Job(job).validate()).not.toThrow();
    const misspelt = { ...job, spec: { ...job.spec, completions: '16' } };
    expect(() => new Job(misspelt).validate()).toThrow('completions must be integer');
  });

  it('has an index for each shard, and a folder for each index', () => {
    expect(job.spec.completionMode).toBe('Indexed');
    const count = container.env.find(({ name }: { name: string }) => name.endsWith('_COUNT'));
    expect(count.value).toBe(String(job.spec.completions));
    expect(container.args).toContain('/reports/$(JOB_COMPLETION_INDEX)');
  });

  it('tries again what was killed, and not what has exit code 1 or 2', () => {
    const [drained, rule] = job.spec.podFailurePolicy.rules;
    expect(drained.onPodConditions).toMatchObject([{ type: 'DisruptionTarget' }]);
    expect(rule.onExitCodes).toMatchObject({ containerName: container.name, values: [1, 2] });
    expect(job.spec.backoffLimitPerIndex).toBeGreaterThan(0);
    expect(job.spec.template.spec.restartPolicy).toBe('Never');
  });
});

it('the script for GNU parallel can be read by bash, and sets the number of shards', () => {
  execFileSync('bash', ['-n', `${FOLDER}parallel.sh`]);
  expect(text('parallel.sh')).toMatch(/export TOUCHSTONE_SHARD_COUNT=[\s\S]*--shard auto/);
});

it('the image of the Dockerfile runs touchstone itself, which gets the signals', () => {
  const lines = text('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  expect(lines[0]).toMatch(/^FROM node:\d+/);
  expect(lines).toContain('WORKDIR /project');
  expect(lines.at(-1)).toBe('ENTRYPOINT ["/project/node_modules/.bin/touchstone"]');
});
