import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { inFamily as integrationFamily } from '../../integration/deviation.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY, later, plain } from './tools.ts';

const DEPENDENCIES = /\/get\/system\/dependencies$/;
const TIMEZONES = /\/get\/all\/timezones$/;

/** Edits the dependency entries of an answer. */
function eachEntry(edit: (entry: Members, id: string, request: RoutedRequest) => Members) {
  return later(DEPENDENCIES, (value, request) => {
    const envelope = membersOf(value);
    const entries = Object.entries(membersOf(envelope.data));
    const edited = entries.map(([id, entry]) => [id, edit(membersOf(entry), id, request)]);
    return { ...envelope, data: Object.fromEntries(edited) };
  });
}

export const integrationFaults = integrationFamily(FAMILY, [
  // section 5, item 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'token-only-begins-right',
    what: 'accepts a token that has further characters after the right one',
    breaks: ['integration/unauthorised/status-code'],
    inFront: plain(async (request, ask) => {
      const { authorization = '' } = request.headers;
      const answer = await ask(request);
      if (answer.status !== 401) return answer;
      // Nobody sends more than a few characters too many.
      for (let cut = 1; cut <= 40 && cut < authorization.length - 7; cut += 1) {
        const headers = { ...request.headers, authorization: authorization.slice(0, -cut) };
        const again = await ask({ ...request, headers });
        if (again.status !== 401) return again;
      }
      return answer;
    }),
  },
  // section 5, item 2, of a request after one that was let in
  {
    name: 'zones-let-in-once',
    what: 'gives the timezones to any token once a good one has come for them',
    breaks: ['integration/unauthorised/status-code'],
    inFront: () => {
      let good: string | undefined;
      return async (request, ask) => {
        if (!TIMEZONES.test(request.route)) return ask(request);
        const answer = await ask(request);
        const { authorization } = request.headers;
        if (answer.status === 200) good = authorization;
        if (answer.status !== 401 || good === undefined || authorization === undefined) {
          return answer;
        }
        return ask({ ...request, headers: { ...request.headers, authorization: good } });
      };
    },
  },
  // section 4.1, rule 1 and section 2.3, row "`fields`": one entry per system with its fields
  {
    name: 'system-twice-fields-twice',
    what: 'repeats the fields of a system that is requested twice',
    breaks: ['integration/dependencies/own-entry'],
    inFront: eachEntry((entry, id, request) => {
      const wanted = listIn(membersOf(jsonIn(request)).systems).filter((one) => one === id);
      return { ...entry, fields: wanted.flatMap(() => listIn(entry.fields)) };
    }),
  },
]);
