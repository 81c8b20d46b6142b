// Applies a fault to requests and answers, and records that it did.

import { jsonIn, withJson } from '../../dist/reference/in-front.js';

/** Asks with another query, and notes the first request whose answer is another for it. */
export function changesQuery(seen, edit) {
  return async (request, ask) => {
    const query = edit(request.query);
    if (`${query}` === `${request.query}`) return ask(request);
    const [reply, plain] = [await ask({ ...request, query }), await ask(request)];
    return noted(seen, request, reply, plain);
  };
}

/**
 * Changes the members of a JSON body, and notes the first write after which the record has another value in the field
 * `name` than it should: what was sent, or where the field was not sent, what it had before.
 */
export function changesBody(seen, name, edit) {
  return async (request, ask) => {
    const body = jsonIn(request);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return ask(request);
    const edited = edit(body);
    if (edited === body) return ask(request);
    seen.changed += 1;
    const record = async () => jsonIn(await ask(readingOf(request)))?.[name];
    const before = await record();
    const reply = await ask(withJson(request, edited));
    if (reply.status > 299) return reply;
    const after = before === undefined ? jsonIn(reply)?.[name] : await record();
    const expected = name in body ? body[name] : before;
    if (!isSame(expected, after)) seen.request ??= lineOf(request);
    return reply;
  };
}

/** Changes the JSON of an answer, and notes the first request whose answer is another for it. */
export function changesReply(seen, edit) {
  return async (request, ask) => {
    const plain = await ask(request);
    const value = plain.status < 300 ? jsonIn(plain) : undefined;
    if (value === undefined) return plain;
    return noted(seen, request, withJson(plain, edit(value, request)), plain);
  };
}

/** Refuses reads that would succeed, and all writes, as their outcome is not known before. Records the first. */
export function refuses(seen, applies) {
  return async (request, ask) => {
    if (!applies(request)) return ask(request);
    const plain = request.method === 'GET' ? await ask(request) : undefined;
    if (plain && plain.status > 299) return plain;
    seen.changed += 1;
    seen.request ??= lineOf(request);
    const body = JSON.stringify(REFUSAL);
    return { status: 400, headers: { 'content-type': 'application/json; charset=UTF-8' }, body };
  };
}

const REFUSAL = {
  code: 'rest_invalid_param',
  message: 'Invalid parameter(s)',
  data: { status: 400 },
};

function readingOf(request) {
  const query = new URLSearchParams([['context', 'edit']]);
  return { ...request, method: 'GET', query, body: new Uint8Array() };
}

/** Texts are sent as they are or as `raw`. */
function isSame(one, other) {
  return JSON.stringify(one?.raw ?? one) === JSON.stringify(other?.raw ?? other);
}

function noted(seen, request, reply, plain) {
  seen.changed += 1;
  if (textOf(reply) !== textOf(plain)) seen.request ??= lineOf(request);
  return reply;
}

function lineOf({ method, route, query, body }) {
  const sent = new TextDecoder().decode(body).slice(0, 200);
  return `${method} ${decodeURIComponent(`${route}?${query}`)} ${sent}`.trim();
}

function textOf(reply) {
  const { status, headers, body } = { ...reply, headers: fieldsOf(reply) };
  const reported = headers.filter(([name]) => !/^date$/i.test(name));
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return JSON.stringify([status, reported, text]);
}

function fieldsOf({ headers }) {
  return Array.isArray(headers) ? headers : Object.entries(headers);
}
