import { describe, expect, it } from 'vitest';
import { type Creation, type Journal, openRegister } from '../cleanup/index.ts';
import type { Json, Outcome, PlannedBody, Step } from '../model/index.ts';
import { sendCases } from './send.ts';
import { all, caseOf, contract, siteWith, step } from './site.fixture.ts';

const json = (value: Json): { body: PlannedBody } => ({ body: { kind: 'json', value } });
const id = { $from: 'create#/id' };
const fault: Outcome = { kind: 'fault', code: 'reset', message: 'gone' };
const unrecorded: Outcome = { kind: 'fault', code: 'unrecorded', message: 'not recorded' };
const refusal = (status: number): Outcome => ({
  kind: 'answer',
  status,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
});

/** A refusal under HTTP 200, told in the body alone. */
const reportedIn = (status: number): Outcome => ({
  ...{ kind: 'answer', status: 200, reason: '', headers: [] },
  body: {
    ...{ bytes: new Uint8Array(1), completeness: 'complete' },
    content: { kind: 'json', value: { code: 'no', message: 'No.', data: { status } } },
  },
});

const create = step('create', 'setup', 'posts/create', json({ title: 'A', status: 'publish' }));
const read = step('read', 'valid', 'posts/get', { path: { id } });
const remove = step('remove', 'cleanup', 'posts/delete', { path: { id }, query: { force: true } });

function outcomes(trace: { exchanges: readonly { step: string; outcome: Outcome }[] }) {
  return trace.exchanges.map(({ step, outcome }) => [
    step,
    outcome.kind === 'answer' ? outcome.status : outcome.code,
  ]);
}

describe('steps that build on each other', () => {
  it('are filled in from the answers before', async () => {
    const { options } = siteWith();
    const ids = step('ids', 'setup', 'posts/list', { query: { per_page: 5 } });
    const some = step('some', 'valid', 'posts/list', {
      query: { include: { $from: 'ids#/*/id', most: 2 } },
    });
    const one = step('one', 'valid', 'posts/get', { path: { id: { $from: 'some#/1/id' } } });
    const [trace] = await all(sendCases([caseOf(ids, some, one)], options));
    expect(trace?.unsent).toBeUndefined();
    const bodies = trace?.exchanges.map(({ outcome }) =>
      outcome.kind === 'answer' && outcome.body.content.kind === 'json'
        ? outcome.body.content.value
        : undefined,
    );
    expect(bodies?.[1]).toMatchObject([{ id: expect.any(Number) }, { id: expect.any(Number) }]);
    expect(bodies?.[2]).toEqual(Object(bodies?.[1])[1]);
  });

  it('are left out with the reason where that is not there, and the others go', async () => {
    const { options, log } = siteWith();
    const none = step('none', 'setup', 'posts/list', { query: { search: 'no such post' } });
    const gone = step('gone', 'valid', 'posts/get', { path: { id: { $from: 'none#/0/id' } } });
    const after = step('after', 'valid', 'posts/get', { path: { id: { $from: 'gone#/id' } } });
    const other = step('other', 'valid', 'pages/list');
    const [trace] = await all(sendCases([caseOf(none, gone, after, other)], options));
    expect(trace?.unsent).toEqual([
      {
        step: 'gone',
        because: 'precondition',
        why: 'the list of posts is empty: /0/id is not there',
      },
      {
        step: 'after',
        because: 'precondition',
        why: 'GET /cms/v2/posts/{id} was not sent: the list of posts is empty: /0/id is not there',
      },
    ]);
    expect(outcomes(Object(trace))).toEqual([
      ['none', 200],
      ['other', 200],
    ]);
    expect(log).toHaveLength(2);
  });

  it('are a mistake of ours where what came cannot be encoded', async () => {
    const { options } = siteWith({
      encode: (operation, request) => {
        if (typeof request.path.id === 'object') throw new Error('no id');
        return { method: operation.method, target: operation.route, headers: [], body: undefined };
      },
    });
    const list = step('list', 'setup', 'posts/list');
    const item = step('item', 'valid', 'posts/get', { path: { id: { $from: 'list#' } } });
    const change = { ...options, contract: { ...options.contract, operations: [] } };
    const [trace] = await all(
      sendCases([caseOf(list, item)], {
        ...change,
        transport: { ...change.transport, send: async () => ({ outcome: listed, resent: false }) },
      }),
    );
    expect(trace?.unsent).toEqual([
      { step: 'item', because: 'fault', why: 'step item cannot be encoded: no id' },
    ]);
  });
});

