import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { answered, answers, memoryless, type StandsBefore, to, withHeaders } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';

export function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

const ofErrors: readonly ContentVariation[] = [
  variation(
    'invalid-parameter-is-problem',
    '7: error bodies and status codes: not shown; an invalid parameter is a problem with status 422',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const { code, message = '' } = membersOf(jsonIn(reply));
      return reply.status === 400 && code === 'invalid_parameter'
        ? answered(422, { type: 'about:blank', title: 'Invalid', detail: message })
        : reply;
    }),
  ),
  variation(
    'errors-without-body',
    '7: error bodies: not shown; there are none',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (reply.status < 400) return reply;
      return withHeaders({ ...reply, body: '' }, (headers) =>
        headers.filter(([name]) => !/^content-/i.test(name)),
      );
    }),
  ),
];

const ofListing: readonly ContentVariation[] = [];

const ofReading: readonly ContentVariation[] = [];

const ofHelpers: readonly ContentVariation[] = [
  variation(
    'batch-answers-bare-list',
    '4.2: response bodies of every route: not shown; a batch answers with a list',
    answers(to('POST', '/batch/v1'), (value) => listIn(membersOf(value).responses)),
  ),
];

export const variationsOfReads = [...ofErrors, ...ofListing, ...ofReading, ...ofHelpers];
