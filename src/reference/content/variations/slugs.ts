import { randomInt } from 'node:crypto';
import {
  answered,
  bodyOf,
  idIn,
  idOf,
  isGood,
  listIn,
  memoryless,
  readingOf,
  type StandsBefore,
  to,
  wholeList,
} from '../../fronts.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { type ContentVariation, standingInFront } from '../deviation.ts';

const WRITES = 'POST|PUT|PATCH';
const STATUSES = 'publish,future,draft,pending,private';

/** Gives objects that are created without a slug one with their number. */
function numbered(routes: string, slugOf: (count: number) => string): StandsBefore {
  return () => {
    let count = 0;
    return (request, ask) => {
      const body = jsonIn(request);
      if (!to('POST', routes)(request) || body === undefined || 'slug' in bodyOf(request)) {
        return ask(request);
      }
      count += 1;
      return ask(withJson(request, { ...bodyOf(request), slug: slugOf(count) }));
    };
  };
}

const now = () => Date.now().toString(36);

async function othersNamed(slug: string, request: RoutedRequest, ask: Ask) {
  const [collection = ''] = /^\/cms\/v2\/[a-z-]+/.exec(request.route) ?? [];
  const query = { slug, status: STATUSES, context: 'edit' };
  const found = await wholeList(readingOf(request, collection, query), ask);
  return found.filter((one) => idOf(one) !== idIn(request));
}

function asked(
  routes: string,
  change: (slug: string, request: RoutedRequest, ask: Ask) => ReturnType<Ask>,
): StandsBefore {
  return memoryless((request, ask) => {
    const { slug } = bodyOf(request);
    const isAsked = to(WRITES, routes)(request) && typeof slug === 'string' && slug !== '';
    return isAsked ? change(slug, request, ask) : ask(request);
  });
}

function written(request: RoutedRequest, slug: string): RoutedRequest {
  return withJson(request, { ...bodyOf(request), slug });
}

function inAscii(slug: string): string {
  return slug
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Ways to make slugs and to make them unique; 2.2 leaves it open. */
export const slugVariations: readonly ContentVariation[] = standingInFront([
  {
    name: 'entry-slugs-by-number',
    leaves: '2.2, row slug: which slug is made where none is given',
    inFront: numbered('/cms/v2/(?:posts|pages)', (count) => `entry-${count}`),
  },
  {
    name: 'slugs-by-number-and-time',
    leaves:
      '2.2, row `slug`: alphanumeric and unique; how it comes about when none is given is not said',
    inFront: numbered('/cms/v2/(?:posts|pages)', (count) => `entry-${now()}-${count}`),
  },
  {
    name: 'slugs-by-number',
    leaves: '2.2: how a slug is made where none is given is not shown',
    inFront: numbered('/cms/v2/(?:posts|pages|blocks|navigation)', (count) => `entry${count}`),
  },
  {
    name: 'slugs-by-chance',
    leaves: '2.2: which slug is made where none is given is not said; it is made of the time',
    inFront: numbered('/cms/v2/(?:posts|pages|blocks)', (count) => `e${now()}-${count}`),
  },
  {
    name: 'taken-slug-is-conflict',
    leaves: '2.2, row slug: what a slug that is taken leads to; 7: status codes',
    inFront: asked('/cms/v2/(?:posts|pages|blocks)(?:/\\d+)?', async (slug, request, ask) => {
      const others = await othersNamed(slug, request, ask);
      const message = 'There is one of this slug already.';
      return others.length > 0
        ? answered(409, { code: 'slug_taken', message, data: { status: 409 } })
        : ask(request);
    }),
  },
  {
    name: 'taken-slug-copied',
    leaves: '2.2: a slug is unique within its type; what a taken one becomes is not said',
    inFront: () => {
      let count = 0;
      return asked('/cms/v2/(?:posts|pages)', async (slug, request, ask) => {
        const query = { slug, status: 'any' };
        const same = listIn(jsonIn(await ask(readingOf(request, request.route, query))));
        if (same.length === 0) return ask(request);
        count += 1;
        return ask(written(request, `copy-${count}-of-${slug}`));
      })();
    },
  },
  {
    name: 'slugs-transliterated',
    leaves:
      '2.2: an "alphanumeric identifier": how a slug that is asked for becomes one, and becomes unique, is not shown',
    inFront: asked('/cms/v2/(?:posts|pages|blocks)(?:/\\d+)?', async (slug, request, ask) => {
      const plain = inAscii(slug);
      const others = await othersNamed(plain, request, ask);
      return ask(written(request, others.length > 0 ? `${plain}-copy-2` : plain));
    }),
  },
  {
    name: 'slug-clash-gets-random-suffix',
    leaves: '2.2: a slug is unique; the way is not said; here it gets random letters',
    inFront: asked('/cms/v2/[a-z-]+', async (wanted, request, ask) => {
      const reply = await ask(request);
      const { id, slug } = bodyOf(reply);
      const isNumbered = String(slug).replace(/-\d+$/, '') === wanted && slug !== wanted;
      if (request.method !== 'POST' || !isGood(reply) || !isNumbered) return reply;
      const letters = Array.from({ length: 6 }, () => String.fromCharCode(97 + randomInt(26)));
      const route = `${request.route}/${id}`;
      const renamed = await ask(
        withJson({ ...request, route }, { slug: `${wanted}-${letters.join('')}` }),
      );
      return isGood(renamed) ? { ...renamed, status: reply.status, headers: reply.headers } : reply;
    }),
  },
]);
