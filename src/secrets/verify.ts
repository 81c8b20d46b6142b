/** Looks for secrets in files that are to be shared: recordings, reports, logs. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, readFile } from '../io/index.ts';
import {
  credentialOf,
  isObject,
  parsedJson,
  SCHEMES,
  type SecretRules,
  TouchstoneError,
  variableFor,
} from '../model/index.ts';
import { type CleaningScope, createCleaner, type Secret } from './cleaner.ts';
import { isSecretHeader, isSecretName, nameOfInner } from './names.ts';

/** A secret that was found. It is not shown: a message that has it would be one more place. */
export interface Leak {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Description, such as `the value of header set-cookie`. */
  readonly what: string;
}

const MARK = /^(?:REDACTED-[a-z]*-?\d+|\[redacted\]|\*+|)$/;

/**
 * Finds what looks like a secret in the files below a folder, or in one file: values of Authorization and
 * cookie headers, bearer tokens and credentials of HTTP Basic, members and fields that are named so, and
 * the known secrets, in any encoding, in bodies that are base64 or compressed too.
 *
 * @param known secrets to look for besides
 * @throws TouchstoneError 'recording-unreadable' for a path that cannot be read
 */
export function verifyClean(path: string, known: readonly Secret[]): readonly Leak[] {
  const variables = variablesBut(known);
  const dirt: Leak[] = [];
  for (const file of filesBelow(path)) {
    const text = variables(readText(file));
    const cleaner = createCleaner(known, rulesBeside(file));
    const seen = new Set<number>();
    const isJson = /^,?\{.*\},?$/m.test(text);
    const lines = isJson || parsedJson(text) === undefined ? text.split('\n') : [text];
    for (const [index, piece] of lines.entries()) {
      const line = index + 1;
      for (const what of new Set(dirtIn(piece.replace(/^,/, ''), cleaner.scope()))) {
        dirt.push({ file, line, what });
        seen.add(line);
      }
    }
    for (const line of isJson || lines.length === 1 ? [] : blocksIn(lines, cleaner.scope())) {
      if (!seen.has(line)) dirt.push({ file, line, what: 'a secret of several lines' });
      seen.add(line);
    }
  }
  return dirt;
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
  return Object.values(SCHEMES).flatMap((scheme) => {
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

/** Puts a placeholder in the place of each variable: its name is no secret, unless it is one of the known ones. */
function variablesBut(known: readonly Secret[]): (text: string) => string {
  return (text) =>
    text.replace(REFERENCE, (reference) => {
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

/** So many lines are looked through at once; a key or a block of YAML is shorter than the overlap. */
const WINDOW = 1000;
const OVERLAP = 200;

/** The first lines of secrets that take several lines, such as private keys. */
function* blocksIn(
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

function* dirtIn(text: string, scope: CleaningScope): Generator<string, void, undefined> {
  const parsed = parsedJson(text);
  if (typeof parsed === 'object' && parsed !== null) yield* dirtInValue(parsed, '', scope);
  else if (scope.text(text) !== text) yield 'a secret in a text';
}

function* dirtInValue(
  value: unknown,
  name: string,
  scope: CleaningScope,
): Generator<string, void, undefined> {
  if (typeof value === 'string') {
    const what = dirtInText(value, name, scope);
    if (what !== undefined) yield what;
  } else if (Array.isArray(value)) {
    const [first, second, ...others] = value;
    if (others.length === 0) yield* dirtInPair(first, second, scope);
    for (const item of value) yield* dirtInValue(item, nameOfInner(name, '', item), scope);
  } else if (typeof value === 'object' && value !== null) {
    const { name: field, value: content, ...rest }: Members = { ...value };
    if (typeof field === 'string' && typeof content === 'string' && scope.keeps(field)) return;
    const found = [...dirtInPair(field, content, scope)];
    yield* found;
    yield* dirtInMembers(found.length > 0 ? rest : { ...value }, name, scope);
  }
}

type Members = { readonly [member: string]: unknown };

function* dirtInMembers(
  members: Members,
  name: string,
  scope: CleaningScope,
): Generator<string, void, undefined> {
  const isCoded = members.encoding === 'base64' || members._encoding === 'base64';
  for (const [member, item] of Object.entries(members)) {
    if (scope.text(member) !== member) yield 'a secret in the name of a member';
    const packed = PACKED.test(member) || (member === 'text' && isCoded);
    const dirt = [...dirtInValue(item, packed ? '_wire' : nameOfInner(name, member, item), scope)];
    yield* dirt;
    // A packed body may be found already, as encoded text.
    if (dirt.length > 0 || !packed || typeof item !== 'string') continue;
    const body = new Uint8Array(Buffer.from(item, 'base64'));
    if (scope.request({ ...NO_REQUEST, body }).changed) yield 'a secret in a body that is base64';
  }
}

const NO_REQUEST = { method: '', target: '', headers: [], body: undefined };

function dirtInText(value: string, name: string, scope: CleaningScope): string | undefined {
  // A planned credential is an object, and may have a place for the target's own in it.
  const member = name === 'credential' ? { credential: { value } } : { [name]: value };
  if (isSecretName(name) && !VARIABLE.test(value)) {
    if (JSON.stringify(scope.data(member)) !== JSON.stringify(member))
      return `the value of ${name}`;
  }
  // The rules of a profile for the query apply to addresses.
  const isAddress = name === 'url' || name === '_target';
  const cleaned = isAddress
    ? scope.request({ ...NO_REQUEST, target: value }).value.target
    : scope.text(value, name);
  if (cleaned === value) return undefined;
  return name ? `a secret in ${name}` : 'a secret in a text';
}

/** The name of a variable, such as `CONTENT_LOGIN`, where a secret is expected. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** A header or parameter. */
function* dirtInPair(
  name: unknown,
  value: unknown,
  scope: CleaningScope,
): Generator<string, void, undefined> {
  if (typeof name !== 'string' || typeof value !== 'string') return;
  if (!isSecretHeader(name) || MARK.test(value)) return;
  const { headers } = scope.request({ ...NO_REQUEST, headers: [[name, value]] }).value;
  if (headers[0]?.[1] !== value) {
    yield `the value of ${isSecretName(name) ? name : `header ${name.toLowerCase()}`}`;
  }
}
