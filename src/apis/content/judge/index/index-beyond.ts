/** Lists sorted index entries that are not in the document, so that two indexes can be compared. */

import { countsOf, type JsonSchema } from '../../../../model/index.ts';
import type { ArgPair, Comparand } from './index-comparand.ts';

/** Maximum number of listed entries; more are counted. */
const NAMED = 100;

/** Patterns without a documented route. */
export function otherRoutes({ index, routes }: Comparand): string {
  const known = new Set(routes.flatMap(({ live }) => live.map(({ pattern }) => pattern)));
  return inWords(index.routes.map(({ pattern }) => pattern).filter((name) => !known.has(name)));
}

/** Entries of `args` that the document does not list for the operation. */
export function otherParameters({ served }: Comparand): string {
  return inWords(
    served.flatMap(({ operation, stated, endpoint }) => {
      // The document names all captured parts of a route.
      const captured = operation.parameters.map(({ name }) => name);
      const known = new Set([...captured, ...stated.map(({ name }) => name)]);
      return (endpoint.args ?? [])
        .filter(({ name }) => !known.has(name))
        .map(({ name }) => `${operation.method} ${operation.route} ${name}`);
    }),
  );
}

/** Attributes that the document does not state, each with its number of parameters. */
export function otherAttributes({ pairs }: Comparand): string {
  const counts = countsOf(pairs.flatMap(beyond));
  return inWords([...counts].map(([attribute, count]) => `${attribute} (${count})`));
}

function beyond({ stated, arg }: ArgPair): readonly string[] {
  const said = saidBy(stated.schema);
  return Object.entries(arg.attributes ?? {}).flatMap(([attribute, value]) => {
    if (attribute === 'description' || said.has(attribute)) return [];
    // False is the implied default of `required`.
    if (attribute === 'required') return stated.required || value !== true ? [] : ['required'];
    return [attribute];
  });
}

/** Index attributes that a schema states, in any of the known forms. */
function saidBy(schema: JsonSchema): ReadonlySet<string> {
  const said = new Set(Object.keys(schema));
  if (schema.oneOf !== undefined) {
    for (const name of ['type', 'anyOf', 'items', 'properties', 'additionalProperties']) {
      said.add(name);
    }
  }
  if (Array.isArray(schema.type)) for (const name of ['oneOf', 'anyOf', 'nullable']) said.add(name);
  if (schema.items !== undefined) said.add('enum');
  for (const [one, other] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (said.has(one) || said.has(other)) said.add(one).add(other);
  }
  return said;
}

function inWords(names: readonly string[]): string {
  const sorted = [...new Set(names)].sort();
  const more = sorted.length - NAMED;
  const shown = sorted.slice(0, NAMED).join(', ');
  return sorted.length === 0 ? 'none' : more > 0 ? `${shown} and ${more} more` : shown;
}
