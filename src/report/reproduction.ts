/** Shell commands that reproduce a finding. */

import {
  type CredentialSource,
  type ExtraHeader,
  isCredentialField,
  OWN_CREDENTIAL,
  schemeOf,
  type WireRequest,
  withoutKey,
} from '../model/index.ts';
import { printing, quoted, quotedBytes, textOf } from './shell.ts';

/**
 * The form of a request's credential. `secret`: it is the target's own, so an environment variable stands for it; its
 * value is never printed. In `template`, `{credential}` marks where it goes (by default after the scheme). For Basic,
 * the variable holds `user:password`, or, where `password` names a second variable, only the user. `literal`: a value
 * that is no secret, as planned. `none`: the request carries no credential.
 */
export type RedactedCredential =
  | (CredentialSource & { readonly kind: 'secret'; readonly template?: string })
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'none' };

export interface CurlOptions {
  readonly request: WireRequest;
  readonly url: string;
  readonly credential: RedactedCredential;
  /** Header fields of every request; environment variables replace their secrets. */
  readonly extra?: readonly ExtraHeader[];
  /** True if the target's certificate is not verified. */
  readonly insecure?: boolean;
}

/** Longer ones exceed the limit of a process argument on Linux (128 KiB). */
const LONGEST_ARGUMENT = 100_000;

type Header = readonly [name: string, value: string];

/** Header values are sent as Latin-1; other values as UTF-8. */
function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf8');
}

function headerArgument([name, value]: Header): string {
  // curl omits a header with nothing after the colon; a semicolon means an empty one.
  const blank = value.trim() === '';
  return `-H ${quotedBytes(bytesOf(blank ? `${name};` : `${name}: ${value}`))}`;
}

/** A header with environment variables in its value, expanded by bash. */
function extraArgument({ name, written }: ExtraHeader): string {
  const text = `${name}: ${written}`;
  if (!/\$\{\w+\}/.test(text)) return headerArgument([name, written]);
  return `-H "${text.replace(/["\\`]|\$(?!\{\w+\})/g, '\\$&')}"`;
}

/** Replaces `{credential}` in a template by a bash expression, and quotes the rest. */
function withExpression(template: string, expression: string): string {
  const parts = template.split(OWN_CREDENTIAL);
  if (parts.every((part) => /^[\w :;,.=/+-]*$/.test(part))) {
    return `"${parts.join(expression)}"`;
  }
  return parts.map((part) => (part === '' ? '' : quoted(part))).join(`"${expression}"`);
}

function credentialArgument(credential: RedactedCredential, name: string): string | undefined {
  switch (credential.kind) {
    case 'none':
      return undefined;
    case 'literal':
      return headerArgument([name, credential.value]);
    case 'secret': {
      const { variable, password } = credential;
      const scheme = schemeOf(credential.scheme);
      const pair = password === undefined ? `$${variable}` : `$${variable}:$${password}`;
      const template = credential.template ?? scheme.template;
      if (scheme.auth === 'basic' && template === scheme.template) return `-u "${pair}"`;
      const after = template.split(OWN_CREDENTIAL)[1] ?? '';
      const value =
        scheme.encoding === 'base64'
          ? `$(printf %s "${pair}" | base64 | tr -d '\\n')`
          : password === undefined && /^\w/.test(after)
            ? `\${${variable}}`
            : pair;
      return `-H ${withExpression(`${name}: ${template}`, value)}`;
    }
  }
}

/**
 * The URL without the target's own key in its query. `key` is what the key follows, and its template: the key itself is
 * in an environment variable.
 */
export function withoutOwnKey(
  url: string,
  credential: RedactedCredential,
): { readonly url: string; readonly key?: { readonly after: string; readonly template: string } } {
  if (credential.kind !== 'secret') return { url };
  const { scheme, template = OWN_CREDENTIAL } = credential;
  const { target, key } = withoutKey(url, scheme);
  if (key === undefined) return { url };
  const name = encodeURIComponent(schemeOf(scheme).query ?? '');
  return { url: target, key: { after: `${target.includes('?') ? '&' : '?'}${name}=`, template } };
}

/** A value that the shell itself encodes for a query. */
function keyArgument(template: string, variable: string): string {
  const code = 'encodeURIComponent(process.argv[1])';
  return template
    .split(OWN_CREDENTIAL)
    .map((part) => (part === '' ? '' : quoted(encodeURIComponent(part))))
    .join(`"$(node -p '${code}' -- "$${variable}")"`);
}

