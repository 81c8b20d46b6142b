import { isList, isMembers, type Json } from '../../../model/index.ts';
import {
  answered,
  bodyOf,
  isGood,
  isObject,
  listIn,
  type Members,
  membersOf,
  memoryless,
  type StandsBefore,
} from '../../fronts.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../deviation.ts';
import { ofDependencies, SUCCESS, systemsIn, timezones } from '../fronts.ts';
import { compareCodePoints, listZones } from '../zone.ts';

const german = new Intl.Collator('de');

/** `Mitteleuropäische Zeit (Europe/Berlin)` */
function germanLabel(zone: string): string {
  const options = { timeZone: zone, timeZoneName: 'longGeneric' } as const;
  const parts = new Intl.DateTimeFormat('de', options).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${name} (${zone})`;
}

/** Answers for unknown systems too: requests each system by itself. */
function unknownAnswered(entryOf: (id: string) => Members): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    const { systems } = bodyOf(request);
    const ids = listIn(systems).filter((id) => typeof id === 'string');
    if (!ofDependencies(request) || isGood(reply) || reply.status === 401) return reply;
    if (ids.length === 0 || ids.length < listIn(systems).length) return reply;
    const alone = await Promise.all(ids.map((id) => ask(withJson(request, { systems: [id] }))));
    // A compressed answer cannot be read here, so it is not taken for that of an unknown system.
    if (alone.some((one) => isGood(one) && jsonIn(one) === undefined)) return reply;
    const entries = ids.map((id, index) => {
      const one = alone[index];
      return one && isGood(one) ? membersOf(bodyOf(one).data) : entryOf(id);
    });
    const data = Object.assign({}, ...entries) as Members;
    return answered(200, { ...SUCCESS, data });
  });
}

/** The zones of an answer with names in a language, in its order. */
function inLanguage(reply: Reply, locale: string): Reply {
  const answer = jsonIn(reply);
  const data = isMembers(answer) ? answer.data : undefined;
  if (!isMembers(answer) || !isMembers(data) || !isList(data.timezones)) return reply;
  const choices = { collation: 'code-point', zones: 'short-names-too' } as const;
  const names = listZones({ ...choices, zoneNames: { locale, form: 'generic' } });
  const labels = new Map(names.map(({ label, value }) => [value, label]));
  const timezones = data.timezones
    .filter(isMembers)
    .map((zone) => ({ ...zone, label: labels.get(String(zone.value)) ?? zone.label ?? '' }))
    .toSorted((a, b) => compareCodePoints(String(a.label), String(b.label)));
  return withJson(reply, { ...answer, data: { ...data, timezones } });
}

/** Variations that need memory, a second request, or code. */
export const variationsInFront = taking([
  {
    name: 'zone-names-as-asked-for',
    leaves: '2.4: language of the names',
    what: 'names zones in the language that is asked for, and orders them so',
    choose: {},
    inFront: () => async (request, ask) => {
      const [, language] = /^(ar|fr)\b/.exec(request.headers['accept-language'] ?? '') ?? [];
      const reply = await ask(request);
      return language === undefined ? reply : inLanguage(reply, language);
    },
  },
  {
    name: 'empty-systems-lists-all',
    what: 'answers a request for no systems with all that it has named so far',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array: not shown',
    choose: {},
    inFront: () => {
      const known = new Map<string, Json>();
      return async (request, ask) => {
        const reply = await ask(request);
        const envelope = jsonIn(reply);
        if (!ofDependencies(request) || !isGood(reply) || !isObject(envelope)) return reply;
        for (const [id, entry] of Object.entries(membersOf(envelope.data))) known.set(id, entry);
        return systemsIn(request).length === 0
          ? withJson(reply, { ...envelope, data: Object.fromEntries(known) })
          : reply;
      };
    },
  },
  {
    name: 'unknown-systems-left-out',
    what: 'leaves out systems that it does not know',
    leaves: '4.1, rule 2: the behaviour for an unknown system ID',
    choose: {},
    inFront: unknownAnswered(() => ({})),
  },
  {
    name: 'unknown-systems-need-nothing',
    what: 'answers for an unknown system that there are no fields to collect',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: unknownAnswered((id) => ({ [id]: { fields: [], show_hostname: false } })),
  },
  {
    name: 'systems-in-a-form',
    what: 'takes the systems as a form too',
    leaves: '4.1, rule 3: "Content type of the request body: not shown", so a form may do too',
    choose: {},
    inFront: memoryless((request, ask) => {
      const isForm = /urlencoded/i.test(request.headers['content-type'] ?? '');
      const form = new URLSearchParams(isForm ? new TextDecoder().decode(request.body) : '');
      const systems = [...form]
        .filter(([name]) => /^systems(\[\d*\])?$/.test(name))
        .flatMap(([, value]) => value.split(','));
      if (!ofDependencies(request) || systems.length === 0) return ask(request);
      const headers = { ...request.headers, 'content-type': 'application/json; charset=UTF-8' };
      return ask(withJson({ ...request, headers }, { systems }));
    }),
  },
  {
    name: 'german-zone-names',
    leaves: '2.4: the language of `<zone display name>` is not said',
    what: 'calls the timezones by their German names, and sorts by these',
    choose: {},
    inFront: timezones((zones) =>
      zones
        .map((zone) => ({ ...zone, label: germanLabel(String(zone.value)) }))
        .sort((a, b) => german.compare(a.label, b.label)),
    ),
  },
]);
