import type { Json } from '../../../model/index.ts';
import type { RoutedRequest } from '../../in-front.ts';
import { standingInFront } from '../third/content-variations.ts';
import { answers, bodies, eachRecord } from '../third/tools.ts';
import { type Members, membersOf } from '../tools.ts';
import { fieldsIn } from './tools.ts';

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

export const ofRecords = standingInFront([
  {
    name: 'titles-typeset',
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
    name: 'slugs-by-number-and-time',
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
    name: 'form-in-place-of-protected-content',
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
