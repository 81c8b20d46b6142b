/** Fetches tokens: from a command, or by OAuth 2.0 client credentials. */

import { execFile } from 'node:child_process';
import {
  isObject,
  parsedJson,
  type TokenSource,
  TouchstoneError,
  type Transport,
} from '../model/index.ts';

export interface Token {
  readonly value: string;
  /** Milliseconds since 1970, some time before it expires; infinite if its lifetime is unknown. */
  readonly renewAt: number;
}

/** Time limit of a command and of a token endpoint's answer. */
const MOST_MS = 30_000;

/** Time of renewal before a token expires; after nine tenths of a short lifetime. */
const AHEAD_MS = 60_000;

/**
 * @param live the transport to a token endpoint
 * @param whose base URL of the API for the token
 * @throws TouchstoneError 'credential-unavailable' without any secret in its message
 */
export async function fetchToken(
  source: TokenSource,
  live: Transport,
  whose: string,
  signal: AbortSignal,
): Promise<Token> {
  const refuse = (why: string, hint: string) =>
    new TouchstoneError('credential-unavailable', `there is no token for ${whose}: ${why}`, hint);
  const text =
    source.kind === 'command'
      ? await outputOf(source, refuse, signal)
      : await grantedBy(source, live, refuse, signal);
  const value = parsedJson(text);
  const found = isObject(value) ? value.access_token : text.trim();
  if (typeof found !== 'string' || !/^[\x21-\x7e]+$/.test(found)) {
    throw refuse(
      `${nameOf(source)} gives none: neither one word, nor JSON with an access_token`,
      'it has to print only the token, or the answer of a token endpoint (RFC 6749, 5.1)',
    );
  }
  const lifeMs = isObject(value) ? Number(value.expires_in) * 1000 : lifeOf(found);
  return { value: found, renewAt: renewalAfter(lifeMs) };
}

type Refuse = (why: string, hint: string) => TouchstoneError;

function renewalAfter(lifeMs: number): number {
  if (!Number.isFinite(lifeMs)) return Number.POSITIVE_INFINITY;
  return Date.now() + Math.max(lifeMs - AHEAD_MS, lifeMs * 0.9);
}

/** Remaining lifetime of a JSON Web Token (RFC 7519, 4.1.4), in milliseconds; NaN for other tokens. */
function lifeOf(token: string): number {
  const [, claims = '', signature] = token.split('.');
  if (signature === undefined) return Number.NaN;
  const read = parsedJson(Buffer.from(claims, 'base64url').toString());
  return isObject(read) && typeof read.exp === 'number' ? read.exp * 1000 - Date.now() : Number.NaN;
}

function nameOf(source: TokenSource): string {
  if (source.kind === 'command') return `the command ${source.words[0]}`;
  return `the token endpoint ${source.url}`;
}

function outputOf(
  source: Extract<TokenSource, { kind: 'command' }>,
  refuse: Refuse,
  signal: AbortSignal,
): Promise<string> {
  const [program = '', ...args] = source.words;
  const options = { cwd: source.folder, env: { ...source.env }, timeout: MOST_MS, signal };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, output) => {
      if (error === null) return resolve(output);
      const how =
        error.killed === true
          ? `did not end within ${MOST_MS / 1000} s`
          : typeof error.code === 'number'
            ? `ended with exit code ${error.code}`
            : `cannot be run (${error.code ?? error.signal})`;
      // Its own output can contain a secret.
      return reject(refuse(`${nameOf(source)} ${how}`, 'run it by hand to see what it says'));
    });
    child.stdin?.end();
  });
}

async function grantedBy(
  source: Extract<TokenSource, { kind: 'client-credentials' }>,
  live: Transport,
  refuse: Refuse,
  signal: AbortSignal,
): Promise<string> {
  const { url, clientId, clientSecret, clientAuth, form } = source;
  const isBasic = clientAuth === 'basic';
  // RFC 6749, 2.3.1: encoded as in a form before they are joined.
  const pair = [clientId, clientSecret].map((text) =>
    new URLSearchParams({ '': text }).toString().slice(1),
  );
  const fields = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
    ...form,
  });
  const request = {
    method: 'POST',
    target: '/',
    headers: [
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ...(isBasic ? [['authorization', `Basic ${btoa(pair.join(':'))}`] as const] : []),
    ] as const,
    body: new TextEncoder().encode(fields.toString()),
  };
  const { origin, pathname } = new URL(url);
  const ends = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
  const { outcome } = await live.send({ ...request, target: pathname }, origin, ends);
  if (outcome.kind === 'fault') {
    throw refuse(`${nameOf(source)} gave no answer: ${outcome.message}`, 'is its URL right?');
  }
  const text = Buffer.from(outcome.body.bytes).toString();
  if (outcome.status === 200) return text;
  const said = parsedJson(text);
  // RFC 6749, 5.2: a code for programs. The description can repeat sent values.
  const error = isObject(said) && /^\w{1,40}$/.test(String(said.error)) ? ` ${said.error}` : '';
  throw refuse(
    `${nameOf(source)} answered with HTTP ${outcome.status}${error}`,
    'check `oauth` in the target profile: its client, its secret, and `clientAuth`',
  );
}
