/** The registry of all APIs in the package. No other code names an API. */

import type { DocumentName } from '../model/index.ts';
import type { Api } from './api.ts';
import { content } from './content/index.ts';
import { integration } from './integration/index.ts';

export {
  type Api,
  type ApiBase,
  type CredentialProbe,
  type IndexPlace,
  type Inspection,
  type Preset,
  plainApi,
  variablesFor,
} from './api.ts';
export { jsonOf, read } from './read.ts';

export const APIS = [integration, content] as const satisfies readonly Api[];

type ApiName = (typeof APIS)[number]['name'];

/** A value for some APIs, such as a base URL. */
export type ByApi<T> = { readonly [A in ApiName]?: T };

export function apiNamed(name: DocumentName): Api | undefined {
  return APIS.find((api) => api.name === name);
}

export function forEachApi<T>(value: T): ByApi<T> {
  return Object.fromEntries(APIS.map(({ name }) => [name, value]));
}
