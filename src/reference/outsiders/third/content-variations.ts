import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import {
  answers,
  eachRecord,
  forgetful,
  reading,
  reads,
  without,
  writes,
  writing,
} from './tools.ts';

type Open = Pick<ContentVariation, 'name' | 'leaves' | 'inFront'>;

/** Variations that stand in front of the server, and choose nothing in it. */
export function standingInFront(variations: readonly Open[]): readonly ContentVariation[] {
  return variations.map((open) => ({
    kind: 'variation',
    document: 'content',
    choose: {},
    ...open,
  }));
}

const TYPES = 'posts|pages|media|menu-items|blocks|navigation';
const RECORDS = new RegExp(`^/cms/v2/(?:${TYPES})(?:/\\d+)?$`);
const ITEM = new RegExp(`^/cms/v2/(?:${TYPES})/\\d+$`);
const ARTICLES = /^\/cms\/v2\/(?:posts|pages)$/;

/** Changes the records of answers, be they one or a list. */
function records(edit: (record: Members, request: RoutedRequest) => Members) {
  return answers(
    (request) => RECORDS.test(request.route) && request.method !== 'DELETE',
    (value, request) => eachRecord(value, (record) => edit(record, request)),
  );
}

/** The same edit of the rendered form of some fields. */
function rendered(record: Members, edit: (html: string, field: Members) => string): Members {
  const fields = Object.entries(record).map(([name, field]) => {
    const shown = membersOf(field).rendered;
    const isText = name !== 'title' && typeof shown === 'string';
    return [
      name,
      isText ? { ...membersOf(field), rendered: edit(shown, membersOf(field)) } : field,
    ] as const;
  });
  return Object.fromEntries(fields);
}
const BODIES_OPEN = '4.2: response bodies of every route: not shown';

export const ofRecords = standingInFront([
  {
    name: 'rendered-with-classes',
    leaves: '2.2: rendered is a string; how it is made from raw is not said',
    inFront: records((record) =>
      rendered(record, (html) =>
        html.replaceAll('<p>', '<p class="lead">').replaceAll("'", '&#8217;'),
      ),
    ),
  },
  {
    name: 'form-for-password',
    leaves:
      '2.2: a password protects content and excerpt; what is shown in their place is not said',
    inFront: records((record) =>
      rendered(record, (html, field) =>
        field.protected === true && html === '' ? '<form><input type="password"></form>' : html,
      ),
    ),
  },
  {
    name: 'dates-with-z',
    leaves: '2.2: a date is a date-time; the zone of the site is UTC, and Z says so',
    inFront: records((record) => {
      const pairs = ['date', 'modified'].filter((name) => {
        const { [name]: local, [`${name}_gmt`]: gmt } = record;
        return typeof local === 'string' && local === gmt && /T[\d:]+$/.test(local);
      });
      const zoned = pairs.flatMap((name) => [
        [name, `${record[name]}Z`],
        [`${name}_gmt`, `${record[name]}Z`],
      ]);
      return { ...record, ...Object.fromEntries(zoned) };
    }),
  },
  {
    name: 'writes-echo-view',
    leaves: `${BODIES_OPEN}; a write is answered without raw fields and without the password`,
    inFront: answers(writes(RECORDS), (value) => {
      const shown = Object.entries(without(membersOf(value), 'password')).map(([name, field]) => {
        const isRaw = 'raw' in membersOf(field);
        return [name, isRaw ? without(membersOf(field), 'raw', 'block_version') : field] as const;
      });
      return Object.fromEntries(shown);
    }),
  },
  {
    name: 'taken-slug-copied',
    leaves: '2.2: a slug is unique within its type; what a taken one becomes is not said',
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        const { slug } = membersOf(jsonIn(request));
        const isNew = request.method === 'POST' && ARTICLES.test(request.route);
        if (!isNew || typeof slug !== 'string' || slug === '') return ask(request);
        const same = await ask(reading(request, request.route, { slug, status: 'any' }));
        if (listIn(jsonIn(same)).length === 0) return ask(request);
        count += 1;
        const copy = `copy-${count}-of-${slug}`;
        return ask(writing(request, (fields) => ({ ...fields, slug: copy })));
      };
    },
  },
  {
    name: 'trashed-not-read',
    leaves:
      '3: a deleted object is moved to trash; that it may be read there by its ID is not said',
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const isTrashed = membersOf(jsonIn(reply)).status === 'trash';
      return reads(ITEM)(request) && isTrashed ? { ...reply, ...gone(reply.headers) } : reply;
    }),
  },
]);

function gone(headers: readonly (readonly [string, string])[]) {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { status: 404, headers: others, body: '{"code":"not_found"}' };
}

export const ofLists = standingInFront([]);
