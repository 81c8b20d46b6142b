import type { Reply } from '../../http.ts';
import type { RoutedRequest } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { answers, isGood } from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn } from './tools.ts';

const DEPENDENCIES = '/api/get/system/dependencies';

const ofDependencies = ({ route }: RoutedRequest) => route === DEPENDENCIES;

const systemsIn = (request: RoutedRequest) => listIn(fieldsIn(request).systems).map(String);

/** Changes the entries of an answer, by the systems that were asked for. */
function entries(edit: (data: Members, systems: readonly string[]) => Members) {
  return answers(ofDependencies, (value, request) => ({
    ...membersOf(value),
    data: edit(membersOf(membersOf(value).data), systemsIn(request)),
  }));
}

const ofSystems = inFamily(FAMILY, [
  // section 4.1, rule 1: "`data` holds one key per requested system, mapping to its dependency entry"
  {
    name: 'system-asked-twice',
    what: 'lists the fields of a system twice where the request names it twice',
    breaks: ['integration/dependencies/own-entry'],
    inFront: entries((data, systems) => {
      const edited = Object.entries(data).map(([id, entry]) => {
        const fields = listIn(membersOf(entry).fields);
        const times = systems.filter((system) => system === id).length;
        return [id, times > 1 ? { ...membersOf(entry), fields: [...fields, ...fields] } : entry];
      });
      return Object.fromEntries(edited) as Members;
    }),
  },
  // section 4.1, rule 1: "one key per requested system, mapping to its dependency entry"
  {
    name: 'entries-by-place',
    what: 'sorts the systems and not their entries, so that a request in another order gets them mixed up',
    breaks: ['integration/dependencies/own-entry'],
    inFront: entries((data, systems) => {
      const requested = [...new Set(systems)].filter((id) => id in data);
      const sorted = requested.toSorted();
      const pairs = sorted.map((id, place) => [id, data[requested[place] ?? id] ?? null]);
      return { ...data, ...(Object.fromEntries(pairs) as Members) };
    }),
  },
]);

const ofZonesAndCredentials = inFamily(FAMILY, [
  // section 5, rule 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'token-in-any-case',
    what: 'accepts a token whose letters are of the wrong case',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let valid: string | undefined;
      return async (request, ask) => {
        const { authorization } = request.headers;
        const reply = await ask(request);
        if (isGood(reply)) valid = authorization ?? valid;
        if (reply.status !== 401 || valid === undefined) return reply;
        if (authorization?.toLowerCase() !== valid.toLowerCase()) return reply;
        return ask({ ...request, headers: { ...request.headers, authorization: valid } });
      };
    },
  },
  // section 5, rule 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'answer-kept-for-anybody',
    what: 'keeps the dependencies by the body of their request, and gives them to any credential',
    breaks: ['integration/unauthorised/status-code', 'integration/dependencies/body/systems/type'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        if (!ofDependencies(request) || request.method !== 'POST') return ask(request);
        const key = JSON.stringify(systemsIn(request));
        const known = request.headers.authorization === undefined ? undefined : kept.get(key);
        if (known !== undefined) return known;
        const reply = await ask(request);
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
]);

export const integrationFaults = [...ofSystems, ...ofZonesAndCredentials];
