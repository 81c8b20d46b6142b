import type { Json } from '../../../model.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import {
  answering,
  codeOf,
  empty,
  isOk,
  jsonReply,
  order,
  replying,
  shown,
  sorting,
  withField,
  withoutFields,
  withRecords,
  withStatus,
} from './answer-tools.ts';
import { hasWritten, isWrite, jsonMembers, type Rewriting, reading, written } from './tools.ts';

const OWN_RECORD = /^\/cms\/v2\/(posts|pages|blocks)(?:\/(\d+))?$/;

function withoutDateAsDraft(value: Json): Json {
  const record = membersOf(value);
  return record.status === 'draft' && 'date_gmt' in record ? { ...record, date_gmt: null } : record;
}

export const variationsOfErrorsToAutosaves: readonly ContentVariation[] = [
  {
    kind: 'variation',
    name: 'fresh-a-errors-as-problems',
    document: 'content',
    leaves: '7: error bodies, status codes and error codes',
    choose: {},
    inFront: replying(
      (_, { status }) => status >= 400,
      (answer) => {
        const status = answer.status === 400 ? 422 : answer.status;
        const title = String(jsonMembers(answer)?.message ?? 'It did not work');
        const body = JSON.stringify({ type: 'about:blank', title, status });
        const problem = withField(answer, 'Content-Type', 'application/problem+json');
        return withStatus({ ...problem, body }, status);
      },
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-page-past-the-end-empty',
    document: 'content',
    leaves: '4.1: what a page after the last one gives',
    choose: {},
    inFront: replying(
      (_, answer) => codeOf(answer) === 'no_such_page',
      (answer) => withStatus({ ...answer, body: '[]' }, 200),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-no-paging-headers',
    document: 'content',
    leaves: '4.1: headers that tell of pages, none of which is named',
    choose: {},
    inFront: replying(
      () => true,
      (answer) => withoutFields(answer, ['x-total', 'x-totalpages', 'link']),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-created-is-200',
    document: 'content',
    leaves: '4.2, 7: status codes, of creating too',
    choose: {},
    inFront: replying(
      (_, { status }) => status === 201,
      (answer) => withStatus(answer, 200),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-created-without-location',
    document: 'content',
    leaves: '4.2: headers of an answer to a creation',
    choose: {},
    inFront: replying(isWrite, (answer) => withoutFields(answer, ['location'])),
  },
  {
    kind: 'variation',
    name: 'fresh-a-deleted-is-204',
    document: 'content',
    leaves: '4.2: "Response bodies of every route: not shown", and 7: status codes',
    choose: {},
    inFront: replying(
      ({ method }, answer) => method === 'DELETE' && jsonMembers(answer)?.deleted === true,
      (answer) => empty(answer, 204),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-trashed-in-short',
    document: 'content',
    leaves: '4.2: "Response bodies of every route: not shown", of moving to trash too',
    choose: {},
    inFront: answering(
      ({ method }) => method === 'DELETE',
      (value) => (value.status === 'trash' && value.id ? { id: value.id, trashed: true } : value),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-batch-is-200',
    document: 'content',
    leaves: '7: status codes, of a batch too',
    choose: {},
    inFront: replying(
      (_, { status }) => status === 207,
      (answer) => withStatus(answer, 200),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-without-login-forbidden',
    document: 'content',
    leaves: '5, 2: "what is returned without them: not shown"',
    choose: {},
    inFront: replying(
      (_, { status }) => status === 401,
      (answer) => withStatus(withoutFields(answer, ['www-authenticate']), 403),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-taken-slug-is-conflict',
    document: 'content',
    leaves: '2.2, row slug: what a slug that is taken leads to; 7: status codes',
    choose: {},
    inFront: () => async (request, ask) => {
      const [, type, id] = OWN_RECORD.exec(request.route) ?? [];
      const slug = written(request, 'slug');
      if (type === undefined || !isWrite(request) || typeof slug !== 'string' || slug === '') {
        return ask(request);
      }
      const query = new URLSearchParams({ slug, status: 'any', context: 'edit' });
      const { 'content-type': _, 'content-length': __, ...headers } = request.headers;
      const route = `/cms/v2/${type}`;
      const found = await ask({ method: 'GET', route, query, headers, body: new Uint8Array() });
      const rows = isOk(found) ? listIn(jsonIn(found)) : [];
      if (!rows.some((row) => String(membersOf(row).id) !== id)) return ask(request);
      const message = 'There is one of this slug already.';
      return jsonReply(409, { code: 'slug_taken', message, data: { status: 409 } });
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-protected-title-says-so',
    document: 'content',
    leaves: '2.2, row title: how `rendered` comes from `raw`',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      if (!/^\/cms\/v2\/posts(\/\d+)?$/.test(request.route)) return answer;
      return withRecords(answer, (record) => {
        const title = membersOf(record.title);
        if (membersOf(record.content).protected !== true) return record;
        return { ...record, title: { ...title, rendered: `Protected: ${title.rendered}` } };
      });
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-draft-without-date-gmt',
    document: 'content',
    leaves: '2.2, row date_gmt: "string or null": what a draft shows that was never given a date',
    choose: {},
    inFront: () => {
      const undated = new Map<Json | undefined, Rewriting>();
      return async (request, ask) => {
        const answer = await ask(request);
        const [, id] = /^\/cms\/v2\/posts(?:\/(\d+))?$/.exec(request.route) ?? [];
        const isList = request.route === '/cms/v2/posts';
        if (id === undefined && !isList) return answer;
        if (isWrite(request) && isOk(answer)) {
          const isDated = hasWritten(request, 'date') || hasWritten(request, 'date_gmt');
          if (isDated || (!isList && hasWritten(request, 'status'))) undated.delete(Number(id));
          else if (isList) undated.set(jsonMembers(answer)?.id, withoutDateAsDraft);
        }
        return shown(answer, undated);
      };
    },
  },
  {
    kind: 'variation',
    name: 'fresh-a-posts-of-one-date-by-id',
    document: 'content',
    leaves: '4.1, row orderby: the order of records that have the same date',
    choose: {},
    inFront: sorting(
      '/cms/v2/posts',
      (query) => (query.get('orderby') ?? 'date') === 'date' && query.get('ignore_sticky') === null,
      (one, other, descending) =>
        (descending ? -1 : 1) * order(String(one.date), String(other.date)) ||
        order(Number(one.id), Number(other.id)),
    ),
  },
  {
    kind: 'variation',
    name: 'fresh-a-newest-is-most-relevant',
    document: 'content',
    leaves: '4.1, row orderby: what relevance is',
    choose: {},
    inFront: reading(/^\/cms\/v2\/[\w-]+$/, (query) => {
      if (query.get('orderby') === 'relevance') query.set('orderby', 'date');
    }),
  },
  {
    kind: 'variation',
    name: 'fresh-a-autosave-is-created',
    document: 'content',
    leaves: '7: status codes, of an autosave too',
    choose: {},
    inFront: replying(
      (request, answer) =>
        request.method === 'POST' && /\/autosaves$/.test(request.route) && isOk(answer),
      (answer) => withStatus(answer, 201),
    ),
  },
];
