import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, answers, forgetful, isGood } from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { fieldsIn, withHeader } from './tools.ts';

const ofDependencies = ({ route }: RoutedRequest) => route === '/api/get/system/dependencies';

const NEEDS_NOTHING: Members = { fields: [], show_hostname: false };

const systemsIn = (request: RoutedRequest) => listIn(fieldsIn(request).systems);

export const integrationVariations = taking([
  {
    name: 'more-in-descriptors',
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
    name: 'unknown-systems-need-nothing',
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
    name: 'refusals-with-a-challenge',
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
    name: 'late-and-in-pieces',
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
