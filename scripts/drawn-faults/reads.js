// Mistakes of reads: what is shown is old, is not all, or follows from another default.

import { membersOf } from '../../dist/contract/schema.js';
import { has } from './requests.js';
import { changesQuery, changesReply } from './ways.js';

/** @returns faults as `faultsOf` in grammar.js gives them; `fieldsOf` the writable fields of a resource */
export function* faultsOfReads(operation, fieldsOf) {
  if (operation.method !== 'GET') return;
  const fault = (kind, words, middleware) => ({
    id: `${kind}: ${operation.id} ${words}`.trim(),
    kind,
    operation,
    middleware,
  });
  for (const name of fieldsOf(operation.resource)) {
    yield fault(`${operation.action} shows P as it was first`, name, (seen) =>
      changesReply(seen, asAtFirst(name)),
    );
  }
  const queries = operation.parameters.filter((one) => one.in === 'query');
  for (const { name, schema } of queries) {
    for (const value of othersThan(schema)) {
      yield fault('another default of P', `${name} ${value}`, (seen) =>
        changesQuery(seen, (query) => {
          if (has(query, name)) return query;
          return new URLSearchParams([...query, [name, String(value)]]);
        }),
      );
    }
    if (operation.action !== 'list') continue;
    for (const [how, edit] of Object.entries(LOSSES)) {
      yield fault(`list ${how} where P is asked for`, name, (seen) =>
        changesReply(seen, (records, { query }) =>
          Array.isArray(records) && records.length > 1 && has(query, name)
            ? edit(records)
            : records,
        ),
      );
    }
  }
}

const LOSSES = {
  'leaves out the last record': (records) => records.slice(0, -1),
  'shows the first record twice': (records) => [records[0], ...records.slice(0, -1)],
  'turns its last two records': (records) => [
    ...records.slice(0, -2),
    records.at(-1),
    records.at(-2),
  ],
};

/** Values that a parameter with a default could take instead. */
function othersThan({ default: usual, enum: values, type }) {
  if (usual === undefined) return [];
  if (values) return values.filter((value) => value !== usual);
  if (type === 'boolean') return [!usual];
  return type === 'integer' ? [usual + 1] : [];
}

/** Shows of each record the value that it showed first. */
function asAtFirst(name) {
  const first = new Map();
  const shown = (record) => {
    if (typeof record?.id === 'undefined' || !(name in record)) return record;
    const key = `${record.id} ${Object.keys(record).length}`;
    if (!first.has(key)) first.set(key, record[name]);
    return { ...record, [name]: first.get(key) };
  };
  return (value) => (Array.isArray(value) ? value.map(shown) : shown(value));
}

/** @returns the names of the fields that writes of a resource take */
export function writableFields(operations) {
  return (resource) => [
    ...new Set(
      operations
        .filter((one) => one.resource === resource && one.action === 'update')
        .flatMap(({ body }) => membersOf(body?.schema ?? {}).map(([name]) => name)),
    ),
  ];
}
