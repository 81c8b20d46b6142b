import type { ContentVariation } from '../../content/deviation.ts';
import { type InFront, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { type Members, membersOf } from '../tools.ts';
import {
  always,
  asking,
  contentVariation,
  eachRecord,
  earlier,
  later,
  plain,
  refusal,
  statusInstead,
  without,
  withoutHeader,
  writing,
} from './tools.ts';

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
    'records-of-listed-members-only',
    '2.4, last sentence: fields of returned records beyond those that are listed',
    later(/^\/cms\/v2\/(posts|pages|media|blocks|navigation)(\/\d+)?$/, (value) =>
      eachRecord(value, (record) => without(record, 'link', 'type', 'modified', 'modified_gmt')),
    ),
  ),
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
    'content-in-a-division',
    '2.2, row content: how the raw text is rendered',
    eachShown((record) => {
      const content = membersOf(record.content);
      const rendered = content.rendered;
      if (typeof rendered !== 'string' || rendered === '') return record;
      return {
        ...record,
        content: { ...content, rendered: `<div class="prose">${rendered}</div>` },
      };
    }),
  ),
  contentVariation(
    'trash-has-other-slugs',
    '3: what else changes of an object that is moved to the trash',
    eachShown((record) =>
      typeof record.slug === 'string'
        ? { ...record, slug: record.slug.replace(/__trashed/, '-in-the-trash') }
        : record,
    ),
  ),
  contentVariation(
    'slugs-by-number',
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
  contentVariation(
    'pending-by-default',
    '2.2, row status: no default is named for posts, pages and blocks',
    earlier((request) =>
      request.method === 'POST' && /^\/cms\/v2\/(posts|pages|blocks)$/.test(request.route)
        ? writing(request, (fields) =>
            fields.status === undefined ? { ...fields, status: 'pending' } : fields,
          )
        : request,
    ),
  ),
  contentVariation(
    'embed-context-shows-all',
    '4.1, row context: what an object looks like in a context, other than raw in edit',
    earlier((request) =>
      request.query.get('context') === 'embed' ? asking(request, { context: 'view' }) : request,
    ),
  ),
  contentVariation(
    'templates-from-last',
    '4.2, row /cms/v2/templates: no order of templates and parts is named',
    later(/^\/cms\/v2\/template(s|-parts)$/, (value) =>
      Array.isArray(value) ? [...value].reverse() : value,
    ),
  ),
];

export const ofAnswers: readonly ContentVariation[] = [
  contentVariation(
    'lists-without-totals',
    '4.1: headers of lists, of which none is named',
    always((answer) => withoutHeader(answer, /^(x-total(pages)?|link)$/i)),
  ),
  contentVariation(
    'nothing-past-the-end',
    '7: what is answered to a page after the last',
    always((answer, request) => {
      const past = membersOf(jsonIn(answer)).code === 'no_such_page';
      return past && request.method === 'GET' ? { ...answer, status: 200, body: '[]' } : answer;
    }),
  ),
  contentVariation(
    'created-is-ok',
    '4.2: the status of a creation is not named',
    statusInstead(201, 200, () => true),
  ),
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
    'trashed-in-an-envelope',
    '4.2, last sentence: response bodies, also that of a move to the trash',
    always((answer, request) => {
      const object = jsonIn(answer);
      const trashed = request.method === 'DELETE' && !isForced(request) && answer.status === 200;
      return trashed && object !== undefined
        ? withJson(answer, { trashed: true, restorable: true, object })
        : answer;
    }),
  ),
  contentVariation(
    'autosaves-are-created',
    '4.2, row autosaves: the status of a new autosave is not named',
    statusInstead(200, 201, ({ method, route }) => method === 'POST' && /\/autosaves$/.test(route)),
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
    'errors-as-problems',
    '7: error bodies and codes are not shown',
    errorsAs('application/problem+json', (error, status) =>
      JSON.stringify({ type: 'about:blank', title: error.message ?? 'Problem', status }),
    ),
  ),
  contentVariation(
    'invalid-is-unprocessable',
    '7: the status of a failed validation is not named',
    statusInstead(400, 422, () => true),
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
  contentVariation(
    'login-missing-is-forbidden',
    '5, item 2: what is returned without credentials',
    always((answer) =>
      answer.status === 401
        ? { ...withoutHeader(answer, /^www-authenticate$/i), status: 403, reason: 'Forbidden' }
        : answer,
    ),
  ),
  contentVariation(
    'reads-need-a-login',
    '5, item 2: which routes need credentials',
    plain(async (request, ask) => {
      const open = !request.route.startsWith('/cms/v2/');
      if (open || request.headers.authorization !== undefined) return ask(request);
      return refusal(401, 'login_needed', 'This site is for members.');
    }),
  ),
];