const listed: Outcome = {
  kind: 'answer',
  status: 200,
  reason: '',
  headers: [],
  body: {
    bytes: new Uint8Array(),
    completeness: 'complete',
    content: { kind: 'json', value: [1] },
  },
};

describe('cleaning up', () => {
  const lastOf = (log: readonly string[]) => log.at(-1);
  const DELETED = /^DELETE \/cms\/v2\/posts\/\d+&force=true$/;

  it('comes last, wherever it stands, and only once', async () => {
    const { options, log, site } = siteWith();
    const [trace] = await all(sendCases([caseOf(create, remove, read)], options));
    expect(outcomes(Object(trace))).toEqual([
      ['create', 201],
      ['read', 200],
      ['remove', 200],
    ]);
    expect(log).toHaveLength(3);
    expect(Object.keys(Object(trace))).toEqual(['case', 'exchanges']);
    const deleted = Object(log[1]).replace('GET ', '');
    expect((await site.call('GET', deleted)).status).toBe(404);
  });

  it.each<readonly [string, readonly Step[]]>([
    ['nothing is planned for it', [create, read]],
    ['it is only trashed', [create, step('trash', 'valid', 'posts/delete', { path: { id } })]],
    [
      'an invalid request made it',
      [step('create', 'violation', 'posts/create', json({ title: 'B' }))],
    ],
  ])('removes what was created where %s', async (_, steps) => {
    const { options, log } = siteWith();
    const [trace] = await all(sendCases([caseOf(...steps)], options));
    expect(log).toHaveLength(steps.length + 1);
    expect(lastOf(log)).toMatch(DELETED);
    expect(trace?.removals).toMatchObject([{ outcome: { status: 200 } }]);
    expect(trace?.left).toBeUndefined();
  });

  it('removes the youngest first', async () => {
    const { options, log } = siteWith();
    const child = step('child', 'valid', 'pages/create', {
      ...json({ title: 'C', parent: { $from: 'create#/id' } }),
    });
    const parent = step('create', 'valid', 'pages/create', json({ title: 'P' }));
    const [trace] = await all(sendCases([caseOf(parent, child)], options));
    const ids = trace?.exchanges.map(({ outcome }) =>
      outcome.kind === 'answer' && outcome.body.content.kind === 'json'
        ? Object(outcome.body.content.value).id
        : 0,
    );
    expect(log.slice(2)).toEqual(
      ids?.toReversed().map((made) => `DELETE /cms/v2/pages/${made}&force=true`),
    );
  });

  it('removes templates by their ids of several segments', async () => {
    const { options, log } = siteWith();
    const made = step('create', 'valid', 'templates/create', json({ slug: 'of-ours' }));
    const [trace] = await all(sendCases([caseOf(made)], options));
    expect(trace?.left).toBeUndefined();
    expect(lastOf(log)).toBe('DELETE /cms/v2/templates/meadow//of-ours&force=true');
  });

  it('removes what the members of a batch created, and not what others removed', async () => {
    const { options, log } = siteWith();
    const requests = [
      { path: '/cms/v2/posts', body: { title: '1' } },
      { path: '/cms/v2/nothing', body: {} },
      { method: 'POST', path: '/cms/v2/pages?context=edit', body: { title: '2' } },
      { path: '/cms/v2/posts', body: { title: '3' } },
      { path: '/cms/v2/posts', body: { title: '4', status: 'nonsense' } },
    ];
    const member = (at: number, rest: string) => ({
      $from: `batch#/responses/${at}/body/id`,
      in: rest,
    });
    const again = [
      { method: 'DELETE', path: member(0, '/cms/v2/posts/{}?force=true') },
      { method: 'DELETE', path: member(3, '/cms/v2/posts/{}') },
    ];
    const steps = [
      step('batch', 'valid', 'batch', json({ requests })),
      step('again', 'valid', 'batch', json({ requests: again })),
    ];
    const [trace] = await all(sendCases([caseOf(...steps)], options));
    expect(trace?.unsent).toBeUndefined();
    expect(log.slice(2)).toEqual([
      expect.stringMatching(DELETED),
      expect.stringMatching(/^DELETE \/cms\/v2\/pages\/\d+&force=true$/),
    ]);
    expect(trace?.left).toBeUndefined();
  });

  it('comes after a fault too', async () => {
    const { options, log } = siteWith({}, async (line) =>
      line.startsWith('GET') ? { outcome: fault, resent: false } : undefined,
    );
    const [trace] = await all(sendCases([caseOf(create, read, read, remove)], options));
    expect(outcomes(Object(trace))).toEqual([
      ['create', 201],
      ['read', 'reset'],
      ['remove', 200],
    ]);
    expect(lastOf(log)).toMatch(DELETED);
  });

  const leftPost = {
    what: expect.stringMatching(/^content\/posts \d+$/),
    tried: 'remove',
    request: expect.stringMatching(/^DELETE \S+&force=true$/),
  };

  it.each<readonly [string, Outcome, readonly Step[], unknown]>([
    ['a refusal', refusal(500), [create, remove], [{ ...leftPost, why: 'HTTP 500' }]],
    ['a fault', fault, [create], [{ ...leftPost, why: 'gone' }]],
    [
      'a refusal about something else',
      refusal(403),
      [step('undo', 'cleanup', 'posts/delete', { path: { id: 1 } })],
      [{ what: 'content/posts/delete (undo of content/case)', tried: 'clean up', why: 'HTTP 403' }],
    ],
    [
      'a refusal that is told in the body',
      reportedIn(403),
      [create],
      [{ ...leftPost, why: 'HTTP 403' }],
    ],
    ['a body that tells that it is gone', reportedIn(404), [create, remove], undefined],
    ['nothing, for it is gone', refusal(404), [create, remove], undefined],
    ['nothing, for it is gone for good', refusal(410), [create], undefined],
  ])('that meets with %s leaves what it says', async (_, outcome, steps, left) => {
    const isGone = left === undefined;
    const { options } = siteWith({}, async (line) =>
      line.startsWith('DELETE') || isGone ? answerTo(line) : undefined,
    );
    const answerTo = (line: string) =>
      line.startsWith('POST') ? undefined : { outcome, resent: false };
    const [trace] = await all(sendCases([caseOf(...steps)], options));
    expect(trace?.left).toEqual(left);
  });

  it.each([
    ['by the end of the case', [create]],
    ['by the case itself', [create, remove]],
  ])(
    'that is answered with 404 %s does not count where a read shows the object',
    async (...row) => {
      const [, steps] = row;
      const register = openRegister(undefined);
      const { options, log } = siteWith({ register }, async (line) =>
        line.startsWith('DELETE') ? { outcome: refusal(404), resent: false } : undefined,
      );
      const [trace] = await all(sendCases([caseOf(...steps)], options));
      const why = 'HTTP 404, and a read of it is answered with HTTP 200';
      expect(trace?.left).toEqual([{ ...leftPost, why }]);
      expect(lastOf(log)).toMatch(/^GET/);
      expect(register.heldBack('content/posts')).toBe(why);
    },
  );

  it('that finds nothing is not counted as a removal that was accepted', async () => {
    const register = openRegister(undefined);
    register.noteUnremoved('content/posts', 'HTTP 403');
    const { options } = siteWith({ register, leaveBehind: 'anywhere' }, async (line) =>
      line.startsWith('POST') ? undefined : { outcome: refusal(404), resent: false },
    );
    const [trace] = await all(sendCases([caseOf(create)], options));
    expect(trace?.left).toBeUndefined();
    expect(register.isRemoved('content/posts 1000')).toBe(true);
    expect(register.isAccepted('content/posts 1000')).toBe(false);
    expect(register.heldBack('content/posts')).toBe('HTTP 403');
  });

  it.each([
    ['gone', 404, undefined],
    ['there', 200, [expect.objectContaining({ tried: 'remove', why: 'HTTP 422' })]],
  ])('that is refused by any status looks whether it is %s', async (_, status, left) => {
    const { options } = siteWith({}, async (line) => {
      if (line.startsWith('DELETE')) return { outcome: refusal(422), resent: false };
      return line.startsWith('GET') ? { outcome: refusal(status), resent: false } : undefined;
    });
    const [trace] = await all(sendCases([caseOf(create)], options));
    expect(trace?.left).toEqual(left);
  });

  it.each<readonly [string, Step, Json, string]>([
    ['a creation', create, [], 'content/posts'],
    [
      'a batch',
      step('batch', 'valid', 'batch', json({ requests: [{ path: '/cms/v2/posts', body: {} }] })),
      { done: true },
      'content/batch',
    ],
  ])('tells of %s whose answer has no id', async (_, made, value, what) => {
    const { options } = siteWith({}, async () => ({
      outcome: { ...listed, body: { ...listed.body, content: { kind: 'json', value } } },
      resent: false,
    }));
    const [trace] = await all(sendCases([caseOf(made)], options));
    expect(trace?.left).toMatchObject([{ what, tried: 'remove' }]);
  });

  it.each([
    ['a few times where the target says that it cannot just now', 2, undefined],
    ['no more than a few times', 9, [expect.objectContaining({ why: 'HTTP 503' })]],
  ])('is sent again %s', async (_, times, left) => {
    let refusals = 0;
    const { options, log } = siteWith({ neverGivesUp: true }, async (line) => {
      if (line.startsWith('GET')) return { outcome: unrecorded, resent: false };
      if (!line.startsWith('DELETE') || refusals >= times) return undefined;
      refusals += 1;
      return { outcome: refusal(refusals === 1 ? 429 : 503), resent: false };
    });
    const [trace] = await all(sendCases([caseOf(create)], options));
    expect(trace?.left).toEqual(left);
    expect(trace?.removals).toHaveLength(3);
    expect(log.filter((line) => !line.startsWith('GET'))).toHaveLength(4);
  });

  it('is as often sent in a replay as it was recorded', async () => {
    let removals = 0;
    const { options } = siteWith({ neverGivesUp: true }, async (line) => {
      if (line.startsWith('GET')) return { outcome: unrecorded, resent: false };
      if (!line.startsWith('DELETE')) return undefined;
      removals += 1;
      return { outcome: removals === 1 ? refusal(503) : unrecorded, resent: false };
    });
    const [trace] = await all(sendCases([caseOf(create)], options));
    expect(trace?.left).toMatchObject([{ tried: 'remove', why: 'HTTP 503' }]);
    expect(trace?.removals).toHaveLength(1);
  });

  it('is not missed where it was done before, whatever the target answers then', async () => {
    const early = step('early', 'valid', 'posts/delete', { path: { id }, query: { force: true } });
    let removals = 0;
    const { options } = siteWith({}, async (line) => {
      if (!line.startsWith('DELETE')) return undefined;
      removals += 1;
      return removals === 1 ? undefined : { outcome: refusal(403), resent: false };
    });
    const [trace] = await all(sendCases([caseOf(create, early, remove)], options));
    expect(outcomes(Object(trace))).toEqual([
      ['create', 201],
      ['early', 200],
      ['remove', 403],
    ]);
    expect(trace?.left).toBeUndefined();
  });

  it.each<readonly [string, Step]>([
    ['a creation', create],
    ['a batch', step('batch', 'valid', 'batch', json({ requests: [{ path: '/cms/v2/posts' }] }))],
  ])('has nothing to do for %s that was refused in the body of its answer', async (_, refused) => {
    const { options, log } = siteWith({}, async () => ({
      outcome: reportedIn(400),
      resent: false,
    }));
    const [trace] = await all(sendCases([caseOf(refused)], options));
    expect(trace?.left).toBeUndefined();
    expect(log).toHaveLength(1);
  });

  it('is left to the case where the operations are not known', async () => {
    const { options, log } = siteWith();
    const unknown = { ...options.contract, operations: [] };
    await all(sendCases([caseOf(create)], { ...options, contract: unknown }));
    expect(log).toHaveLength(1);
  });
});

