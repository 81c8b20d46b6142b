import type { Json } from '../../model/index.ts';
import type { Reply } from '../http.ts';
import {
  type Ask,
  type InFront,
  jsonIn,
  type Middleware,
  type RoutedRequest,
  withJson,
} from '../in-front.ts';
import { holds } from './conditions.ts';
import { type EditContext, edited, filled } from './edits.ts';
import type { Edits, ReplyEntry, RequestEdits, Rule, When } from './entry.ts';
import { keptReplies } from './keeping.ts';
import { pageOfWhole } from './lists.ts';
import { editedQuery, queryHolds } from './queries.ts';
import { changedReply, replyFrom } from './replies.ts';

/** Applies rules in front of a server, the first outermost. */
export function inFrontBy(rules: readonly Rule[]): InFront['inFront'] {
  const compiled = rules.map((rule) => ({ rule, fits: requestPattern(rule.request) }));
  return () => {
    const middlewares = compiled.map(({ rule, fits }) => middlewareBy(rule, fits));
    return (request, ask) =>
      middlewares.reduceRight<Ask>(
        (behind, middleware) => (asked) => middleware(asked, behind),
        ask,
      )(request);
  };
}

const METHODS: { readonly [word: string]: string } = { WRITE: 'POST|PUT|PATCH', ANY: '[A-Z]+' };

/** Placeholders in the pattern of a request. */
const PARTS: { readonly [name: string]: string } = {
  id: '\\d+',
  slug: '[^/]+',
  any: '.+',
  collection: '(?:posts|pages|media|menu-items|blocks|navigation)',
};

/** Matches requests with a pattern, such as `GET /cms/v2/(posts|pages)/{id}`. */
export function requestPattern(pattern = 'ANY .*'): (request: RoutedRequest) => boolean {
  const [methods = '', route = ''] = pattern.split(' ');
  const allowed = methods.replace(/[A-Z]+/g, (word) => METHODS[word] ?? word);
  const path = route.replace(/\{(\w+)\}/g, (whole, name: string) => PARTS[name] ?? whole);
  const expression = new RegExp(`^(?:${allowed}) (?:${path})/?$`);
  return ({ method, route: asked }) => expression.test(`${method} ${asked}`);
}

function middlewareBy(rule: Rule, fits: (request: RoutedRequest) => boolean): Middleware {
  const { if: when = {}, keep } = rule;
  const count = counter(when);
  const kept = keep && {
    ...keptReplies(keep),
    clears: requestPattern(keep['cleared-by'] ?? '- -'),
  };
  const applied: Middleware = async (request, ask) => {
    if (!fits(request) || !concerns(when, request)) return ask(request);
    const asked = rule.ask && jsonIn(await ask(readingOf(rule.ask, request)));
    if (when.asked !== undefined && !holds(asked, when.asked)) return ask(request);
    const context = contextOf(request, { asked, count: count(request) });
    if (!isDue(when, context.count)) return ask(request);
    if (rule.delay !== undefined) await waiting(rule.delay);
    const changed = changedRequest(rule, request, context);
    if (kept) return kept.answer(changed, ask, context);
    if (rule.refuse !== undefined) {
      return refused(rule.refuse, { when, changed, ask, context, cut: rule.cut });
    }
    const reply = await ask(changed);
    if (!isConcerned(when, reply)) return reply;
    const next = rule.again ? await ask(changedRequest(rule.again, request, context)) : reply;
    const whole = rule.whole;
    const listed = whole
      ? await pageOfWhole(changed, {
          ...{ reply: next, ask },
          change: (list) => edited(list, whole, context),
        })
      : next;
    return changedReply(rule, listed, context);
  };
  if (!kept) return applied;
  return async (request, ask) => {
    const reply = await applied(request, ask);
    if (kept.clears(request)) kept.clear(request);
    return reply;
  };
}

