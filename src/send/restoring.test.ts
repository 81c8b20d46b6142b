import { describe, expect, it } from 'vitest';
import type { Journal, Restoration } from '../cleanup/index.ts';
import type { Answer, Json, PlannedBody, Step, Transport } from '../model/index.ts';
import { sendCases } from './send.ts';
import { all, caseOf, siteWith, step } from './site.fixture.ts';

const json = (value: Json): { body: PlannedBody } => ({ body: { kind: 'json', value } });
const path = { id: 540 };
const undoneBy = (undone: string, one: Step): Step => ({ ...one, undone });

const before = step('before', 'setup', 'global-styles/get', { path });
const write = undoneBy(
  'restore',
  step('write', 'valid', 'global-styles/update/post', {
    path,
    ...json({ styles: { color: { background: '#000000' } } }),
  }),
);
const again = undoneBy(
  'restore',
  step('again', 'valid', 'global-styles/update/put', { path, ...json({ styles: {} }) }),
);
const restore = step('restore', 'cleanup', 'global-styles/update/post', {
  path,
  ...json({ styles: { $from: 'before#/styles' } }),
});
const REFUSAL: Answer = {
  kind: 'answer',
  status: 403,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
};
const HELD = { color: { background: '#fffef9' } };

/** A server that changes what it says not to change. */
function refusesWhatItStores({ send }: Transport): Transport['send'] {
  return async (request, ...others) => {
    const sent = await send(request, ...others);
    return request.method === 'GET' ? sent : { ...sent, outcome: REFUSAL };
  };
}

function journalOf() {
  const noted: Restoration[] = [];
  const struck: string[] = [];
  const journal: Journal = {
    path: '',
    note: () => () => {},
    announce: () => () => {},
    noteChange: (restoration) => {
      noted.push(restoration);
      return () => struck.push(restoration.what);
    },
    strike: () => {},
    close: () => {},
  };
  return { journal, noted, struck };
}

describe('what a case changes of what was there', () => {
  it('is put back, once, and is in the journal until then with the request that does it', async () => {
    const { journal, noted, struck } = journalOf();
    const { options, log } = siteWith({ journal });
    const [trace] = await all(sendCases([caseOf(before, write, again, restore)], options));
    expect(trace?.left).toBeUndefined();
    expect(log).toEqual([
      'GET /cms/v2/global-styles/540',
      'POST /cms/v2/global-styles/540',
      'PUT /cms/v2/global-styles/540',
      'POST /cms/v2/global-styles/540',
    ]);
    const black = { styles: { color: { background: '#000000' } } };
    // What an answer shows besides is written there as well.
    expect(noted.map(({ written }) => written)).toEqual([[black], [black, { styles: {} }]]);
    expect(noted).toMatchObject(
      Array(2).fill({
        ...{ document: 'content', what: 'content/global-styles 540', method: 'POST' },
        read: '/index.php?rest_route=/cms/v2/global-styles/540',
      }),
    );
    expect(JSON.parse(noted[0]?.body ?? '')).toEqual({ styles: HELD });
    expect(noted[0]?.headers.map(([name]) => name)).not.toContain('authorization');
    expect(struck).toEqual(Array(2).fill('content/global-styles 540'));
    const [now] = await all(sendCases([caseOf(before)], options));
    const outcome = now?.exchanges[0]?.outcome;
    expect(outcome?.kind === 'answer' && outcome.body.content).toMatchObject({
      value: { styles: HELD },
    });
  });

  it('may be looked at afterwards, and nothing is left behind where that look is refused', async () => {
    const { options, log } = siteWith({}, async (line) =>
      line.startsWith('GET') && log.length > 3 ? { outcome: REFUSAL, resent: false } : undefined,
    );
    const look = step('look', 'cleanup', 'global-styles/get', { path });
    const [trace] = await all(sendCases([caseOf(before, write, restore, look)], options));
    expect(trace?.left).toBeUndefined();
    expect(trace?.exchanges.map((one) => one.step)).toEqual(['before', 'write', 'restore', 'look']);
  });

  it('is not changed where it is not known how to put it back', async () => {
    const { journal, noted } = journalOf();
    const { options, log } = siteWith({ journal });
    const elsewhere = step('restore', 'cleanup', 'global-styles/update/post', {
      path,
      ...json({ styles: { $from: 'before#/looks' } }),
    });
    const [trace] = await all(sendCases([caseOf(before, write, elsewhere)], options));
    expect(log).toEqual(['GET /cms/v2/global-styles/540']);
    expect(noted).toEqual([]);
    expect(trace?.unsent?.map(({ step: name, why }) => [name, why])).toEqual([
      ['write', expect.stringContaining('it could not be put back')],
    ]);
  });

  it.each<
    [
      string,
      { readonly status?: number; readonly looks?: boolean; readonly stores?: boolean },
      boolean,
    ]
  >([
    ['was refused, and reads as before', {}, false],
    ['was refused, and nothing was read after it', { looks: false }, true],
    ['was refused, and reads otherwise', { stores: true }, true],
    ['was accepted, and reads as before', { status: 200 }, true],
    ['had no answer, and reads as before', { status: 0 }, true],
    ['is part of a batch, and reads as before', { status: 207 }, false],
    ['broke the server down, and reads as before', { status: 500 }, false],
  ])(
    'is said to be left where putting it back is refused, and it %s: %j, %s',
    async (_, how, isLeft) => {
      const { status = 403, looks = true, stores = false } = how;
      const { journal, struck } = journalOf();
      let count = 0;
      const { options } = siteWith({ journal }, async (line) => {
        if (line.startsWith('GET')) return undefined;
        count += 1;
        if (count > 1) return { outcome: REFUSAL, resent: false };
        if (stores) return undefined;
        return status === 0
          ? { outcome: { kind: 'fault', code: 'timed-out', message: 'late' }, resent: false }
          : { outcome: { ...REFUSAL, status }, resent: false };
      });
      const refusing = stores
        ? {
            ...options,
            transport: { ...options.transport, send: refusesWhatItStores(options.transport) },
          }
        : options;
      const look = step('look', 'setup', 'global-styles/get', { path });
      const steps = [before, write, ...(looks ? [look] : []), restore];
      const [trace] = await all(sendCases([caseOf(...steps)], refusing));
      expect(trace?.exchanges.map((one) => one.step)).toContain('restore');
      expect(trace?.left?.length ?? 0).toBe(isLeft ? 1 : 0);
      expect(struck).toEqual(isLeft ? [] : ['content/global-styles 540']);
    },
  );

  it('is said to be left changed where putting it back is refused, and stays in the journal', async () => {
    const { journal, struck } = journalOf();
    let writes = 0;
    const { options } = siteWith({ journal }, async (line) => {
      if (!line.startsWith('POST')) return undefined;
      writes += 1;
      return writes < 2 ? undefined : { outcome: REFUSAL, resent: false };
    });
    const [trace] = await all(sendCases([caseOf(before, write, restore)], options));
    expect(trace?.left).toEqual([
      {
        what: 'content/global-styles/update/post (restore of content/case)',
        tried: 'clean up',
        why: 'HTTP 403',
      },
    ]);
    expect(struck).toEqual([]);
  });
});