describe('an interruption', () => {
  it('waits for a creation under way, and removes what it made', async () => {
    const stop = new AbortController();
    const { options, log } = siteWith({ signal: stop.signal }, async (line, signal) => {
      if (!line.startsWith('POST')) return undefined;
      stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(signal.aborted).toBe(false);
      return undefined;
    });
    const traces = await all(sendCases([caseOf(create, read, remove), caseOf(create)], options));
    expect(traces).toHaveLength(1);
    expect(outcomes(Object(traces[0]))).toEqual([
      ['create', 201],
      ['read', 'interrupted'],
      ['remove', 200],
    ]);
    expect(log).toHaveLength(2);
  });

  it('by the consumer does so as well', async () => {
    const { options, log } = siteWith({ concurrency: 2 });
    const two = [1, 2, 3, 4].map(() => caseOf(create, read, remove));
    for await (const _ of sendCases(two, options)) break;
    const count = (begin: string) => log.filter((line) => line.startsWith(begin)).length;
    expect(count('POST')).toBeGreaterThan(0);
    expect(count('DELETE')).toBe(count('POST'));
  });

  it('does not wait for ever', async () => {
    const stop = new AbortController();
    const { options } = siteWith({ signal: stop.signal, graceMs: 50 }, async (line, signal) => {
      if (!line.startsWith('DELETE')) return undefined;
      stop.abort();
      return new Promise((resolve) => {
        const outcome: Outcome = { kind: 'fault', code: 'interrupted', message: 'interrupted' };
        signal.addEventListener('abort', () => resolve({ outcome, resent: false }));
      });
    });
    const startedAt = performance.now();
    const [trace] = await all(sendCases([caseOf(create)], options));
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(trace?.left).toMatchObject([{ why: 'interrupted' }]);
  });
});

