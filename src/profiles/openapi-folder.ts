/** The folder and the profile that `init --openapi` writes, as texts. */

import { stringify } from 'yaml';
import { plainApi, variablesFor } from '../apis/index.ts';
import { schemeNamed, schemeOf, valueAt } from '../model/index.ts';
import type { ImportedApi } from '../openapi/index.ts';

/** The files of an imported API by name, to be edited: lists as YAML, schemas as JSON. */
export function folderTexts({ files }: ImportedApi): ReadonlyMap<string, string> {
  return new Map(
    [...files].map(([file, { value }]) => [
      file,
      file.endsWith('.yaml')
        ? stringify(value, { lineWidth: 120 })
        : `${JSON.stringify(value, null, 2)}\n`,
    ]),
  );
}

/** The profile of an imported API. It has no secret: each is named by its environment variable. */
export function profileText({ name, files }: ImportedApi, url: string): string {
  const scheme = schemeNamed(valueAt(files.get('operations.yaml')?.value, '/auth'));
  const variables = variablesFor(plainApi(name, scheme ?? 'Bearer'));
  const parts = scheme === undefined ? [] : schemeOf(scheme).parts;
  const credential = Object.fromEntries(parts.map((part) => [part, `\${${variables[part]}}`]));
  return stringify({ name, apis: { [name]: { from: `./${name}`, url, ...credential } } });
}
