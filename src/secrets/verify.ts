/** Looks for secrets in files that are to be shared: recordings, reports, logs. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, readFile } from '../io/index.ts';
import {
  credentialOf,
  isObject,
  OWN_PASSWORD,
  parsedJson,
  SCHEME_NAMES,
  type SecretRules,
  schemeOf,
  TouchstoneError,
  variableFor,
} from '../model/index.ts';
import { type CleaningScope, createCleaner, type Secret } from './cleaner.ts';
import { isSecretHeader, isSecretName } from './names.ts';

/** A secret that was found. It is not shown: a message that has it would be one more place. */
export interface Leak {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Description, such as `the value of header set-cookie`. */
  readonly what: string;
}

/**
 * Finds what looks like a secret in the files below a folder, or in one file: values of Authorization and
 * cookie headers, bearer tokens and credentials of HTTP Basic, members and fields that are named so, and
 * the known secrets, in any encoding, in bodies that are base64 or compressed too.
 *
 * @param known secrets to look for besides
 * @throws TouchstoneError 'recording-unreadable' for a path that cannot be read
 */
export function verifyClean(path: string, known: readonly Secret[]): readonly Leak[] {
  const harmless = harmlessBut(known);
  const leaks: Leak[] = [];
  for (const file of filesBelow(path)) {
    const text = harmless(readText(file));
    const cleaner = createCleaner(known, rulesBeside(file));
    const lines = text.split('\n');
    if (/^,?\{.*\},?$/m.test(text)) {
      for (const [index, piece] of lines.entries()) {
        for (const what of new Set(leaksIn(piece.replace(/^,/, ''), cleaner.scope()))) {
          leaks.push({ file, line: index + 1, what });
        }
      }
    } else if (parsedJson(text) === undefined) {
      for (const line of new Set(linesWithSecrets(lines, cleaner.scope()))) {
        leaks.push({ file, line, what: IN_TEXT });
      }
    } else {
      for (const what of new Set(leaksIn(text, cleaner.scope())))
        leaks.push({ file, line: 1, what });
    }
  }
  return leaks;
}

/** Secrets in the environment: the credentials of the targets, and variables with such names. */
export function secretsIn(environment: {
  readonly [name: string]: string | undefined;
}): readonly Secret[] {
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value && SECRET_VARIABLE.test(name) ? [value] : [],
  );
  const all = [...named, ...credentialsIn(environment)].filter(({ length }) => length >= LEAST);
  return [...new Set(all)].map((value, index) => ({ name: `env-${index + 1}`, value }));
}

/** Credentials made of several variables with one prefix: X_USER and X_PASSWORD. */
function credentialsIn(environment: Parameters<typeof secretsIn>[0]): readonly string[] {
  return SCHEME_NAMES.map(schemeOf).flatMap((scheme) => {
    const end = variableFor('', scheme.parts[0]);
    return Object.keys(environment).flatMap((name) => {
      if (!name.endsWith(end)) return [];
      const prefix = name.slice(0, -end.length);
      const values = Object.fromEntries(
        scheme.parts.map((part) => [part, environment[variableFor(prefix, part)]]),
      );
      return scheme.parts.every((part) => values[part]) ? credentialOf(scheme, values).secrets : [];
    });
  });
}

/**
 * References as shells, `.http` files and templates write them, and names of variables; but none that is given a value,
 * which may be a secret.
 */
const REFERENCE =
  /\$\{(?:process\.env\.)?\w+\}|\$[A-Z_][A-Z0-9_]*(?!\w|\s*=)|\{\{(?:\$processEnv )?\w+\}\}|(?<!\w)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w|"?\s*[=:])/g;

/** The password of a run's own objects, as a whole word. */
const OWN = new RegExp(`(?<![\\w-])${OWN_PASSWORD}(?![\\w-])`, 'g');

/**
 * Puts a placeholder in the place of what is no secret, unless it is one of the known ones: names of variables, and what
 * the run itself made up.
 */
function harmlessBut(known: readonly Secret[]): (text: string) => string {
  const isOwn = !known.some(({ value }) => value === OWN_PASSWORD);
  return (text) =>
    (isOwn ? text.replace(OWN, 'REDACTED-own-1') : text).replace(REFERENCE, (reference) => {
      const named = !/^\w/.test(reference) || SECRET_VARIABLE.test(reference);
      const isKnown = known.some(({ value }) => reference.includes(value));
      return named && !isKnown ? 'REDACTED-variable-1' : reference;
    });
}

const SECRET_VARIABLE = /TOKEN|SECRET|PASSW|API_?KEY|CREDENTIAL|PRIVATE_KEY/i;
const LEAST = 6;

function filesBelow(path: string): readonly string[] {
  return readable(path, 'give a folder or a file that there is', () =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path],
  );
}

