import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { answers, isGood, memoryless, withHeaders } from '../altering.ts';
import { ofDependencies, ofEither, timezones } from '../altering-integration.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

function sortedBy(compare: (a: string, b: string) => number, zones: readonly Members[]) {
  return [...zones].sort((a, b) => compare(String(a.label), String(b.label)));
}

const german = new Intl.Collator('de');

/** `Mitteleuropäische Zeit (Europe/Berlin)` */
function germanLabel(zone: string): string {
  const options = { timeZone: zone, timeZoneName: 'longGeneric' } as const;
  const parts = new Intl.DateTimeFormat('de', options).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${name} (${zone})`;
}

/** Every character beyond ASCII as an escape sequence of JSON. */
function escaped(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const integrationVariations = taking([
  {
    name: 'fresh-e-placeholder-of-a-field',
    leaves: '2.2: the fields of a descriptor are named; nothing says that there are no others',
    what: 'has a placeholder beside the label of each field',
    choose: {},
    inFront: answers(ofDependencies, (value) => ({
      ...membersOf(value),
      data: Object.fromEntries(
        Object.entries(membersOf(membersOf(value).data)).map(([id, entry]) => [
          id,
          {
            ...membersOf(entry),
            fields: listIn(membersOf(entry).fields).map((field) => ({
              ...membersOf(field),
              placeholder: '',
            })),
          },
        ]),
      ),
    })),
  },
  {
    name: 'fresh-e-german-messages',
    leaves: '2.5, 2.6: `message` is text; its words are not given',
    what: 'writes its messages in German',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      if (value === undefined) return reply;
      const message = isGood(reply)
        ? 'Erfolgreich ausgeführt.'
        : 'Das hat nicht geklappt: Prüfen Sie die Anfrage.';
      return { ...reply, body: JSON.stringify({ ...membersOf(value), message }) };
    }),
  },
  {
    name: 'fresh-e-escaped-and-indented',
    leaves: 'whole document: how JSON is written is not shown',
    what: 'indents its JSON, and escapes what is not ASCII',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      return value === undefined
        ? reply
        : { ...reply, body: escaped(JSON.stringify(value, undefined, 4)) };
    }),
  },
  {
    name: 'fresh-e-challenge-with-reason',
    leaves: '2.6, 5: headers of the 401 are not shown, nor are the words of its message',
    what: 'says in WWW-Authenticate and in the message why a token is not taken',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      // What stands behind may pack its answers.
      if (reply.status !== 401 || value === undefined) return reply;
      const challenge = 'Bearer realm="platform", error="invalid_token"';
      const message = 'invalid_token: The access token expired, was revoked or never existed.';
      return withHeaders(withJson(reply, { ...membersOf(value), message }), (headers) => [
        ...headers,
        ['www-authenticate', challenge],
      ]);
    }),
  },
  {
    name: 'fresh-e-unknown-system-in-plain-text',
    leaves: '4.1 rule 2, 7: what an unknown system is answered with is not shown',
    what: 'answers 422 in plain text where a system is unknown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) && reply.status === 404
        ? {
            status: 422,
            headers: [['content-type', 'text/plain; charset=utf-8']],
            body: 'No such system.\n',
          }
        : reply;
    }),
  },
  {
    name: 'fresh-e-no-systems-refused',
    leaves: '4.1 rule 2: behaviour for an empty `systems` array is not shown',
    what: 'refuses an empty array of systems with 400',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const systems = membersOf(jsonIn(request)).systems;
      const empty = Array.isArray(systems) && systems.length === 0;
      return ofDependencies(request) && empty && isGood(reply)
        ? { ...reply, status: 400, body: JSON.stringify({ error: 'systems is empty' }) }
        : reply;
    }),
  },
  {
    name: 'fresh-e-sorted-as-in-german',
    leaves: '2.4: the list is ordered by `label`; the collation is not said',
    what: 'sorts the timezones as a German dictionary does',
    choose: {},
    inFront: timezones((zones) => sortedBy(german.compare, zones)),
  },
  {
    name: 'fresh-e-timezones-of-two-parts',
    leaves: '4.2: which timezones the platform supports is its own affair',
    what: 'supports none of the timezones that have three parts, such as America/Indiana/Knox',
    choose: {},
    inFront: timezones((zones) => zones.filter(({ value }) => !/\/.*\//.test(String(value)))),
  },
  {
    name: 'fresh-e-german-zone-names',
    leaves: '2.4: the language of `<zone display name>` is not said',
    what: 'calls the timezones by their German names, and sorts by these',
    choose: {},
    inFront: timezones((zones) =>
      sortedBy(
        german.compare,
        zones.map((zone) => ({ ...zone, label: germanLabel(String(zone.value)) })),
      ),
    ),
  },
  {
    name: 'fresh-e-malformed-with-status-200',
    leaves: '7: responses to malformed requests, and any other statuses than 401, are not shown',
    what: 'answers malformed requests with HTTP 200 and an envelope that says success false',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofEither(request) && reply.status === 400 ? { ...reply, status: 200 } : reply;
    }),
  },
]);
