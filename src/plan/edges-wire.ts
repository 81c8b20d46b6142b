/** Edge classes of what surrounds the values of a request: queries, headers, routes, methods. */

import { credentialEdges } from '../auth-schemes.ts';
import type { Operation, PlannedRequest } from '../model.ts';
import { BODY_CLASSES, type WireClass } from './edges-bodies.ts';

// ---- query spellings ---------------------------------------------------------------------------------

/** Text that goes after the query as it is; `NAME` is that of a parameter of the operation. */
const QUERIES: { readonly [name: string]: readonly string[] } = {
  'empty-brackets': ['NAME[]=', 'NAME[]=1', 'NAME[]='],
  'numbered-brackets': ['NAME[0]=', 'NAME[0]=1&NAME[1]=2', 'NAME[5]=1', 'NAME[-1]=1'],
  'named-brackets': ['NAME[x]=', 'NAME[x]=1&NAME[y]=2', 'NAME[__proto__]=1'],
  'nested-brackets': ['NAME[a][b][c]=1', `NAME${'[a]'.repeat(40)}=1`],
  'open-bracket': ['NAME[=1', 'NAME]=1', 'NAME[a=1', '[NAME]=1', '[]=1'],
  'encoded-brackets': ['NAME%5B%5D=1', 'NAME%5B0%5D=1', 'NAME%5Bx%5D=1', 'NAME%5b%5d=1'],
  doubled: ['NAME=1&NAME=2', 'NAME=&NAME=1', 'NAME=1&NAME[]=2', 'NAME[]=1&NAME=2'],
  'blank-as-plus': ['NAME=a+b', 'NAME=+'],
  'blank-as-percent-20': ['NAME=a%20b', 'NAME=%20'],
  'percent-00': ['NAME=%00', 'NAME=a%00b', 'NA%00ME=1', '%00=1'],
  'invalid-percent': ['NAME=%', 'NAME=%zz', 'NAME=%u0041', '%=1', 'NAME=%E0%A4'],
  'invalid-utf-8': ['NAME=%ff', 'NAME=%c0%80', 'NAME=%ED%A0%80', '%ff=1'],
  'no-value': ['NAME', 'NAME=', '=', '=1', '&&', '&', ';'],
  'other-case': ['UPPER=1'],
  'dots-and-blanks': ['NAME.x=1', 'NAME%20=1', '%20NAME=1', '.NAME=1'],
  'unknown-name': ['touchstone=1', 'touchstone[]=1', '__proto__=1', 'constructor[x]=1'],
  'line-breaks': ['NAME=a%0d%0ab', 'NAME=%0a'],
  'many-parameters': [Array.from({ length: 300 }, (_, at) => `touchstone${at}=1`).join('&')],
  'very-long': [`NAME=${'a'.repeat(6_000)}`],
  'encoded-twice': ['NAME=%2531', 'NAME=%2527'],
};

const queryClasses: readonly WireClass[] = Object.entries(QUERIES).map(([name, texts]) => ({
  name: `query/${name}`,
  fits: ({ action }) => action !== 'batch',
  make: texts.map((text) => (request: PlannedRequest, operation: Operation) => {
    const [first] = operation.parameters.filter(({ in: place }) => place === 'query');
    const parameter = first?.name ?? 'touchstone';
    const query = text.replaceAll('NAME', parameter).replaceAll('UPPER', parameter.toUpperCase());
    return { ...request, raw: { ...request.raw, query } };
  }),
}));

// ---- headers -----------------------------------------------------------------------------------------

const credentialClasses: readonly WireClass[] = credentialEdges().map(([name, all]) => ({
  name: `headers/${name}`,
  fits: () => true,
  make: all.map((value) => (request: PlannedRequest) => ({
    ...request,
    credential: { kind: 'header', value },
  })),
}));

type Headers = PlannedRequest['headers'];

const HEADERS: { readonly [name: string]: readonly Headers[] } = {
  'odd-accept': [
    [['accept', 'text/html']],
    [['accept', 'image/png;q=0.1, */*;q=0']],
    [['accept', ';;']],
    [['accept', '']],
    [['accept', 'application/xml']],
  ],
  'accept-encoding': [
    [['accept-encoding', 'gzip']],
    [['accept-encoding', 'br;q=1, identity;q=0']],
    [['accept-encoding', 'touchstone']],
  ],
  'accept-language': [[['accept-language', 'ar, *;q=0.1']], [['accept-language', 'xx-x-a']]],
  'header-twice': [
    [
      ['accept', 'application/json'],
      ['accept', 'text/html'],
    ],
    [
      ['x-touchstone', '1'],
      ['X-Touchstone', '2'],
    ],
  ],
  'very-long-header': [[['x-touchstone', 'a'.repeat(6_000)]]],
  'many-headers': [Array.from({ length: 60 }, (_, at) => [`x-touchstone-${at}`, '1'] as const)],
  'odd-characters': [[['x-touchstone', 'é\u00ff']], [['x-touchstone', '\t"\\']]],
  conditional: [
    [['if-none-match', '*']],
    [['if-match', '"touchstone"']],
    [['if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT']],
    [['if-modified-since', 'touchstone']],
  ],
  range: [
    [['range', 'bytes=0-0']],
    [['range', 'bytes=99999999-']],
    [['range', 'bytes=-0']],
    [['range', 'touchstone']],
  ],
  forwarded: [
    [
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-proto', 'https'],
    ],
    [['x-original-url', '/']],
  ],
  origin: [[['origin', 'https://example.com']], [['origin', 'null']]],
  cookie: [[['cookie', 'touchstone=1; =; a']]],
};

const headerClasses: readonly WireClass[] = Object.entries(HEADERS).map(([name, all]) => ({
  name: `headers/${name}`,
  fits: () => true,
  make: all.map((headers) => (request: PlannedRequest) => ({
    ...request,
    headers: [...request.headers, ...headers],
  })),
}));

// ---- routes and methods ------------------------------------------------------------------------------

/** Changes of a route that only reads; the route is encoded already. */
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

/** The route with its values filled in. */
function routeOf({ path }: PlannedRequest, { route }: Operation): string {
  return route.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? '')).replaceAll('%2F', '/'),
  );
}

/** Methods that no document shows. Those that write are left out: what they would do to is not ours. */
const METHODS: { readonly [name: string]: readonly string[] } = {
  head: ['HEAD'],
  options: ['OPTIONS'],
  trace: ['TRACE'],
  unknown: ['TOUCHSTONE', 'PROPFIND', 'QUERY'],
  'small-letters': ['get'],
  'very-long': ['A'.repeat(300)],
};

const methodClasses: readonly WireClass[] = Object.entries(METHODS).map(([name, all]) => ({
  name: `methods/${name}`,
  fits: ({ writes, method }) => !writes && method === 'GET',
  make: all.map((method) => (request: PlannedRequest) => ({ ...request, method })),
}));

export const WIRE_CLASSES: readonly WireClass[] = [
  ...queryClasses,
  ...BODY_CLASSES,
  ...credentialClasses,
  ...headerClasses,
  ...routeClasses,
  ...methodClasses,
];
