/** Descriptions of the APIs in exported contracts. */

import type { Json } from '../model/index.ts';

/** The place of a route in the URL: the path, or the query parameter `rest_route`. */
export type Routing = 'path' | 'query';

export interface About {
  readonly title: string;
  readonly description: string;
  /** The base address in the document, and a placeholder for it. */
  readonly base: { readonly name: string; readonly stand: string };
  /** The possible places of a route in a URL. */
  readonly routings: readonly Routing[];
  /** True if the document shows the HTTP statuses of its answers. */
  readonly statuses: boolean;
  /** Resources that are created from a file. */
  readonly uploads?: readonly string[];
  readonly security: readonly Json[];
  readonly schemes: { readonly [name: string]: Json };
}
