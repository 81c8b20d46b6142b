import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { differencesOf } from './bodies.fixture.ts';

it('records 36 bodies that are no text byte for byte, whatever records them', async () => {
  vi.stubEnv('CI', undefined);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bodies-'));
  try {
    const differences = await differencesOf({ count: 36, most: 60_000 }, folder);
    expect(differences).toEqual({ record: [], import: [], cassette: [], check: [] });
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
