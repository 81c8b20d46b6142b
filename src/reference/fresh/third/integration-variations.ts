import type { Json } from '../../../model.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { answered, answers, forgetful, isGood } from './tools.ts';
import { escapedAndIndented, reversed } from './wire.ts';

function zones(edit: (zones: readonly Members[]) => readonly Members[]) {
  return answers(
    ({ route }) => route === '/api/get/all/timezones',
    (value) => {
      const data = membersOf(membersOf(value).data);
      const list = edit(listIn(data.timezones).map(membersOf));
      return { ...membersOf(value), data: { ...data, timezones: [...list] } };
    },
  );
}

const collator = new Intl.Collator('en');

export const integrationVariations = taking([
  {
    name: 'fresh-c-labels-collated',
    what: 'orders labels as a dictionary does, Ü next to U',
    leaves: '2.4: the list is ordered by label, ascending; by which collation is not said',
    choose: {},
    inFront: zones((list) => list.toSorted((a, b) => collator.compare(`${a.label}`, `${b.label}`))),
  },
  {
    name: 'fresh-c-zones-named-by-city',
    what: 'names timezones by their city, with brackets of its own in the name',
    leaves: '2.4: the display name of a zone is any text',
    choose: {},
    inFront: zones((list) =>
      list
        .map((zone) => {
          const city = `${zone.value}`.split('/').at(-1)?.replaceAll('_', ' ');
          return { ...zone, label: `${city} (local time) (${zone.value})` };
        })
        .toSorted((a, b) => (a.label < b.label ? -1 : Number(a.label > b.label))),
    ),
  },
  {
    name: 'fresh-c-escapes-and-indents',
    what: 'writes JSON on many lines, with escapes for slashes and for all letters beyond ASCII',
    leaves: '2.5: the envelope is described as members and values, not as text',
    choose: {},
    inFront: forgetful(async (request, ask) => escapedAndIndented(await ask(request))),
  },
  {
    name: 'fresh-c-members-from-last',
    what: 'writes the members of every object from the last to the first',
    leaves: '2.5: no order of members is said',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      return value === undefined ? reply : withJson(reply, reversed(value));
    }),
  },
  {
    name: 'fresh-c-challenge-and-request-id',
    what: 'adds a challenge to a 401 and an ID to each answer, in its headers and in its message',
    leaves: '2.5 and 2.6: the message is any text; no header of an answer is described',
    choose: {},
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        count += 1;
        const reply = await ask(request);
        const value = jsonIn(reply);
        const told = value === undefined ? reply : withJson(reply, said(value, count));
        const headers = [...told.headers, ['x-request-id', `request-${count}`] as const];
        return reply.status === 401
          ? { ...told, headers: [...headers, ['www-authenticate', 'Bearer realm="platform"']] }
          : { ...told, headers };
      };
    },
  },
  {
    name: 'fresh-c-other-failures-in-html',
    what: 'answers all failures but that of authentication with a page of HTML and status 422',
    leaves: '7: malformed requests, unknown systems and any other statuses: not shown',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      return isGood(reply) || reply.status === 401
        ? reply
        : {
            status: 422,
            headers: [['content-type', 'text/html']],
            body: '<h1>Not understood</h1>',
          };
    }),
  },
  {
    name: 'fresh-c-unknown-systems-skipped',
    what: 'answers a request that names unknown systems for those that it knows',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const { systems } = membersOf(jsonIn(request));
      const areIds = Array.isArray(systems) && systems.every((id) => typeof id === 'string');
      if (isGood(reply) || reply.status === 401 || !areIds) return reply;
      const one = async (id: Json) => ask(withJson(request, { systems: [id] }));
      const parts = await Promise.all(systems.map(one));
      // An answer that is compressed cannot be read here, and is not taken for that of an unknown system.
      if (parts.some((part) => isGood(part) && jsonIn(part) === undefined)) return reply;
      const known = parts.filter(isGood).map((part) => membersOf(membersOf(jsonIn(part)).data));
      const empty: Members = { additional_data: {}, error_code: '', message: 'Done.' };
      const data = Object.assign({}, ...known) as Members;
      return answered(200, { ...empty, data, status: 200, success: true });
    }),
  },
]);

function said(value: Json, count: number): Json {
  return { ...membersOf(value), message: `${membersOf(value).message} (request ${count})` };
}
