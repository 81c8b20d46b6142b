import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { RULES } from '../judge/rules.ts';
import { faults as allFaults, deviations, faultsNamed, variationsNamed } from './deviations.ts';
import type { Handler, ServedRequest } from './http.ts';
import { type RoutedRequest, withInFront } from './in-front.ts';
import { plainChoices } from './integration/choice.ts';
import { REFERENCE_TOKEN } from './integration/credential.ts';
import { integrationHandler } from './integration/handler.ts';
import { readSystems } from './integration/system.ts';
import { integrationVariations } from './integration/variations/index.ts';
import { withVariations } from './serve.ts';

const contract = loadContract();
const variations = integrationVariations();
const ids = [...readSystems().keys()];
const VALID = `Bearer ${REFERENCE_TOKEN}`;
const DEPENDENCIES = '/api/get/system/dependencies';
const TIMEZONES = '/api/get/all/timezones';

interface Probe {
  readonly method?: string;
  readonly target: string;
  readonly authorization?: string | undefined;
  readonly type?: string | undefined;
  readonly language?: string;
  readonly body?: string;
}

function served(probe: Probe): ServedRequest {
  const authorization = 'authorization' in probe ? probe.authorization : VALID;
  const type = 'type' in probe ? probe.type : 'application/json';
  return {
    method: probe.method ?? (probe.target.startsWith(DEPENDENCIES) ? 'POST' : 'GET'),
    target: probe.target,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(type !== undefined && { 'content-type': type }),
      ...(probe.language && { 'accept-language': probe.language }),
    },
    rawHeaders: [],
    body: Buffer.from(probe.body ?? ''),
  };
}

function asking(...systems: readonly unknown[]): Probe {
  return { target: DEPENDENCIES, body: JSON.stringify({ systems }) };
}

const valid: readonly Probe[] = [
  { target: TIMEZONES },
  { target: TIMEZONES, language: 'fr' },
  ...ids.map((id) => asking(id)),
  asking(...ids),
  asking(...[...ids].reverse()),
  asking(...ids.slice(0, 4)),
  asking(ids[0], ids[0]),
  asking(ids[0], ids[1], ids[0]),
  asking(ids[1], ids[0]),
  asking(ids[1], ids[2]),
  { ...asking(ids[0]), language: 'fr' },
  asking(...Array.from({ length: 24 }, (_, index) => ids[index < 20 ? 0 : 1])),
];

const unauthorised: readonly Probe[] = [
  { target: TIMEZONES, authorization: 'Bearer never-issued' },
  { ...asking(ids[0]), authorization: 'Bearer never-issued' },
  { ...asking(ids[0]), authorization: `${VALID}-and-more` },
  { target: TIMEZONES, authorization: `${VALID}${'a'.repeat(100)}` },
  { target: TIMEZONES, authorization: `Bearer ${REFERENCE_TOKEN.toUpperCase()}` },
  { target: TIMEZONES, authorization: 'Bearer aGVhZA.Ym9keQ.c2ln' },
];

const silent: readonly Probe[] = [
  ...[
    undefined,
    `bearer ${REFERENCE_TOKEN}`,
    `Bearer  ${REFERENCE_TOKEN}`,
    REFERENCE_TOKEN,
    'Basic YTpi',
  ].map((authorization) => ({ target: TIMEZONES, authorization })),
  { target: DEPENDENCIES, body: '{"systems":7}', authorization: 'Bearer never-issued' },
  asking(),
  asking('touchstone-no-such-system'),
  asking(ids[0], 'touchstone-no-such-system'),
  asking(7),
  asking(ids[0], ids[1]),
  asking(ids[0], 7),
  asking({}),
  asking(...Array.from({ length: 200 }, (_, index) => ids[index % ids.length])),
  ...[
    ...['{}', 'systems', '[]', '{"systems":7}', '{"systems":7.5}', '{"systems":true}'],
    ...['{"systems":"42"}', '{"systems":[],"more":1}'],
  ].map((body) => ({ target: DEPENDENCIES, body })),
  { ...asking(ids[0]), type: undefined },
  { ...asking(ids[0]), type: 'text/plain' },
  {
    ...{ target: DEPENDENCIES, type: 'application/x-www-form-urlencoded' },
    body: `systems[]=${ids[0]}`,
  },
  { target: `${TIMEZONES}?page=2` },
  { method: 'GET', target: DEPENDENCIES },
  { method: 'POST', target: TIMEZONES },
  { method: 'HEAD', target: TIMEZONES },
  { method: 'OPTIONS', target: TIMEZONES },
  { target: '/' },
];

async function* answersOf(handler: Handler, probes: readonly Probe[]): AsyncGenerator<string> {
  // Three rounds, because some faults show only when a request comes again.
  for (const probe of [...probes, ...probes, ...probes]) {
    const { body, ...head } = await handler(served(probe));
    yield `${JSON.stringify(head)} ${Buffer.from(body).toString('base64')}`;
  }
}

async function answers(handler: Handler, probes: readonly Probe[]): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const answer of answersOf(handler, probes)) all.push(answer);
  return all;
}

/** Asks until an answer is another one than usual. */
async function changesOne(
  handler: Handler,
  probes: readonly Probe[],
  usual: readonly string[],
): Promise<boolean> {
  let at = 0;
  for await (const answer of answersOf(handler, probes)) if (answer !== usual[at++]) return true;
  return false;
}

const plain = () => integrationHandler(plainChoices);

const faults = allFaults()
  .filter((fault) => fault.document === 'integration')
  .filter(({ undetected }) => undetected === undefined);

/** The plain server with one fault in front of it. */
function deviating(fault: (typeof faults)[number]): Handler {
  return withInFront(plain(), [fault], '');
}

