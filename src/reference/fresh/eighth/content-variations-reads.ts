import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn, type Middleware } from '../../in-front.ts';
import {
  answers,
  dropping,
  has,
  isGood,
  LISTS,
  memoryless,
  queries,
  records,
  refusal,
  refuses,
  type StandsBefore,
  to,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

const ITEMS = `${LISTS}(?:/\\d+)?`;
const ofLists = to('GET', LISTS);
const ofRecords = to('GET|POST|PUT|PATCH', ITEMS);

const KNOWN =
  /^(?:context|page|per_page|search|search_semantics|search_columns|after|before|modified_(?:after|before)|author|author_exclude|exclude|include|offset|order|orderby|slug|status|tax_relation|(?:categories|tags|menus|cms_pattern_category)(?:_exclude)?|sticky|ignore_sticky|format|menu_order|parent|parent_exclude|media_type|mime_type)$/;

const FOREIGN = {
  namespace: 'acme/v1',
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: {} }],
  _links: { self: [{ href: 'https://acme.example/' }] },
};

export function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

function index(edit: (members: Members) => Members): StandsBefore {
  return answers(to('GET', '/'), (value) => edit(membersOf(value)));
}

function withoutDescriptions(route: Members): Members {
  return {
    ...route,
    endpoints: listIn(route.endpoints).map((endpoint) => ({
      ...membersOf(endpoint),
      args: Object.fromEntries(
        Object.entries(membersOf(membersOf(endpoint).args)).map(([name, arg]) => {
          const { description: _, ...rest } = membersOf(arg);
          return [name, rest];
        }),
      ),
    })),
  };
}

function withOffsets(record: Members): Members {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' &&
      /^(?:date|modified)(?:_gmt)?$/.test(name) &&
      /T\d\d:\d\d:\d\d$/.test(value)
        ? `${value}.000+00:00`
        : value,
    ]),
  );
}

function withEntities(record: Members): Members {
  const { rendered, ...others } = membersOf(record.title);
  if (typeof rendered !== 'string') return record;
  const written = rendered
    .replace(/&amp;|&(?!#?\w+;)/g, '&#038;')
    .replaceAll('&quot;', '&#8221;')
    .replaceAll("'", '&#8217;')
    .replaceAll('"', '&#8221;');
  return { ...record, title: { ...others, rendered: written } };
}

const asProblem: Middleware = async (request, ask) => {
  const reply = await ask(request);
  if (reply.status < 400 || reply.status >= 500) return reply;
  const { message } = membersOf(jsonIn(reply));
  const status = reply.status === 400 ? 422 : reply.status;
  return {
    status,
    headers: [['Content-Type', 'application/problem+json']],
    body: JSON.stringify({ type: 'about:blank', title: message ?? 'Refused', status }),
  };
};

const ofLooks = [
  variation(
    'fresh-h-exclude-ignored-beside-include',
    '4.1: how include and exclude go together is not said: include alone counts',
    queries((request) => ofLists(request) && has(request, 'include'), dropping('exclude')),
  ),
  variation(
    'fresh-h-rendered-title-entities',
    '2.2: what `rendered` makes of `raw` is not said: it has entities and other quotes',
    records(ofRecords, withEntities),
  ),
  variation(
    'fresh-h-page-beyond-last-404',
    '7: status codes are not shown: a page beyond the last is 404',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const isEmpty = isGood(reply) ? listIn(jsonIn(reply)).length === 0 : reply.status === 400;
      return ofLists(request) && Number(request.query.get('page')) > 1 && isEmpty
        ? refusal(404, 'no_such_page', 'There is no such page.')
        : reply;
    }),
  ),
  variation(
    'fresh-h-index-lists-foreign-namespace',
    '2.1, 4.2: further namespaces, and further collections, are not shown',
    index((members) => ({
      ...members,
      namespaces: [...listIn(members.namespaces), 'acme/v1'],
      routes: {
        ...membersOf(members.routes),
        '/acme/v1/things': FOREIGN,
        '/cms/v2/comments': { ...FOREIGN, namespace: 'cms/v2' },
      },
    })),
  ),
  variation(
    'fresh-h-index-args-without-descriptions',
    '2.1: which members each `args` entry has is not said: it has no description',
    index((members) => ({
      ...members,
      routes: Object.fromEntries(
        Object.entries(membersOf(members.routes)).map(([pattern, route]) => [
          pattern,
          withoutDescriptions(membersOf(route)),
        ]),
      ),
    })),
  ),
  variation(
    'fresh-h-errors-as-problem-json',
    '7: error bodies and status codes are not shown: 422 and application/problem+json',
    memoryless(asProblem),
  ),
  variation(
    'fresh-h-edit-context-forbidden',
    '5.4: permissions per route or per role are not shown: nobody may read the context edit',
    refuses(
      ({ method, query }) => method === 'GET' && query.get('context') === 'edit',
      refusal(403, 'not_allowed', 'You may not edit.'),
    ),
  ),
  variation(
    'fresh-h-dates-with-milliseconds-and-offset',
    '2.2: which form of a date-time is answered is not said: it has milliseconds and an offset',
    records(ofRecords, withOffsets),
  ),
  variation(
    'fresh-h-login-redirects',
    '5.3: the semantics of login are not shown: it answers 302',
    memoryless(async (request, ask) =>
      to('GET', '/host_sign_on_plugin/v1/login')(request)
        ? { status: 302, headers: [['Location', 'https://sign-on.example/']], body: '' }
        : ask(request),
    ),
  ),
  variation(
    'fresh-h-has-logged-answers-204',
    '5.3, 4.2: semantics and bodies are not shown: has_logged answers 204',
    memoryless(async (request, ask) =>
      to('POST', '/host_sign_on_plugin/v1/has_logged')(request)
        ? { status: 204, headers: [], body: '' }
        : ask(request),
    ),
  ),
  variation(
    'fresh-h-unknown-query-parameter-refused',
    '7: what is answered to parameters that are not listed is not said: 400',
    refuses(
      (request) =>
        ofLists(request) &&
        [...request.query.keys()].some((name) => !KNOWN.test(name.replace(/\[.*$/, ''))),
      refusal(400, 'unknown_parameter', 'There is no such parameter.'),
    ),
  ),
];

export const variationsOfReads: readonly ContentVariation[] = ofLooks;
