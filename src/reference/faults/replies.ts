import { gzipSync } from 'node:zlib';
import { isList, type Json } from '../../model/index.ts';
import type { Reply } from '../http.ts';
import { jsonIn, withJson } from '../in-front.ts';
import { type EditContext, edited, filled, resolved } from './edits.ts';
import type { Edits, HeaderEdits, ReplyEntry, Rule, Writing } from './entry.ts';

export function changedReply(rule: Rule, reply: Reply, context: EditContext): Reply {
  if (rule.reply !== undefined) {
    const { status } = reply;
    return replyFrom(rule.reply, jsonIn(reply) ?? null, { status, context, cut: rule.cut });
  }
  let made = reply;
  const value = rule.answer || rule.records || rule.write ? jsonIn(reply) : undefined;
  if (value !== undefined) {
    const answer = rule.answer ? (edited(value, rule.answer, context) ?? null) : value;
    const records = rule.records ? eachRecord(answer, rule.records, context) : answer;
    if (records !== value) made = withJson(made, records);
    if (rule.write) made = written(made, records, rule.write);
  }
  if (rule.headers) {
    const fill = (text: string) => filled(text, jsonIn(reply) ?? null, context);
    made = { ...made, headers: editedHeaders(made.headers, rule.headers, fill) };
  }
  if (rule.gzip) made = compressed(made);
  if (rule.cut) made = { ...made, cut: rule.cut };
  if (rule.status === undefined) return made;
  const { reason: _, ...rest } = made;
  return { ...rest, status: rule.status };
}

/** Edits each record of an answer, which is a record or a list. */
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

function editedHeaders(
  headers: Reply['headers'],
  edits: HeaderEdits,
  fill: (text: string) => string = (text) => text,
): Reply['headers'] {
  const { drop, set = {}, replace = {}, add = [], names } = edits;
  const dropped = drop === undefined ? undefined : new RegExp(drop, 'i');
  const isSet = (name: string) =>
    Object.keys(set).some((one) => one.toLowerCase() === name.toLowerCase());
  const others = headers
    .filter(([name]) => !dropped?.test(name) && !isSet(name))
    .map(([name, value]) => [name, replace[name.toLowerCase()] ?? value] as const);
  const more = [...Object.entries(set), ...add].map(([name, text]) => [name, fill(text)] as const);
  const all = [...others, ...more];
  if (names === undefined) return all;
  return all.map(([name, value]) => [
    names === 'upper' ? name.toUpperCase() : name.toLowerCase(),
    value,
  ]);
}

/** Compresses an answer, unless it is empty or already compressed. */
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

/** A replacement answer, which may refer to the server's answer. A text is the message of a refusal with status 400. */
export function replyFrom(
  entry: ReplyEntry | string,
  value: Json,
  { status: own, context, cut }: { status: number; context: EditContext; cut: Rule['cut'] },
): Reply {
  if (typeof entry === 'string') {
    return replyFrom({ json: errorOf(400, entry) }, value, { status: 400, context, cut });
  }
  const { status = own, json, text = '', type, headers = {} } = entry;
  const typed = type ?? (json === undefined ? undefined : 'application/json; charset=UTF-8');
  const fields = Object.entries(headers).map(
    ([name, given]) => [name, filled(given, value, context)] as const,
  );
  return {
    ...(cut && { cut }),
    status,
    headers: [...(typed === undefined ? [] : [['Content-Type', typed] as const]), ...fields],
    body:
      json === undefined
        ? filled(text, value, context)
        : JSON.stringify(resolved(value, json, context)),
  };
}

function errorOf(status: number, message: string): Json {
  return { code: 'refused', message, data: { status } };
}
