import { child, isObject, pointerOf } from '../../../model/index.ts';
import { type RoutePattern, readPattern } from './route-pattern.ts';

/** A live site index (2.1) in one normal form. Pointers refer to its body. */
export interface SiteIndex {
  readonly routes: readonly LiveRoute[];
}

export interface LiveRoute {
  /** Key of the route. */
  readonly pattern: string;
  readonly pointer: string;
  readonly accepts: RoutePattern;
  /** Absent if it is no string. */
  readonly namespace?: string;
  /** Absent if their form is unknown. */
  readonly methods?: readonly string[];
  /** Absent if they are no list of objects. */
  readonly endpoints?: readonly LiveEndpoint[];
}

export interface LiveEndpoint {
  readonly pointer: string;
  /** Absent if their form is unknown. */
  readonly methods?: readonly string[];
  /** By name; absent if their form is unknown. */
  readonly args?: readonly LiveArg[];
  /** The unparsed `allow_batch`, if present. */
  readonly allowBatch?: unknown;
}

export interface LiveArg {
  readonly name: string;
  readonly pointer: string;
  /** Absent if they are no object. */
  readonly attributes?: Attributes;
}

/** The description of a parameter or of a part of one. */
export type Attributes = { readonly [attribute: string]: unknown };

/**
 * Reads the body of a site index. Parts of unknown form are left out: they violate clauses of their own.
 *
 * `methods` may be an array, a text with commas, or an object of marks; `args` may be an empty array
 * without parameters.
 *
 * @returns `undefined` if the body has no `routes`
 */
export function readSiteIndex(body: unknown): SiteIndex | undefined {
  const routes = child(body, 'routes');
  if (!isObject(routes)) return undefined;
  return {
    routes: Object.entries(routes).flatMap(([pattern, route]) =>
      isObject(route) ? [readRoute(pattern, route)] : [],
    ),
  };
}

function readRoute(pattern: string, route: Attributes): LiveRoute {
  const pointer = pointerOf(['routes', pattern]);
  const methods = readMethods(route.methods);
  const endpoints = readEndpoints(`${pointer}/endpoints`, route.endpoints);
  return {
    pattern,
    pointer,
    accepts: readPattern(pattern),
    ...(typeof route.namespace === 'string' && { namespace: route.namespace }),
    ...(methods && { methods }),
    ...(endpoints && { endpoints }),
  };
}

function readEndpoints(pointer: string, endpoints: unknown): readonly LiveEndpoint[] | undefined {
  if (!Array.isArray(endpoints) || !endpoints.every(isObject)) return undefined;
  return endpoints.map((endpoint, at) => readEndpoint(`${pointer}/${at}`, endpoint));
}

function readEndpoint(pointer: string, endpoint: Attributes): LiveEndpoint {
  const methods = readMethods(endpoint.methods);
  const args = readArgs(`${pointer}/args`, endpoint.args);
  return {
    pointer,
    ...(methods && { methods }),
    ...(args && { args }),
    ...(endpoint.allow_batch !== undefined && { allowBatch: endpoint.allow_batch }),
  };
}

function readMethods(methods: unknown): readonly string[] | undefined {
  if (typeof methods === 'string') {
    return methods.split(/[,|]/).flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  }
  if (Array.isArray(methods)) {
    return methods.every((name) => typeof name === 'string') ? methods : undefined;
  }
  if (!isObject(methods)) return undefined;
  return Object.entries(methods).flatMap(([name, marked]) => (marked ? [name] : []));
}

function readArgs(pointer: string, args: unknown): readonly LiveArg[] | undefined {
  if (Array.isArray(args)) return args.length === 0 ? [] : undefined;
  if (!isObject(args)) return undefined;
  return Object.entries(args).map(([name, attributes]) => ({
    name,
    pointer: pointer + pointerOf([name]),
    ...(isObject(attributes) && { attributes }),
  }));
}
