import type { Json } from '../../../model.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answered, isGood, isObject, memoryless, refuses, withHeaders } from '../altering.ts';
import {
  descriptors,
  ofDependencies,
  ofEither,
  ofTimezones,
  timezones,
} from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

function inGerman({ value }: Members): string {
  const format = new Intl.DateTimeFormat('de', {
    timeZone: String(value),
    timeZoneName: 'longGeneric',
  });
  const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  return `${name} (${value})`;
}

const ofSystems = taking([
  {
    name: 'fresh-h-field-type-password',
    what: 'has the type password for the last field of a system',
    leaves: '2.2: the complete set of allowed values of `type`: not shown',
    choose: {},
    inFront: descriptors((field, index, count) =>
      index === count - 1 ? { ...field, type: 'password' } : field,
    ),
  },
  {
    name: 'fresh-h-field-extra-members',
    what: 'has a placeholder and options in each field',
    leaves: '2.2: the members that are there; that there are no others is not said',
    choose: {},
    inFront: descriptors((field) => ({ ...field, placeholder: null, options: [] })),
  },
  {
    name: 'fresh-h-unknown-system-422',
    what: 'answers 422 with an envelope of failure where a system is unknown',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && reply.status === 404
        ? answered(422, {
            additional_data: {},
            data: {},
            error_code: 'SYSTEM_UNKNOWN',
            message: 'A system is unknown.',
            status: 422,
            success: false,
          })
        : reply;
    }),
  },
  {
    name: 'fresh-h-empty-systems-lists-all',
    what: 'answers a request for no systems with all that it has named so far',
    leaves: '4.1, rule 2: behaviour for an empty `systems` array: not shown',
    choose: {},
    inFront: () => {
      const known = new Map<string, Json>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofDependencies(request) || !isGood(reply)) return reply;
        const envelope = membersOf(jsonIn(reply));
        const asked = listIn(membersOf(jsonIn(request)).systems);
        for (const [id, entry] of Object.entries(membersOf(envelope.data))) known.set(id, entry);
        return asked.length === 0
          ? withJson(reply, { ...envelope, data: Object.fromEntries(known) })
          : reply;
      };
    },
  },
  {
    name: 'fresh-h-dependencies-415-without-json',
    what: 'answers 415 where the content type is not that of JSON',
    leaves: '4.1, rule 3: content type of the request body: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) &&
        reply.status !== 401 &&
        !/json/i.test(request.headers['content-type'] ?? '')
        ? answered(415, { error: 'JSON is expected.' })
        : reply;
    }),
  },
]);

const ofTheRest = taking([
  {
    name: 'fresh-h-timezones-collated-by-locale',
    what: 'labels the timezones in German, sorted as German is',
    leaves: '2.4: the language of the labels, and the collation of their order, are not said',
    choose: {},
    inFront: timezones((zones) =>
      zones
        .map((zone) => ({ ...zone, label: inGerman(zone) }))
        .sort((a, b) => a.label.localeCompare(b.label, 'de')),
    ),
  },
  {
    name: 'fresh-h-refusal-with-challenge-and-extras',
    what: 'challenges with WWW-Authenticate, and has a further member in a refusal',
    leaves: '2.6: the members that are there; that there are no others is not said',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      if (!ofEither(request) || reply.status !== 401 || !isObject(value)) return reply;
      return withHeaders(withJson(reply, { ...value, request_id: 'r-1' }), (headers) => [
        ...headers,
        ['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'],
      ]);
    }),
  },
  {
    name: 'fresh-h-missing-header-is-400',
    what: 'answers 400 where there is no Authorization header',
    leaves: '5, rule 4: conditions besides an invalid credential that produce the 401: not shown',
    choose: {},
    inFront: refuses(
      (request) => ofEither(request) && request.headers.authorization === undefined,
      answered(400, { error: 'missing header' }),
    ),
  },
  {
    name: 'fresh-h-json-pretty-and-escaped',
    what: 'indents its JSON, with escapes for slashes and what is not ASCII',
    leaves: 'whole document: how JSON is written is not said',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      if (value === undefined) return reply;
      const body = JSON.stringify(value, null, 4)
        .replaceAll('/', '\\/')
        .replace(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
      return withHeaders({ ...reply, body }, (headers) =>
        headers.filter(([name]) => !/^content-length$/i.test(name)),
      );
    }),
  },
  {
    name: 'fresh-h-query-on-timezones-400',
    what: 'refuses a query of timezones',
    leaves: '4.2: "Parameters: None are defined"; what others are answered with is not said',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofTimezones(request) && reply.status !== 401 && request.query.size > 0
        ? answered(400, { error: 'no parameters' })
        : reply;
    }),
  },
]);

export const integrationVariations = [...ofSystems, ...ofTheRest];
