import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { answers, isIn, memoryless, refusal, refuses, to, withHeaders } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

const DEPRECATED = ['rotation', 'x', 'y', 'width', 'height'];
const UNORDERED = ['/cms/v2/global-styles/themes/[^/]+/variations', '/cms/v2/.+/autosaves'];

function edited(members: Members, edit: (member: Members, name: string) => Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, edit(membersOf(member), name)]),
  );
}

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'fresh-n-deprecation-headers',
    '9: deprecation policy: not shown; headers tell of it where a parameter of an edit is deprecated',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const body = membersOf(jsonIn(request));
      return to('POST', '/cms/v2/media/\\d+/edit')(request) &&
        DEPRECATED.some((name) => isIn(body, name))
        ? withHeaders(reply, (headers) => [
            ...headers,
            ['Deprecation', '@1688169599'],
            ['Sunset', 'Sat, 01 Jan 2050 00:00:00 GMT'],
            ['Warning', '299 - "deprecated"'],
          ])
        : reply;
    }),
  ),
  variation(
    'fresh-n-rate-limit-for-administrators',
    '5, rule 4: permissions per route: not shown; the status of rate limits is for administrators',
    refuses(
      to('POST', '/host/cache-plugin/v1/rate_limit_status'),
      refusal(403, 'forbidden', 'For administrators only.'),
    ),
  ),
  variation(
    'fresh-n-autosaves-the-other-way-round',
    '4.2: lists of autosaves and of variations of a theme have no order; they are turned round',
    answers(to('GET', UNORDERED.join('|')), (value) =>
      Array.isArray(value) ? [...value].reverse() : value,
    ),
  ),
  variation(
    'fresh-n-args-with-examples',
    '2.1: that an `args` entry has no further members is not said; it has a title and an example',
    answers(to('GET', '/'), (value) => {
      const index = membersOf(value);
      const routes = edited(membersOf(index.routes), (route) => ({
        ...route,
        endpoints: listIn(route.endpoints)
          .map(membersOf)
          .map((one) => ({
            ...one,
            args: edited(membersOf(one.args), (arg, name) => ({
              title: name,
              ...arg,
              example: null,
            })),
          })),
      }));
      return { ...index, routes };
    }),
  ),
];
