import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { baselineBeside } from '../profiles/index.ts';
import { FORMAT_FILES } from '../report/index.ts';
import { programOf } from './main.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/ci/', import.meta.url));
const text = (name: string) => readFileSync(`${FOLDER}${name}`, 'utf8');

const WORLD = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: {},
  cwd: FOLDER,
  signal: new AbortController().signal,
};

const CREDENTIALS = ['INTEGRATION_TOKEN', 'CONTENT_USER', 'CONTENT_PASSWORD'].map(
  (name) => `TOUCHSTONE_${name}`,
);

it('examples of one job and of spread runs are there, and no others', () => {
  const oneJob = ['github-one-job.yaml', 'gitlab-one-job.yaml'];
  const spread = [
    'Dockerfile',
    'action',
    'github.yaml',
    'github-nightly.yaml',
    'gitlab.yaml',
    'kubernetes.yaml',
    'parallel.sh',
  ];
  expect(readdirSync(FOLDER).sort()).toEqual([...oneJob, ...spread].sort());
});

describe('the reusable action', () => {
  const action = parse(text('action/action.yml'));
  const step = action.runs.steps.find(({ run = '' }: { run?: string }) => run.startsWith('npx'));

  it('runs a check whose options there are, without a download', async () => {
    expect(step.run).toMatch(/^npx --no -- touchstone check /);
    const program = await programOf(WORLD, () => {}, 'check');
    const check = program.commands.find((one) => one.name() === 'check');
    check?.exitOverride().action(() => {});
    const words = step.run.replace('"$SEED"', '1').split(' ').slice(4);
    await program.parseAsync(words, { from: 'user' });
    expect(check?.opts()).toMatchObject({ target: '"$TARGET"', out: '"$OUT"', quiet: true });
  });

  it('uses every input, and no text of an input as a command', () => {
    const used = text('action/action.yml').match(/\{\{ inputs\.[\w-]+ \}\}/g) ?? [];
    const names = new Set(used.map((one) => one.slice('{{ inputs.'.length, -' }}'.length)));
    expect([...names].sort()).toEqual(Object.keys(action.inputs).sort());
    expect(step.run).not.toContain('inputs.');
    for (const name of CREDENTIALS) expect(step.env).toHaveProperty(name);
  });

  it('keeps the report of a run that fails, too', () => {
    expect(action.runs.steps.at(-1)).toMatchObject({ if: 'always()' });
  });
});

