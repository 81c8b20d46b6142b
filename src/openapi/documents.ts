/** Reads an OpenAPI document and the files next to it that it refers to. */

import { statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { upgrade } from '@scalar/openapi-upgrader';
import { complaint, type SourceFile } from '../contract/index.ts';
import { type ErrorCode, isObject, pointerOf, TouchstoneError } from '../model/index.ts';
import { assertShapes } from './shapes.ts';
import { isUrl, type OpenApiDocuments, outerPlace, sourceAt, sourceFrom } from './source.ts';

/** Maximum size of a fetched document, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Members with data, in which `$ref` is no reference. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** A file to be read, and the reference that leads to it. */
interface Wanted {
  readonly place: string;
  /** Its path in messages. */
  readonly name: string;
  readonly by?: FoundReference;
}

interface FoundReference {
  readonly source: SourceFile;
  readonly at: string;
  readonly target: string;
}

/**
 * Reads a document from a file.
 *
 * @param shown the path in messages
 * @param missing the code of the error, if there is no such file
 * @throws TouchstoneError 'contract-broken' with file and line
 */
export function readDocuments(
  path: string,
  shown: string = path,
  missing: ErrorCode = 'usage',
): OpenApiDocuments {
  const reading = filesFrom({ place: resolve(path), name: shown }, false);
  let next = reading.next();
  while (next.done !== true) next = reading.next(fileAt(next.value, missing));
  return next.value;
}

/** Asks for each file in turn. */
function* filesFrom(
  first: Wanted,
  allowFetch: boolean,
): Generator<Wanted, OpenApiDocuments, SourceFile> {
  const main = first.place;
  const files = new Map<string, SourceFile>();
  const folder = isUrl(main) ? undefined : dirname(main);
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (files.has(next.place)) continue;
    const source = yield next;
    files.set(next.place, source);
    for (const { target, path: at } of outerReferences(source.value)) {
      const place = outerPlace(next.place, target);
      const by = { source, at, target };
      if (isUrl(place) && !allowFetch) throw notFetched(source, at, target);
      if (!isUrl(place)) assertInside(folder, place, by);
      const isNear = folder !== undefined && !isUrl(place);
      const name = isNear ? nameOf(first.name, relative(folder, place)) : shownUrl(place);
      waiting.push({ place, name, by });
    }
  }
  const given = files.get(main);
  if (given === undefined) throw new TypeError(`${main} was not read`);
  assertVersion(given);
  assertShapes({ main, files });
  return { main, files: files.set(main, upgraded(given)) };
}

function fileAt({ place, name, by }: Wanted, missing: ErrorCode): SourceFile {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === false)
    return sourceAt(place, name);
  if (by) throw complaint(by.source, by.at, `the reference "${by.target}" names no file`);
  const hint = 'give the path or the URL of an OpenAPI document';
  throw new TouchstoneError(missing, `there is no file "${name}"`, hint);
}

/** @throws TouchstoneError 'contract-broken' for a file out of the folder of the document */
function assertInside(
  folder: string | undefined,
  place: string,
  { source, at, target }: FoundReference,
): void {
  const path = folder === undefined ? '..' : relative(folder, place);
  if (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)) return;
  const reason = `the reference "${target}" leads out of the folder of the document`;
  throw complaint(source, at, reason);
}

