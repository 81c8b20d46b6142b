import {
  CONTRACT_ROOT,
  type Contract,
  type FurtherApi,
  loadContract,
  readSnapshot,
} from '../contract/index.ts';
import { TouchstoneError } from '../model/index.ts';
import {
  assertLevels,
  type ImportedApi,
  importOpenApi,
  type OverlaySource,
  readDocuments,
} from '../openapi/index.ts';

/** A further API: the folder that it is described in, or its OpenAPI document. */
export interface DescribedApi {
  readonly from?: string;
  readonly openapi?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly cookies?: { readonly [name: string]: string };
}

/** What a profile adds to its OpenAPI documents, by API. */
export interface Overlays {
  readonly [name: string]: OverlaySource;
}

interface WithFurtherApis {
  readonly apis?: { readonly [name: string]: DescribedApi };
  readonly overlays?: Overlays;
}

/** A profile is used several times in a run, and large documents take seconds. */
const IMPORTED = new WeakMap<DescribedApi, ImportedApi>();

/** @throws TouchstoneError 'contract-broken' with file and line */
function importedApi(
  name: string,
  entry: DescribedApi,
  overlay: OverlaySource | undefined,
): ImportedApi | undefined {
  const { openapi, headers = {}, cookies = {} } = entry;
  if (openapi === undefined) return undefined;
  const known = IMPORTED.get(entry);
  if (known?.name === name) return known;
  const imported = importOpenApi(
    readDocuments(openapi, shownPath(openapi), 'profile-unreadable'),
    name,
    overlay,
    [
      ...Object.keys(headers).map((field) => `header ${field}`),
      ...Object.keys(cookies).map((field) => `cookie ${field}`),
    ],
  );
  IMPORTED.set(entry, imported);
  return imported;
}

/** Returns the contract with one imported API. */
export function withImported({ name, files }: ImportedApi): Contract {
  return loadContract(CONTRACT_ROOT, readSnapshot(), [{ name, from: files }]);
}

/** The path as a user wrote it, if that is shorter. */
function shownPath(path: string): string {
  const here = `${process.cwd()}/`;
  return path.startsWith(here) ? path.slice(here.length) : path;
}

/** Returns the contract with the further APIs of a profile. */
export function withApisOf(
  contract: Contract,
  { apis = {}, overlays = {} }: WithFurtherApis,
): Contract {
  const further = Object.entries(apis).map(([name, entry]): FurtherApi => {
    const from = importedApi(name, entry, overlays[name])?.files ?? entry.from;
    if (from === undefined) {
      throw new TouchstoneError(
        'profile-invalid',
        `the ${name} API has neither \`from\` nor \`openapi\``,
        'name its folder, or its OpenAPI document',
      );
    }
    return { name, from };
  });
  if (further.length === 0) return contract;
  const all = loadContract(CONTRACT_ROOT, readSnapshot(), further);
  for (const [name, overlay] of Object.entries(overlays)) assertLevels(overlay, name, all.clauses);
  return all;
}
