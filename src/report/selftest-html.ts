/** The page of a self-test: caught faults by family, and problems. */

import { rendered } from './html.ts';
import { barOf } from './page.ts';

/** The result of a self-test. */
export interface SelftestPage {
  readonly sound: boolean;
  /** True if only part of the faults and variations was tried. */
  readonly part: boolean;
  readonly summary: {
    readonly faults: { readonly total: number; readonly caught: number };
    readonly variations: { readonly total: number; readonly flagged: number };
  };
  readonly families: readonly {
    readonly name: string;
    readonly document: string;
    readonly total: number;
    readonly caught: number;
  }[];
  /** Problems, one sentence each. */
  readonly wrong: readonly string[];
}

/** A self-contained page without scripts. */
export function selftestHtml(page: SelftestPage): string {
  const families = page.families.map(({ name, document, total, caught }) => ({
    ...{ name: `${document}: ${name}`, total, caught },
    bar: barOf({ pass: caught, fail: total - caught }),
  }));
  return rendered('./selftest', { ...page, families });
}
