import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { differencesOf } from './bodies.fixture.ts';

it('records 500 bodies of up to 10 MB that are no text byte for byte, whatever records them', async () => {
  vi.stubEnv('CI', undefined);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bodies-'));
  try {
    // In groups, as all at once take more than a gigabyte.
    for (let group = 0; group < 10; group += 1) {
      const place = mkdtempSync(join(folder, 'group-'));
      const differences = await differencesOf(
        { count: 50, most: 10_000_000, seed: group * 50 },
        place,
      );
      expect(differences).toEqual({ record: [], import: [], cassette: [], check: [] });
    }
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
}, 3_600_000);
