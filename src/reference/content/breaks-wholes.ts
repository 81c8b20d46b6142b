import type { Broken } from './deviation.ts';

/** What is broken by faults that are everywhere at once, that come and go, or that lie in the status alone. */
export const brokenByWholes: { readonly [fault: string]: Broken } = {};
