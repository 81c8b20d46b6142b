// Mistakes of validation: a server that refuses what a table allows.

import { membersOf } from '../../dist/contract/schema.js';
import { bodyOf, has, isEmpty } from './requests.js';
import { refuses } from './ways.js';

/** @returns faults as `faultsOf` in grammar.js gives them */
export function* faultsOfRefusals(operation) {
  const fault = (kind, words, applies) => ({
    id: `${kind}: ${operation.id} ${words}`,
    kind,
    operation,
    middleware: (seen) => refuses(seen, applies),
  });
  const queries = operation.parameters.filter((one) => one.in === 'query' && !one.required);
  for (const { name, schema } of queries) {
    yield fault('P in the query is refused', name, ({ query }) => has(query, name));
    for (const value of schema.enum ?? schema.items?.enum ?? []) {
      yield fault('a value of P in the query is refused', `${name} ${value}`, ({ query }) =>
        valuesOf(query, name).includes(String(value)),
      );
    }
    yield fault(
      'two values of P in the query are refused',
      name,
      ({ query }) => valuesOf(query, name).length > 1,
    );
    for (const other of queries) {
      if (other.name <= name) continue;
      yield fault(
        'P together with Q in the query is refused',
        `${name} with ${other.name}`,
        ({ query }) => has(query, name) && has(query, other.name),
      );
    }
  }
  const fields = membersOf(operation.body?.schema ?? {});
  const required = operation.body?.schema?.required ?? [];
  for (const [name, schema] of fields) {
    if (schema.readOnly || required.includes(name)) continue;
    yield fault('P in the body is refused', name, (request) => name in bodyOf(request));
    yield fault('an empty P in the body is refused', name, (request) => {
      const body = bodyOf(request);
      return name in body && isEmpty(body[name]);
    });
    for (const value of schema.enum ?? []) {
      yield fault(
        'a value of P in the body is refused',
        `${name} ${value}`,
        (request) => bodyOf(request)[name] === value,
      );
    }
    for (const [other] of fields) {
      if (other <= name) continue;
      yield fault(
        'P together with Q in the body is refused',
        `${name} with ${other}`,
        (request) => {
          const body = bodyOf(request);
          return name in body && other in body;
        },
      );
    }
  }
}

function valuesOf(query, name) {
  return [...query]
    .filter(([key]) => key === name || key.startsWith(`${name}[`))
    .flatMap(([, value]) => value.split(','));
}