test('the plain server gives the same answers each time', async () => {
  const probes = [...valid, ...unauthorised, ...silent];
  expect(await answers(plain(), probes)).toEqual(await answers(plain(), probes));
});

test('there are at least 64 faults and 32 variations, each under a name of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(64);
  expect(variations.length).toBeGreaterThanOrEqual(32);
  const names = deviations().map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

/**
 * Clauses that also judge answers which the document leaves open: a 401 has the envelope of 2.6 and the other way round, and values that need one
 * conversion are taken alike.
 */
const ON_OPEN_ANSWERS = new Set([
  'integration/unauthorised/whatever-was-sent',
  'integration/unauthorised/without-bearer',
  'integration/unauthorised/status-of-envelope',
  'integration/dependencies/converted-alike',
]);

describe('faults', async () => {
  const usual = await answers(plain(), [...valid, ...unauthorised]);
  const malformed = await answers(plain(), silent);

  test.each(faults.map((fault) => [fault.name, fault] as const))(
    '%s changes an answer on which the document speaks',
    async (_, fault) => {
      const [probes, usually] = fault.breaks.some((id) => ON_OPEN_ANSWERS.has(id))
        ? [silent, malformed]
        : [[...valid, ...unauthorised], usual];
      expect(await changesOne(deviating(fault), probes, usually)).toBe(true);
    },
  );

  test.each(
    faults
      .filter(({ breaks }) => breaks.some((id) => id.includes('/body/')))
      .map((fault) => [fault.name, fault] as const),
  )('%s carries out a malformed request', async (_, fault) => {
    expect(await changesOne(deviating(fault), silent, malformed)).toBe(true);
  });

  test.each(faults.map(({ name, breaks }) => [name, breaks] as const))(
    '%s breaks clauses that there are, and none that is open',
    (_, breaks) => {
      const rules = new Map(RULES.map((rule) => [rule.id, rule.level]));
      const levels = breaks.map((id) => rules.get(id) ?? contract.clause(id).level);
      expect(levels).not.toEqual([]);
      expect(levels).not.toContain('unspecified');
      expect(new Set(breaks).size).toBe(breaks.length);
    },
  );

  test('break every clause that is not open or marked as unbreakable', () => {
    const broken = new Set(faults.flatMap(({ breaks }) => breaks));
    const whole = contract.clauses.filter(
      ({ id, document, level, unbreakable, untestable, derived }) =>
        document === 'integration' &&
        level !== 'unspecified' &&
        unbreakable === undefined &&
        untestable === undefined &&
        // Each of these is broken by itself in `derive-answers.test.ts` and `schemas-bite.test.ts`.
        derived !== 'answer' &&
        !broken.has(id),
    );
    expect(whole.map(({ id }) => id)).toEqual([]);
  });
});

describe('variations', async () => {
  const probes = [...valid, ...unauthorised, ...silent];
  const usual = await answers(plain(), probes);

  test.each(variations.map((variation) => [variation.name, variation] as const))(
    '%s changes an answer',
    async (_, variation) => {
      const handler = integrationHandler(withVariations([variation]));
      const { inFront } = variation;
      const front = withInFront(handler, inFront === undefined ? [] : [{ inFront }], '');
      expect(await changesOne(front, probes, usual)).toBe(true);
    },
  );
});

test.each(
  deviations().flatMap((one) =>
    one.kind === 'variation' && one.document === 'integration' && one.inFront
      ? [[one.name, one.inFront] as const]
      : [],
  ),
)('%s leaves an answer readable that is compressed behind it', async (_, inFront) => {
  const behind = integrationHandler({ ...plainChoices, coding: 'gzip' });
  const handler = withInFront(behind, [{ inFront }], '');
  const probes = [asking(ids[0]), asking(), asking('touchstone-no-such-system')];
  for (const probe of [...probes, { target: TIMEZONES }]) {
    const { headers, body } = await handler(served(probe));
    const isGzip = headers.some(([name]) => /^content-encoding$/i.test(name));
    if (isGzip) expect(() => gunzipSync(Buffer.from(body)), probe.body).not.toThrow();
  }
});

test.each([
  ['0', 400],
  ['00', 400],
  ['-1', 400],
  ['1.5', 400],
  ['1', 400],
  ['2', 200],
  ['010', 200],
])('past the end of a list, a refusal of page %s becomes %i', async (page, status) => {
  const [variation] = variationsNamed(['otherwise-past-the-end']);
  const request: RoutedRequest = {
    ...{ method: 'GET', route: '/cms/v2/posts', headers: {}, body: new Uint8Array() },
    query: new URLSearchParams({ page }),
  };
  const reply = await variation?.inFront?.()(request, async ({ query }) => ({
    status: query.has('page') ? 400 : 200,
    headers: [],
    body: '[{"id":1}]',
  }));
  expect(reply?.status).toBe(status);
});

test('says what is near a name that there is not', () => {
  expect(() => faultsNamed(['any-tokn'])).toThrow(
    expect.objectContaining({
      code: 'unknown-deviation',
      message: 'there is no fault named "any-tokn"',
      hint: expect.stringContaining('any-token'),
    }),
  );
  expect(() => faultsNamed(['xyzzy'])).toThrow(
    expect.objectContaining({ hint: '`touchstone serve --list` lists them' }),
  );
});

test('says so where a variation is named as a fault, and the other way round', () => {
  expect(() => faultsNamed(['gzipped'])).toThrow(
    'there is no fault named "gzipped": it is a variation',
  );
  expect(() => variationsNamed(['any-token'])).toThrow(
    'there is no variation named "any-token": it is a fault',
  );
});
