import { expect, it } from 'vitest';
import { campaignFinding, campaignOf } from './campaign.fixture.ts';
import { campaignLines } from './campaign.ts';

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
