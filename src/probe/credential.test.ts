import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Answer, Target, Transport } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { variations } from '../reference/deviations.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { checkCredentials } from './credential.ts';

const contract = loadContract();
const BASE = 'http://127.0.0.1:1';
const reference = referenceTarget(contract, { content: BASE, integration: BASE }, 'target');

type Who = 'own' | 'none' | 'wrong';
type Site = (target: string, who: Who) => number | readonly [status: number, body: string];

function answerOf(status: number, body: string): Answer {
  const bytes = new TextEncoder().encode(body);
  const content = { kind: 'text', text: body, why: 'not JSON' } as const;
  return {
    ...{ kind: 'answer', status, reason: '', headers: [] },
    body: { bytes, completeness: 'complete', content },
  };
}

/** What is said of the credential of a document on such a site, and how many requests that took. */
async function said(document: 'content' | 'integration', site: Site, target: Target = reference) {
  let requests = 0;
  const own = target.endpoints[document]?.authorization;
  const transport: Transport = {
    send: async (request) => {
      requests += 1;
      const sent = request.headers.find(([name]) => name === 'authorization')?.[1];
      const who = sent === undefined ? 'none' : sent === own ? 'own' : 'wrong';
      const reported = site(decodeURIComponent(request.target), who);
      const [status, body] = typeof reported === 'number' ? [reported, ''] : reported;
      return { outcome: answerOf(status, body), resent: false };
    },
    close: async () => {},
  };
  const { signal } = new AbortController();
  return {
    ...(await checkCredentials(contract, target, [document], transport, signal)),
    requests: () => requests,
  };
}

const isEdit = (target: string) => target.includes('context=edit') || target.includes('templates');

describe('a credential for the content API is accepted', () => {
  it.each<readonly [string, Site]>([
    ['that may edit', (target, who) => (isEdit(target) && who !== 'own' ? 401 : 200)],
    [
      'that may not edit, and is known',
      (target, who) => (isEdit(target) ? (who === 'own' ? 403 : 401) : 200),
    ],
    [
      'that is told by the sign-on helper alone',
      (target, who) =>
        target.includes('logged')
          ? [200, who === 'own' ? 'true' : 'false']
          : isEdit(target)
            ? 401
            : 200,
    ],
    ['where a wrong one is turned away everywhere', (_, who) => (who === 'wrong' ? 401 : 200)],
    [
      'where only a later probe tells',
      (target, who) => (target.includes('context=edit') ? 500 : who === 'own' ? 200 : 403),
    ],
  ])('%s', async (_, site) => {
    expect(await said('content', site)).toMatchObject({ rejected: [], notes: [] });
  });

  it('after two requests', async () => {
    const { requests } = await said('content', (_, who) => (who === 'own' ? 200 : 401));
    expect(requests()).toBe(2);
  });
});

describe('a credential for the content API is not accepted', () => {
  it.each<readonly [string, Site]>([
    ['that counts as none', (target) => (isEdit(target) ? 401 : 200)],
    ['that is refused where none is fine', (_, who) => (who === 'none' ? 200 : 401)],
    [
      'where nobody is told so in another way',
      (target, who) => (isEdit(target) ? (who === 'none' ? 403 : 401) : 200),
    ],
  ])('%s', async (_, site) => {
    const { rejected } = await said('content', site);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]).toMatch(
      /^the credential for the content API is not accepted: GET .* HTTP 401; .*No case was sent$/,
    );
    expect(rejected[0]).not.toContain(reference.endpoints.content?.authorization);
  });
});

it('probes of another API can follow a rejection, so only cases are said to be unsent', async () => {
  const sent: string[] = [];
  const transport: Transport = {
    send: async ({ target }) => {
      sent.push(target);
      return { outcome: answerOf(401, ''), resent: false };
    },
    close: async () => {},
  };
  const { signal } = new AbortController();
  const documents = ['integration', 'content'];
  const { rejected } = await checkCredentials(contract, reference, documents, transport, signal);
  expect(rejected).toEqual(Array(2).fill(expect.stringMatching(/\. No case was sent$/)));
  expect(sent.some((target) => target.includes('/cms/v2'))).toBe(true);
});

describe('nothing is said against a credential', () => {
  it.each([200, 404, 429, 500, 503])('where every answer is HTTP %i', async (status) => {
    expect(await said('content', () => status)).toMatchObject({ rejected: [], notes: [] });
  });

  it('where whoever asks is forbidden, but that it cannot be told', async () => {
    const { rejected, notes } = await said('content', (target) => (isEdit(target) ? 403 : 200));
    expect(rejected).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^it cannot be told whether .* HTTP 403/)]);
  });
});

describe('the token of the integration API', () => {
  it('is not accepted where both endpoints answer with 401', async () => {
    const { rejected } = await said('integration', () => 401);
    expect(rejected).toEqual([expect.stringMatching(/integration API is not accepted: GET .*401/)]);
  });

  it('is accepted where one of them is carried out', async () => {
    const timezones: Site = (target, who) =>
      who === 'own' && target.includes('dependencies') ? 200 : 401;
    expect(await said('integration', timezones)).toMatchObject({ rejected: [], notes: [] });
  });
});

it('says of a document without a credential that it is asked as nobody', async () => {
  const { content } = reference.endpoints;
  if (content === undefined) throw new Error('the reference target has a site');
  const { authorization: _, ...open } = content;
  const nobody = { ...reference, endpoints: { content: open } };
  const { rejected, notes, requests } = await said('content', () => 401, nobody);
  expect({ rejected, requests: requests() }).toEqual({ rejected: [], requests: 0 });
  expect(notes).toEqual([
    expect.stringMatching(
      /set TOUCHSTONE_CONTENT_USER and TOUCHSTONE_CONTENT_PASSWORD.* as nobody/,
    ),
  ]);
});

it('says nothing of a further API that states no way to sign in', async () => {
  const { content } = reference.endpoints;
  if (content === undefined) throw new Error('the reference target has a site');
  const { authorization: _, ...open } = content;
  const target = { ...reference, endpoints: { shop: open } };
  const transport: Transport = {
    send: () => Promise.reject(new Error('nothing is sent')),
    close: async () => {},
  };
  const { signal } = new AbortController();
  const { notes } = await checkCredentials(contract, target, ['shop'], transport, signal);
  expect(notes).toEqual([]);
});

describe('whatever the reference target leaves open', () => {
  const { signal } = new AbortController();
  const check = (names: readonly string[], target: Target) => {
    const { handler } = referenceHandler({ faults: [], variations: names, contract }, () => SITE);
    return checkCredentials(contract, target, ['content'], inProcess(handler), signal);
  };
  const SITE = `${BASE}/content`;
  const target = referenceTarget(contract, { content: SITE }, 'target');
  const names = variations()
    .filter(({ document }) => document === 'content')
    .map(({ name }) => name);

  it('nothing is said against its own credential', async () => {
    for (const name of names) {
      expect(await check([name], target), name).toEqual({ rejected: [], notes: [] });
    }
    expect(await check(names, target)).toEqual({ rejected: [], notes: [] });
  });

  it.each([[[]], [['bad-credential-ignore']], [['bad-credential-ignore', 'template-reads-login']]])(
    'a wrong password is told: %j',
    async (taken) => {
      const { content } = target.endpoints;
      if (content === undefined) throw new Error('it has a site');
      const wrong = { ...content, authorization: `Basic ${btoa('editor:wrong')}` };
      const { rejected } = await check(taken, { ...target, endpoints: { content: wrong } });
      expect(rejected).toHaveLength(1);
    },
  );
});
