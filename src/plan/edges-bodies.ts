/** Edge classes of body encodings, as data where possible; each makes a plain request unusual. */

import { gzipSync } from 'node:zlib';
import type { Json, Operation, PlannedBody, PlannedRequest } from '../model/index.ts';

export interface WireClass {
  /** `query/doubled`: the family, and the unusual part. */
  readonly name: string;
  readonly fits: (operation: Operation) => boolean;
  /** Variants of a plain request; `undefined` if it lacks the part to change. */
  readonly make: readonly ((
    request: PlannedRequest,
    operation: Operation,
  ) => PlannedRequest | undefined)[];
}

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
      // A server that accepts it creates something, which its title identifies.
      text: 'touchstone=1&title[raw]=touchstone fuzz form',
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

export const BODY_CLASSES: readonly WireClass[] = [...bodyClasses, codedClass];
