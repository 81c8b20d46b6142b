import type { Json } from '../../../model.ts';
import type { RoutedRequest } from '../../in-front.ts';
import { standingInFront } from '../third/content-variations.ts';
import { answers, bodies, eachRecord, writes } from '../third/tools.ts';
import { type Members, membersOf } from '../tools.ts';
import { fieldsIn, rawOf } from './tools.ts';

const TYPES = 'posts|pages|media|menu-items|blocks|navigation';
const RECORDS = new RegExp(`^/cms/v2/(?:${TYPES})(?:/\\d+)?$`);

const creates = (route: string) => (request: RoutedRequest) =>
  request.method === 'POST' && request.route === route;

/** Changes the records of answers, be they one or a list. */
function records(edit: (record: Members, request: RoutedRequest) => Members) {
  return answers(
    ({ method, route }) => RECORDS.test(route) && method !== 'DELETE',
    (value, request) => eachRecord(value, (record) => edit(record, request)),
  );
}

/** Writes a member anew where it is there. */
function changed(record: Members, name: string, edit: (value: Json) => Json): Members {
  const value = record[name];
  return value === undefined ? record : { ...record, [name]: edit(value) };
}

const isGmt = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

export const ofRecords = standingInFront([
  {
    name: 'fresh-d-more-in-records',
    leaves:
      '2.4: fields of returned records beyond the fields above: not shown; there are several more',
    inFront: records((record) => ({
      ...record,
      reading_minutes: 3,
      blog_id: 1,
      seo: { index: true, canonical: null, keywords: [] },
      _embedded: {},
    })),
  },
  {
    name: 'fresh-d-more-in-meta',
    leaves: '2.2, row `meta`: has `footnotes`; that it has nothing else is not said',
    inFront: records((record) =>
      changed(record, 'meta', (meta) =>
        Array.isArray(meta) ? meta : { ...membersOf(meta), plugin_layout: 'wide', views: 12 },
      ),
    ),
  },
  {
    name: 'fresh-d-titles-typeset',
    leaves: '2.2, row `title`: `rendered` is read-only; how a title is rendered is not said',
    inFront: records((record) =>
      changed(record, 'title', (title) => {
        const { rendered } = membersOf(title);
        if (typeof rendered !== 'string') return title;
        const set = rendered.replace(/\B"\b/g, '&#8220;').replace(/'/g, '&#8217;');
        const mark = record.status === 'private' ? 'Private: ' : '';
        return { ...membersOf(title), rendered: `${mark}${set}` };
      }),
    ),
  },
  {
    name: 'fresh-d-scripts-stripped',
    leaves:
      '5, rule 4: permissions per role: not shown; callers may not store scripts, which are taken out of content',
    inFront: bodies(writes(/^\/cms\/v2\/(?:posts|pages|blocks)(?:\/\d+)?$/), (fields) => {
      const raw = rawOf(fields.content);
      if (raw === undefined) return fields;
      const safe = raw
        .replace(/<script\b[^>]*>.*?<\/script>/gis, '')
        .replace(/(<[^>]*?)\son\w+="[^"]*"/gi, '$1');
      const content = typeof fields.content === 'string' ? safe : membersOf(fields.content);
      return {
        ...fields,
        content: typeof content === 'string' ? content : { ...content, raw: safe },
      };
    }),
  },
  {
    name: 'fresh-d-slugs-by-number',
    leaves:
      '2.2, row `slug`: alphanumeric and unique; how it comes about when none is given is not said',
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        const isNew = creates('/cms/v2/posts')(request) || creates('/cms/v2/pages')(request);
        if (!isNew || 'slug' in fieldsIn(request)) return ask(request);
        count += 1;
        const slug = `entry-${Date.now().toString(36)}-${count}`;
        const add = bodies(
          () => true,
          (fields) => ({ slug, ...fields }),
        );
        return add()(request, ask);
      };
    },
  },
  {
    name: 'fresh-d-gmt-with-a-z',
    leaves:
      '2.2, row `date_gmt`: string or null, date-time, as GMT; it ends with a Z as in RFC 3339',
    inFront: records((record) =>
      changed(record, 'date_gmt', (date) =>
        typeof date === 'string' && isGmt.test(date) ? `${date}Z` : date,
      ),
    ),
  },
  {
    name: 'fresh-d-edited-media-titled',
    leaves: '4.2, row media edit: `title` may be given; which one is taken otherwise is not said',
    inFront: bodies(writes(/^\/cms\/v2\/media\/\d+\/edit$/), (fields) => ({
      title: { raw: 'Edited copy' },
      ...fields,
    })),
  },
  {
    name: 'fresh-d-slugs-of-trash-renamed',
    leaves: '3: moved to trash; what becomes of the slug there is not said',
    inFront: records((record) =>
      record.status === 'trash' && typeof record.slug === 'string'
        ? { ...record, slug: `${record.slug.replace(/__trashed$/, '')}__trashed` }
        : record,
    ),
  },
  {
    name: 'fresh-d-pending-by-default',
    leaves:
      '2.2, row `status`: one of five; which one a post has that is created without is not said',
    inFront: bodies(creates('/cms/v2/posts'), (fields) => ({ status: 'pending', ...fields })),
  },
  {
    name: 'fresh-d-form-in-place-of-protected-content',
    leaves:
      '2.2, row `password`: protects access to content and excerpt; what is shown in their place is not said',
    inFront: records((record) => {
      const form =
        '<form action="/cms-login.php"><input type="password" name="post_password"></form>';
      const hidden = (field: Json): Json => {
        const { protected: isProtected, rendered } = membersOf(field);
        return isProtected === true && rendered === ''
          ? { ...membersOf(field), rendered: form }
          : field;
      };
      return changed(changed(record, 'content', hidden), 'excerpt', hidden);
    }),
  },
]);
