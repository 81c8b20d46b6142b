import { gzipSync } from 'node:zlib';
import type { Json } from '../../../model.ts';
import type { Reply } from '../../http.ts';
import { type RoutedRequest, withJson } from '../../in-front.ts';
import type { IntegrationVariation } from '../../integration/deviation.ts';
import { type Members, membersOf } from '../tools.ts';
import { answering, isOk, jsonReply, order, replying, withField } from './answer-tools.ts';
import { DEPENDENCIES, systemsOf, withFields, withTimezones } from './integration-tools.ts';
import { elements, formOf, JSON_TYPE, jsonMembers } from './tools.ts';

const SUCCESS: Members = {
  additional_data: {},
  data: {},
  error_code: '',
  message: 'Request processed successfully.',
  status: 200,
  success: true,
};

function success(message: string): Reply {
  return jsonReply(200, { ...SUCCESS, message });
}

function isForDependencies({ method, route }: RoutedRequest): boolean {
  return method === 'POST' && route === DEPENDENCIES;
}

export const integrationVariations: readonly IntegrationVariation[] = [
  {
    kind: 'variation',
    name: 'fresh-a-success-in-other-words',
    what: 'says success in other words',
    document: 'integration',
    leaves: '2.5, row message: the text of a success',
    choose: {},
    inFront: answering(
      () => true,
      (value) => ({ ...value, message: 'Übertragen ✓' }),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-unauthorized-in-other-words',
    what: 'says that authentication failed in other words, with a challenge',
    document: 'integration',
    leaves: '2.6, row message: the text of a failure; headers such as a challenge',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const value = jsonMembers(answer);
      if (answer.status !== 401 || !value) return answer;
      const told = withJson(answer, { ...value, message: 'Unauthenticated.' });
      return withField(told, 'WWW-Authenticate', 'Bearer realm="integration"');
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-no-systems-refused',
    what: 'refuses an empty list of systems',
    document: 'integration',
    leaves: '4.1, rule 2: the behaviour for an empty `systems` array',
    choose: {},
    inFront: replying(
      (request, answer) => systemsOf(request)?.length === 0 && isOk(answer),
      () => jsonReply(422, { errors: { systems: ['The systems field is required.'] } }),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-unknown-systems-left-out',
    what: 'leaves out systems that it does not know',
    document: 'integration',
    leaves: '4.1, rule 2: the behaviour for an unknown system ID',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const systems = systemsOf(request);
      if (answer.status !== 404 || !isForDependencies(request) || !systems) return answer;
      const found: { [system: string]: Json } = {};
      for (const system of systems) {
        const { status, body } = await ask(withJson(request, { systems: [system] }));
        if (status === 200) Object.assign(found, membersOf(jsonMembers({ body })?.data));
      }
      return jsonReply(200, { ...SUCCESS, data: found });
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-missing-systems-is-none',
    what: 'takes a body without systems as one that asks for none',
    document: 'integration',
    leaves: '4.1, rule 2: the behaviour for a missing `systems` key',
    choose: {},
    inFront: replying(
      (_, answer) => jsonMembers(answer)?.error_code === 'systems-missing',
      () => success('No systems were asked for.'),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-systems-in-a-form',
    what: 'takes the systems as a form too',
    document: 'integration',
    leaves: '4.1, rule 3: "Content type of the request body: not shown", so a form may do too',
    choose: {},
    inFront: () => async (request, ask) => {
      const form = formOf(request);
      const systems = elements(form, 'systems');
      if (!isForDependencies(request) || systems.length === 0) return ask(request);
      const headers = { ...request.headers, 'content-type': JSON_TYPE };
      return ask(withJson({ ...request, headers }, { systems }));
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-fields-last-first',
    what: 'lists the fields of a system the other way round',
    document: 'integration',
    leaves: '2.3, row fields: the order of the fields',
    choose: {},
    inFront: withFields((fields) => fields.toReversed()),
  },
  {
    kind: 'variation',
    name: 'fresh-a-timezones-by-city',
    what: 'names the timezones by their cities',
    document: 'integration',
    leaves: '2.4, row label: the display names of the zones',
    choose: {},
    inFront: withTimezones((zones) =>
      zones
        .map(({ value = '' }) => {
          const city = String(value).replace(/^.*\//, '').replaceAll('_', ' ');
          return { label: `${city} (${value})`, value };
        })
        .toSorted((one, other) => order(one.label, other.label)),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-compressed',
    what: 'compresses answers for those who accept it',
    document: 'integration',
    leaves: '4: what HTTP allows beyond the endpoints: an encoding that the client accepts',
    choose: {},
    inFront: replying(
      ({ headers }, reply) =>
        /\bgzip\b/.test(headers['accept-encoding'] ?? '') &&
        reply.body !== '' &&
        !reply.headers.some(([name]) => name.toLowerCase() === 'content-encoding'),
      (answer) => {
        const encoded = withField(answer, 'Content-Encoding', 'gzip');
        return { ...withField(encoded, 'Vary', 'Accept-Encoding'), body: gzipSync(answer.body) };
      },
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-fields-with-more-members',
    what: 'gives fields further members',
    document: 'integration',
    leaves: '2.2: that a field has no other members is not said',
    choose: {},
    inFront: withFields((fields) =>
      fields.map((field, at) => ({ ...membersOf(field), placeholder: null, position: at + 1 })),
    ),
  },
];
