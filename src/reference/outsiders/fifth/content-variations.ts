import type { Json } from '../../../model/index.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answers,
  bodies,
  has,
  isIn,
  isObject,
  memoryless,
  queries,
  records,
  type StandsBefore,
  to,
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
    'rendered-by-a-theme',
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
    'private-in-titles',
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
    'slugs-by-number',
    '2.2: how a slug is made where none is given is not shown',
    numberedSlugs(),
  ),
  variation(
    'password-asked-again',
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
    'short-words-not-searched',
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
    'login-redirects-to-its-address',
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
    'more-routes',
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
];

export const ofRecords = [...ofItemsAlone, ...ofTheRest];