describe('the examples of one job', () => {
  const github = parse(text('github-one-job.yaml')).jobs.check;
  const gitlab = parse(text('gitlab-one-job.yaml')).check;
  const isCheck = (line = '') => line.startsWith('npx --no -- touchstone check ');
  const step = github.steps.find(({ run }: { run?: string }) => isCheck(run));

  it('run a check whose options there are, and exit as it does', async () => {
    expect(gitlab.script.at(-1)).toBe(step.run);
    const program = await programOf(WORLD, () => {}, 'check');
    const check = program.commands.find((one) => one.name() === 'check');
    check?.exitOverride().action(() => {});
    await program.parseAsync(step.run.split(' ').slice(4), { from: 'user' });
    expect(check?.opts()).toMatchObject({ target: 'touchstone.yaml', out: 'reports', quiet: true });
    for (const each of [github, step, gitlab]) {
      expect(each).not.toHaveProperty('continue-on-error');
      expect(each).not.toHaveProperty('allow_failure');
    }
  });

  it('take the credentials from secrets', () => {
    expect(step.env).toEqual(
      Object.fromEntries(
        CREDENTIALS.map((name) => [name, `$${`{{ secrets.${name.replace('TOUCHSTONE_', '')} }}`}`]),
      ),
    );
    for (const name of CREDENTIALS) expect(text('gitlab-one-job.yaml')).toContain(name);
  });

  it('keep the report of a run that fails, too', () => {
    const upload = github.steps.at(-1);
    expect(upload).toMatchObject({ if: 'always()', with: { path: 'reports' } });
    expect(gitlab.artifacts).toMatchObject({ when: 'always', paths: ['reports'] });
  });

  it('name files that a report has', () => {
    for (const path of Object.values<string>(gitlab.artifacts.reports)) {
      expect(FORMAT_FILES).toContain(path.replace('reports/', ''));
    }
  });

  it('say how to accept the findings of today, by the name that check looks for', () => {
    for (const name of ['github-one-job.yaml', 'gitlab-one-job.yaml']) {
      const words = text(name).replaceAll(/\n# /g, ' ');
      expect(words).toContain('`npx touchstone baseline reports --target touchstone.yaml`');
      expect(words).toContain(basename(baselineBeside('touchstone.yaml')));
    }
  });
});

it('the matrix of GitHub has each shard once, and its number of jobs is that of shards', () => {
  const { strategy, env } = parse(text('github.yaml')).jobs.shard;
  expect(strategy.matrix).toEqual({ shard: [1, 2, 3, 4] });
  expect(env).toEqual({
    TOUCHSTONE_SHARD_INDEX: '$' + '{{ matrix.shard }}',
    TOUCHSTONE_SHARD_COUNT: '$' + '{{ strategy.job-total }}',
  });
});

describe('the nightly example', () => {
  interface Step {
    readonly if?: string;
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Record<string, string>;
  }
  interface Job {
    readonly permissions: Record<string, string>;
    readonly steps: readonly Step[];
    readonly needs?: string;
  }
  const { jobs } = parse(text('github-nightly.yaml'));
  const { check, fuzz } = jobs as { readonly check: Job; readonly fuzz: Job };
  const using = ({ steps }: Job, action: string) =>
    steps.find(({ uses }) => uses?.startsWith(action));

  it.each<readonly [string, Job]>([
    ['check', check],
    ['fuzz', fuzz],
  ])(
    '%s is the first process of its step, has options that exist, and cleans up',
    async (name, job) => {
      const own = 'exec node_modules/.bin/touchstone ';
      const line = job.steps.find(({ run }) => run?.startsWith(`${own}${name} `))?.run ?? '';
      const program = await programOf(WORLD, () => {}, name);
      const command = program.commands.find((one) => one.name() === name);
      command?.exitOverride().action(() => {});
      await program.parseAsync(line.replace(own, '').split(' '), { from: 'user' });
      expect(command?.opts()).toHaveProperty('out');
      const cleanup = 'npx --no -- touchstone cleanup --target touchstone.yaml';
      expect(job.steps.at(-1)).toEqual({ if: 'always()', run: cleanup });
    },
  );

  it('may hand a file that a report has to code scanning', () => {
    const file = using(check, 'github/codeql-action/upload-sarif')?.with?.sarif_file ?? '';
    expect(FORMAT_FILES).toContain(file.replace('reports/', ''));
    expect(check.permissions['security-events']).toBe('write');
  });

  it('compares with the report that it kept', () => {
    const [restored, saved] = ['restore', 'save'].map((one) =>
      using(check, `actions/cache/${one}`),
    );
    expect(restored?.with?.path).toBe(saved?.with?.path);
    expect(saved?.with?.key).toMatch(new RegExp(`^${restored?.with?.['restore-keys']}`));
    const run = check.steps.find((one) => one.run?.includes('--compare-to'))?.run;
    expect(run).toMatch(new RegExp(` --compare-to ${saved?.with?.path}$`));
  });

  it('commits the corpus that the campaign keeps, after the check', () => {
    const kept = fuzz.steps.find(({ run }) => run?.includes('--corpus corpus'));
    const committed = fuzz.steps.find(({ run }) => run?.startsWith('git add corpus\n'));
    expect(fuzz.steps.indexOf(committed as Step)).toBeGreaterThan(fuzz.steps.indexOf(kept as Step));
    expect([kept, committed?.if]).toEqual([
      expect.anything(),
      expect.stringContaining('corpus/**'),
    ]);
    expect([fuzz.permissions.contents, fuzz.needs]).toEqual(['write', 'check']);
  });
});

it('the credentials go by the names that `touchstone init` writes', () => {
  expect(Object.keys(parse(text('github.yaml')).env)).toEqual([...CREDENTIALS, 'SEED']);
  for (const name of CREDENTIALS) expect(text('gitlab.yaml')).toContain(name);
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

it('no example lets npx ask a registry for a package of this name', () => {
  const steps = [
    'github-one-job.yaml',
    'gitlab-one-job.yaml',
    'github.yaml',
    'github-nightly.yaml',
    'gitlab.yaml',
    'parallel.sh',
  ]
    .flatMap((name) => text(name).split('\n'))
    .filter((line) => line.includes('npx') && !line.trim().startsWith('#'));
  expect(steps.length).toBeGreaterThan(8);
  expect(steps.filter((line) => !line.includes('npx --no -- touchstone '))).toEqual([]);
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
