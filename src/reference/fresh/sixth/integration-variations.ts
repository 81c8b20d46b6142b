import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, answers, isGood, isObject, memoryless, withHeaders } from '../altering.ts';
import {
  dependencies,
  ofDependencies,
  ofEither,
  ofTimezones,
  systemsIn,
} from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

export const integrationVariations = taking([
  {
    name: 'fresh-f-request-id',
    what: 'has a request_id in each envelope',
    leaves: '2.5: the members that are there; that there are no others is not said',
    choose: {},
    inFront: answers(ofEither, (value) => ({ ...membersOf(value), request_id: 'a1b2c3' })),
  },
  {
    name: 'fresh-f-refusal-with-more',
    what: 'has further members in a refusal',
    leaves: '2.6: the members that are there; that there are no others is not said',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      return ofEither(request) && reply.status === 401 && isObject(value)
        ? withJson(reply, { ...value, trace: 'f00', docs: 'https://help.example/auth' })
        : reply;
    }),
  },
  {
    name: 'fresh-f-forbidden-without-header',
    what: 'answers 403 where there is no Authorization header',
    leaves: '5, rule 4: conditions besides an invalid credential that produce the 401: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) =>
      ofEither(request) && request.headers.authorization === undefined
        ? answered(403, { error: 'no credential' })
        : ask(request),
    ),
  },
  {
    name: 'fresh-f-unknown-system-is-null',
    what: 'answers for an unknown system with null',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const ids = systemsIn(request);
      if (!ofDependencies(request) || reply.status !== 404 || ids.length === 0) return reply;
      const data: Members = Object.fromEntries(ids.map((id) => [id, null]));
      return answered(200, {
        additional_data: {},
        data,
        error_code: '',
        message: 'Some systems are unknown.',
        status: 200,
        success: true,
      });
    }),
  },
  {
    name: 'fresh-f-no-systems-is-422',
    what: 'answers 422 to a request for no systems',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && isGood(reply) && systemsIn(request).length === 0
        ? answered(422, { errors: { systems: ['The systems field is required.'] } })
        : reply;
    }),
  },
  {
    name: 'fresh-f-secret-fields',
    what: 'has fields of the types password and url',
    leaves: '2.2: the complete set of allowed values of `type`: not shown',
    choose: {},
    inFront: dependencies((data) =>
      Object.fromEntries(
        Object.entries(data).map(([id, entry]) => [
          id,
          {
            ...membersOf(entry),
            fields: listIn(membersOf(entry).fields).map((field, index) => ({
              ...membersOf(field),
              type: index % 2 === 0 ? 'password' : 'url',
            })),
          },
        ]),
      ),
    ),
  },
  {
    name: 'fresh-f-systems-last-first',
    what: 'has the systems of `data` in the opposite order',
    leaves: '4.1: the order of the keys of `data` is not said',
    choose: {},
    inFront: dependencies((data) => Object.fromEntries(Object.entries(data).reverse())),
  },
  {
    name: 'fresh-f-zones-with-offset',
    what: 'has the offset beside label and value of a timezone',
    leaves: '2.4: the members that are there; that there are no others is not said',
    choose: {},
    inFront: answers(ofTimezones, (value) => ({
      ...membersOf(value),
      data: {
        timezones: listIn(membersOf(membersOf(value).data).timezones).map((zone) => ({
          ...membersOf(zone),
          offset: '+00:00',
        })),
      },
    })),
  },
  {
    name: 'fresh-f-malformed-is-415',
    what: 'answers 415 and a page where the body is not JSON',
    leaves: '4.1, rule 2: behaviour for a body that is not JSON: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && reply.status !== 401 && jsonIn(request) === undefined
        ? {
            status: 415,
            headers: [['content-type', 'text/html; charset=utf-8']],
            body: '<h1>Unsupported Media Type</h1>',
          }
        : reply;
    }),
  },
  {
    name: 'fresh-f-json-as-text',
    what: 'labels its JSON as text/json',
    leaves: 'whole document: the content type of responses is not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return jsonIn(reply) === undefined
        ? reply
        : withHeaders(reply, (headers) => [
            ...headers.filter(([name]) => !/^content-type$/i.test(name)),
            ['content-type', 'text/json; charset=utf-8'],
          ]);
    }),
  },
]);