function readText(file: string): string {
  return readable(file, 'make it readable', () => readFile(file).toString());
}

function readable<T>(path: string, hint: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = `${path} cannot be read: ${codeOf(error)}`;
    throw new TouchstoneError('recording-unreadable', message, hint, { cause: error });
  }
}

/** The rules of the profile that a recording was made with, from its manifest. */
function rulesBeside(file: string): SecretRules | undefined {
  const path = join(dirname(file), 'manifest.ndjson');
  if (!existsSync(path)) return undefined;
  for (const line of readText(path).split('\n')) {
    const value = parsedJson(line);
    if (isTargetLine(value)) return value.target.secretRules;
  }
  return undefined;
}

interface TargetLine {
  readonly target: { readonly secretRules?: SecretRules };
}

function isTargetLine(value: unknown): value is TargetLine {
  return isObject(value) && isObject(value.target) && 'limits' in value.target;
}

const IN_TEXT = 'a secret in a text';

/** So many lines are looked through at once; a key or a block of YAML is shorter than the overlap. */
const WINDOW = 1000;
const OVERLAP = 200;

/** The first lines of secrets, which may take several lines as private keys do. */
function* linesWithSecrets(
  all: readonly string[],
  scope: CleaningScope,
): Generator<number, void, undefined> {
  for (let from = 0; from < all.length; from += WINDOW - OVERLAP) {
    const lines = all.slice(from, from + WINDOW);
    const text = lines.join('\n');
    const cleaned = scope.text(text);
    if (cleaned === text) continue;
    let at = 0;
    for (const line of cleaned.split('\n')) {
      const found = lines.indexOf(line, at);
      if (found < 0) yield from + at + 1;
      at = (found < 0 ? at : found) + 1;
    }
  }
}

/** Names of members that hold bytes in base64. */
const PACKED = /^(?:_wire|_raw|base64)$/;

type Members = { readonly [member: string]: unknown };

/** Returns the leaks in a line, or in a document of JSON. What a profile keeps, and the name of a variable, is none. */
function leaksIn(text: string, scope: CleaningScope): readonly string[] {
  if (typeof parsedJson(text) !== 'object') {
    return scope.text(text) === text ? [] : [IN_TEXT];
  }
  const leaks: string[] = [];
  const rest: unknown = JSON.parse(text, function (this: Members, member, value: unknown) {
    if (typeof value !== 'string') return value;
    if (VARIABLE.test(value)) return '';
    const field = Array.isArray(this) ? this.length === 2 && this[0] : this.name;
    const isField = typeof field === 'string' && /^(?:value|1)$/.test(member);
    if (isField && scope.keeps(field)) return '';
    const isCoded = this.encoding === 'base64' || this._encoding === 'base64';
    const isHeader = isField && (isSecretHeader(field) || /-authenticate$/i.test(field));
    const isPacked = PACKED.test(member) || (member === 'text' && isCoded);
    const isAddress = member === 'url' || member === '_target';
    const isBody = isPacked || member === 'text';
    if (!isHeader && !isBody && !isAddress) return value;
    const request = {
      method: '',
      target: isAddress ? value : '',
      headers: isHeader ? [[field, value] as const] : [],
      body: isBody ? new Uint8Array(Buffer.from(value, isPacked ? 'base64' : 'utf8')) : undefined,
    };
    const { value: cleaned, changed } = scope.request(request);
    if (changed) leaks.push(isPacked ? 'a secret in a body that is base64' : 'a secret in text');
    if (cleaned.target !== request.target) leaks.push(`a secret in ${member}`);
    if (cleaned.headers[0]?.[1] !== request.headers[0]?.[1]) leaks.push(nameOfLeak(`${field}`));
    return '';
  });
  const written = JSON.stringify(rest);
  const cleaned = scope.text(written);
  if (cleaned !== written) leaks.push(...differencesIn(rest, parsedJson(cleaned), ''));
  // The name of a member may hold a secret.
  return leaks.map((what) => scope.text(what));
}

/** The name of a variable, such as `CONTENT_LOGIN`, where a secret is expected. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Names of the members in which two documents differ; an item of a list has that of the list. */
function differencesIn(before: unknown, after: unknown, name: string): readonly string[] {
  if (before === after) return [];
  if (typeof before !== 'object' || before === null) return [nameOfLeak(name)];
  const cleaned: Members = { ...(after ?? {}) };
  return Object.entries(before).flatMap(([member, item]) =>
    differencesIn(item, cleaned[member], Array.isArray(before) ? name : member),
  );
}

function nameOfLeak(name: string): string {
  if (isSecretName(name)) return `the value of ${name}`;
  if (isSecretHeader(name)) return `the value of header ${name.toLowerCase()}`;
  return name ? `a secret in ${name}` : IN_TEXT;
}
