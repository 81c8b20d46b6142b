/** Things that an import leaves out, each once, with its first place. */

import { type DocumentPlace, shownPlace } from './references.ts';
import type { OpenApiDocuments } from './source.ts';

export interface ImportNote {
  /** The thing without a counterpart. */
  readonly what: string;
  /** File and line of the first. */
  readonly where: string;
  readonly times: number;
}

export interface Notes {
  readonly add: (place: DocumentPlace, what: string) => void;
  readonly all: () => readonly ImportNote[];
}

export function openNotes(documents: OpenApiDocuments): Notes {
  const found = new Map<string, { readonly place: DocumentPlace; times: number }>();
  return {
    add: (place, what) => {
      const known = found.get(what);
      if (known === undefined) found.set(what, { place, times: 1 });
      else known.times += 1;
    },
    all: () =>
      [...found].map(([what, { place, times }]) => ({
        what,
        where: shownPlace(documents, place),
        times,
      })),
  };
}
