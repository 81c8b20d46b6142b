import type { Json } from '../../../model.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answered,
  answers,
  bodies,
  has,
  isGood,
  isIn,
  isObject,
  memoryless,
  queries,
  records,
  type StandsBefore,
  to,
  without,
} from '../altering.ts';
import { type Members, membersOf } from '../tools.ts';

const COLLECTIONS = 'posts|pages|media|menu-items|blocks|navigation';
const ITEMS = `/cms/v2/(?:${COLLECTIONS})(?:/\\d+)?`;
const ANY = 'GET|POST|PUT|PATCH';

const ofItems = to(ANY, ITEMS);
const creates = to('POST', '/cms/v2/(?:posts|pages|blocks|navigation)');

function renderedAs(field: Json | undefined, edit: (text: string) => string): Members {
  const members = membersOf(field);
  return typeof members.rendered === 'string' && members.rendered !== ''
    ? { ...members, rendered: edit(members.rendered) }
    : members;
}

/** Changes the members of a record that are there. */
function changing(
  record: Members,
  names: readonly string[],
  edit: (value: Json | undefined) => Json,
): Members {
  const there = names.filter((name) => isIn(record, name));
  return { ...record, ...Object.fromEntries(there.map((name) => [name, edit(record[name])])) };
}

/** Numbers those that are created without a slug, and names them by their numbers. */
function numberedSlugs(): StandsBefore {
  return () => {
    let number = 0;
    return async (request, ask) =>
      bodies(creates, (body) => {
        number += 1;
        return isIn(body, 'slug') ? body : { slug: `entry${number}`, ...body };
      })()(request, ask);
  };
}

function variation(name: string, leaves: string, inFront: StandsBefore): ContentVariation {
  return { kind: 'variation', document: 'content', name, leaves, choose: {}, inFront };
}

const ofItemsAlone: readonly ContentVariation[] = [
  variation(
    'fresh-e-more-fields',
    '4.2: fields of returned records beyond those of section 2 are not shown',
    records(ofItems, (record) => ({
      guid: { rendered: `urn:entry:${record.id}` },
      word_count: 12,
      class_list: ['entry'],
      ...record,
      ...(isObject(record.meta) && { meta: { ...record.meta, views: 3 } }),
    })),
  ),
  variation(
    'fresh-e-no-links',
    '4.2: fields of returned records beyond those of section 2 are not shown: no links, and no modified_gmt',
    records(ofItems, (record) => without(record, '_links', 'link', 'modified_gmt')),
  ),
  variation(
    'fresh-e-gmt-with-z',
    '2.2: `date_gmt` is a date-time in GMT: it may say so with a Z',
    records(ofItems, (record) =>
      changing(record, ['date_gmt', 'modified_gmt'], (date) =>
        typeof date === 'string' && /T[\d:]+$/.test(date) ? `${date}Z` : (date ?? null),
      ),
    ),
  ),
  variation(
    'fresh-e-rendered-by-a-theme',
    '2.2: `rendered` is a read-only string; what it is made of is not shown',
    records(ofItems, (record) => {
      const dressed = changing(record, ['content', 'excerpt', 'caption', 'description'], (field) =>
        isObject(field)
          ? renderedAs(field, (text) => `<div class="entry">${text}</div>`)
          : (field ?? null),
      );
      return changing(dressed, ['title'], (title) =>
        renderedAs(title, (text) => text.replaceAll("'", '&#8217;').replaceAll('...', '&#8230;')),
      );
    }),
  ),
  variation(
    'fresh-e-private-in-titles',
    '2.2: `rendered` is a read-only string: it says that a record is private or protected',
    records(to(ANY, '/cms/v2/(?:posts|pages)(?:/\\d+)?'), (record) => {
      const mark =
        record.status === 'private'
          ? 'Private: '
          : membersOf(record.content).protected === true
            ? 'Protected: '
            : '';
      return { ...record, title: renderedAs(record.title, (text) => `${mark}${text}`) };
    }),
  ),
  variation(
    'fresh-e-menu-titles-as-strings',
    '2.3, menu items: `title` is a "string or object"',
    answers(to('GET', '/cms/v2/menu-items(?:/\\d+)?'), (value, request) => {
      const plain = (record: Json) => {
        const { title, ...rest } = membersOf(record);
        return { ...rest, title: membersOf(title).rendered ?? title ?? '' };
      };
      if (request.query.get('context') === 'edit') return value;
      return Array.isArray(value) ? value.map(plain) : plain(value);
    }),
  ),
  variation(
    'fresh-e-created-pending',
    '2.2: `status` of posts, pages, blocks and navigation has no default',
    bodies(creates, (body) => ({ status: 'pending', ...body })),
  ),
  variation(
    'fresh-e-created-without-comments',
    '2.2: `comment_status` and `ping_status` have no default',
    bodies(to('POST', '/cms/v2/(?:posts|pages)'), (body) => ({
      comment_status: 'closed',
      ping_status: 'closed',
      ...body,
    })),
  ),
  variation(
    'fresh-e-slugs-by-number',
    '2.2: how a slug is made where none is given is not shown',
    numberedSlugs(),
  ),
  variation(
    'fresh-e-password-asked-again',
    '5.2, 7: what a wrong password is answered with is not shown: the record, and its content hidden',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (reply.status !== 403 || request.method !== 'GET' || !has(request, 'password'))
        return reply;
      const query = new URLSearchParams(request.query);
      query.delete('password');
      return ask({ ...request, query });
    }),
  ),
  variation(
    'fresh-e-short-words-not-searched',
    '4.1: what `search` finds is not shown: words of one or two letters are left out of it',
    queries(to('GET', ITEMS), (pairs) =>
      pairs.map(([name, value]) => {
        const long = value.split(/\s+/).filter((word) => word.length > 2);
        const exact = pairs.some(([other]) => other === 'search_semantics');
        return [name, name === 'search' && long.length > 0 && !exact ? long.join(' ') : value];
      }),
    ),
  ),
];

