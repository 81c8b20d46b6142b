/** What is said of each API as a whole when its contract is exported, in our words. */

import type { Json } from '../model/index.ts';

/** How a route gets into the URL: as its path, or in the query parameter `rest_route`. */
export type Routing = 'path' | 'query';

export interface About {
  readonly title: string;
  readonly description: string;
  /** The base address as the document writes it, and one that stands for it. */
  readonly base: { readonly name: string; readonly stand: string };
  /** How a route may get into a URL. */
  readonly routings: readonly Routing[];
  /** True if the document shows the HTTP statuses of its answers. */
  readonly statuses: boolean;
  readonly security: readonly Json[];
  readonly schemes: { readonly [name: string]: Json };
}
