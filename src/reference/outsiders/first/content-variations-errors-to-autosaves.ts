import type { Json } from '../../../model/index.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import {
  empty,
  isOk,
  jsonReply,
  order,
  replying,
  shown,
  sorting,
  withField,
  withStatus,
} from './answer-tools.ts';
import { hasWritten, isWrite, jsonMembers, type Rewriting, written } from './tools.ts';

const OWN_RECORD = /^\/cms\/v2\/(posts|pages|blocks)(?:\/(\d+))?$/;

function withoutDateAsDraft(value: Json): Json {
  const record = membersOf(value);
  return record.status === 'draft' && 'date_gmt' in record ? { ...record, date_gmt: null } : record;
}

export const variationsOfErrorsToAutosaves: readonly ContentVariation[] = [
  {
    kind: 'variation',
    name: 'errors-as-problems',
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
    name: 'deletions-say-nothing',
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
    name: 'taken-slug-is-conflict',
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
    name: 'draft-without-date-gmt',
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
    name: 'posts-of-one-date-by-id',
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
];
