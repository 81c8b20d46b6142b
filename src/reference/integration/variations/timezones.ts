import { isList, isMembers } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { taking } from '../deviation.ts';
import { compareCodePoints, listZones } from '../zone.ts';

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

/** Timezones: section 2.4. */
export const timezoneVariations = taking([
  {
    name: 'zone-names-standard',
    leaves: '2.4: which display name',
    what: 'names zones by their standard time',
    choose: { zoneNames: { locale: 'en', form: 'standard' } },
  },
  {
    name: 'zone-names-japanese',
    leaves: '2.4: language of the names',
    what: 'names zones in Japanese',
    choose: { zoneNames: { locale: 'ja', form: 'generic' } },
  },
  {
    name: 'zone-names-with-parentheses',
    leaves: '2.4: which display name',
    what: 'names zones with an offset in parentheses after the name',
    choose: { zoneNames: { locale: 'en', form: 'in-parentheses' } },
  },
  {
    name: 'zone-names-after-offset',
    leaves: '2.4: which display name',
    what: 'names zones with an offset in parentheses before the name',
    choose: { zoneNames: { locale: 'en', form: 'after-offset' } },
  },
  {
    name: 'zone-names-german',
    leaves: '2.4: language of the names',
    what: 'names zones in German',
    choose: { zoneNames: { locale: 'de', form: 'generic' } },
  },
  {
    name: 'order-regardless-of-case',
    leaves: '2.4: collation',
    what: 'names zones in French, and orders their labels as if in upper case',
    choose: {
      zoneNames: { locale: 'fr', form: 'generic' },
      collation: 'upper-case',
    },
  },
  {
    name: 'order-regardless-of-punctuation',
    leaves: '2.4: collation',
    what: 'orders labels as if they had no punctuation',
    choose: { collation: 'no-punctuation' },
  },
  {
    name: 'order-english',
    leaves: '2.4: collation',
    what: 'orders labels as an English dictionary does',
    choose: { collation: 'english' },
  },
  {
    name: 'order-german',
    leaves: '2.4: collation',
    what: 'orders labels as a German dictionary does',
    choose: { collation: 'german' },
  },
  {
    name: 'zones-with-short-names',
    leaves: '2.4, 4.2: which zones are supported',
    what: 'lists zones such as CET, too',
    choose: { zones: 'short-names-too' },
  },
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
]);
