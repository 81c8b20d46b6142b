import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CreationRegister, openRegister } from '../cleanup/index.ts';
import { loadContract } from '../contract/contract.ts';
import { toolOf } from '../io/index.ts';
import type { Transport, WritePolicy } from '../model/index.ts';
import { chooseTarget } from '../profiles/choose.ts';
import { openRecording, type Recording } from '../record/index.ts';
import { liveTransport } from '../send/live.ts';
import { changesOf, type RecordingChanges } from './changes.ts';
import {
  type AnswerEdit,
  type FlakyAnswer,
  type FlakyTarget,
  serveFlaky,
} from './flaky.fixture.ts';
import { trafficScript } from './traffic-script.ts';
import { openWatch } from './watch.ts';

const contract = loadContract();
const POSTS = '/index.php?rest_route=/cms/v2/posts';

let folder = '';
let recording: Recording;
const watched: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-changes-'));
  const flaky = await serveFlaky();
  const watch = await openWatch({
    contract,
    target: await targetOf(flaky),
    folder: join(folder, 'kept'),
    port: 0,
    strict: false,
    now: Date.now,
    monotonic: () => performance.now(),
    show: ({ operation, words }) => watched.push(`${operation}: ${words.join()}`),
    say: () => {},
    failed: (error) => {
      throw error;
    },
  });
  const { content = '' } = watch.addresses;
  const ask = async (path: string, method = 'GET', body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${content}${path}`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { readonly id?: number };
  };
  const { id } = await ask(POSTS, 'POST', { title: { raw: 'new' } });
  await ask(`${POSTS}/${id}`);
  await ask(`${POSTS}/${id}&context=edit`);
  await ask(`${POSTS}/1`);
  await ask('/api/get/all/timezones');
  await ask('/health');
  await ask(`${POSTS}/${id}&force=true`, 'DELETE');
  await watch.finish();
  await flaky.close();
  recording = openRecording(join(folder, 'kept'), toolOf());
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function targetOf({ integrationUrl, contentUrl }: FlakyTarget) {
  const urls = { integration: integrationUrl, content: contentUrl };
  const chosen = await chooseTarget(contract, urls, { env: {}, cwd: folder });
  if (chosen.kind === 'embedded') throw new Error('no target');
  return chosen.target;
}

/** What changed since the recording on a target that is altered so. */
async function changesAt(
  flaky: FlakyTarget,
  writes: WritePolicy = 'loopback',
  {
    through = (one: Transport) => one,
    register = openRegister(undefined),
  }: {
    readonly through?: (inner: Transport) => Transport;
    readonly register?: CreationRegister;
  } = {},
): Promise<RecordingChanges> {
  const target = await targetOf(flaky);
  const transport = through(
    liveTransport({ limits: target.limits, tls: target.tls, connections: 1 }),
  );
  const destination = {
    register,
    contract,
    target,
    transport,
    writes,
    signal: new AbortController().signal,
    now: Date.now,
    monotonic: () => performance.now(),
  };
  const recorded = recording.manifest.target;
  const script = trafficScript(recording.ofCase(null), recorded, destination);
  const changes = await changesOf([script], destination.signal);
  await transport.close();
  return changes;
}

async function changesWith(alter: AnswerEdit, first = 500, prefix = ''): Promise<RecordingChanges> {
  const flaky = await serveFlaky(alter, first, prefix);
  const changes = await changesAt(flaky);
  expect(flaky.posts.size).toBe(0);
  await flaky.close();
  return changes;
}

/** `tier place` of each change. */
function named({ changes }: RecordingChanges): readonly string[] {
  return changes.map(({ operation, tier, place }) => `${operation} ${tier} ${place}`);
}

it.each([
  [false, 'made'],
  [true, 'unanswered'],
])('a creation is looked for at the end if its request was sent twice: %s', async (...row) => {
  const [resent, state] = row;
  const register = openRegister(undefined);
  const flaky = await serveFlaky();
  await changesAt(flaky, 'loopback', {
    register,
    through: (inner) => ({
      ...inner,
      send: async (request, ...others) => {
        const sent = await inner.send(request, ...others);
        return request.method === 'POST' ? { ...sent, resent } : sent;
      },
    }),
  });
  await flaky.close();
  expect(register.all()).toMatchObject([{ collection: 'content/posts', state }]);
});

describe('an unchanged target', () => {
  it.each([500, 7, 31, 62, 99])(
    'has changed nothing, whatever identifiers, dates and orders it gives (%s)',
    async (first) => {
      const changes = await changesWith(
        (reported) => reported,
        first,
        first === 7 ? '/deep/er' : '',
      );
      expect(named(changes)).toEqual([]);
      expect(changes).toMatchObject({ compared: 7, changed: 0, equal: 2, volatile: 5 });
    },
  );
});

describe('what changed', () => {
  type Path = readonly string[];

  function edited(
    value: unknown,
    [name = '', ...rest]: Path,
    edit: (inner: object, last: string) => void,
  ) {
    const object = value as Record<string, unknown>;
    if (rest.length === 0) edit(object, name);
    else edited(object[name], rest, edit);
  }

  const body =
    (
      on: RegExp,
      path: Path,
      edit: (inner: Record<string, unknown>, last: string) => void,
    ): AnswerEdit =>
    (reported, route) => {
      if (!on.test(route) || reported.status >= 400) return reported;
      const copy: unknown = structuredClone(reported.body);
      edited(copy, path, (inner, last) => edit(inner as Record<string, unknown>, last));
      return { ...reported, body: copy };
    };

  const GET = /^GET .*posts\/\d+/;
  const OLD = /^GET .*posts\/1$/;
  const ZONES = /timezones/;
  const HEALTH = /health/;
  const places: readonly (readonly [RegExp, Path])[] = [
    ...[
      ['slug'],
      ['status'],
      ['title', 'raw'],
      ['content', 'protected'],
      ['author'],
      ['sticky'],
      ['meta', 'depth'],
    ].map((path) => [GET, path] as const),
    [OLD, ['date']],
    [ZONES, ['message']],
    [ZONES, ['data', 'timezones', '1', 'label']],
    [HEALTH, ['up']],
    [HEALTH, ['since']],
  ];
  const other = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^\d|$/, '1x').replace(/^1x0/, '10');
    return typeof value === 'number' ? value + 1 : !value;
  };
  const seeded: readonly (readonly [string, RegExp, AnswerEdit])[] = [
    ...places.flatMap(([on, path]): (readonly [string, RegExp, AnswerEdit])[] => {
      const place = `/${path.join('/').replace(/\/\d+\//, '/*/')}`;
      const escaped = place.replaceAll('*', '\\*');
      return [
        [
          `${on} value ${place}`,
          new RegExp(`value ${escaped}$`),
          body(on, path, (o, k) => {
            o[k] = other(o[k]);
          }),
        ],
        [
          `${on} type ${place}`,
          new RegExp(`type ${escaped}$`),
          body(on, path, (o, k) => {
            o[k] = [o[k]];
          }),
        ],
        [
          `${on} removed ${place}`,
          new RegExp(`removed ${escaped}$`),
          body(on, path, (o, k) => {
            delete o[k];
          }),
        ],
        [
          `${on} added ${place}`,
          new RegExp(`added ${escaped}-more$`),
          body(on, path, (o, k) => {
            o[`${k}-more`] = true;
          }),
        ],
      ];
    }),
    [
      'identifier as text',
      /type \/id$/,
      body(GET, ['id'], (o) => {
        o.id = String(o.id);
      }),
    ],
    [
      'date in another form',
      /value \/date$/,
      body(OLD, ['date'], (o) => {
        o.date = '01/01/2020';
      }),
    ],
    [
      'new date in another form',
      /value \/modified_gmt$/,
      body(OLD, ['id'], (o) => {
        o.modified_gmt = `${o.modified_gmt}Z`;
      }),
    ],
    [
      'status',
      /value status$/,
      (reported, route) => (ZONES.test(route) ? { ...reported, status: 203 } : reported),
    ],
    [
      'a failure',
      /value status$/,
      (reported, route) => (HEALTH.test(route) ? { ...reported, status: 500 } : reported),
    ],
    [
      'header value',
      /value header x-kind$/,
      (reported) => ({ ...reported, headers: { ...reported.headers, 'x-kind': 'other' } }),
    ],
    [
      'header added',
      /added header x-new$/,
      (reported) => ({ ...reported, headers: { ...reported.headers, 'x-new': '1' } }),
    ],
    [
      'header removed',
      /removed header x-kind$/,
      ({ headers: { 'x-kind': _, ...headers }, ...reported }) => ({ ...reported, headers }),
    ],
    [
      'element added',
      /added \/data\/timezones\/\*$/,
      body(ZONES, ['data', 'timezones'], (o, k) => {
        o[k] = [...(o[k] as unknown[]), { label: 'D (X/D)', value: 'D' }];
      }),
    ],
    [
      'element removed',
      /removed \/data\/timezones\/\*$/,
      body(ZONES, ['data', 'timezones'], (o, k) => {
        o[k] = (o[k] as unknown[]).slice(1);
      }),
    ],
    [
      'order',
      /value \/data\/timezones in order$/,
      body(ZONES, ['data', 'timezones'], (o, k) => {
        o[k] = (o[k] as unknown[]).toReversed();
      }),
    ],
    [
      'no JSON',
      /type body$/,
      (reported, route) => (HEALTH.test(route) ? { ...reported, body: 'up' } : reported),
    ],
  ] satisfies readonly (readonly [
    string,
    RegExp,
    (reported: FlakyAnswer, route: string) => FlakyAnswer,
  ])[];

  it('is sought fifty times and more', () => {
    expect(seeded.length).toBeGreaterThanOrEqual(50);
  });

  it.each(seeded)('%s is found, and nothing else', async (_, wanted, alter) => {
    const found = named(await changesWith(alter));
    expect(found.filter((name) => wanted.test(name))).not.toEqual([]);
    expect(found.filter((name) => !wanted.test(name))).toEqual([]);
  });

  it('is not sought with writes where they are not allowed', async () => {
    const flaky = await serveFlaky();
    const asked: string[] = [];
    const other = await serveFlaky((reported, route) => {
      asked.push(route);
      return reported;
    });
    const changes = await changesAt(other, 'nowhere');
    await Promise.all([flaky.close(), other.close()]);
    expect([...changes.unsent]).toEqual([
      ['it writes, and writing to this target is not allowed (--allow-writes)', 2],
    ]);
    expect(asked.filter((route) => !route.startsWith('GET'))).toEqual([]);
  });
});

it.each([
  ['four times', 1_000, 4],
  ['twice, where its answers are so large', 17 * 1024 * 1024, 2],
])('sends a script whose difference nothing explains %s', async (_, size, times) => {
  const side = (text: string) => {
    const body = {
      bytes: new Uint8Array(size),
      completeness: 'complete',
      content: { kind: 'text', text, why: '' },
    } as const;
    const outcome = { kind: 'answer', status: 200, reason: '', headers: [], body } as const;
    return { outcome, baseUrl: 'http://a.example', startedAt: 0 };
  };
  const request = { method: 'GET', target: '/', headers: [], body: undefined };
  const step = {
    key: 'one',
    operation: null,
    title: 'one',
    side: side('a'),
    request,
    creates: false,
    unique: [],
    disturbed: false,
  };
  let sent = 0;
  const send = async () => {
    sent += 1;
    const [sides, requests] = [new Map([['one', side('b')]]), new Map([['one', request]])];
    return { sides, requests, unsent: [], left: [] };
  };
  const script = { name: 'script', steps: [step], send };
  const { changed } = await changesOf([script], new AbortController().signal);
  expect([sent, changed]).toEqual([times, 1]);
});
