import { readFileSync } from 'node:fs';

/** Name and version from the package itself; the same from sources and from `dist`. */
export function toolOf(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version }: { name: string; version: string } = JSON.parse(text);
  return { name, version };
}
