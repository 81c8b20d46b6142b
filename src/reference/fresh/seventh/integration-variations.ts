import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { isIn, isObject, memoryless, type StandsBefore, withHeaders } from '../altering.ts';
import { entries, ofDependencies, ofEither, timezones } from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

function text(status: number, type: string, body: string) {
  return { status, headers: [['Content-Type', type] as const], body };
}

/** Changes the members of a refusal. */
function refused(edit: (members: Members) => Members): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    const value = jsonIn(reply);
    return ofEither(request) && reply.status === 401 && isObject(value)
      ? withJson(reply, edit(value))
      : reply;
  });
}

const ofDependencyAnswers = taking([
  {
    name: 'fresh-g-unknown-system-is-page',
    what: 'answers for an unknown system with 404 and a page',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && reply.status === 404
        ? text(404, 'text/html; charset=utf-8', '<h1>No such system</h1>')
        : reply;
    }),
  },
  {
    name: 'fresh-g-no-systems-is-422',
    what: 'answers 422 and a text where no systems are named',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array or a missing key: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const body = jsonIn(request);
      const named = isObject(body) && listIn(body.systems).length > 0;
      return ofDependencies(request) && reply.status !== 401 && !named
        ? text(422, 'text/plain', 'Which systems?')
        : reply;
    }),
  },
  {
    name: 'fresh-g-other-kinds-of-input',
    what: 'has fields of other types than text, with options',
    leaves: '2.2: the complete set of allowed values of `type`: not shown',
    choose: {},
    inFront: entries((entry) => ({
      ...entry,
      fields: listIn(entry.fields).map((field, index) =>
        index === 0
          ? { ...membersOf(field), type: 'password' }
          : { ...membersOf(field), type: 'select', options: ['a', 'b'] },
      ),
    })),
  },
  {
    name: 'fresh-g-nothing-to-collect',
    what: 'has no fields for some systems',
    leaves: '2.3: how many fields a system has is not said',
    choose: {},
    inFront: entries((entry, { id }) => (id.length % 2 === 0 ? { ...entry, fields: [] } : entry)),
  },
  {
    name: 'fresh-g-json-only',
    what: 'answers 415 where the body is labelled otherwise than as JSON',
    leaves: '4.1, rule 3: content type of the request body: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const { 'content-type': type = '' } = request.headers;
      return ofDependencies(request) && reply.status !== 401 && !/^application\/json\b/i.test(type)
        ? text(415, 'text/plain', 'Unsupported Media Type')
        : reply;
    }),
  },
]);

const ofZonesAndRefusals = taking([
  {
    name: 'fresh-g-refusal-in-german',
    what: 'says in German why it refuses',
    leaves: '2.6: `message` is text, in no language',
    choose: {},
    inFront: refused((members) => ({
      ...members,
      message: 'Zugriff verweigert: Schlüssel ungültig',
    })),
  },
  {
    name: 'fresh-g-header-missing-is-400',
    what: 'answers 400 where there is no Authorization header',
    leaves: '5, rule 4: conditions besides an invalid credential that produce the 401: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) =>
      ofEither(request) && request.headers.authorization === undefined
        ? text(400, 'text/plain', 'Authorization is missing.')
        : ask(request),
    ),
  },
  {
    name: 'fresh-g-zones-in-locale-order',
    what: 'sorts labels as a dictionary does',
    leaves: '2.4: ascending by label, in which collation is not said',
    choose: {},
    inFront: timezones((zones) => {
      const { compare } = new Intl.Collator('en', { ignorePunctuation: true });
      return [...zones].sort((a, b) => compare(String(a.label), String(b.label)));
    }),
  },
  {
    name: 'fresh-g-trace-in-envelopes',
    what: 'has a trace in every envelope',
    leaves: '2.5, 2.6: the members that are there; that there are no others is not said',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      return isObject(value) && isIn(value, 'data')
        ? withJson(reply, { trace: { id: 'f7', took: 3 }, ...value })
        : reply;
    }),
  },
  {
    name: 'fresh-g-pretty-printed',
    what: 'writes JSON over several lines, with escapes for slashes',
    leaves: 'whole document: how JSON is written is not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      if (value === undefined) return reply;
      const body = JSON.stringify(value, null, 2).replaceAll('/', '\\/');
      return {
        ...withHeaders(reply, (headers) => [
          ...headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name)),
          ['content-type', 'application/json;charset=utf-8'],
        ]),
        body,
      };
    }),
  },
]);

export const integrationVariations = [...ofDependencyAnswers, ...ofZonesAndRefusals];
