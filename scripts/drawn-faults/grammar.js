// The grammar: classes of mistakes, each for every operation, parameter, field or value that it fits.

import { membersOf } from '../../dist/contract/schema.js';
import { faultsOfReads, writableFields } from './reads.js';
import { faultsOfRefusals } from './refusals.js';
import { has, isEmpty } from './requests.js';
import { changesBody, changesQuery } from './ways.js';

/** Parameters that decide how much of a record or list is returned, not which records. */
const SHAPING = new Set(['context', '_fields', '_embed', 'page', 'per_page', 'offset']);

const EMPTY = { string: '', integer: 0, boolean: false, array: [], object: {} };

/** @returns `{id, kind, operation, middleware}` of each, `middleware` taking what notes that something was changed */
export function faultsOf({ operations }) {
  const fieldsOf = writableFields(operations);
  return operations.flatMap((operation) => [
    ...ofLists(operation),
    ...ofWrites(operation),
    ...faultsOfReads(operation, fieldsOf),
    ...faultsOfRefusals(operation),
  ]);
}

function* ofLists(operation) {
  const queries = operation.parameters.filter((one) => one.in === 'query');
  if (operation.method !== 'GET' || queries.length < 2) return;
  const fault = (kind, words, edit) => ({
    id: `${kind}: ${operation.id} ${words}`,
    kind,
    operation,
    middleware: (seen) => changesQuery(seen, edit),
  });
  for (const { name, schema } of queries) {
    yield fault('list ignores P', name, without(name));
    yield fault('list forgets P when it is asked again', name, whenAskedAgain(without(name)));
    if (!SHAPING.has(name)) {
      yield fault('list ignores P after page 1', name, (query) =>
        Number(query.get('page') ?? 1) > 1 ? without(name)(query) : query,
      );
      for (const context of ['edit', 'embed']) {
        yield fault(`list ignores P in the ${context} context`, name, (query) =>
          query.get('context') === context ? without(name)(query) : query,
        );
      }
      yield fault('list takes only the first value of P', name, firstOf(name));
    }
    for (const value of schema.enum ?? schema.items?.enum ?? []) {
      yield fault('list ignores a value of P', `${name} ${value}`, (query) =>
        query.get(name) === String(value) ? without(name)(query) : query,
      );
    }
    for (const other of queries) {
      if (other.name === name) continue;
      yield fault('list ignores P together with Q', `${name} with ${other.name}`, (query) =>
        has(query, other.name) ? without(name)(query) : query,
      );
    }
  }
}

function* ofWrites(operation) {
  const fields = membersOf(operation.body?.schema ?? {}).filter(([, schema]) => !schema.readOnly);
  if (fields.length < 2) return;
  for (const [name, schema] of fields) {
    const fault = (kind, more, edit) => ({
      id: `${kind}: ${operation.id} ${name} ${more}`.trim(),
      kind,
      operation,
      middleware: (seen) => changesBody(seen, name, edit),
    });
    yield fault('write ignores P', '', leaving(name));
    yield fault('write ignores P where it is empty', '', (body) =>
      isEmpty(body[name]) ? leaving(name)(body) : body,
    );
    for (const value of schema.enum ?? []) {
      yield fault('write ignores a value of P', value, (body) =>
        body[name] === value ? leaving(name)(body) : body,
      );
    }
    for (const [how, change] of Object.entries(TEXTS)) {
      yield fault('write changes the text of P', how, (body) => changed(body, name, change));
    }
    for (const [other] of fields) {
      if (other === name) continue;
      yield fault('write drops P together with Q', `with ${other}`, (body) =>
        other in body ? leaving(name)(body) : body,
      );
      if (operation.action !== 'update') continue;
      yield fault('update empties P where Q is written', `where ${other}`, (body) =>
        other in body && !(name in body) ? { ...body, [name]: emptyOf(schema) } : body,
      );
    }
  }
}

const TEXTS = {
  trimmed: (text) => text.trim(),
  'in lower case': (text) => text.toLowerCase(),
  'cut at 100': (text) => text.slice(0, 100),
  'without what stands after <': (text) => text.replace(/<.*/s, ''),
  'without a backslash': (text) => text.replaceAll('\\', ''),
  'without four-byte characters': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
};

function changed(body, name, change) {
  const value = body[name];
  const text = value?.raw ?? value;
  if (typeof text !== 'string' || change(text) === text) return body;
  return { ...body, [name]: text === value ? change(text) : { ...value, raw: change(text) } };
}

function without(name) {
  return (query) => {
    if (!has(query, name)) return query;
    return new URLSearchParams(
      [...query].filter(([key]) => key !== name && !key.startsWith(`${name}[`)),
    );
  };
}

function firstOf(name) {
  return (query) => {
    const value = query.get(name) ?? '';
    if (value.includes(',')) {
      const first = new URLSearchParams(query);
      first.set(name, value.slice(0, value.indexOf(',')));
      return first;
    }
    const keys = [...query.keys()].filter((key) => key.startsWith(`${name}[`));
    if (keys.length < 2) return query;
    return new URLSearchParams(
      [...query].filter(
        ([key], at) => !keys.includes(key) || [...query.keys()].indexOf(keys[0]) === at,
      ),
    );
  };
}

/** Remembers which queries came before. */
function whenAskedAgain(edit) {
  const before = new Set();
  return (query) => {
    const asked = `${query}`;
    if (before.has(asked)) return edit(query);
    before.add(asked);
    return query;
  };
}

function leaving(name) {
  return (body) => {
    if (!(name in body)) return body;
    const { [name]: _, ...rest } = body;
    return rest;
  };
}

function emptyOf(schema) {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat().find((one) => one !== 'null');
  return EMPTY[type] ?? '';
}