/** Refuses a request without the server, unless that depends on the answer. */
async function refused(
  refusal: ReplyEntry | string,
  {
    when,
    changed,
    ask,
    context,
    cut,
  }: { when: When; changed: RoutedRequest; ask: Ask; context: EditContext; cut: Rule['cut'] },
): Promise<Reply> {
  if (when.status === undefined && when.answer === undefined) {
    return replyFrom(refusal, null, { status: 400, context, cut });
  }
  const reply = await ask(changed);
  return isConcerned(when, reply)
    ? replyFrom(refusal, jsonIn(reply) ?? null, { status: reply.status, context, cut })
    : reply;
}

function concerns(when: When, request: RoutedRequest): boolean {
  const { query = {}, headers = {}, body, parameters } = when;
  const pairs = [...request.query];
  const names = pairs.map(([name]) => name.replace(/\[.*$/, ''));
  return (
    (parameters === undefined || holds(names, parameters)) &&
    Object.entries(query).every(([name, condition]) => queryHolds(pairs, name, condition)) &&
    Object.entries(headers).every(([name, condition]) => holds(request.headers[name], condition)) &&
    (body === undefined || holds(jsonIn(request), body))
  );
}

/** Matches successful answers, unless a condition names a status. */
function isConcerned({ status, answer }: When, reply: Reply): boolean {
  const isOfStatus =
    status === undefined ? reply.status >= 200 && reply.status < 300 : holds(reply.status, status);
  return isOfStatus && (answer === undefined || holds(jsonIn(reply), answer));
}

/** Numbers the requests that a rule matches; with `repeated`, equal ones. */
function counter({ repeated }: When): (request: RoutedRequest) => number {
  const seen = new Map<string, number>();
  return (request) => {
    const key = repeated === undefined ? '' : requestKey(request);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count;
  };
}

function isDue({ repeated, every, count: wanted }: When, count: number): boolean {
  return (
    (repeated === undefined || count > 1 === repeated) &&
    (every === undefined || count % every === 0) &&
    (wanted === undefined || holds(count, wanted))
  );
}

function requestKey({ method, route, query, headers, body }: RoutedRequest): string {
  return JSON.stringify([
    method,
    route,
    `${query}`,
    headers.authorization,
    Buffer.from(body).toString('latin1'),
  ]);
}

function contextOf(
  request: RoutedRequest,
  known: Pick<EditContext, 'asked' | 'count'>,
): EditContext {
  const { headers, route, query } = request;
  return {
    ...known,
    ...{ body: jsonIn(request), query: Object.fromEntries(query), headers, route },
    url: `${route}?${query}`,
  };
}

/** A read of the same or another route by the same client. */
function readingOf(edits: RequestEdits, request: RoutedRequest): RoutedRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith('content-')),
  );
  const context = contextOf(request, { asked: undefined, count: 1 });
  const plain = { ...request, query: new URLSearchParams(), headers, body: new Uint8Array() };
  return changedRequest(edits, { ...plain, method: 'GET' }, context);
}

function waiting(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function changedRequest(
  edits: RequestEdits,
  request: RoutedRequest,
  context: EditContext,
): RoutedRequest {
  let made = request;
  if (edits.method !== undefined) made = { ...made, method: edits.method };
  if (edits.route !== undefined) {
    const [pattern, replacement] = edits.route;
    const end = filled(replacement, context.asked ?? null, context);
    made = { ...made, route: made.route.replace(new RegExp(pattern), end) };
  }
  if (edits.query !== undefined) {
    const query = new URLSearchParams();
    for (const [name, value] of editedQuery([...made.query], filledIn(edits.query, context))) {
      query.append(name, value);
    }
    made = { ...made, query };
  }
  return edits.body === undefined ? made : withEditedBody(made, edits.body, context);
}

function filledIn(
  edits: { readonly [parameter: string]: Json },
  context: EditContext,
): { readonly [parameter: string]: Json } {
  return Object.fromEntries(
    Object.entries(edits).map(([name, edit]) => [
      name,
      typeof edit === 'string' ? filled(edit, context.body ?? null, context) : edit,
    ]),
  );
}

function withEditedBody(request: RoutedRequest, edits: Edits, context: EditContext): RoutedRequest {
  const { body } = context;
  if (body === undefined) return request;
  const made = edited(body, edits, context);
  return made === body || made === undefined ? request : withJson(request, made);
}
