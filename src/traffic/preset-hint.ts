/** Suggests a preset for recorded routes. */

import { APIS, type Api, type ApiBase, type Preset } from '../apis/index.ts';
import { countIn, type DocumentName, type Target } from '../model/index.ts';
import type { ImportedExchange } from '../record/index.ts';

/** The content of a profile for a recorded site. */
export interface PresetHint {
  readonly preset: string;
  readonly document: DocumentName;
  readonly base: ApiBase;
}

/**
 * The preset whose routes most requests have; undefined if none has any, or if the target has its own words.
 *
 * @param presetsFor the presets of an API
 */
export function presetHint(
  { endpoints }: Pick<Target, 'endpoints'>,
  presetsFor: (document: DocumentName) => readonly Preset[],
  exchanges: readonly Pick<ImportedExchange, 'origin' | 'request'>[],
): PresetHint | undefined {
  const counts = new Map<string, number>();
  for (const api of APIS as readonly Api[]) {
    if (endpoints[api.name]?.names) continue;
    for (const { preset, names } of presetsFor(api.name)) {
      for (const { origin, request } of exchanges) {
        const [path = '', query = ''] = request.target.split('?', 2);
        const base = api.baseIn?.(origin, path, query, names);
        if (base) countIn(counts, JSON.stringify({ preset, document: api.name, base }));
      }
    }
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most && (JSON.parse(most[0]) as PresetHint);
}
