import type { Json } from '../../../model/index.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily } from '../../integration/deviation.ts';
import { type Members, membersOf } from '../tools.ts';
import { answers, edited, FAMILY, forgetful } from './tools.ts';

const DEPENDENCIES = '/api/get/system/dependencies';

const ofDependencies = ({ route }: RoutedRequest) => route === DEPENDENCIES;

/** Changes the entries of an answer, each with its place among them. */
function entries(edit: (entry: Members, index: number, id: string) => readonly [string, Json]) {
  return answers(ofDependencies, (value) => {
    const data = Object.entries(membersOf(membersOf(value).data));
    const changed = data.map(([id, entry], index) => edit(membersOf(entry), index, id));
    return { ...membersOf(value), data: Object.fromEntries(changed) };
  });
}

const ofSystems = inFamily(FAMILY, [
  // section 4.1, rule 1: "`data` holds one key per requested system, mapping to its dependency entry"
  {
    name: 'numeric-system-id-renumbered',
    what: 'counts the systems whose ID is a number from 0 on, and loses their IDs',
    breaks: ['integration/dependencies/key-per-system', 'integration/dependencies/no-other-keys'],
    inFront: entries((entry, index, id) => [/^\d+$/.test(id) ? `${index}` : id, entry]),
  },
  // section 2.3, row `show_hostname`: "Whether a hostname input is to be shown for the system"
  {
    name: 'hostname-carried-on',
    what: 'shows a hostname for every system that follows one with a hostname',
    breaks: ['integration/dependencies/own-entry'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      if (!ofDependencies(request)) return reply;
      return edited(reply, (value) => {
        let shown = false;
        const data = Object.entries(membersOf(membersOf(value).data)).map(([id, entry]) => {
          shown ||= membersOf(entry).show_hostname === true;
          return [id, { ...membersOf(entry), show_hostname: shown }] as const;
        });
        return { ...membersOf(value), data: Object.fromEntries(data) };
      });
    }),
  },
  // section 5, sentence 2: "When authentication fails, then the response is HTTP 401"
  {
    name: 'empty-systems-unguarded',
    what: 'answers an empty list of systems before it looks at the credential',
    breaks: [],
    undetected:
      'what an empty list brings is not shown, so a case of it would leave what answers hold unjudged',
    inFront: forgetful(async (request, ask) => {
      const { systems } = membersOf(jsonIn(request));
      if (!ofDependencies(request) || !Array.isArray(systems) || systems.length > 0) {
        return ask(request);
      }
      const reply = await ask(request);
      const nothing = { additional_data: {}, data: {}, error_code: '', message: 'Done.' };
      return reply.status === 401
        ? { ...withJson(reply, { ...nothing, status: 200, success: true }), status: 200 }
        : reply;
    }),
  },
]);

const ofZonesAndCredentials = inFamily(FAMILY, [
  // section 2.5, row `message`: "on success it is a success message"
  {
    name: 'message-left-over',
    what: 'repeats the message of a failure in the success that follows it',
    breaks: ['integration/success/own-message'],
    inFront: () => {
      let left: Json | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        const { message } = membersOf(jsonIn(reply));
        const said = left;
        left = reply.status === 401 ? message : undefined;
        return said === undefined
          ? reply
          : edited(reply, (value) => ({ ...membersOf(value), message: said }));
      };
    },
  },
]);

export const integrationFaults = [...ofSystems, ...ofZonesAndCredentials];
