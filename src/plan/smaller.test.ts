import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { schemaViolationsOf } from '../contract/schema-violations.ts';
import type { Step } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { smallestStep } from './smaller.ts';
import { openStream } from './stream.ts';

const contract = loadContract();
const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'a site');
const endpoint = target.endpoints.content;

/** The first violation of a rule in a body that stands in a campaign's stream, and the plainest request. */
function violationOf(operation: string, clause: string) {
  const chosen = { seed: 1, modes: ['violation'], only: [operation], writes: 'loopback' } as const;
  const stream = openStream(contract, target, chosen);
  const plain = stream.plain(operation)?.steps.find(({ id }) => id === 'request');
  for (let index = 0; index < 500; index += 1) {
    const step = stream.at(index)?.case.steps.find(({ shows }) => shows?.includes(clause));
    if (step && plain) return { step, plain: plain.request };
  }
  throw new Error(`the stream has no violation of ${clause}`);
}

/** All that is sent while a step is made smaller, each of which fails. */
async function triedOn(step: Step, plain: Step['request']): Promise<readonly Step[]> {
  if (endpoint === undefined) throw new Error('there is an endpoint');
  const tried: Step[] = [];
  await smallestStep(contract, endpoint, step, plain, async (candidate) => {
    tried.push(candidate);
    return true;
  });
  return tried;
}

function bodyOf({ request: { body } }: Step) {
  return body.kind === 'json' ? body.value : undefined;
}

it.each([
  ['refers to nothing', 'content/posts/create'],
  ['refers to what an earlier step made', 'content/posts/update/post'],
])(
  'a request that breaks a rule and %s still breaks it when it is smaller',
  async (_, operation) => {
    const { step, plain } = violationOf(operation, `${operation}/body/author/type`);
    const wide: Step = {
      ...step,
      request: {
        ...step.request,
        body: { kind: 'json', value: { ...Object(bodyOf(step)), format: 'aside', sticky: true } },
      },
    };
    const smaller = await triedOn(wide, plain);
    expect(smaller.length).toBeGreaterThan(0);
    const schema = contract.operation(operation).body?.schema ?? {};
    for (const one of smaller) {
      expect(schemaViolationsOf(schema, bodyOf(one))).toContainEqual({
        pointer: '/author',
        keyword: 'type',
      });
    }
  },
);

it('a request whose only fault is its credential keeps it when it is smaller', async () => {
  const operation = 'content/posts/list';
  const chosen = { seed: 1, modes: ['valid'], only: [operation], writes: 'loopback' } as const;
  const stream = openStream(contract, target, chosen);
  const plain = stream.plain(operation)?.steps[0];
  if (plain === undefined) throw new Error('there is a request');
  const credential = { kind: 'header', value: 'Bearer never-issued' } as const;
  const request = { ...plain.request, query: { page: 2, search: 'two words' }, credential };
  const denied: Step = { id: 'request', role: 'unauthorised', request };
  const smaller = await triedOn(denied, plain.request);
  expect(smaller.length).toBeGreaterThan(0);
  expect(smaller.map((one) => one.request.credential)).toEqual(smaller.map(() => credential));
});

it('an element that breaks a rule is left by itself in its list', async () => {
  const operation = 'integration/dependencies';
  const known = { systems: ['one', 'two'] };
  const integration = referenceTarget(contract, { integration: 'http://127.0.0.1:1' }, 'a site')
    .endpoints.integration;
  if (integration === undefined) throw new Error('there is an endpoint');
  const request: Step['request'] = {
    ...{ operation, path: {}, query: {}, headers: [], credential: { kind: 'valid' } },
    body: { kind: 'json', value: { systems: ['one', {}] } },
  };
  const breach = { part: 'body', pointer: '/systems/1', keyword: 'type' } as const;
  const plain = { ...request, body: { kind: 'json', value: { systems: ['one'] } } } as const;
  const { step } = await smallestStep(
    contract,
    { ...integration, known },
    { id: 'request', role: 'violation', request, breach },
    plain,
    async (one) => JSON.stringify(bodyOf(one)).includes('{}'),
  );
  expect(bodyOf(step)).toEqual({ systems: [{}] });
  expect(step.breach).toEqual({ ...breach, pointer: '/systems/0' });
});
