/**
 * Edge classes of everything around the values of a request: query encoding, headers, routes, methods; with those of
 * bodies they are all. Data where possible; each makes a plain request unusual.
 */

import type { Credential, Operation, PlannedRequest } from '../model/index.ts';
import { type EdgeClasses, edgeClasses } from './edges.ts';
import { BODY_CLASSES, type WireClass } from './edges-bodies.ts';
import { jsonOf, type ValueRow, valueRows } from './value-tables.ts';

const queryClasses = ({ queries }: EdgeClasses): readonly WireClass[] =>
  Object.entries(queries).map(([name, texts]) => ({
    name: `query/${name}`,
    fits: ({ action }) => action !== 'batch',
    make: texts.map((text) => (request: PlannedRequest, operation: Operation) => {
      const [first] = operation.parameters.filter(({ in: place }) => place === 'query');
      const parameter = first?.name ?? 'touchstone';
      const query = text.replaceAll('NAME', parameter).replaceAll('UPPER', parameter.toUpperCase());
      return { ...request, raw: { ...request.raw, query } };
    }),
  }));

const credentialClasses = (): readonly WireClass[] =>
  valueRows()
    .filter(({ type }) => type === 'credential')
    .map((row) => ({
      name: row.name,
      fits: () => true,
      make: credentialsOf(row).map((credential) => (request: PlannedRequest) => ({
        ...request,
        credential,
      })),
    }));

export function credentialsOf(row: ValueRow): readonly Credential[] {
  return [
    ...row.near.map((change) => ({ kind: 'near', change }) as const),
    ...jsonOf([row]).map((value) => ({ kind: 'header', value: String(value) }) as const),
  ];
}

const headerClasses = ({ headers }: EdgeClasses): readonly WireClass[] =>
  Object.entries(headers).map(([name, all]) => ({
    name: `headers/${name}`,
    fits: () => true,
    make: all.map((headers) => (request: PlannedRequest) => ({
      ...request,
      headers: [...request.headers, ...headers],
    })),
  }));

/** Changes of a read-only route, which is already encoded. */
const ROUTES: { readonly [name: string]: readonly ((route: string) => string)[] } = {
  'encoded-segment': [
    (route) =>
      route.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (route) => route.replaceAll('/', '%2F'),
    (route) => `${route}%2f`,
  ],
  'doubled-slash': [
    (route) => route.replace(/\//g, '//'),
    (route) => `/${route}`,
    (route) => `${route}//`,
  ],
  'trailing-slash': [(route) => `${route}/`],
  'other-case': [(route) => route.toUpperCase(), (route) => route.replace(/\/(\w)/, upperFirst)],
  'unknown-namespace': [() => '/touchstone/v1', () => '/cms/v3/posts', () => '/touchstone'],
  'below-it': [(route) => `${route}/touchstone`, (route) => `${route}/0/0/0`],
  'dot-segments': [(route) => `${route}/.`, (route) => `${route}/../touchstone`],
  'with-extension': [(route) => `${route}.json`, (route) => `${route};a=1`],
  'odd-characters': [
    (route) => `${route}%00`,
    (route) => `${route}%20`,
    (route) => `${route}%ff`,
    (route) => `${route}%0a`,
    (route) => `${route}é`,
  ],
  'very-long': [(route) => `${route}/${'a'.repeat(3_000)}`],
  empty: [() => '', () => '/', () => '//'],
};

function upperFirst(_: string, letter: string): string {
  return `/${letter.toUpperCase()}`;
}

const routeClasses: readonly WireClass[] = Object.entries(ROUTES).map(([name, all]) => ({
  name: `routes/${name}`,
  fits: ({ writes, method }) => !writes && method === 'GET',
  make: all.map((change) => (request: PlannedRequest, operation: Operation) => ({
    ...request,
    raw: { ...request.raw, route: change(routeOf(request, operation)) },
  })),
}));

function routeOf({ path }: PlannedRequest, { route }: Operation): string {
  return route.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? '')).replaceAll('%2F', '/'),
  );
}

const methodClasses = ({ methods }: EdgeClasses): readonly WireClass[] =>
  Object.entries(methods).map(([name, all]) => ({
    name: `methods/${name}`,
    fits: ({ writes, method }) => !writes && method === 'GET',
    make: all.map((method) => (request: PlannedRequest) => ({ ...request, method })),
  }));

let known: readonly WireClass[] | undefined;

/** All classes of everything around the values. */
export function wireClasses(): readonly WireClass[] {
  const classes = edgeClasses();
  known ??= [
    ...queryClasses(classes),
    ...BODY_CLASSES,
    ...credentialClasses(),
    ...headerClasses(classes),
    ...routeClasses,
    ...methodClasses(classes),
  ];
  return known;
}
