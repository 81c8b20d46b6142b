import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { main, programOf } from './main.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** What pages tell people to type, each with the page it is on. */
function commandLines(): readonly (readonly [page: string, line: string])[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const blocks = [...text.matchAll(/^```(?:sh|yaml|console)\n([\s\S]*?)^```/gm)].map(
      ([, block = '']) => block,
    );
    const lines = blocks.flatMap((block) => block.split('\n'));
    return lines.flatMap((line): (readonly [string, string])[] => {
      const [, rest] = /\bnpx (?:--no -- )?touchstone (.*)/.exec(line.replace(/\s+#.*$/, '')) ?? [];
      return rest === undefined || rest === '--version' ? [] : [[page, rest]];
    });
  });
}

const WORLD = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: {},
  cwd: ROOT,
  signal: new AbortController().signal,
};

function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  command.action(() => {});
  for (const one of command.commands) silence(one);
}

describe('what the pages tell people to type', () => {
  const lines = commandLines();

  it('is found', () => {
    expect(lines.length).toBeGreaterThan(60);
  });

  it.each(lines)('%s: touchstone %s', async (_, line) => {
    // As a shell would take it apart.
    const script = 'for word in "$@"; do printf "%s\\n" "$word"; done';
    const [before = ''] = line.split(/ [>&|]/);
    const words = execFileSync('bash', ['-c', `set -- ${before}\n${script}`], { cwd: ROOT });
    const args = words.toString().trimEnd().split('\n');
    const program = await programOf(WORLD, () => {}, args[0] ?? '');
    silence(program);
    await program.parseAsync(args, { from: 'user' });
  });
});

it('no page has more than 1,200 words', () => {
  // A changelog only grows.
  const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/changelog.md');
  const long = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    // Figures are looked up in their tables, not read.
    const read = page === 'docs/performance.md' ? text.replace(/^\|.*$/gm, '') : text;
    const words = read.split(/\s+/).filter(Boolean).length;
    return words > 1_200 ? [`${page}: ${words}`] : [];
  });
  expect(long).toEqual([]);
});

it('links of the pages lead somewhere', () => {
  const lost = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    return [...text.matchAll(/\]\(([^)#:]+)(?:#([^)]*))?\)/g)].flatMap(([, to = '', anchor]) => {
      const path = join(ROOT, dirname(page), to);
      if (!existsSync(path)) return [`${page}: ${to}`];
      if (anchor === undefined) return [];
      const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(
        ([, title = '']) =>
          title
            .toLowerCase()
            .replaceAll(/[^\w -]/g, '')
            .replaceAll(' ', '-'),
      );
      return headings.includes(anchor) ? [] : [`${page}: ${to}#${anchor}`];
    });
  });
  expect(lost).toEqual([]);
});

describe('complete', () => {
  async function completed(...words: readonly string[]): Promise<string> {
    const lines: string[] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)));
    try {
      await main(['complete', ...words], WORLD);
    } finally {
      spy.mockRestore();
    }
    return lines.join('\n');
  }

  it('knows all commands, and those below them', async () => {
    const program = await programOf(WORLD, () => {}, '');
    const offered = await completed('--', '');
    for (const { name } of program.commands.map((one) => ({ name: one.name() }))) {
      expect(offered).toMatch(new RegExp(`^${name}\\b`, 'm'));
    }
    expect(await completed('--', 'report', '')).toContain('compare');
  });

  it('knows the options of a command, and their values', async () => {
    const offered = await completed('--', 'check', '--');
    const program = await programOf(WORLD, () => {}, 'check');
    const check = program.commands.find((one) => one.name() === 'check');
    for (const { long } of check?.options ?? []) expect(offered).toContain(long);
    expect(await completed('--', 'fuzz', '--mode', '')).toContain('boundary');
  });

  it('makes a script that bash can read', async () => {
    const script = await completed('bash');
    expect(script).toContain('complete -F');
    execFileSync('bash', ['-n'], { input: script });
  });
});
