/** The registry: every API that the package brings along. Nothing else knows an API by its name. */

import type { DocumentName } from '../model/index.ts';
import type { Api } from './api.ts';
import { content } from './content/index.ts';
import { integration } from './integration/index.ts';

export {
  type Api,
  type ApiBase,
  type CredentialProbe,
  type Inspection,
  type Preset,
  plainApi,
  variablesFor,
} from './api.ts';

export const APIS = [integration, content] as const satisfies readonly Api[];

type ApiName = (typeof APIS)[number]['name'];

/** Something for each API that has it, such as a base URL. */
export type ByApi<T> = { readonly [A in ApiName]?: T };

export function apiNamed(name: DocumentName): Api | undefined {
  return APIS.find((api) => api.name === name);
}

/** The same for every API, such as an address that none is at. */
export function forEachApi<T>(value: T): ByApi<T> {
  return Object.fromEntries(APIS.map(({ name }) => [name, value]));
}