/** A URL as it may be shown: without the values of its query, which may be secrets. */
export function shownUrl(place: string): string {
  return isUrl(place) ? place.replace(/#.*$/s, '').replace(/\?.*$/s, '?...') : place;
}

/**
 * Fetches a document, and what it refers to: on its own host, or anywhere if allowed.
 *
 * @throws TouchstoneError 'contract-broken' if something cannot be fetched, or must not be
 */
export async function fetchDocuments(
  url: string,
  { allowFetch, signal }: { readonly allowFetch: boolean; readonly signal?: AbortSignal },
): Promise<OpenApiDocuments> {
  const place = isUrl(url) ? urlOf(url) : resolve(url);
  const reading = filesFrom({ place, name: shownUrl(url) }, allowFetch);
  let next = reading.next();
  while (next.done !== true) {
    const wanted = next.value;
    const source = isUrl(wanted.place)
      ? sourceFrom(
          await fetchText(wanted.place, { allowFetch, ...(signal && { signal }) }),
          wanted.name,
        )
      : fileAt(wanted, 'usage');
    next = reading.next(source);
  }
  return next.value;
}

function nameOf(shown: string, path: string): string {
  const folder = dirname(shown);
  const name = path.split(sep).join('/');
  return folder === '.' ? name : `${folder}/${name}`;
}

function notFetched(source: SourceFile, at: string, target: string): TouchstoneError {
  const { message } = complaint(
    source,
    at,
    `the reference leads to ${shownUrl(target)}, elsewhere`,
  );
  const hint = 'fetch it with --allow-fetch, or save it next to the document';
  return new TouchstoneError('contract-broken', message, hint);
}

/** @throws TouchstoneError 'usage' for no URL, or one with a user; the message does not show it */
function urlOf(text: string): string {
  const hint = 'write its address without a user, or save the document as a file';
  if (!URL.canParse(text)) {
    throw new TouchstoneError('usage', 'the address of the document is no URL', hint);
  }
  const url = new URL(text);
  if (url.username === '' && url.password === '') return url.href;
  const fault = 'the address of the document has a user or a password in it';
  throw new TouchstoneError('usage', fault, hint);
}

/** Maximum time for a document, in milliseconds. */
const MOST_TIME = 30_000;

/** Maximum number of redirects, one after another. */
const MOST_REDIRECTS = 5;

async function fetchText(
  url: string,
  { allowFetch, signal }: { readonly allowFetch: boolean; readonly signal?: AbortSignal },
): Promise<string> {
  const refuse = (why: string, hint = 'save the document as a file') =>
    new TouchstoneError('contract-broken', `${shownUrl(url)}: ${why}`, hint);
  const failed = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(`cannot be fetched: ${why.replaceAll(url, shownUrl(url))}`);
  };
  const limit = AbortSignal.timeout(MOST_TIME);
  const given = {
    redirect: 'manual',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  } as const;
  let place = urlOf(url);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await fetch(place, given).catch((error: unknown) => {
      throw failed(error);
    });
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      if (!URL.canParse(location, place)) throw refuse('is redirected to no address');
      const next = new URL(location, place);
      if (!isUrl(next.href)) throw refuse('is redirected to no http or https address');
      if (next.origin !== new URL(place).origin && !allowFetch) {
        throw refuse(`is redirected to ${next.origin}`, 'follow it with --allow-fetch');
      }
      await answer.body?.cancel();
      place = urlOf(next.href);
      continue;
    }
    if (!answer.ok) throw refuse(`cannot be fetched: HTTP ${answer.status}`);
    const bytes = await answer.arrayBuffer().catch((error: unknown) => {
      throw failed(error);
    });
    if (bytes.byteLength > MOST_BYTES) throw refuse(`has ${bytes.byteLength} bytes`);
    return new TextDecoder().decode(bytes);
  }
  throw refuse(`is redirected more than ${MOST_REDIRECTS} times`);
}

/** @throws TouchstoneError 'contract-broken' for anything but OpenAPI 3 and Swagger 2.0 */
function assertVersion(source: SourceFile): void {
  const { value } = source;
  if (!isObject(value)) throw complaint(source, '', 'it is no OpenAPI document: no object');
  const { openapi, swagger } = value;
  if (isThird(value) || isSecond(value)) return;
  const version = openapi ?? swagger;
  const found = version === undefined ? 'has neither' : `has ${JSON.stringify(version)}`;
  throw complaint(source, '', `\`openapi: 3.x\` or \`swagger: "2.0"\` is needed: it ${found}`);
}

function isThird({ openapi }: { readonly openapi?: unknown }): boolean {
  return typeof openapi === 'string' && /^3\.[012]/.test(openapi);
}

/** YAML reads an unquoted version as a number. */
function isSecond({ swagger }: { readonly swagger?: unknown }): boolean {
  return ['2', '2.0'].includes(String(swagger));
}

/** The document as OpenAPI 3, with lines of the original. */
function upgraded(source: SourceFile): SourceFile {
  const { value } = source;
  if (!isObject(value) || isThird(value)) return source;
  const copy = structuredClone({ ...value, swagger: '2.0' });
  return {
    file: source.file,
    value: upgrade(copy, '3.1'),
    lineOf: ([first, second, ...rest]) =>
      source.lineOf(
        first === 'components' && second === 'schemas'
          ? ['definitions', ...rest]
          : [first, second, ...rest].flatMap((token) => token ?? []),
      ),
  };
}

interface OuterReference {
  readonly target: string;
  /** Pointer to the object with the reference. */
  readonly path: string;
}

/** References to other files, each file once. */
function outerReferences(value: unknown): readonly OuterReference[] {
  const found = new Map<string, OuterReference>();
  const waiting: { readonly value: unknown; readonly path: readonly string[] }[] = [
    { value, path: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: here, path } = next;
    if (Array.isArray(here)) {
      for (const [index, one] of here.entries())
        waiting.push({ value: one, path: [...path, String(index)] });
    }
    if (!isObject(here)) continue;
    const { $ref } = here;
    const [target = ''] = typeof $ref === 'string' ? $ref.split('#') : [];
    if (target !== '' && !found.has(target)) found.set(target, { target, path: pointerOf(path) });
    for (const [name, one] of Object.entries(here)) {
      if (DATA.has(name) && path.at(-1) !== 'properties') continue;
      if (!name.startsWith('x-')) waiting.push({ value: one, path: [...path, name] });
    }
  }
  return [...found.values()];
}
