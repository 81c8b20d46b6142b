/** A target that `--openapi` names: a document and a base URL, without a profile. */

import { resolve } from 'node:path';
import { APIS } from '../apis/index.ts';
import { type Contract, contractFor } from '../contract/index.ts';
import { type Target, TouchstoneError } from '../model/index.ts';
import {
  apiNameIn,
  fetchDocuments,
  type ImportedApi,
  importOpenApi,
  readDocuments,
  shownUrl,
} from '../openapi/index.ts';
import { addressNotes } from './base-url.ts';
import type { Environment } from './environment.ts';
import { withImported } from './further-apis.ts';
import { type Profile, targetOf } from './profile.ts';

export interface OpenApiOptions {
  /** Path or URL of an OpenAPI document. */
  readonly openapi?: string;
  /** The base URL of its API. */
  readonly url?: string;
  /** Fetches what its references lead to. */
  readonly allowFetch?: boolean;
}

/** An API by its OpenAPI document. */
export interface OpenApiTarget {
  readonly target: Target;
  readonly contract: Contract;
  /** The options again, for lines that reproduce a finding. */
  readonly options: readonly string[];
  readonly note: string;
}

/** Maximum number of things in a note that an import leaves out. */
const MOST_NOTES = 12;

/**
 * @throws TouchstoneError 'usage' without a base URL, 'contract-broken' with file and line
 */
export async function openApiTarget(
  options: OpenApiOptions & { readonly openapi: string },
  io: { readonly env: Environment; readonly cwd: string; readonly signal?: AbortSignal },
): Promise<OpenApiTarget> {
  const imported = await importedFrom(options, io);
  const { name } = imported;
  const url = options.url ?? imported.url;
  if (url === undefined) {
    throw new TouchstoneError(
      'usage',
      `the document ${shownUrl(options.openapi)} names no whole address of its API`,
      'give its base URL with --url, such as --url http://localhost:8080/v1',
    );
  }
  const profile: Profile = {
    name: 'target',
    apis: { [name]: { url, openapi: shownUrl(options.openapi) } },
  };
  const all = withImported(imported);
  const target = targetOf(profile, io.env, all.schemes);
  const { openapi, allowFetch } = options;
  return {
    target,
    contract: contractFor(all, target),
    options: [
      '--openapi',
      shownUrl(openapi),
      '--url',
      url,
      ...(allowFetch ? ['--allow-fetch'] : []),
    ],
    note: [...importLines(imported, all, target), ...addressNotes({ [name]: url })].join('\n'),
  };
}

/** Reads or fetches a document, and imports it under the name in its title. */
export async function importedFrom(
  { openapi, allowFetch = false }: OpenApiOptions & { readonly openapi: string },
  { cwd, signal }: { readonly cwd: string; readonly signal?: AbortSignal },
): Promise<ImportedApi> {
  const isUrl = /^https?:\/\//i.test(openapi);
  const place = isUrl ? openapi : resolve(cwd, openapi);
  const documents =
    isUrl || allowFetch
      ? await fetchDocuments(place, { allowFetch, ...(signal && { signal }) })
      : readDocuments(place, openapi);
  const taken = [...APIS.map(({ name }) => name), 'files', 'name', 'robust'];
  return importOpenApi(documents, apiNameIn(documents, taken));
}

/** Lines about an import: its size, and the things that it leaves out, each once with its place. */
export function importLines(
  { name, notes }: ImportedApi,
  { operations }: Contract,
  { endpoints }: Target,
): readonly string[] {
  const count = operations.filter(({ document }) => document === name).length;
  const secured = operations.some((one) => one.document === name && one.credential !== undefined);
  const from = endpoints[name]?.credentialFrom;
  const isAnonymous = secured && endpoints[name]?.authorization === undefined;
  return [
    `${name}: ${count} ${count === 1 ? 'operation' : 'operations'} from OpenAPI`,
    ...(isAnonymous && from !== undefined
      ? [`no credential is set: ${[from.variable, from.password ?? []].flat().join(' and ')}`]
      : []),
    ...noteLines(notes),
  ];
}

/** Things that an import leaves out, one line each. */
export function noteLines(notes: ImportedApi['notes']): readonly string[] {
  const shown = notes.slice(0, MOST_NOTES).map(({ what, where, times }) => {
    const often = times === 1 ? '' : `, ${times} times`;
    return `not covered: ${what} (${where}${often})`;
  });
  const left = notes.length - shown.length;
  return left === 0 ? shown : [...shown, `not covered: ${left} more`];
}