function named(headers: readonly Header[], name: string): Header | undefined {
  return headers.find(([other]) => other.toLowerCase() === name);
}

/** The headers in order, without those that curl writes identically. */
function headerArguments({ request, credential }: CurlOptions, host: string): readonly string[] {
  const length = String(request.body?.length ?? 0);
  return request.headers.flatMap((header) => {
    const [name, value] = header;
    const own = credential.kind === 'secret' ? credential.scheme : undefined;
    if (isCredentialField(name, own)) return credentialArgument(credential, name) ?? [];
    switch (name.toLowerCase()) {
      case 'host':
        return value === host ? [] : headerArgument(header);
      case 'content-length':
        return value === length ? [] : headerArgument(header);
      default:
        return headerArgument(header);
    }
  });
}

/** Headers that curl would add without being asked. */
function unwantedHeaders(headers: readonly Header[], body: Uint8Array | undefined): string[] {
  const added = ['Accept'];
  if (body !== undefined) added.push('Content-Type');
  if (body !== undefined && body.length > 1_000_000) added.push('Expect');
  return added
    .filter((name) => named(headers, name.toLowerCase()) === undefined)
    .map((name) => `-H ${name}:`);
}

function methodArguments(method: string, body: Uint8Array | undefined): readonly string[] {
  // With an explicit HEAD method, curl would wait for a body.
  if (method === 'HEAD') return body === undefined ? ['-I'] : ['-X HEAD', '--max-time 5'];
  return method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${quoted(method)}`];
}

/** The URL, with options that keep curl from interpreting it. */
function urlArguments({ url: whole, credential }: CurlOptions): {
  readonly host: string;
  readonly words: readonly string[];
} {
  const { url, key } = withoutOwnKey(whole, credential);
  const [, scheme = 'http://', host = '', rest = ''] =
    /^(https?:\/\/)(?:[^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  const target = `${rest}${key?.after ?? ''}`;
  const own =
    key && credential.kind === 'secret' ? keyArgument(key.template, credential.variable) : '';
  const words: string[] = scheme === 'https://' ? ['--http1.1'] : [];
  if (/[^!-~]|[#\\]/.test(target)) {
    words.push(
      `--request-target ${quotedBytes(bytesOf(target))}${own}`,
      quoted(`${scheme}${host}/`),
    );
    return { host, words };
  }
  const path = target.split('?')[0] ?? '';
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) words.push('--path-as-is');
  if (/[[\]{}]/.test(url)) words.push('-g');
  words.push(`${quoted(`${scheme}${host}${target}`)}${own}`);
  return { host, words };
}

/**
 * A bash line that sends the same request with curl and shows the answer with its head. It contains no secret:
 * `credential` says what replaces it.
 */
export function curlLine(options: CurlOptions): string {
  const { request } = options;
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(request.method);
  // Clients announce a length of 0 for these methods; curl only with an empty body.
  const body = request.body ?? (takesBody ? new Uint8Array() : undefined);
  const piped =
    body !== undefined &&
    (body.length > LONGEST_ARGUMENT || body.includes(0) || textOf(body) === undefined);
  const { host, words } = urlArguments(options);
  const parts = [
    'curl -i',
    ...(options.insecure === true ? ['-k'] : []),
    ...(named(request.headers, 'accept-encoding') === undefined ? [] : ['--compressed']),
    ...methodArguments(request.method, body),
    ...headerArguments(options, host),
    ...(options.extra ?? []).map(extraArgument),
    ...unwantedHeaders(request.headers, body),
    ...(body === undefined ? [] : [piped ? '--data-binary @-' : `--data-raw ${quotedBytes(body)}`]),
    ...words,
  ];
  const line = parts.join(' ');
  return piped ? `${printing(body)} | ${line}` : line;
}

interface TouchstoneLine {
  /** Clause or case ids, or prefixes of them. */
  readonly only: string | readonly string[];
  readonly seed: number;
  /** Arguments that name the target, such as `['--target', 'staging.yaml']`. */
  readonly targetOptions: readonly string[];
}

/** A bash line that judges the same again. */
export function touchstoneLine({ only, seed, targetOptions }: TouchstoneLine): string {
  const ids = typeof only === 'string' ? [only] : only;
  const words = ['--only', ...ids, '--seed', String(seed), ...targetOptions];
  return `npx touchstone check ${words.map(quoted).join(' ')}`;
}
