import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { asked, BASE, campaignOn, contract, json, targetAt } from '../fuzz/site.fixture.ts';
import type { CampaignOptions } from '../fuzz/state.ts';
import type { CampaignFinding, CampaignReport } from '../model/index.ts';
import type { ServedRequest } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { writeReports } from '../report/formats.ts';
import { mergeCampaigns } from './campaigns.ts';
import { copyFindings } from './files.ts';
import { readReport } from './read.ts';

const emoji = /\p{Extended_Pictographic}/u;

/** Four faults: one of a class of values, one of a class at many places, one of a parameter, a rule not held. */
function faulty(request: ServedRequest) {
  const query = asked(request);
  const texts = ['after', 'before', 'context', 'order', 'orderby', 'search', 'slug'];
  if (texts.some((name) => query.get(name)?.includes('\0'))) return json({ code: 'nul' }, 500);
  // One cause for each request: without looking closer, it is put down to what was found before.
  if (
    query.has('sticky') ? query.get('sticky') === 'true' : emoji.test(query.get('search') ?? '')
  ) {
    return json({}, 500);
  }
  const size = query.get('per_page');
  const refused = size !== null && (Number(size) < 1 || Number(size) > 100) && size !== '101';
  return refused ? json({ code: 'refused' }, 400) : json([]);
}

const OPTIONS: Partial<CampaignOptions> = {
  only: ['content/posts/list'],
  bounds: { runs: 600 },
  failOnWarn: true,
};

async function report(options: Partial<CampaignOptions> = {}): Promise<CampaignReport> {
  const done = await campaignOn(faulty, {
    ...OPTIONS,
    target: { ...targetAt('http://127.0.0.1:1'), concurrency: 1 },
    ...options,
  });
  return done.report;
}

async function inShards(of: number, options: Partial<CampaignOptions> = {}) {
  const parts = [];
  for (let index = 1; index <= of; index += 1) {
    const shard = { index, of };
    parts.push({ folder: `shards/${index}`, report: await report({ ...options, shard }) });
  }
  return parts;
}

/** Without what depends on time, on controls, and on which request a finding was looked into with. */
function comparable(one: CampaignReport) {
  const { cases, judged, coverage, classes, problems, notes, stale, exitCode, findings } = one;
  const reported = findings.map(
    ({ number, id, ids, clause, verdict, operations, places, hits, takes }) => ({
      ...{ number, id, ids, clause, verdict, operations, places, hits, takes },
    }),
  );
  return { cases, judged, coverage, classes, problems, notes, stale, exitCode, findings: reported };
}

