import { expect, it } from 'vitest';
import { campaignFinding, campaignOf } from './campaign.fixture.ts';
import { campaignLines, progressLine } from './campaign.ts';
import { pageOf } from './page-of.ts';

it('a line to paste stands whole or not at all', () => {
  const finding = campaignFinding(1);
  const linesWith = (curl: string) => {
    const reproduce = { ...finding.reproduce, curl };
    return campaignLines(campaignOf([{ ...finding, reproduce }]), { colours: false });
  };
  const long = `curl http://127.0.0.1/?a=${'%5Braw%5D'.repeat(200)}`;
  const others = `   again: ${finding.reproduce.touchstone}`;
  expect(linesWith('curl http://127.0.0.1/?a=1')).toContain('   again: curl http://127.0.0.1/?a=1');
  expect(linesWith(long).filter((line) => line.includes('again:'))).toEqual([others]);
});

it('what a campaign has nothing of to reach is left out', () => {
  const coverage = {
    operations: { reached: 2, of: 93 },
    rules: { reached: 0, of: 0 },
    classes: { reached: 7, of: 203 },
  };
  const report = campaignOf([], { coverage });
  const standing = { seconds: 10, requests: 288, rate: 28.8, findings: 1, coverage };
  expect(progressLine(standing)).toBe(
    '10.0 s  288 requests  29/s  1 possible finding  operations 2/93  classes 7/203',
  );
  expect(campaignLines(report, { colours: false })).toContain(
    'reached: operations 2 of 93, classes 7 of 203',
  );
  expect(pageOf(report).facts.map(([name]) => name)).not.toContain('rules reached');
});

it('progress says how much time is left, where a campaign has a bound of time', () => {
  const { coverage } = campaignOf([]);
  const standing = { seconds: 10, requests: 288, rate: 28.8, findings: 0, coverage };
  expect(progressLine({ ...standing, secondsLeft: 18 })).toContain(
    '10.0 s  at most 20 s left  288',
  );
  expect(progressLine({ ...standing, secondsLeft: 590 })).toContain('at most 10 min left');
  expect(progressLine({ ...standing, secondsLeft: -1 })).not.toContain('left');
});