describe('what is created', () => {
  const CREATED = contract.operations.filter(({ id }) => /^content\/[^/]+\/create$/.test(id));

  it.each(CREATED.map(({ id }) => id).filter((id) => id !== 'content/navigation/create'))(
    'by %s is in the journal before the next request, without the credential',
    async (operation) => {
      const events: (string | Creation)[] = [];
      const journal: Journal = {
        path: '',
        note: (creation) => {
          events.push(creation);
          return () => events.push(`struck ${creation.what}`);
        },
        announce: () => () => {},
        noteChange: () => () => {},
        strike: () => {},
        close: () => {},
      };
      const { options } = siteWith({ journal }, async (line) => {
        events.push(line.split(' ')[0] ?? '');
        return undefined;
      });
      const body = {
        title: 'A',
        slug: 'a',
        ...(operation.includes('menu-items') && { url: 'http://a.b' }),
      };
      const made = step('create', 'valid', operation.replace('content/', ''), json(body));
      await all(sendCases([caseOf(made)], options));
      expect(events).toMatchObject([
        'POST',
        {
          document: 'content',
          baseUrl: options.target.endpoints.content?.baseUrl,
          method: 'DELETE',
        },
        'DELETE',
        expect.stringMatching(/^struck content\/[a-z-]+ \S+$/),
      ]);
      expect(JSON.stringify(events)).not.toMatch(/authorization|Basic/i);
    },
  );

  it('is removed even if the journal fails, and the run ends with the reason', async () => {
    const journal: Journal = {
      path: '',
      note: () => {
        throw new Error('disk full');
      },
      announce: () => () => {},
      noteChange: () => () => {},
      strike: () => {},
      close: () => {},
    };
    const { options, log } = siteWith({ journal });
    await expect(all(sendCases([caseOf(create)], options))).rejects.toThrow('disk full');
    expect(log.at(-1)).toMatch(/^DELETE/);
  });
});
