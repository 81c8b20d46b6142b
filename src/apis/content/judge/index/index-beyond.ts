/** What an index lists beyond the document: noted, sorted, so that two indexes can be compared. */

import { countsOf, type JsonSchema } from '../../../../model/index.ts';
import type { ArgPair, Comparand } from './index-comparand.ts';

/** So many are named; of more, how many there are. */
const NAMED = 100;

/** Patterns that stand for no documented route. */
export function otherRoutes({ index, routes }: Comparand): string {
  const known = new Set(routes.flatMap(({ live }) => live.map(({ pattern }) => pattern)));
  return inWords(index.routes.map(({ pattern }) => pattern).filter((name) => !known.has(name)));
}

/** Entries of `args` that the document does not list for the operation. */
export function otherParameters({ served }: Comparand): string {
  return inWords(
    served.flatMap(({ operation, stated, endpoint }) => {
      // What the route captures is named by the document, listed or not.
      const captured = operation.parameters.map(({ name }) => name);
      const known = new Set([...captured, ...stated.map(({ name }) => name)]);
      return (endpoint.args ?? [])
        .filter(({ name }) => !known.has(name))
        .map(({ name }) => `${operation.method} ${operation.route} ${name}`);
    }),
  );
}

/** Attributes that the document does not state of a parameter, each with the number of parameters. */
export function otherAttributes({ pairs }: Comparand): string {
  const counts = countsOf(pairs.flatMap(beyond));
  return inWords([...counts].map(([attribute, count]) => `${attribute} (${count})`));
}

function beyond({ stated, arg }: ArgPair): readonly string[] {
  const said = saidBy(stated.schema);
  return Object.entries(arg.attributes ?? {}).flatMap(([attribute, value]) => {
    if (attribute === 'description' || said.has(attribute)) return [];
    // That it is not required goes without saying.
    if (attribute === 'required') return stated.required || value !== true ? [] : ['required'];
    return [attribute];
  });
}

/** The attributes in which an index may say what a schema says, in any of the shapes that are read. */
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
