import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RunReport } from '../model/index.ts';
import { runCli } from './run-cli.fixture.ts';

it.each(['README.md', 'docs/checking.md'])(
  'the first look of %s is some dozens of reads',
  async (page) => {
    const line = /^npx touchstone (check .*?) +# .*some dozens of reads/m.exec(
      readFileSync(page, 'utf8'),
    );
    const args = line?.[1]?.split(' ') ?? [];
    const { code, out } = await runCli([...args, '--target', 'reference', '--json'], {
      cwd: process.cwd(),
    });
    const report = JSON.parse(out) as RunReport;
    expect(code).toBe(0);
    expect(report.requests).toBeLessThan(100);
    expect(report).not.toHaveProperty('creates');
  },
);
