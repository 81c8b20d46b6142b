/** Texts of documents as data with lines. JSON is read by the engine: documents of 12 MB take a second, not a minute. */

import { parseSource, readText, type SourceFile } from '../contract/index.ts';

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
  const text = readText(
    path,
    file,
    'name a file that is there, as the path of an OpenAPI document',
  );
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
