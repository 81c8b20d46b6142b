import type { ContentVariation } from '../../content/deviation.ts';
import { type InFront, jsonIn, type RoutedRequest } from '../../in-front.ts';
import { type Members, membersOf } from '../tools.ts';
import { always, contentVariation, eachRecord, later, withoutHeader, writing } from './tools.ts';

const RECORDS = /^\/cms\/v2\/[a-z-]+(\/\d+)?$/;

function errorsAs(type: string, body: (error: Members, status: number) => string) {
  return always((answer) =>
    answer.status < 400
      ? answer
      : {
          ...answer,
          headers: [
            ...withoutHeader(answer, /^content-(type|length)$/i).headers,
            ['Content-Type', type],
          ],
          body: body(membersOf(jsonIn(answer)), answer.status),
        },
  );
}

/** Edits each record that a read or a write shows. */
function eachShown(edit: (record: Members) => Members): InFront['inFront'] {
  return later(RECORDS, (value) => eachRecord(value, edit));
}

function isForced(request: RoutedRequest): boolean {
  return request.method === 'DELETE' && ['true', '1'].includes(request.query.get('force') ?? '');
}

export const ofRecords: readonly ContentVariation[] = [
  contentVariation(
    'gmt-dates-with-z',
    '2.2: of date-times it is said that they are, and not whether they name their zone',
    eachShown((record) => {
      const dates = Object.entries(record).filter(
        ([name, date]) =>
          name.endsWith('_gmt') &&
          /:\d\d$/.test(String(date)) &&
          !/[+-]\d\d:\d\d$/.test(String(date)),
      );
      return { ...record, ...Object.fromEntries(dates.map(([name, date]) => [name, `${date}Z`])) };
    }),
  ),
  contentVariation(
    'entry-slugs-by-number',
    '2.2, row slug: which slug is made where none is given',
    () => {
      let made = 0;
      return async (request, ask) => {
        if (request.method !== 'POST' || !/^\/cms\/v2\/(posts|pages)$/.test(request.route)) {
          return ask(request);
        }
        return ask(
          writing(request, (fields) => {
            if (fields.slug !== undefined) return fields;
            made += 1;
            return { ...fields, slug: `entry-${made}` };
          }),
        );
      };
    },
  ),
];

export const ofAnswers: readonly ContentVariation[] = [
  contentVariation(
    'deleted-says-nothing',
    '4.2, last sentence: response bodies, also that of a deletion',
    always((answer, request) =>
      isForced(request) && answer.status === 200
        ? { status: 204, headers: withoutHeader(answer, /^content-/i).headers, body: '' }
        : answer,
    ),
  ),
  contentVariation(
    'errors-as-pages',
    '7: error bodies are not shown',
    errorsAs(
      'text/html; charset=UTF-8',
      (error, status) =>
        `<!DOCTYPE html><title>${status}</title><p>${error.message ?? 'Something went wrong'}</p>\n`,
    ),
  ),
  contentVariation(
    'error-bodies-as-problems',
    '7: error bodies and codes are not shown',
    errorsAs('application/problem+json', (error, status) =>
      JSON.stringify({ type: 'about:blank', title: error.message ?? 'Problem', status }),
    ),
  ),
  contentVariation('deleted-is-gone', '7: the status of what was there once is not named', () => {
    const gone = new Set<string>();
    return async (request, ask) => {
      const answer = await ask(request);
      if (isForced(request) && answer.status === 200) gone.add(request.route);
      if (answer.status !== 404 || !gone.has(request.route)) return answer;
      return { status: 410, headers: answer.headers, body: answer.body };
    };
  }),
];
