import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { differencesOf } from './bodies.fixture.ts';

/** `TOUCHSTONE_BODIES=500` takes minutes. */
const COUNT = Number(process.env.TOUCHSTONE_BODIES ?? 36);
/** All at once take more than a gigabyte. */
const AT_ONCE = 18;

it(`records ${COUNT} bodies of up to 10 MB that are no text byte for byte, whatever records them`, async () => {
  vi.stubEnv('CI', undefined);
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bodies-'));
  try {
    for (let seed = 0; seed < COUNT; seed += AT_ONCE) {
      const place = mkdtempSync(join(folder, 'group-'));
      const count = Math.min(AT_ONCE, COUNT - seed);
      const differences = await differencesOf({ count, most: 10_000_000, seed }, place);
      expect(differences).toEqual({ record: [], import: [], cassette: [], check: [] });
      rmSync(place, { recursive: true, force: true });
    }
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
}, 3_600_000);
