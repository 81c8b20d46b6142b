import { describe, expect, it } from 'vitest';
import { validate } from '../contract/validate.ts';
import type {
  Completeness,
  Content,
  Exchange,
  JsonSchema,
  Operation,
  Outcome,
} from '../model/index.ts';
import { type StepOutcome, stepOutcomeOf } from './step-outcome.ts';

const refusal: JsonSchema = {
  type: 'object',
  required: ['success'],
  properties: { success: { const: false } },
};

const operation: Operation = {
  id: 'integration/one',
  document: 'integration',
  resource: 'one',
  action: 'get',
  method: 'GET',
  route: '/one',
  parameters: [],
  answers: [],
  source: { section: '1' },
  writes: false,
  title: 'one',
  refusal,
};

function standing(outcome: Outcome, of: Operation = operation): StepOutcome {
  const exchange: Exchange = {
    step: 'first',
    request: { method: 'GET', target: '/one', headers: [], body: undefined },
    url: 'http://127.0.0.1/one',
    outcome,
    startedAt: 0,
    durationMs: 1,
    resent: false,
  };
  return stepOutcomeOf(exchange, of, validate);
}

function answer(
  status: number,
  content: Content = { kind: 'empty' },
  completeness: Completeness = 'complete',
): Outcome {
  const body = { bytes: new Uint8Array(3), completeness, content };
  return { kind: 'answer', status, reason: '', headers: [], body };
}

const json = (value: unknown): Content => ({ kind: 'json', value });

describe('standingOf', () => {
  it.each<readonly [StepOutcome['kind'], readonly number[]]>([
    ['succeeded', [200, 201, 202, 204, 206, 226, 299]],
    ['redirected', [300, 301, 302, 303, 304, 307, 308, 399]],
    ['refused', [400, 402, 404, 405, 406, 409, 410, 413, 415, 418, 422, 431, 451, 499, 501]],
    ['rejected', [401, 403, 407, 408, 425, 429, 503]],
    ['failed', [500, 502, 504, 507, 511, 599]],
  ])('is %s for HTTP %j', (kind, statuses) => {
    expect(statuses.map((status) => standing(answer(status)).kind)).toEqual(
      statuses.map(() => kind),
    );
  });

  it('keeps the answer', () => {
    const outcome = answer(404);
    expect(standing(outcome)).toMatchObject({
      answer: outcome,
      why: 'it was answered with HTTP 404',
    });
  });

  it('is a refusal where the body tells of one under a status of success', () => {
    expect(standing(answer(200, json({ success: false })))).toMatchObject({
      kind: 'refused',
      why: 'it was answered with HTTP 200 and a body that reports a failure',
    });
  });

  it.each<readonly [string, Content]>([
    ['a success', json({ success: true })],
    ['no such member', json({})],
    ['a list', json([{ success: false }])],
    ['null', json(null)],
    ['text', { kind: 'text', text: '{"success": false', why: 'not JSON' }],
    ['nothing', { kind: 'empty' }],
    ['bytes', { kind: 'binary', why: 'not UTF-8' }],
  ])('is a success where the body is %s', (_, content) => {
    expect(standing(answer(200, content)).kind).toBe('succeeded');
  });

  it('goes by the status alone where the document tells of no failures in bodies', () => {
    const { refusal: _, ...plain } = operation;
    expect(standing(answer(200, json({ success: false })), plain).kind).toBe('succeeded');
  });

  it.each([
    [401, 'rejected'],
    [404, 'refused'],
    [429, 'rejected'],
    [500, 'failed'],
    [501, 'refused'],
  ])('takes HTTP 200 with a body that tells of %i for what that is', (status, kind) => {
    const reported = { ...refusal, 'x-status': ['/nowhere', '/status'] };
    const of = { ...operation, refusal: reported };
    expect(standing(answer(200, json({ success: false, status })), of)).toMatchObject({
      ...{ kind, status },
      why: 'it was answered with HTTP 200 and a body that reports a failure',
    });
  });

  it('leaves a status that bars what it is, whatever the body tells', () => {
    expect(standing(answer(401, json({ success: false }))).kind).toBe('rejected');
  });

  it.each<readonly [Completeness, string]>([
    ['cut-off', 'the body of the answer is cut-off after 3 bytes'],
    ['too-large', 'the body of the answer is too-large after 3 bytes'],
    ['timed-out', 'the body of the answer is timed-out after 3 bytes'],
  ])('is unheard where the body is %s', (completeness, why) => {
    const expected = { kind: 'no-response', code: 'incomplete', why };
    expect(standing(answer(200, json({}), completeness))).toEqual(expected);
    expect(standing(answer(500, json({}), completeness))).toEqual(expected);
  });

  it('is unheard where there was a fault, or nothing at all', () => {
    expect(standing({ kind: 'fault', code: 'reset', message: 'gone' })).toEqual({
      kind: 'no-response',
      code: 'reset',
      why: 'gone',
    });
    expect(stepOutcomeOf(undefined, operation, validate)).toEqual({
      kind: 'no-response',
      code: 'other',
      why: 'it was not sent',
    });
  });

  it.each(['precondition', 'fault'] as const)(
    'is unheard where it could not be sent: %s',
    (because) => {
      const why = 'the list of media is empty';
      const unsent = { step: 'first', because, why };
      expect(stepOutcomeOf(undefined, operation, validate, unsent)).toEqual({
        kind: 'no-response',
        code: 'unsent',
        because,
        why,
      });
    },
  );
});
