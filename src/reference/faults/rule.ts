import { gzipSync } from 'node:zlib';
import { isList, type Json } from '../../model/index.ts';
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
import { type EditContext, edited } from './edits.ts';
import type { Edits, HeaderEdits, ReplyEntry, Rule, When, Writing } from './entry.ts';
import { editedQuery, queryHolds } from './queries.ts';

/** Stands in front of a server and applies rules, the first of them outermost. */
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

/** What stands for a part of a route in the pattern of a request. */
const PARTS: { readonly [name: string]: string } = {
  id: '\\d+',
  slug: '[^/]+',
  any: '.+',
  collection: '(?:posts|pages|media|menu-items|blocks|navigation)',
};

/** Whether a request is one of a pattern, such as `GET /cms/v2/(posts|pages)/{id}`. */
export function requestPattern(pattern = 'ANY .*'): (request: RoutedRequest) => boolean {
  const [methods = '', route = ''] = pattern.split(' ');
  const allowed = methods.replace(/[A-Z]+/g, (word) => METHODS[word] ?? word);
  const path = route.replace(/\{(\w+)\}/g, (whole, name: string) => PARTS[name] ?? whole);
  const expression = new RegExp(`^(?:${allowed}) (?:${path})/?$`);
  return ({ method, route: asked }) => expression.test(`${method} ${asked}`);
}

function middlewareBy(rule: Rule, fits: (request: RoutedRequest) => boolean): Middleware {
  const isDue = counter(rule.if ?? {});
  return async (request, ask) => {
    if (!fits(request) || !concerns(rule.if ?? {}, request)) return ask(request);
    const context = contextOf(request);
    const due = isDue(request);
    if (!due) return ask(request);
    if (rule.delay !== undefined) await waiting(rule.delay);
    if (rule.refuse !== undefined) {
      if (rule.if?.status === undefined) return replyFrom(rule.refuse);
      const reply = await ask(request);
      return isConcerned(rule.if, reply) ? replyFrom(rule.refuse) : reply;
    }
    const reply = await ask(changedRequest(rule, request, context));
    return isConcerned(rule.if ?? {}, reply) ? changedReply(rule, reply, context) : reply;
  };
}

// ---- When ------------------------------------------------------------------------------------------

function concerns({ query = {}, headers = {}, body }: When, request: RoutedRequest): boolean {
  const pairs = [...request.query];
  return (
    Object.entries(query).every(([name, condition]) => queryHolds(pairs, name, condition)) &&
    Object.entries(headers).every(([name, condition]) => holds(request.headers[name], condition)) &&
    (body === undefined || holds(jsonIn(request), body))
  );
}

/** Answers of success, unless a condition names a status. */
function isConcerned({ status, answer }: When, reply: Reply): boolean {
  const isOfStatus =
    status === undefined ? reply.status >= 200 && reply.status < 300 : holds(reply.status, status);
  return isOfStatus && (answer === undefined || holds(jsonIn(reply), answer));
}