describe('the shards of a campaign', () => {
  let whole: CampaignReport | undefined;
  let joint: CampaignReport | undefined;

  it.each([1, 3, 16])('are the whole campaign, merged, of %i shards', async (of) => {
    whole ??= await report();
    expect(whole.findings.length).toBeGreaterThan(3);
    const parts = await inShards(of);
    const schema = contract.schema('files/campaign.json');
    for (const part of parts) expect(contract.validate(schema, part.report)).toEqual([]);
    const merged = mergeCampaigns(parts.reverse()).report;
    expect(contract.validate(schema, merged)).toEqual([]);
    expect(comparable(merged)).toEqual(comparable(whole));
  });

  it.each([1, 3, 16])('know what many places have in common, merged, of %i shards', async (of) => {
    const edges: Partial<CampaignOptions> = {
      ...{ modes: ['edge'], only: ['content/posts/list', 'strings/nul'], bounds: { runs: 400 } },
    };
    joint ??= await report(edges);
    expect(joint.findings.some(({ takes = [] }) => takes.length > 3)).toBe(true);
    expect(comparable(mergeCampaigns(await inShards(of, edges)).report)).toEqual(comparable(joint));
  });

  it('know whole cases that break one clause, merged', async () => {
    const whole: Partial<CampaignOptions> = {
      ...{ modes: ['stateful'], only: ['content/state/put-updates'], bounds: { runs: 24 } },
      target: { ...targetAt(`${BASE}/content`), concurrency: 1 },
    };
    const site = async (options: Partial<CampaignOptions>) => {
      const parts = { faults: ['put-changes-nothing'], variations: [], contract };
      const { handler } = referenceHandler(parts, () => `${BASE}/content`);
      return (await campaignOn(handler, { ...OPTIONS, ...options })).report;
    };
    const shards = await Promise.all(
      [1, 2, 3].map(async (index) => ({
        folder: `shards/${index}`,
        report: await site({ ...whole, shard: { index, of: 3 } }),
      })),
    );
    const merged = mergeCampaigns(shards).report;
    expect(merged.findings.map(({ clause }) => clause)).toEqual(['content/state/put-updates']);
    expect(merged.findings[0]?.ids.length).toBeGreaterThan(5);
    // Which operation was first at fault is known of each shard by itself.
    const sorted = (one: CampaignReport) => {
      const findings = one.findings.map((own) => ({
        ...own,
        operations: own.operations.toSorted(),
      }));
      return comparable({ ...one, findings });
    };
    expect(sorted(merged)).toEqual(sorted(await site(whole)));
    const apart = shards.map(({ folder, report: one }, at) => {
      const findings = one.findings.map((own) => {
        const [pointer, id] = [`/field-${at}`, `content/posts/get/${own.class}/field-${at}`];
        return { ...own, pointer, id, ids: [id] };
      });
      return { folder, report: { ...one, findings } };
    });
    expect(mergeCampaigns(apart).report.findings.map(({ ids }) => ids.length)).toEqual([3]);
  });

  it('decide together whether a known failure is gone', async () => {
    const edges: Partial<CampaignOptions> = {
      modes: ['edge'],
      only: ['content/posts/list', 'strings/'],
      bounds: { runs: 900 },
    };
    const [smiley] = (await report(edges)).findings.filter(({ id }) => id.includes('search'));
    const gone = 'content/posts/list/strings/nul/query/search/robust/no-server-error/500';
    const knownFailures = [smiley?.id ?? '', gone].map((finding) => ({ finding, reason: 'known' }));
    const target = { ...targetAt('http://127.0.0.1:1'), concurrency: 1, knownFailures };
    const parts = await inShards(4, { ...edges, target });
    expect(parts.flatMap((part) => part.report.stale)).toEqual([]);
    const merged = mergeCampaigns(parts).report;
    expect(merged.stale).toEqual([`${gone}: it was tried, and not found`]);
    expect(merged.findings.filter(({ known }) => known === 'known')).toHaveLength(1);
    expect(comparable(merged)).toEqual(comparable(await report({ ...edges, target })));
  });

  it.each([
    ['one finding where one clause speaks of all answers', 'content/record/types', 1],
    ['a finding of each operation where each breaks down', 'robust/no-server-error', 2],
  ])('tell of what every request shows as %s', async (_, clause, count) => {
    const [part, other] = await inShards(2);
    const [found] = part?.report.findings ?? [];
    if (part === undefined || other === undefined || found === undefined) {
      throw new Error('there are two shards, and the first found something');
    }
    const at = (operation: string): CampaignFinding => {
      const id = `${operation}/any-request/${clause}/status`;
      const own = { clause, id, ids: [id], operations: [operation], class: 'any request' };
      return { ...found, ...own, places: [], pointer: 'status', signature: '' };
    };
    const { findings } = mergeCampaigns([
      { ...part, report: { ...part.report, findings: [at('content/posts/list')] } },
      { ...other, report: { ...other.report, findings: [at('content/pages/list')] } },
    ]).report;
    expect(findings).toHaveLength(count);
    expect(findings.flatMap(({ operations }) => operations).sort()).toEqual([
      'content/pages/list',
      'content/posts/list',
    ]);
  });

  it('tell together of the strongest that is not known', async () => {
    const [part, other] = await inShards(2);
    const [found] = part?.report.findings ?? [];
    if (part === undefined || other === undefined || found === undefined) {
      throw new Error('there are two shards, and the first found something');
    }
    // What the second shard found says the same, of a clause of its own and with files of its own.
    const certain = 'content/posts/list/certain';
    const own = { ...found, number: 3, clause: certain, index: found.index + 1 };
    const merged = (here: Partial<CampaignFinding>, there: Partial<CampaignFinding>) =>
      mergeCampaigns([
        { ...part, report: { ...part.report, findings: [{ ...found, ...here }] } },
        { ...other, report: { ...other.report, findings: [{ ...own, ...there }] } },
      ]);

    const weighed = merged(
      { verdict: 'warn', level: 'implied' },
      { verdict: 'fail', level: 'stated', files: ['findings/3/seed.txt'] },
    );
    expect(weighed.merged.map(({ from }) => from)).toEqual([{ folder: 'shards/2', number: 3 }]);
    expect(weighed.report.findings).toMatchObject([
      {
        ...{ number: 1, verdict: 'fail', level: 'stated', clause: certain, index: found.index },
        ...{ also: [found.clause], files: ['findings/1/seed.txt'] },
      },
    ]);
    expect(weighed.report.exitCode).toBe(1);

    const hidden = merged({ verdict: 'fail', known: 'ticket 7' }, { verdict: 'fail' }).report;
    expect(hidden.findings[0]).toMatchObject({ clause: certain });
    expect(hidden.findings[0]).not.toHaveProperty('known');
    expect(hidden.exitCode).toBe(1);
    const known = merged({ known: 'ticket 7' }, { known: 'ticket 8' }).report;
    expect(known.findings[0]?.known).toBe('ticket 7');
  });

  it('take four times as long to put together where there are four times as many, and not sixteen', async () => {
    whole ??= await report();
    const found = whole;
    const merged = (count: number) => {
      const parts = Array.from({ length: count }, (_, at) => ({
        folder: `shards/${at + 1}`,
        report: { ...found, shard: { index: at + 1, of: count } },
      }));
      const before = process.cpuUsage();
      const { findings } = mergeCampaigns(parts).report;
      const { user, system } = process.cpuUsage(before);
      return { findings, took: user + system };
    };
    merged(250);
    const [some, all] = [merged(250), merged(1000)];
    expect(all.took / some.took).toBeLessThan(8);
    expect(all.findings.map(({ id }) => id)).toEqual(found.findings.map(({ id }) => id));
  });

  it('may have nothing to send', async () => {
    const parts = await inShards(16, { bounds: { runs: 3 } });
    expect(parts.some((part) => part.report.cases === 0 && part.report.exitCode === 2)).toBe(true);
    expect(mergeCampaigns(parts).report.cases).toBe(3);
  });

  it('are refused with other options', async () => {
    const [one] = await inShards(2, { bounds: { runs: 20 } });
    const [, two] = await inShards(2, { bounds: { runs: 20 }, modes: ['edge'] });
    if (one === undefined || two === undefined) throw new Error('there are two shards');
    expect(() => mergeCampaigns([one, two])).toThrow(/^not of one run: --mode is valid.* edge in/);
    expect(() => mergeCampaigns([two])).toThrow('of 2 shards, one is missing: 1');
  });
});

