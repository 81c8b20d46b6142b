/** Finds objects through links in answers. */

import { type Contract, matcherOf, textIn } from '../../contract/index.ts';
import { type Endpoint, type Json, type Operation, placesOf } from '../../model/index.ts';
import { readSiteIndex } from './site-index/site-index.ts';

/** Links of a record, and of each record of a list. */
const LINKS = ['/_links/*/*/href', '/*/_links/*/*/href'];

/** An object by its kind, such as `global-styles` and 12. */
export type Linked = readonly [kind: string, id: Json];

/** Linked objects that a documented route reads by only their id. */
export function objectsLinkedIn(
  contract: Contract,
  body: unknown,
  endpoint: Endpoint,
): readonly Linked[] {
  const match = matcherOf(contract.operations, 'content', {
    ...endpoint.style,
    routing: { kind: 'path' },
  });
  return routesLinkedIn(body, endpoint).flatMap(({ among }): readonly Linked[] => {
    const found = among.map((route) => match('GET', route)).find((one) => one !== undefined);
    const object = found && objectOf(found.operation, found.path);
    return object ? [object] : [];
  });
}

function objectOf(
  { parameters }: Operation,
  path: { readonly [name: string]: string },
): Linked | undefined {
  const [only, ...others] = parameters.filter((parameter) => parameter.in === 'path');
  const kind = only && textIn(only.schema, 'x-known');
  const id = only && path[only.name];
  if (only === undefined || kind === undefined || id === undefined || others.length > 0)
    return undefined;
  return [kind, only.schema.type === 'integer' ? Number(id) : id];
}

/** Linked routes that the index lists as readable, and that no document shows. */
export function furtherRoutesIn(
  contract: Contract,
  index: unknown,
  endpoint: Endpoint,
): readonly string[] {
  const readable = (readSiteIndex(index)?.routes ?? []).filter(({ methods }) =>
    methods?.includes('GET'),
  );
  const match = matcherOf(contract.operations, 'content', {
    ...endpoint.style,
    routing: { kind: 'path' },
  });
  return routesLinkedIn(index, endpoint).flatMap(({ among }) => {
    const listed = among.filter((route) =>
      readable.some(({ accepts }) => accepts.kind === 'read' && accepts.accepts(route)),
    );
    return listed.slice(0, 1).filter((route) => match('GET', route) === undefined);
  });
}

/**
 * Possible routes of each link. A site can write routes differently from the profile, and a path does not show where
 * its route begins.
 */
function routesLinkedIn(
  body: unknown,
  { baseUrl, style }: Endpoint,
): readonly { readonly among: readonly string[] }[] {
  const hrefs = LINKS.flatMap((place) => placesOf(body, place)).map(({ value }) => value);
  const parameter = style.routing.kind === 'query' ? style.routing.parameter : 'rest_route';
  return [...new Set(hrefs)].flatMap((href) => {
    if (typeof href !== 'string' || !URL.canParse(href, baseUrl)) return [];
    const { pathname, searchParams } = new URL(href, baseUrl);
    const route = searchParams.get(parameter);
    if (route !== null) return [{ among: [route] }];
    const segments = pathname.split('/').slice(1);
    return [{ among: segments.map((_, at) => `/${segments.slice(at).join('/')}`) }];
  });
}
