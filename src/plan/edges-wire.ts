/**
 * Edge classes of what surrounds the values of a request: how a query is encoded, what a body is made of,
 * headers, routes, methods. Data as far as it goes; each turns a plain request into an odd one.
 */

import { gzipSync } from 'node:zlib';
import type { Json, Operation, PlannedBody, PlannedRequest } from '../model.ts';

export interface WireClass {
  /** `query/doubled`: the family, and what is odd. */
  readonly name: string;
  /** Which operations it can be tried on. */
  readonly fits: (operation: Operation) => boolean;
  /** Variants of a plain request; `undefined` where it does not have what is to be changed. */
  readonly make: readonly ((
    request: PlannedRequest,
    operation: Operation,
  ) => PlannedRequest | undefined)[];
}

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

// ---- bodies ------------------------------------------------------------------------------------------

type Remake = (text: string, value: Json) => PlannedBody | undefined;

const JSON_TYPE = 'application/json';

function texts(...all: readonly string[]): readonly Remake[] {
  return all.map((text) => () => ({ kind: 'text', text, contentType: JSON_TYPE }));
}

function typed(...types: readonly (string | null)[]): readonly Remake[] {
  return types.map((contentType) => (text) => ({ kind: 'text', text, contentType }));
}

function bytes(make: (text: string) => Uint8Array, contentType = JSON_TYPE): Remake {
  return (text) => ({
    kind: 'bytes',
    base64: Buffer.from(make(text)).toString('base64'),
    contentType,
  });
}

const BODIES: { readonly [name: string]: readonly Remake[] } = {
  empty: [() => ({ kind: 'text', text: '', contentType: JSON_TYPE }), () => ({ kind: 'none' })],
  'not-json': texts('touchstone', '{', '}', '[1', '"', '<a/>', 'a=1&b=2', '\u0000'),
  'other-json': texts('null', 'true', '0', '""', '[]', '{}', '[{}]'),
  'byte-order-mark': [(text) => ({ kind: 'text', text: `\ufeff${text}`, contentType: JSON_TYPE })],
  'utf-16': [
    bytes((text) => Buffer.from(`\ufeff${text}`, 'utf16le'), `${JSON_TYPE}; charset=utf-16`),
    bytes((text) => Buffer.from(text, 'utf16le')),
  ],
  'latin-1': [
    bytes((text) => Buffer.from(`${text.slice(0, -1)},"touchstone":"\u00e9"}`, 'latin1')),
  ],
  'other-charset': typed(`${JSON_TYPE}; charset=utf-7`, `${JSON_TYPE}; charset=touchstone`),
  'trailing-comma': [
    (text) => ({ kind: 'text', text: text.replace(/\}$/, ',}'), contentType: JSON_TYPE }),
  ],
  comments: [(text) => ({ kind: 'text', text: `/* a */ ${text} // b`, contentType: JSON_TYPE })],
  'single-quotes': [
    (text) => ({ kind: 'text', text: text.replaceAll('"', "'"), contentType: JSON_TYPE }),
  ],
  'not-a-number': texts('{"touchstone":NaN}', '{"touchstone":Infinity}', '{"touchstone":-}'),
  'two-values': [(text) => ({ kind: 'text', text: `${text}${text}`, contentType: JSON_TYPE })],
  'cut-off': [
    (text) => ({ kind: 'text', text: text.slice(0, text.length >> 1), contentType: JSON_TYPE }),
  ],
  'blanks-around': [(text) => ({ kind: 'text', text: ` \r\n${text}\n `, contentType: JSON_TYPE })],
  'duplicate-keys': [
    (text, value) => {
      const [name] = Object.keys(value ?? {});
      if (name === undefined || text === '{}') return undefined;
      const again = `${text.slice(0, -1)},${JSON.stringify(name)}:null}`;
      return { kind: 'text', text: again, contentType: JSON_TYPE };
    },
  ],
  'proto-key': [
    (text) => ({
      kind: 'text',
      text: `{"__proto__":{"touchstone":true}${text === '{}' ? '' : ','}${text.slice(1)}`,
      contentType: JSON_TYPE,
    }),
  ],
  'unknown-keys': [
    (text) => ({
      kind: 'text',
      text: `{"touchstone":{"a":[1,null]}${text === '{}' ? '' : ','}${text.slice(1)}`,
      contentType: JSON_TYPE,
    }),
  ],
  'very-many-keys': texts(
    `{${Array.from({ length: 5_000 }, (_, at) => `"key${at}":${at}`).join(',')}}`,
  ),
  'deep-nesting': texts(
    `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  ),
  'wrong-content-type': typed(
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/octet-stream',
  ),
  'odd-content-type': typed('APPLICATION/JSON', 'application/json;', 'touchstone', '*/*', ';', ''),
  'no-content-type': typed(null),
  'other-json-type': typed('application/vnd.touchstone+json', 'text/json'),
  gzip: [bytes((text) => gzipSync(text))],
  form: [
    () => ({
      kind: 'text',
      text: 'touchstone=1&title[raw]=a',
      contentType: 'application/x-www-form-urlencoded',
    }),
  ],
  'invalid-utf-8': [bytes(() => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))],
};

const bodyClasses: readonly WireClass[] = Object.entries(BODIES).map(([name, all]) => ({
  name: `bodies/${name}`,
  fits: ({ body }) => body !== undefined,
  make: all.map((remake) => (request: PlannedRequest) => {
    if (request.body.kind !== 'json') return undefined;
    const { value } = request.body;
    const body = remake(JSON.stringify(value), value);
    if (body === undefined) return undefined;
    const coded: PlannedRequest['headers'] = name === 'gzip' ? [['content-encoding', 'gzip']] : [];
    return { ...request, body, headers: [...request.headers, ...coded] };
  }),
}));

const codedClass: WireClass = {
  name: 'bodies/gzip-in-name-alone',
  fits: ({ body }) => body !== undefined,
  make: ['gzip', 'br', 'touchstone'].map((coding) => (request) => ({
    ...request,
    headers: [...request.headers, ['content-encoding', coding]],
  })),
};

// ---- headers -----------------------------------------------------------------------------------------

/** Whole values of Authorization; `{credential}` is the target's own. */
const CREDENTIALS: { readonly [name: string]: readonly string[] } = {
  'scheme-case': ['BEARER {credential}', 'bearer {credential}', 'BASIC {credential}'],
  'blanks-in-credential': ['Bearer  {credential}', 'Bearer {credential} ', 'Bearer\t{credential}'],
  'doubled-credential': [
    'Bearer {credential}, Bearer {credential}',
    'Bearer {credential} {credential}',
  ],
  'empty-token': ['Bearer ', 'Bearer', 'Basic ', 'Basic', ' ', ''],
  'very-long-token': [`Bearer ${'a'.repeat(6_000)}`],
  'odd-token': ['Bearer "', 'Bearer a,b', 'Basic %%%', 'Basic YQ==', 'Basic Og==', 'Bearer é'],
  'other-scheme': ['Digest username="a"', 'Negotiate YQ==', 'touchstone a', 'Token {credential}'],
};

const credentialClasses: readonly WireClass[] = Object.entries(CREDENTIALS).map(([name, all]) => ({
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

/** All classes of what surrounds the values. */
export const WIRE_CLASSES: readonly WireClass[] = [
  ...queryClasses,
  ...bodyClasses,
  codedClass,
  ...credentialClasses,
  ...headerClasses,
  ...routeClasses,
  ...methodClasses,
];
