import { jsonIn } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, edited, isGood, isIn, memoryless, withHeaders } from '../altering.ts';
import {
  dependencies,
  descriptors,
  entries,
  ofDependencies,
  ofEither,
  systemsIn,
  timezones,
} from '../altering-integration.ts';
import { membersOf } from '../tools.ts';

const ofSystems = taking([
  {
    name: 'fresh-i-show-hostname-of-all',
    what: 'shows a hostname for all systems',
    leaves: '2.3: for which systems a hostname input is to be shown is not said',
    choose: {},
    inFront: entries((entry) => ({ ...entry, show_hostname: true })),
  },
  {
    name: 'fresh-i-systems-without-fields',
    what: 'has no fields for any system',
    leaves: '2.3: how many fields a system has is not said',
    choose: {},
    inFront: entries((entry) => ({ ...entry, fields: [] })),
  },
  {
    name: 'fresh-i-empty-label-of-last-field',
    what: 'has an empty label for the last field of a system',
    leaves: '2.2: `label` is a string; its length is not said',
    choose: {},
    inFront: descriptors((field, index, count) =>
      index === count - 1 ? { ...field, label: '' } : field,
    ),
  },
  {
    name: 'fresh-i-data-in-reverse',
    what: 'has the systems in reverse order in data',
    leaves: '4.1: the order of the keys of `data` is not said',
    choose: {},
    inFront: dependencies((data) => Object.fromEntries(Object.entries(data).reverse())),
  },
  {
    name: 'fresh-i-repeated-systems-409',
    what: 'answers 409 where a system is asked for twice',
    leaves: '7: error responses for malformed requests: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const systems = systemsIn(request);
      return ofDependencies(request) && isGood(reply) && new Set(systems).size < systems.length
        ? answered(409, { error: 'A system is named twice.' })
        : reply;
    }),
  },
  {
    name: 'fresh-i-four-systems-413',
    what: 'answers 413 to more than three systems',
    leaves: '8: size limits of the `systems` array: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && isGood(reply) && systemsIn(request).length > 3
        ? answered(413, { error: 'Three systems at most.' })
        : reply;
    }),
  },
  {
    name: 'fresh-i-missing-systems-in-plain-text',
    what: 'answers 400 in plain text where there is no systems key',
    leaves: '4.1, rule 2: behaviour for a missing `systems` key: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) &&
        reply.status !== 401 &&
        !isIn(membersOf(jsonIn(request)), 'systems')
        ? { status: 400, headers: [['Content-Type', 'text/plain']], body: 'undefined: systems' }
        : reply;
    }),
  },
]);

const ofTheRest = taking([
  {
    name: 'fresh-i-zones-of-three-parts-left-out',
    what: 'supports no zone whose identifier has three parts',
    leaves: '4.2: which timezones are supported is not said, save UTC',
    choose: {},
    inFront: timezones((zones) => zones.filter(({ value }) => !/\/.*\//.test(String(value)))),
  },
  {
    name: 'fresh-i-zone-name-with-parentheses',
    what: 'has parentheses in the display name of a zone',
    leaves: '2.4: what a zone display name is made of is not said',
    choose: {},
    inFront: timezones((zones) =>
      zones.map((zone) => ({
        ...zone,
        label: `${String(zone.label).replace(/ \([^()]*\)$/, '')} (civil) (${zone.value})`,
      })),
    ),
  },
  {
    name: 'fresh-i-message-new-each-time',
    what: 'has another success message in each answer, in several lines',
    leaves: '2.5: the words of the success message are not said',
    choose: {},
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofEither(request)) return reply;
        count += 1;
        return edited(reply, (value) => ({
          ...membersOf(value),
          message: `Erfolgreich – Anfrage ${count}\n成功\n`,
        }));
      };
    },
  },
  {
    name: 'fresh-i-bare-token-accepted',
    what: 'takes a valid token that comes without the word Bearer',
    leaves: '5, rule 4: conditions besides an invalid credential that produce the 401: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const given = request.headers.authorization ?? '';
      if (reply.status !== 401 || given === '' || given.includes(' ')) return reply;
      return ask({ ...request, headers: { ...request.headers, authorization: `Bearer ${given}` } });
    }),
  },
  {
    name: 'fresh-i-content-type-text-json',
    what: 'calls its JSON text/json',
    leaves: 'whole document: the content type of answers is not said',
    choose: {},
    inFront: memoryless(async (request, ask) =>
      withHeaders(await ask(request), (headers) =>
        headers.map(([name, value]) =>
          /^content-type$/i.test(name) ? [name, 'text/json'] : [name, value],
        ),
      ),
    ),
  },
]);

export const integrationVariations = [...ofSystems, ...ofTheRest];
