import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { MODES } from '../fuzzing.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { referenceTarget } from '../target/choose.ts';
import { isCauseOf } from './registry.ts';
import { BASE, campaignOver } from './site.fixture.ts';

const stated = 'integration/dependencies/key-per-system';
const robust = 'robust/no-server-error';

describe('a cause', () => {
  it.each([
    ['random values at the same place', stated, 'valid', ['body /a'], true],
    ['another limit of the same member', stated, 'boundary/minItems', ['body /a'], true],
    ['more places than it takes', stated, 'boundary/minItems', ['body /a', 'body /b'], true],
    ['another place', stated, 'boundary/minItems', ['body /b'], false],
    ['an odd value', stated, 'strings/nul', ['body /a'], false],
    ['a breakdown at another limit', robust, 'boundary/minItems', ['body /a'], false],
  ])('covers or does not cover %s', (_, clause, name, places, covered) => {
    const cause = { clause, class: 'boundary/maxItems', places: ['body /a'] };
    expect(isCauseOf(cause, { clause, class: name, places })).toBe(covered);
  });
});

describe('a fault of which several clauses speak', () => {
  it.each(['keys-in-lower-case', 'entry-missing-for-digits'])(
    '%s is one finding',
    async (fault) => {
      const contract = loadContract();
      const { handler } = referenceHandler(
        { faults: [fault], liberties: [], contract },
        () => `${BASE}/content`,
      );
      const { report } = await campaignOver(inProcess(handler), BASE, {
        target: { ...referenceTarget(contract, { integration: BASE }, fault), concurrency: 1 },
        only: ['integration/dependencies'],
        modes: MODES,
        bounds: { runs: 400 },
      });
      expect(report.findings.map(({ id }) => id)).toHaveLength(1);
      const [finding] = report.findings;
      const spoken = [finding?.clause, ...(finding?.also ?? [])];
      expect(spoken).toContain('integration/dependencies/key-per-system');
      if (fault === 'keys-in-lower-case') expect(finding?.also).toHaveLength(1);
    },
  );
});