const ofTheRest: readonly ContentVariation[] = [
  variation(
    'fresh-e-caches-cleared-later',
    '4.2, 8: answers of the cache plugin are not shown, nor the values behind rate_limit_status',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!isGood(reply) || !to('POST', '/host/cache-plugin/v1/.+')(request)) return reply;
      return request.route.endsWith('rate_limit_status')
        ? answered(200, [{ window: '1m', used: 3, of: 60 }])
        : answered(202, { queued: ['page', 'object'] });
    }),
  ),
  variation(
    'fresh-e-login-redirects',
    '5.3: what the sign-on routes mean is not shown: login sends one to its page',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const { login_url } = membersOf(jsonIn(reply));
      return to('GET', '/host_sign_on_plugin/v1/login')(request) && typeof login_url === 'string'
        ? { status: 302, headers: [['Location', login_url]], body: '' }
        : reply;
    }),
  ),
  variation(
    'fresh-e-logged-in-or-not',
    '5.3: what the sign-on routes mean is not shown: they answer true or false and nothing else',
    answers(
      to('GET|POST', '/host_sign_on_plugin/v1/(?:is_user_logged_in|has_logged)'),
      (value) => Object.values(membersOf(value))[0] ?? false,
    ),
  ),
  variation(
    'fresh-e-embeds-are-links',
    '4.2: response bodies are not shown: embed data is a link, without size or HTML',
    answers(to('GET', '/oembed/1.0/(?:embed|proxy)'), (value) => ({
      ...without(membersOf(value), 'width', 'height', 'html'),
      type: 'link',
    })),
  ),
  variation(
    'fresh-e-more-routes',
    '4.2: routes after the navigation collection are not shown',
    answers(to('GET', '/'), (index) => {
      const { home, routes } = membersOf(index);
      const route = (namespace: string, methods: readonly string[], args: Members) => ({
        namespace,
        methods: [...methods],
        endpoints: [{ methods: [...methods], args }],
      });
      const linked = (path: string, ...rest: Parameters<typeof route>) => ({
        [path]: {
          ...route(...rest),
          _links: { self: [{ href: `${home}/index.php?rest_route=${path}` }] },
        },
      });
      const more = {
        '/cms/v2/navigation/(?P<id>[\\d]+)': route('cms/v2', ['GET', 'DELETE'], {
          id: { type: 'integer', required: true },
        }),
        ...linked('/cms/v2/users', 'cms/v2', ['GET', 'POST'], { search: { type: 'string' } }),
        ...linked('/cms/block-editor/export', 'cms/block-editor', ['GET'], {}),
      };
      return { ...membersOf(index), routes: { ...membersOf(routes), ...more } };
    }),
  ),
  variation(
    'fresh-e-patterns-written-otherwise',
    '2.1: how a route pattern is written is not shown, and `timezone_string` may be empty',
    answers(to('GET', '/'), (index) => {
      const routes = Object.entries(membersOf(membersOf(index).routes)).map(
        ([pattern, route]) => [pattern.replaceAll('[\\d]+', '\\d+'), route] as const,
      );
      return { ...membersOf(index), timezone_string: '', routes: Object.fromEntries(routes) };
    }),
  ),
];

export const ofRecords = [...ofItemsAlone, ...ofTheRest];
