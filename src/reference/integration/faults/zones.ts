import { isMembers, type Json } from '../../../model/index.ts';
import {
  bodyOf,
  edited,
  isGood,
  type Members,
  memoryless,
  type StandsBefore,
} from '../../fronts.ts';
import { inFamily } from '../deviation.ts';
import { ofEither, ofTimezones, timezones } from '../fronts.ts';

const FORM = 'integration/timezones/label-form';
const SORTED = 'integration/timezones/sorted-by-label';
const ALL = 'integration/timezones/lists-all';
const KNOWN = 'integration/timezones/lists-known';

const TURNS = 3;

/** Leaves zones out, different ones in each of three consecutive calls. */
function withoutInTurn(
  lacks: (zone: string, turn: number, index: number) => boolean,
): StandsBefore {
  return () => {
    let call = 0;
    return async (request, ask) => {
      if (ofTimezones(request)) call += 1;
      const turn = call % TURNS;
      return timezones((zones) =>
        zones.filter((zone, index) => !lacks(String(zone.value), turn, index)),
      )()(request, ask);
    };
  };
}

function swapped(zones: readonly Members[], at: number): Json {
  return [...zones.slice(0, at), ...zones.slice(at, at + 2).reverse(), ...zones.slice(at + 2)];
}

function initial(zone: Members | undefined): string {
  return String(zone?.label).charAt(0);
}

function nameOf(zone: Members | undefined): string {
  return String(zone?.label).replace(/ \([^()]*\)$/, '');
}

/** Faults of the list of timezones that compare its entries, and of answers as bytes. */
export const zoneFaults = inFamily('timezones', [
  {
    name: 'label-of-next-zone',
    what: 'pairs each label with the identifier of the next zone',
    breaks: [FORM],
    inFront: timezones((zones) =>
      zones.map((zone, index) => ({
        ...zone,
        value: zones[(index + 1) % zones.length]?.value ?? null,
      })),
    ),
  },
  {
    name: 'label-of-other-zone-on-two',
    what: 'swaps the identifiers of two neighbours',
    breaks: [FORM],
    inFront: timezones((zones) =>
      zones.map((zone, index) => {
        const other = zones[index === 40 ? 41 : 40];
        return index === 40 || index === 41 ? { ...zone, value: other?.value ?? null } : zone;
      }),
    ),
  },
  {
    name: 'label-of-neighbouring-zone',
    what: 'labels one zone with the identifier of the next of the same name',
    breaks: [FORM],
    inFront: timezones((zones) => {
      const at = zones.findIndex(
        (zone, index) =>
          index >= Math.floor(zones.length / 2) && nameOf(zone) === nameOf(zones[index + 1]),
      );
      const label = zones[at + 1]?.label ?? null;
      return zones.map((zone, index) => (index === at ? { ...zone, label } : zone));
    }),
  },
  {
    name: 'replicas-differ-in-argentina',
    what: 'answers from three servers in turn, each without another third of Argentina',
    breaks: [ALL],
    inFront: withoutInTurn(
      (zone, turn, index) => zone.startsWith('America/Argentina/') && index % TURNS === turn,
    ),
  },
  {
    name: 'replicas-differ-in-regions',
    what: 'answers from three servers in turn, each without another continent',
    breaks: [ALL, KNOWN],
    inFront: withoutInTurn(
      (zone, turn) => zone.split('/')[0] === ['Africa', 'Asia', 'Europe'][turn],
    ),
  },
  {
    name: 'replicas-differ-in-length',
    what: 'answers from three servers in turn, each without every third zone but UTC',
    breaks: [ALL, KNOWN],
    inFront: withoutInTurn((zone, turn, index) => zone !== 'UTC' && index % TURNS === turn),
  },
  {
    name: 'one-pair-swapped',
    what: 'swaps two neighbours in the middle whose labels begin with different letters',
    breaks: [SORTED],
    inFront: timezones((zones) =>
      swapped(
        zones,
        zones.findIndex(
          (zone, index) => index > zones.length / 3 && initial(zone) !== initial(zones[index + 1]),
        ),
      ),
    ),
  },
  {
    name: 'late-timezone-pair-swapped',
    what: 'exchanges two neighbours near the end of the list',
    breaks: [SORTED],
    inFront: timezones((zones) => swapped(zones, Math.floor(zones.length * 0.8))),
  },
  {
    name: 'shuffled',
    what: 'lists the zones in no order',
    breaks: [SORTED],
    // 7919 is prime and larger than the list, so every zone is visited once.
    inFront: timezones((zones) =>
      zones.map((_, index) => zones[(index * 7919) % zones.length] ?? null),
    ),
  },
  {
    name: 'success-not-utf-8',
    what: 'writes a byte into `message` that is not UTF-8',
    // JSON is UTF-8 (RFC 8259, 8.1).
    breaks: ['integration/success/envelope', 'robust/body-as-typed'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!ofEither(request) || !isGood(reply)) return reply;
      const text = Buffer.from(reply.body).toString();
      const body = Buffer.from(text.replace('"message":"', '"message":"~'));
      body[body.indexOf('~')] = 0xe9;
      const headers = reply.headers.filter(([name]) => !/^content-length$/i.test(name));
      return { ...reply, headers, body };
    }),
  },
  // section 2.5, row `message`: "on success it is a success message"
  {
    name: 'message-left-over',
    what: 'repeats the message of a failure in the success that follows it',
    breaks: ['integration/success/own-message'],
    inFront: () => {
      let left: Json | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        const message = left;
        left = reply.status === 401 ? bodyOf(reply).message : undefined;
        return message === undefined
          ? reply
          : edited(reply, (value) => (isMembers(value) ? { ...value, message } : value));
      };
    },
  },
]);