/** Counts the requests that a rule concerns, and says which of them it changes. */
function counter({ repeated, every }: When): (request: RoutedRequest) => boolean {
  const seen = new Map<string, number>();
  if (repeated === undefined && every === undefined) return () => true;
  return (request) => {
    const key = repeated === undefined ? '' : requestKey(request);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return every === undefined ? count > 1 === repeated : count % every === 0;
  };
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

function contextOf(request: RoutedRequest): EditContext {
  return { body: jsonIn(request), query: Object.fromEntries(request.query) };
}

function waiting(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// ---- Requests --------------------------------------------------------------------------------------

function changedRequest(rule: Rule, request: RoutedRequest, context: EditContext): RoutedRequest {
  let made = request;
  if (rule.method !== undefined) made = { ...made, method: rule.method };
  if (rule.route !== undefined) {
    const [pattern, replacement] = rule.route;
    made = { ...made, route: made.route.replace(new RegExp(pattern), replacement) };
  }
  if (rule.query !== undefined) {
    const query = new URLSearchParams();
    for (const [name, value] of editedQuery([...made.query], rule.query)) query.append(name, value);
    made = { ...made, query };
  }
  return rule.body === undefined ? made : withEditedBody(made, rule.body, context);
}

function withEditedBody(request: RoutedRequest, edits: Edits, context: EditContext): RoutedRequest {
  const { body } = context;
  if (body === undefined) return request;
  const made = edited(body, edits, context);
  return made === body || made === undefined ? request : withJson(request, made);
}

// ---- Answers ---------------------------------------------------------------------------------------

function changedReply(rule: Rule, reply: Reply, context: EditContext): Reply {
  if (rule.reply !== undefined) return replyFrom(rule.reply);
  let made = reply;
  const value = rule.answer || rule.records || rule.write ? jsonIn(reply) : undefined;
  if (value !== undefined) {
    const answer = rule.answer ? (edited(value, rule.answer, context) ?? null) : value;
    const records = rule.records ? eachRecord(answer, rule.records, context) : answer;
    if (records !== value) made = withJson(made, records);
    if (rule.write) made = written(made, records, rule.write);
  }
  if (rule.headers) made = { ...made, headers: editedHeaders(made.headers, rule.headers) };
  if (rule.gzip) made = compressed(made);
  if (rule.status === undefined) return made;
  const { reason: _, ...rest } = made;
  return { ...rest, status: rule.status };
}

/** Each record of an answer, be it one or a list. */
function eachRecord(value: Json, edits: Edits, context: EditContext): Json {
  if (!isList(value)) return edited(value, edits, context) ?? null;
  return value.flatMap((one) => edited(one, edits, context) ?? []);
}

function written(reply: Reply, value: Json, how: Writing): Reply {
  const { indent, escape: escapes = [], before = '', after = '', replace, keep } = how;
  let text = JSON.stringify(value, null, indent);
  if (escapes.includes('letters')) {
    text = text.replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  if (escapes.includes('slashes')) text = text.replaceAll('/', '\\/');
  if (replace) text = text.replace(new RegExp(replace[0]), replace[1]);
  if (keep !== undefined) text = text.slice(0, keep < 0 ? keep : text.length * keep);
  const headers = reply.headers.filter(([name]) => !/^content-length$/i.test(name));
  return { ...reply, headers, body: `${before}${text}${after}` };
}

function editedHeaders(headers: Reply['headers'], edits: HeaderEdits): Reply['headers'] {
  const { drop, set = {}, replace = {}, add = [], names } = edits;
  const dropped = drop === undefined ? undefined : new RegExp(drop, 'i');
  const isSet = (name: string) =>
    Object.keys(set).some((one) => one.toLowerCase() === name.toLowerCase());
  const others = headers
    .filter(([name]) => !dropped?.test(name) && !isSet(name))
    .map(([name, value]) => [name, replace[name.toLowerCase()] ?? value] as const);
  const all = [...others, ...Object.entries(set), ...add];
  if (names === undefined) return all;
  return all.map(([name, value]) => [
    names === 'upper' ? name.toUpperCase() : name.toLowerCase(),
    value,
  ]);
}

/** What is compressed already, or empty, stays as it is. */
function compressed(reply: Reply): Reply {
  const isCoded = reply.headers.some(([name]) => /^content-encoding$/i.test(name));
  if (isCoded || reply.body.length === 0) return reply;
  const headers = editedHeaders(reply.headers, {
    drop: '^content-length$',
    add: [
      ['Content-Encoding', 'gzip'],
      ['Vary', 'Accept-Encoding'],
    ],
  });
  return { ...reply, headers, body: gzipSync(reply.body) };
}

/** An answer of one's own; a text is the message of a refusal with status 400. */
function replyFrom(entry: ReplyEntry | string): Reply {
  if (typeof entry === 'string') return replyFrom({ status: 400, json: errorOf(400, entry) });
  const { status, json, text, type, headers = {} } = entry;
  const typed = type ?? (json === undefined ? undefined : 'application/json; charset=UTF-8');
  return {
    status,
    headers: [
      ...(typed === undefined ? [] : [['Content-Type', typed] as const]),
      ...Object.entries(headers),
    ],
    body: json === undefined ? (text ?? '') : JSON.stringify(json),
  };
}

function errorOf(status: number, message: string): Json {
  return { code: 'refused', message, data: { status } };
}