describe('the files of shards', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const scratch = () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-shards-'));
    folders.push(folder);
    return folder;
  };

  it('come with their finding, under its new number', async () => {
    const out = scratch();
    const kept = [];
    for (const { report: one } of await inShards(3)) {
      const folder = scratch();
      const findings = one.findings.map((finding) => {
        const file = `findings/${finding.number}/seed.txt`;
        mkdirSync(join(folder, file, '..'), { recursive: true });
        cpSync(new URL('campaigns.long.test.ts', import.meta.url), join(folder, file));
        return { ...finding, files: [file] };
      });
      writeReports(folder, { ...one, findings });
      const read = readReport(contract, folder);
      if (read.kind !== 'campaign') throw new Error('it is a campaign');
      kept.push(read);
    }
    const { report: merged, merged: from } = mergeCampaigns(kept);
    copyFindings(out, from);
    for (const { files, number } of merged.findings) {
      expect(files).toEqual([`findings/${number}/seed.txt`]);
      expect(existsSync(join(out, files?.[0] ?? 'none'))).toBe(true);
    }
    expect(existsSync(join(out, `findings/${merged.findings.length + 1}`))).toBe(false);
    for (const { folder } of kept) {
      expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).kind).toBe('campaign');
    }
  });

  it('are refused where they are no reports', () => {
    expect(() => readReport(contract, join(scratch(), 'none'))).toThrow('does not exist');
    expect(() => readReport(contract, scratch())).toThrow('there is no report.json in');
    const folder = scratch();
    cpSync(new URL('../../package.json', import.meta.url), join(folder, 'report.json'));
    expect(() => readReport(contract, folder)).toThrow('is not a report of this version');
  });
});
