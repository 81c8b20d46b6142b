import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import {
  answered,
  answers,
  dropping,
  eachRecord,
  elements,
  has,
  isGood,
  LISTS,
  memoryless,
  records,
  refusal,
  refuses,
  requests,
  type StandsBefore,
  to,
  withHeaders,
  without,
  withPairs,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

const ITEMS = `${LISTS}(?:/\\d+)?`;
const ofLists = to('GET', LISTS);
const ofRecords = to('GET|POST|PUT|PATCH', ITEMS);

export function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

function reversed(record: Members, name: string): Members {
  const { [name]: value } = record;
  return Array.isArray(value) ? { [name]: [...value].reverse() } : {};
}

function inZulu(record: Members, name: string): Members {
  const { [name]: value } = record;
  return typeof value === 'string' && /T\d\d:\d\d:\d\d$/.test(value) ? { [name]: `${value}Z` } : {};
}

const ofErrors: readonly ContentVariation[] = [
  variation(
    'fresh-i-invalid-parameter-is-problem',
    '7: error bodies and status codes: not shown; an invalid parameter is a problem with status 422',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const { code, message = '' } = membersOf(jsonIn(reply));
      return reply.status === 400 && code === 'invalid_parameter'
        ? answered(422, { type: 'about:blank', title: 'Invalid', detail: message })
        : reply;
    }),
  ),
  variation(
    'fresh-i-errors-without-body',
    '7: error bodies: not shown; there are none',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (reply.status < 400) return reply;
      return withHeaders({ ...reply, body: '' }, (headers) =>
        headers.filter(([name]) => !/^content-/i.test(name)),
      );
    }),
  ),
  variation(
    'fresh-i-unknown-route-in-html',
    '7: error bodies: not shown; what is no route is a page of HTML',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return reply.status === 404 && membersOf(jsonIn(reply)).code === 'no_route'
        ? {
            status: 404,
            headers: [['Content-Type', 'text/html; charset=UTF-8']],
            body: '<!DOCTYPE html><title>Not found</title><h1>Not found</h1>',
          }
        : reply;
    }),
  ),
  variation(
    'fresh-i-edit-context-wants-credentials',
    '5, rule 2: which routes need credentials: not shown; the edit context does',
    refuses(
      (request) =>
        request.query.get('context') === 'edit' && request.headers.authorization === undefined,
      refusal(401, 'rest_forbidden_context', 'Sorry, you are not allowed to edit.'),
    ),
  ),
];

const ofListing: readonly ContentVariation[] = [
  variation(
    'fresh-i-exclude-gives-way-to-include',
    '4.1: what `exclude` does beside `include` is not said; it is passed over',
    requests(
      (request) => ofLists(request) && elements(request, 'include').join('') !== '',
      (request) => withPairs(request, dropping('exclude')([...request.query])),
    ),
  ),
  variation(
    'fresh-i-page-past-the-last-is-empty',
    '4.1: what a page past the last is answered with is not said; it is an empty list',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofLists(request) &&
        reply.status === 400 &&
        membersOf(jsonIn(reply)).code === 'no_such_page'
        ? answered(200, [])
        : reply;
    }),
  ),
  variation(
    'fresh-i-relevance-wants-search',
    '4.1: what `relevance` is without `search` is not said; it is refused',
    refuses(
      (request) =>
        ofLists(request) && request.query.get('orderby') === 'relevance' && !has(request, 'search'),
      refusal(400, 'rest_no_search_term_defined', 'You need to define a search term.'),
    ),
  ),
  variation(
    'fresh-i-templates-listed-without-content',
    '2.4: fields of returned records: not shown; templates have no content where they are listed',
    records(to('GET', '/cms/v2/template(?:s|-parts)'), (template) => without(template, 'content')),
  ),
];

const ofReading: readonly ContentVariation[] = [
  variation(
    'fresh-i-embedded-records-are-short',
    '2.4: fields of returned records: not shown; there are fewer in the embed context',
    answers(to('GET', ITEMS), (value, { query }) =>
      query.get('context') === 'embed'
        ? eachRecord(value, (one) => without(one, 'content', 'excerpt', 'meta', 'template'))
        : value,
    ),
  ),
  variation(
    'fresh-i-gmt-dates-in-zulu',
    '2.2: `date_gmt` is a date-time; whether its offset is written is not said',
    records(ofRecords, (one) => ({
      ...one,
      ...inZulu(one, 'date_gmt'),
      ...inZulu(one, 'modified_gmt'),
    })),
  ),
  variation(
    'fresh-i-terms-in-reverse',
    '2.2: the order of term IDs that are returned is not said',
    records(ofRecords, (one) => ({
      ...one,
      ...reversed(one, 'categories'),
      ...reversed(one, 'tags'),
    })),
  ),
  variation(
    'fresh-i-timezone-string-empty',
    '2.1: `timezone_string` may be empty',
    answers(to('GET', '/'), (value) => ({ ...membersOf(value), timezone_string: '' })),
  ),
];

const ofHelpers: readonly ContentVariation[] = [
  variation(
    'fresh-i-embed-is-a-link',
    '4.2: response bodies of every route: not shown; embed data have no HTML',
    answers(to('GET', '/oembed/1.0/embed'), () => ({ version: '1.0', type: 'link' })),
  ),
  variation(
    'fresh-i-embed-xml-501',
    '4.2: which values `format` of the embed route has is not said, but for `json`',
    refuses(
      (request) => to('GET', '/oembed/1.0/embed')(request) && request.query.get('format') === 'xml',
      refusal(501, 'oembed_no_xml', 'XML is not served.'),
    ),
  ),
  variation(
    'fresh-i-login-redirects',
    '5, rule 3: the semantics of `login`: not shown; it redirects',
    refuses(to('GET', '/host_sign_on_plugin/v1/login'), {
      status: 302,
      headers: [['Location', '/cms-login?redirect_to=%2F']],
      body: '',
    }),
  ),
  variation(
    'fresh-i-is-user-logged-in-as-string',
    '5, rule 3: the semantics of `is_user_logged_in`: not shown; it is "0" or "1"',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('GET', '/host_sign_on_plugin/v1/is_user_logged_in')(request) && isGood(reply)
        ? withJson(reply, '0')
        : reply;
    }),
  ),
  variation(
    'fresh-i-caches-cleared-later',
    '4.2: response bodies of every route: not shown; clearing answers 202 and no body',
    refuses(to('POST', '/host/cache-plugin/v1/clear_all_caches'), {
      status: 202,
      headers: [],
      body: '',
    }),
  ),
  variation(
    'fresh-i-batch-answers-bare-list',
    '4.2: response bodies of every route: not shown; a batch answers with a list',
    answers(to('POST', '/batch/v1'), (value) => listIn(membersOf(value).responses)),
  ),
];

export const variationsOfReads = [...ofErrors, ...ofListing, ...ofReading, ...ofHelpers];
