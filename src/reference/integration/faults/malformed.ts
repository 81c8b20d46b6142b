import { isMembers, type Json } from '../../../model/index.ts';
import {
  answered,
  bodyOf,
  edited,
  isGood,
  listIn,
  type Members,
  membersOf,
  memoryless,
  type StandsBefore,
} from '../../fronts.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { inFamily } from '../deviation.ts';
import { ofDependencies, SUCCESS, systemsIn } from '../fronts.ts';
import { readSystems } from '../system.ts';

const KEYS = 'integration/dependencies/key-per-system';
const OTHER_KEYS = 'integration/dependencies/no-other-keys';
const SYSTEMS_TYPE = 'integration/dependencies/body/systems/type';
const ITEMS_TYPE = 'integration/dependencies/body/systems/items/type';

/** Accepts `systems` of another type, and changes successes. */
function accepting(
  isTaken: (systems: Json | undefined) => boolean,
  edit: (envelope: Members) => Members,
): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    if (!ofDependencies(request) || reply.status === 401) return reply;
    if (isGood(reply)) return edited(reply, (value) => edit(membersOf(value)));
    const isRead = isMembers(jsonIn(request)) && isTaken(bodyOf(request).systems);
    return isRead ? answered(200, edit(SUCCESS)) : reply;
  });
}

const all = () => [...readSystems().keys()];

/** Accepted malformed bodies. Their refusal is only implied, so each also spoils valid calls. */
export const malformedFaults = inFamily('entries', [
  {
    name: 'systems-not-read',
    what: 'never looks at `systems`, and returns the entries of all systems',
    breaks: [SYSTEMS_TYPE, ITEMS_TYPE, OTHER_KEYS],
    inFront: memoryless((request, ask) =>
      ask(
        ofDependencies(request) && isMembers(jsonIn(request))
          ? withJson(request, { systems: [...new Set([...known(systemsIn(request)), ...all()])] })
          : request,
      ),
    ),
  },
  {
    name: 'systems-type-unchecked',
    what: 'takes any value for `systems`, and writes null for the message of every success about systems',
    breaks: [SYSTEMS_TYPE, 'integration/success/message'],
    inFront: accepting(
      (systems) => systems !== undefined && !Array.isArray(systems),
      (envelope) => ({ ...envelope, message: null }),
    ),
  },
  {
    name: 'system-ids-in-quotes',
    what: 'writes each system ID as JSON, quotes included, so that any value passes for one',
    breaks: [ITEMS_TYPE, KEYS, OTHER_KEYS],
    inFront: accepting(
      (systems) => listIn(systems).some((id) => typeof id !== 'string'),
      ({ data, ...envelope }) => ({
        ...envelope,
        data: Object.fromEntries(
          Object.entries(membersOf(data)).map(([id, entry]) => [JSON.stringify(id), entry]),
        ),
      }),
    ),
  },
]);

function known(systems: readonly string[]): readonly string[] {
  return systems.filter((id) => all().includes(id));
}
