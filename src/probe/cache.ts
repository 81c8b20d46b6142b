/** Signs in an answer that a cache gave it instead of the target. */

import { type Answer, fieldOf } from '../model/index.ts';

/** Fields in which caches say that they had the answer (RFC 9111, 5.1; RFC 9211; and older ones). */
const FIELDS = [
  'x-cache',
  'cf-cache-status',
  'x-cache-status',
  'x-proxy-cache',
  'x-drupal-cache',
  'cache-status',
];

/** @returns the field that says so, such as `X-Cache: HIT`; undefined where none does */
export function cacheIn({ headers }: Pick<Answer, 'headers'>): string | undefined {
  const age = fieldOf(headers, 'age')?.trim();
  const hit = FIELDS.map((name) => [name, fieldOf(headers, name) ?? ''] as const).find(
    ([, value]) => /\bhit\b/i.test(value),
  );
  if (hit !== undefined) return `${titled(hit[0])}: ${hit[1].slice(0, 60)}`;
  return age !== undefined && /^[1-9]\d*$/.test(age) ? `Age: ${age}` : undefined;
}

function titled(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
