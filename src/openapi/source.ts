/** Texts of documents as data with lines. JSON is read by the engine: documents of 12 MB take a second, not a minute. */

import { dirname, resolve } from 'node:path';
import { parseSource, readText, type SourceFile } from '../contract/index.ts';

/** An OpenAPI document, and all files that its references lead to. */
export interface OpenApiDocuments {
  /** The path or URL of the document itself. */
  readonly main: string;
  readonly files: ReadonlyMap<string, SourceFile>;
}

export function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** The place that a reference leads to, from the place of the file that has it. */
export function outerPlace(from: string, target: string): string {
  if (isUrl(target)) return new URL(target).href;
  return isUrl(from) ? new URL(target, from).href : resolve(dirname(from), target);
}

/** @throws TouchstoneError 'contract-broken' with file and line, if a text is neither JSON nor YAML */
export function sourceFrom(text: string, file: string): SourceFile {
  const plain = text.replace(/^\uFEFF/, '');
  if (!/^\s*[{[]/.test(plain)) return parseSource(plain, file, 'contract-broken');
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch {
    // Its error names the line; braces can begin YAML too.
    return parseSource(plain, file, 'contract-broken');
  }
  return { file, value, lineOf: (path) => lineIn(plain, path) };
}

/**
 * A file of a document: JSON by its name, or YAML.
 *
 * @throws TouchstoneError 'contract-broken'
 */
export function sourceAt(path: string, file: string): SourceFile {
  const text = readText(path, file, 'give the path of an OpenAPI document');
  return path.endsWith('.json')
    ? sourceFrom(text, file)
    : parseSource(text, file, 'contract-broken');
}

/** The line of the last named member of a path, found by the names before it. */
function lineIn(text: string, path: readonly (string | number)[]): number {
  let at = 0;
  for (const token of path) {
    if (typeof token === 'number' || /^\d+$/.test(token)) continue;
    const found = text.indexOf(`${JSON.stringify(token)}`, at);
    if (found < 0) break;
    at = found;
  }
  return text.slice(0, at).split('\n').length;
}
