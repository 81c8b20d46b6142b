import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, answers, forgetful, isGood } from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { fieldsIn, textOf, withHeader } from './tools.ts';

const ofDependencies = ({ route }: RoutedRequest) => route === '/api/get/system/dependencies';
const ofTimezones = ({ route }: RoutedRequest) => route === '/api/get/all/timezones';

const NEEDS_NOTHING: Members = { fields: [], show_hostname: false };

function zones(edit: (zones: readonly Members[]) => readonly Members[]) {
  return answers(ofTimezones, (value) => {
    const data = membersOf(membersOf(value).data);
    const list = edit(listIn(data.timezones).map(membersOf));
    return { ...membersOf(value), data: { ...data, timezones: [...list] } };
  });
}

/** What a server of its own kind says to a request that it cannot make sense of; never before it knows the caller. */
function notUnderstood(applies: (request: RoutedRequest) => boolean, status: number) {
  return forgetful(async (request, ask) => {
    const reply = await ask(request);
    if (!ofDependencies(request) || reply.status === 401 || !applies(request)) return reply;
    return {
      status,
      headers: [['content-type', 'application/xml']] as const,
      body: `<?xml version="1.0"?><fault code="${status}">The request was not understood.</fault>`,
    };
  });
}

const systemsIn = (request: RoutedRequest) => listIn(fieldsIn(request).systems);

export const integrationVariations = taking([
  {
    name: 'fresh-d-more-in-descriptors',
    what: 'adds a place holder and a place to each field descriptor, and a link to each entry',
    leaves: '2.2 and 2.3: the members that are there; that there are no others is not said',
    choose: {},
    inFront: answers(ofDependencies, (value) => {
      const data = Object.entries(membersOf(membersOf(value).data)).map(([id, entry]) => {
        const fields = listIn(membersOf(entry).fields).map((field, place) => ({
          ...membersOf(field),
          placeholder: '',
          place,
        }));
        return [id, { ...membersOf(entry), fields, help: `https://help.example/${id}` }];
      });
      return { ...membersOf(value), data: Object.fromEntries(data) as Members };
    }),
  },
  {
    name: 'fresh-d-scheme-in-any-case',
    what: 'accepts the word Bearer in any case, with any number of spaces after it',
    leaves:
      '5, rule 1: `Bearer <ACCESS_TOKEN>`; rule 4: which conditions besides an invalid credential produce the 401: not shown',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const { authorization } = request.headers;
      const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (reply.status !== 401 || token === undefined) return reply;
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      return headers.authorization === authorization ? reply : ask({ ...request, headers });
    }),
  },
  {
    name: 'fresh-d-no-systems-refused-in-xml',
    what: 'answers a request for no systems with 400 and a document of XML',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array or a missing key: not shown',
    choose: {},
    inFront: notUnderstood((request) => systemsIn(request).length === 0, 400),
  },
  {
    name: 'fresh-d-unknown-systems-need-nothing',
    what: 'answers for an unknown system that there are no fields to collect',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const systems = systemsIn(request).filter((id) => typeof id === 'string');
      if (!ofDependencies(request) || isGood(reply) || reply.status === 401) return reply;
      if (systems.length === 0 || systems.length < systemsIn(request).length) return reply;
      const alone = await Promise.all(
        systems.map((id) => ask(withJson(request, { systems: [id] }))),
      );
      // An answer that is compressed cannot be read here, and is not taken for that of an unknown system.
      if (alone.some((one) => isGood(one) && jsonIn(one) === undefined)) return reply;
      const data = Object.fromEntries(
        alone.map((one, index) => {
          const id = systems[index] ?? '';
          return [id, membersOf(membersOf(jsonIn(one)).data)[id] ?? NEEDS_NOTHING];
        }),
      );
      const message = 'Fields of the systems.';
      const rest = { additional_data: {}, error_code: '', message, status: 200, success: true };
      return answered(200, { ...rest, data });
    }),
  },
  {
    name: 'fresh-d-bodies-of-other-types-refused',
    what: 'answers a body that is not announced as JSON with 415',
    leaves: '4.1, rule 3: content type of the request body: not shown',
    choose: {},
    inFront: notUnderstood(
      ({ headers }) => !/^application\/json\b/i.test(headers['content-type'] ?? ''),
      415,
    ),
  },
  {
    name: 'fresh-d-names-with-parentheses',
    what: 'has parentheses and an offset in the display name of every zone',
    leaves:
      '2.4, row `label`: `<zone display name> (<zone identifier>)`; what a display name is is not said',
    choose: {},
    inFront: zones((list) =>
      list.map((zone) => ({ ...zone, label: `(Local) time in ${textOf(zone.label)}` })),
    ),
  },
  {
    name: 'fresh-d-few-zones',
    what: 'supports no timezone whose identifier has three parts',
    leaves: '4.2: lists all supported timezones; which ones are supported is not said',
    choose: {},
    inFront: zones((list) => list.filter(({ value }) => textOf(value).split('/').length < 3)),
  },
  {
    name: 'fresh-d-refusals-with-a-challenge',
    what: 'answers 401 with a challenge, a cookie and a message that names the request',
    leaves:
      '2.6: `message` is text that describes the failure; headers of answers are not spoken of',
    choose: {},
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        const reply = await ask(request);
        if (reply.status !== 401) return reply;
        count += 1;
        const message = `Zugriff verweigert – Anfrage ${count} ✗`;
        const challenged = withHeader(reply, 'WWW-Authenticate', 'Bearer error="invalid_token"');
        const tracked = withHeader(challenged, 'set-cookie', `trace=${count}; HttpOnly`);
        const body = jsonIn(reply);
        // What is compressed is passed on as it is.
        return body === undefined ? tracked : withJson(tracked, { ...membersOf(body), message });
      };
    },
  },
  {
    name: 'fresh-d-late-and-in-pieces',
    what: 'answers after a while, in pieces, with header names in capitals and no charset',
    leaves: 'transport is not spoken of: neither time, nor header names, nor the type of an answer',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const { headers, ...reply } = await ask(request);
      await new Promise((resolve) => setTimeout(resolve, 120));
      const named = headers
        .filter(([name]) => !/^content-length$/i.test(name))
        .map(([name, value]) => {
          const isType = /^content-type$/i.test(name);
          return [name.toUpperCase(), isType ? value.replace(/;.*/, '') : value] as const;
        });
      return { ...reply, headers: [...named, ['Transfer-Encoding', 'chunked']] };
    }),
  },
]);
