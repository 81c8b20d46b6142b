import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests of somebody whose client asks for what no cassette has, and who gave two tests one name. */
const TESTS = `
import { expect, test } from 'vitest';
import { cassette } from ${JSON.stringify(join(root, 'src/vitest.ts'))};

const options = { mode: 'none', target: {} } as const;
async function asks() {
  const response = await fetch('http://127.0.0.1:48080/things').catch(() => ({ ok: false }));
  if (!response.ok) throw new Error('the client gave up');
}
test('asks', async () => {
  await using tape = await cassette('asks', options);
  await asks();
});
test('swallows', async () => {
  await using tape = await cassette('swallows', options);
  await asks().catch(() => {});
});
test('lets through', async () => {
  await using tape = await cassette('lets-through', options);
  await fetch('http://127.0.0.1:48080/things');
});
test('again', async () => {
  await using tape = await cassette(undefined, options);
});
test('again', async () => {
  await using tape = await cassette(undefined, options);
});
test('once: more', { retry: 1 }, async () => {
  await using tape = await cassette(undefined, options);
  expect(1).toBe(2);
});
test('once more', async () => {
  await using tape = await cassette(undefined, options);
});
for (const word of ['ones', 'others']) {
  test.concurrent('asks at once, ' + word, async (context) => {
    await using tape = await cassette(undefined, options, context);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await asks();
  });
}
`;

let folder: string;
let text: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-vitest-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'own.test.ts'), TESTS);
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST|CI$)/.test(name));
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const ran = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder, '--testTimeout=50000'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...Object.fromEntries(own), NO_COLOR: '1' },
    },
  );
  text = ran.stdout + ran.stderr;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('vitest shows of a cassette', () => {
  test("what the test threw, and then the cassette's reason", () => {
    expect(text).toMatch(/> asks\nError: the client gave up\n/);
    expect(text).toMatch(
      /> asks\nTouchstoneError: there is no cassette in \S+asks: GET \S*\/things/,
    );
    expect(text).not.toContain('SuppressedError');
  });

  test.each(['ones', 'others'])('both of a test that runs at once with others, %s', (word) => {
    // An error that both have may stand below the names of both.
    expect(text).toMatch(
      new RegExp(`> asks at once, ${word}\n(?: FAIL .*\n)?Error: the client gave up\n`),
    );
    expect(text).toMatch(
      new RegExp(
        `> asks at once, ${word}\nTouchstoneError: there is no cassette in \\S+${word}: GET`,
      ),
    );
  });

  test('the reason alone, where the client swallowed it', () => {
    expect(text).toMatch(/> swallows\nTouchstoneError: there is no cassette in \S+swallows: GET/);
  });

  test('the reason once, where the test fails with it', () => {
    expect(text.match(/ FAIL .*> lets through/g)).toHaveLength(1);
    expect(text.match(/: there is no cassette in \S+lets-through: GET/g)).toHaveLength(1);
  });

  test('that two tests of one name would share it', () => {
    expect(
      text.match(/> again\nTouchstoneError: another test of this file is called/g),
    ).toHaveLength(1);
  });

  test('that two names would be one folder, and not that a test is retried', () => {
    expect(text).toMatch(
      /> once more\nTouchstoneError: the cassettes "own\/once: more" and "own\/once more" would share the folder \S+once-more; give/,
    );
    expect(text.match(/> once: more\nTouchstoneError/)).toBeNull();
  });
});
