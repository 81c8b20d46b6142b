import { describe, expect, it } from 'vitest';
import { MODES } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { isCauseOf } from './registry.ts';
import { BASE, campaignOver, contract } from './site.fixture.ts';

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

/** Findings in a few requests to the zones of a target with some faults. */
async function foundInZones(faults: readonly string[]) {
  const { handler } = referenceHandler(
    { faults: [...faults], variations: [], contract },
    () => `${BASE}/content`,
  );
  const { report } = await campaignOver(inProcess(handler), BASE, {
    target: { ...referenceTarget(contract, { integration: BASE }, 'a site'), concurrency: 1 },
    only: ['integration/timezones'],
    modes: MODES,
    bounds: { runs: 40 },
  });
  return report.findings;
}

describe('an answer that is wrong in several places', () => {
  it('tells of a list under another name as a member that is missing and one that is too much', async () => {
    const found = await foundInZones(['zones-under-other-key']);
    expect(found.map(({ clause }) => clause).sort()).toEqual([
      'integration/timezones/list/required',
      'integration/timezones/one-key',
    ]);
  });

  it.each([
    ['value-empty', ['value-style', 'label-form']],
    ['utc-in-lower-case', ['value-style', 'utc']],
    ['http-201-and-status-201', ['integration/success/status-code', 'status-member']],
    ['envelope-of-authentication-error', ['success/data', 'success-member', 'error-code']],
    ['denied-with-success-envelope', ['unauthorised/data', 'status-code-member']],
  ])('is one finding of one fault, which names all of them: %s', async (fault, clauses) => {
    const [finding, ...others] = await foundInZones([fault]);
    expect(others).toEqual([]);
    const spoken = [finding?.clause, ...(finding?.also ?? [])].join();
    for (const clause of clauses) expect(spoken).toContain(clause);
    expect(finding?.ids.length).toBeGreaterThan(1);
  });

  it.each([
    ['count-beside-timezones', 'utc-missing'],
    ['label-is-identifier', 'utc-missing'],
    ['label-in-brackets', 'value-with-space'],
    ['http-201-and-status-201', 'value-with-space'],
  ])('is two findings of two faults: %s and %s', async (...faults) => {
    expect(await foundInZones(faults)).toHaveLength(2);
  });
});

describe('a fault of which several clauses speak', () => {
  it.each(['keys-in-lower-case', 'entry-missing-for-digits'])(
    '%s is one finding',
    async (fault) => {
      const { handler } = referenceHandler(
        { faults: [fault], variations: [], contract },
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

  it.each([
    [['key-per-system'], 'no-other-keys', undefined, 1],
    [['no-other-keys'], 'key-per-system', undefined, 1],
    [['key-per-system', 'no-other-keys'], 'key-per-system', 'a ticket', 0],
  ])('is known only where all of them are: %j', async (names, clause, known, exitCode) => {
    const { handler } = referenceHandler(
      { faults: ['keys-in-lower-case'], variations: [], contract },
      () => `${BASE}/content`,
    );
    const knownFailures = names.map((name) => ({
      clause: `integration/dependencies/${name}`,
      reason: 'a ticket',
    }));
    const target = referenceTarget(contract, { integration: BASE }, 'a site');
    const { report } = await campaignOver(inProcess(handler), BASE, {
      target: { ...target, concurrency: 1, knownFailures },
      only: ['integration/dependencies'],
      bounds: { runs: 400 },
    });
    expect(report.findings).toHaveLength(1);
    const [finding] = report.findings;
    expect(finding?.clause).toBe(`integration/dependencies/${clause}`);
    expect(finding?.known).toBe(known);
    expect(report.exitCode).toBe(exitCode);
  });
});
