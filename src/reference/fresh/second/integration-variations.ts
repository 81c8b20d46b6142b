import { isMembers } from '../../../json.ts';
import type { Json } from '../../../model.ts';
import { type InFront, jsonIn, withJson } from '../../in-front.ts';
import type { IntegrationVariation } from '../../integration/deviation.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { always, earlier, later, plain, withHeader, withoutHeader } from './tools.ts';

function variation(
  name: string,
  what: string,
  leaves: string,
  inFront: InFront['inFront'],
): IntegrationVariation {
  return {
    kind: 'variation',
    name: `fresh-b-${name}`,
    document: 'integration',
    what,
    leaves,
    choose: {},
    inFront,
  };
}

const DEPENDENCIES = /\/get\/system\/dependencies$/;
const TIMEZONES = /\/get\/all\/timezones$/;

function zonesIn(value: Json): readonly Members[] {
  return listIn(membersOf(membersOf(value).data).timezones).map(membersOf);
}

function withZones(value: Json, timezones: readonly Members[]): Json {
  return { ...membersOf(value), data: { timezones: [...timezones] } };
}

function byLabel(a: Members, b: Members): number {
  const [one, other] = [String(a.label), String(b.label)];
  return one < other ? -1 : one > other ? 1 : 0;
}

export const integrationVariations: readonly IntegrationVariation[] = [
  variation(
    'messages-in-german',
    'has other messages',
    '2.5 and 2.6, rows message: which text it is',
    always((answer) => {
      const value = jsonIn(answer);
      if (!isMembers(value)) return answer;
      const message = answer.status < 300 ? 'Erfolgreich ausgeführt.' : 'Das geht so nicht.';
      return withJson(answer, { ...value, message });
    }),
  ),
  variation(
    'answers-with-their-number',
    'numbers its answers in one more member of the envelope',
    '2.5: members of the envelope beyond those that are listed',
    () => {
      let count = 0;
      return async (request, ask) => {
        const answer = await ask(request);
        const value = jsonIn(answer);
        if (!isMembers(value) || answer.status !== 200) return answer;
        count += 1;
        return withJson(answer, { request_id: `r-${count}`, ...value });
      };
    },
  ),
  variation(
    'secrets-are-passwords',
    'has the type password for fields that hold secrets',
    '2.2, row type: the complete set of values',
    later(DEPENDENCIES, (value) => {
      const envelope = membersOf(value);
      const data = Object.entries(membersOf(envelope.data)).map(([id, entry]) => [
        id,
        {
          ...membersOf(entry),
          fields: listIn(membersOf(entry).fields).map((one) => {
            const field = membersOf(one);
            const secret = /secret|password|token|key/.test(String(field['@code']));
            return secret ? { ...field, type: 'password' } : field;
          }),
        },
      ]);
      return { ...envelope, data: Object.fromEntries(data) };
    }),
  ),
  variation(
    'unknown-systems-left-out',
    'leaves unknown systems out of an answer that succeeds',
    '4.1, rule 2: behaviour for an unknown system ID',
    plain(async (request, ask) => {
      const answer = await ask(request);
      const systems = listIn(membersOf(jsonIn(request)).systems);
      if (answer.status !== 404 || !DEPENDENCIES.test(request.route)) return answer;
      let found: Members = {};
      let envelope = await ask(withJson(request, { systems: [] }));
      for (const one of new Set(systems)) {
        const single = await ask(withJson(request, { systems: [one] }));
        if (single.status !== 200) continue;
        envelope = single;
        found = { ...found, ...membersOf(membersOf(jsonIn(single)).data) };
      }
      return withJson(envelope, { ...membersOf(jsonIn(envelope)), data: found });
    }),
  ),
  variation(
    'no-systems-as-none',
    'takes a body without systems for one with none',
    '4.1, rule 2: behaviour for a missing systems key',
    earlier((request) => {
      const body = jsonIn(request);
      const missing = isMembers(body) && body.systems === undefined;
      return missing && DEPENDENCIES.test(request.route)
        ? withJson(request, { ...body, systems: [] })
        : request;
    }),
  ),
  variation(
    'malformed-in-plain-text',
    'answers malformed requests with 422 and plain text',
    '7: error responses for malformed requests',
    always((answer) =>
      answer.status === 400
        ? { status: 422, headers: [['Content-Type', 'text/plain']], body: 'malformed request\n' }
        : answer,
    ),
  ),
  variation(
    'other-methods-not-found',
    'answers other methods with 404 and a page',
    '7: the statuses of other errors, such as that of another method',
    always((answer) =>
      answer.status === 405
        ? { status: 404, headers: [['Content-Type', 'text/html']], body: '<h1>Not found</h1>\n' }
        : answer,
    ),
  ),
  variation(
    'answers-on-many-lines',
    'writes its JSON on many lines, between empty ones',
    '2.5: the envelope is JSON, of which white space is no part',
    always((answer) => {
      const value = jsonIn(answer);
      if (value === undefined) return answer;
      const headers = withoutHeader(answer, /^content-length$/i).headers;
      return { ...answer, headers, body: `\n${JSON.stringify(value, null, '\t')}\n\n` };
    }),
  ),
  variation(
    'refusal-with-challenge',
    'has a challenge and other headers on refusals',
    '2.6: headers of a refusal, of which none is named',
    always((answer) =>
      answer.status === 401
        ? withHeader(
            answer,
            ['WWW-Authenticate', 'Bearer realm="integration", error="invalid_token"'],
            ['Cache-Control', 'no-store'],
            ['X-RateLimit-Limit', '600'],
          )
        : answer,
    ),
  ),
  variation(
    'zones-named-by-city',
    'names timezones by the last part of their identifier',
    '2.4, row label: the display names of zones',
    later(TIMEZONES, (value) =>
      withZones(
        value,
        zonesIn(value)
          .map((zone): Members => {
            const id = String(zone.value);
            const city = id.slice(id.lastIndexOf('/') + 1).replace(/_/g, ' ');
            return { ...zone, label: `${city} (${id})` };
          })
          .sort(byLabel),
      ),
    ),
  ),
  variation(
    'bearer-as-written',
    'refuses a scheme that is not written Bearer',
    '5, item 1 and 4: which conditions besides an invalid credential produce the 401',
    earlier((request) => {
      const { authorization } = request.headers;
      return authorization === undefined || authorization.startsWith('Bearer ')
        ? request
        : { ...request, headers: { ...request.headers, authorization: '' } };
    }),
  ),
];
