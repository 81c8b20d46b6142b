/** Names of operations by their routes and methods: what they are about, and what they do. */

import type { DocumentName } from '../model/index.ts';
import type { OperationOverlay } from './overlay.ts';
import { wordOf } from './parameters.ts';
import { inside, rootOf, textAt } from './references.ts';
import { unique } from './schemas.ts';
import type { OpenApiDocuments } from './source.ts';

export interface NamedRoute {
  readonly route: string;
  readonly method: string;
  /** Its answer is a list. */
  readonly isList?: boolean;
}

export interface OperationName {
  readonly id: string;
  readonly resource: string;
  readonly action: string;
}

/** Actions of methods on one object, and elsewhere. */
const ON_OBJECT: { readonly [method: string]: string } = {
  get: 'get',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
};
const ELSEWHERE: { readonly [method: string]: string } = {
  get: 'read',
  put: 'put',
  patch: 'patch',
  post: 'submit',
  delete: 'remove',
};

/**
 * The name of each operation, in the order of the given ones.
 *
 * @param additions overlays, one for each operation
 */
export function namesOf(
  document: string,
  operations: readonly NamedRoute[],
  additions: readonly OperationOverlay[],
): readonly OperationName[] {
  const routes = new Set(operations.map(({ route }) => route));
  const shared = sharedSegments([...routes]);
  const ids = new Set<string>();
  return operations.map((operation, at) => {
    const guess = aboutOf(operation, routes, shared);
    const { resource = guess.resource, does: action = guess.action } = additions[at] ?? {};
    return { id: unique(`${document}/${resource}/${action}`, ids), resource, action };
  });
}

function aboutOf(
  { route, method, isList = false }: NamedRoute,
  routes: ReadonlySet<string>,
  shared: number,
) {
  const collection = collectionAbove(route);
  const isObject = collection !== undefined;
  const isCollection = [...routes].some((one) => collectionAbove(one) === plain(route));
  const resource = resourceOf(route, shared);
  if (isObject && method in ON_OBJECT) return { resource, action: ON_OBJECT[method] ?? method };
  if ((isCollection || isList) && method === 'get') return { resource, action: 'list' };
  if (isCollection && method === 'post') return { resource, action: 'create' };
  return { resource, action: ELSEWHERE[method] ?? method };
}

/** The route of the collection that an object's route belongs to; undefined for other routes. */
export function collectionAbove(route: string): string | undefined {
  return /^(.*[^/}])\/\{[^{}/]+\}\/?$/.exec(route)?.[1];
}

function plain(route: string): string {
  return route.replace(/\/$/, '');
}

/** The fixed segments of a route as one word; those that all routes begin with are left out. */
export function resourceOf(route: string, shared: number): string {
  const words = fixedSegments(route)
    .slice(shared)
    .map((segment) => kebab(segment))
    .filter((segment) => segment !== '');
  return words.join('-') || 'root';
}

function fixedSegments(route: string): readonly string[] {
  return route.split('/').filter((segment) => segment !== '' && !/^\{[^{}]*\}$/.test(segment));
}

/** The number of first segments that all routes share, and that are no resource of one of them. */
export function sharedSegments(routes: readonly string[]): number {
  const all = routes.map((route) => route.split('/').filter((segment) => segment !== ''));
  const [first = []] = all;
  const at = first.findIndex(
    (segment, index) =>
      segment.startsWith('{') ||
      all.some(
        (segments) =>
          segments[index] !== segment ||
          segments[index + 1] === undefined ||
          segments[index + 1]?.startsWith('{'),
      ),
  );
  return Math.max(0, at);
}

export function kebab(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** A route with words for its parameters, and without a query or fragment. */
export function routeOf(path: string): string {
  return path
    .replace(/[?#].*$/, '')
    .replace(/\{([^{}]+)\}/g, (_, name: string) => `{${wordOf(name)}}`);
}

/** Maximum length of a name that is made from a title. */
const MOST_LETTERS = 30;

/**
 * The name of an API by the title of its document.
 *
 * @param taken names of other things
 */
export function apiNameIn(
  documents: OpenApiDocuments,
  taken: readonly string[] = [],
): DocumentName {
  const words = kebab(textAt(inside(rootOf(documents), 'info'), 'title') ?? '');
  const name = words.slice(0, MOST_LETTERS).replace(/^[^a-z]+|-+$/g, '');
  return name === '' || taken.includes(name) ? `${name || 'openapi'}-api` : name;
}
