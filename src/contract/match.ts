/** Matches requests of any client to operations. */

import {
  type DocumentName,
  groupedBy,
  type Operation,
  percentDecoded,
  type WireStyle,
} from '../model/index.ts';
import { routeExpression } from './route-expression.ts';

interface MatchedOperation {
  readonly operation: Operation;
  /** The target with the route in the form that `decode` expects: in the place of the style, with plain slashes. */
  readonly target: string;
  readonly path: { readonly [name: string]: string };
}

/** @param target path and query, relative to the base URL */
export type Match = (method: string, target: string) => MatchedOperation | undefined;

interface Pattern {
  readonly operation: Operation;
  readonly names: readonly string[];
  readonly expression: RegExp;
  /** Number of literal characters in the route: of two matches, the larger one wins. */
  readonly fixed: number;
}

/** A longer route matches nothing, and would be slow to test. */
const LONGEST = 500;

/**
 * Matches requests to operations of one document. Undocumented methods and routes do not match. The same holds for a
 * number with other characters than digits (section 4 of the content document).
 */
export function matcherOf(
  operations: readonly Operation[],
  document: DocumentName,
  { routing }: WireStyle,
): Match {
  const patternsOfAll = operations
    .filter((operation) => operation.document === document)
    .map(patternOf)
    .sort((a, b) => b.fixed - a.fixed);
  const byMethod = groupedBy(patternsOfAll, ({ operation }) => operation.method);
  return (method, target) => {
    const patterns = byMethod.get(method);
    const route = patterns && routeIn(target, routing);
    if (!route || route.text.length > LONGEST) return undefined;
    for (const { operation, names, expression } of patterns) {
      const found = expression.exec(route.text);
      if (!found) continue;
      const path = Object.fromEntries(
        names.map((name, index) => [name, percentDecoded(found[index + 1] ?? '')]),
      );
      return { operation, target: route.target, path };
    }
    return undefined;
  };
}

function patternOf(operation: Operation): Pattern {
  const { names, source } = routeExpression(operation, (schema) => {
    if (schema?.['x-segments'] === true) return '([^/].*?)';
    return schema?.type === 'integer' ? String.raw`(\d+)` : '([^/]+)';
  });
  const fixed = operation.route.replace(/\{[^{}]+\}/g, '').length;
  return { operation, names, fixed, expression: new RegExp(`^${source}/?$`, 's') };
}

/** The route of a target, and the target with that route in plain form; undefined without a route. */
function routeIn(
  target: string,
  routing: WireStyle['routing'],
): { readonly text: string; readonly target: string } | undefined {
  const mark = target.indexOf('?');
  const before = mark < 0 ? target : target.slice(0, mark);
  if (routing.kind === 'path') return { text: before === '' ? '/' : before, target };
  if (before !== routing.path && before !== '/' && before !== '') return undefined;
  const pairs = mark < 0 ? [] : target.slice(mark + 1).split('&');
  const names = [routing.parameter, encodeURIComponent(routing.parameter)];
  const at = pairs.findIndex((pair) => names.includes(pair.split('=', 1)[0] ?? ''));
  const given = pairs[at];
  if (given === undefined) return undefined;
  const serialized = given.slice(given.indexOf('=') + 1).replace(/%2f/gi, '/');
  const text = serialized.startsWith('/') ? serialized : `/${serialized}`;
  const others = pairs.filter((pair, index) => index !== at && pair !== '');
  const query = [`${routing.parameter}=${text}`, ...others].join('&');
  return { text, target: `${routing.path}?${query}` };
}
