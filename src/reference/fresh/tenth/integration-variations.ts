import { jsonIn } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, isGood, memoryless } from '../altering.ts';
import {
  entries,
  ofDependencies,
  ofEither,
  systemsIn,
  timezones,
} from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const integrationVariations = taking([
  {
    name: 'fresh-j-zone-offset-in-name',
    what: 'has a region in brackets before the display name of a zone, and in a member of its own',
    leaves: '2.4: what a zone display name is made of, and that there are no others, is not said',
    choose: {},
    inFront: timezones((zones) =>
      zones
        .map((zone) => ({
          region: String(zone.value).split('/')[0] ?? '',
          ...zone,
          label: `[${String(zone.value).slice(0, 3).toUpperCase()}] ${zone.label}`,
        }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    ),
  },
  {
    name: 'fresh-j-empty-systems-refused',
    what: 'answers 422 and a bare list of errors where systems are none, missing or unknown',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array, or a missing key: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const isUnfit = reply.status === 400 || reply.status === 404;
      return ofDependencies(request) &&
        (isUnfit || (isGood(reply) && systemsIn(request).length === 0))
        ? answered(422, { errors: [{ field: 'systems', problem: 'must name known systems' }] })
        : reply;
    }),
  },
  {
    name: 'fresh-j-other-fields-for-systems',
    what: 'has other fields for systems, in another order, and turns show_hostname round',
    leaves: '2.2, 2.3: which fields a system needs, and whether it has a hostname, is not said',
    choose: {},
    inFront: entries((entry) => {
      const labelled = listIn(entry.fields).map((field) => ({
        ...membersOf(field),
        label: `Champ « ${membersOf(field).label} »`,
      }));
      const note = { '@code': 'note', label: 'Note', required: 'false', type: 'text' };
      return {
        ...entry,
        show_hostname: entry.show_hostname !== true,
        fields: [...labelled.reverse(), note],
      };
    }),
  },
  {
    name: 'fresh-j-unknown-addresses-plain',
    what: 'answers 404 and a page to other methods and addresses, and 500 to a body that is not JSON',
    leaves: '7: error responses for malformed requests, and any other statuses: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const page = { status: 404, headers: [['Content-Type', 'text/html']] as const };
      if (!ofEither(request)) {
        const body = request.method === 'HEAD' ? '' : '<!DOCTYPE html><title>Not found</title>';
        return reply.status === 404 || reply.status === 405 ? { ...page, body } : reply;
      }
      return reply.status === 400 && membersOf(jsonIn(reply)).error_code === 'body-not-json'
        ? { status: 500, headers: [['Content-Type', 'text/plain']], body: 'Internal error' }
        : reply;
    }),
  },
]);
