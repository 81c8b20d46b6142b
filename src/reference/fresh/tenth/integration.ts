import type { Json } from '../../../model.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answers, isGood } from '../altering.ts';
import {
  dependencies,
  descriptors,
  entries,
  ofDependencies,
  ofTimezones,
  refusals,
} from '../altering-integration.ts';
import { listIn, membersOf } from '../tools.ts';

export const FAMILY = 'tenth fresh list';

export const integrationFaults = inFamily(FAMILY, [
  // section 2.5: `status` is an integer, 200 on success
  {
    name: 'fresh-j-timezones-status-text',
    what: 'writes the status of timezones as text',
    breaks: ['integration/success/status-member'],
    inFront: answers(ofTimezones, (value) => {
      const envelope = membersOf(value);
      return { ...envelope, status: String(envelope.status) };
    }),
  },
  // section 2.3: `fields` are those to collect for the system; section 4.1, rule 1: each system has its own entry
  {
    name: 'fresh-j-fields-accumulate-over-systems',
    what: 'lists under each system the fields of those before it too',
    breaks: ['integration/dependencies/own-entry'],
    inFront: dependencies((data) => {
      const gathered: Json[] = [];
      const grown = Object.entries(data).map(([id, entry]) => {
        gathered.push(...listIn(membersOf(entry).fields));
        return [id, { ...membersOf(entry), fields: [...gathered] }];
      });
      return Object.fromEntries(grown);
    }),
  },
  // section 2.3: `fields` is an array
  {
    name: 'fresh-j-fields-object-by-number',
    what: 'writes the fields of a system as an object with numbers for keys where one is optional',
    breaks: ['integration/dependencies/fields'],
    inFront: entries((entry) => {
      const fields = listIn(entry.fields);
      return fields.some((field) => membersOf(field).required === 'false')
        ? { ...entry, fields: Object.fromEntries(Object.entries(fields)) }
        : entry;
    }),
  },
  // section 2.2: the machine name is the member `@code`
  {
    name: 'fresh-j-code-without-at',
    what: 'names the machine name of an optional field `code`',
    breaks: ['integration/dependencies/field/code'],
    inFront: descriptors(({ '@code': code = null, ...field }) =>
      field.required === 'false' ? { code, ...field } : { '@code': code, ...field },
    ),
  },
  // section 2.6: `data` of a failed authentication is always null
  {
    name: 'fresh-j-denied-dependencies-data-empty-object',
    what: 'has an empty object as the data of a refusal of dependencies',
    breaks: ['integration/unauthorised/data'],
    inFront: refusals(ofDependencies, (envelope) => ({ ...envelope, data: {} })),
  },
  // section 5, rule 2: a request with an invalid credential is answered with 401
  {
    name: 'fresh-j-token-check-remembered',
    what: 'takes any token for an endpoint once a good one has come for it',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      const good = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        const given = request.headers.authorization ?? '';
        if (isGood(reply)) good.set(request.route, given);
        const valid = good.get(request.route);
        if (reply.status !== 401 || valid === undefined || !/^bearer /i.test(given)) return reply;
        return ask({ ...request, headers: { ...request.headers, authorization: valid } });
      };
    },
  },
]);
