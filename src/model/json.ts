/** Common functions on JSON values. */

import type { Json } from './index.ts';
import { isObject } from './pointer.ts';

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns true for an object with members. */
export function isMembers(value: unknown): value is { readonly [name: string]: Json } {
  return isObject(value);
}

/** Parses a text as JSON; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum depth for recursive functions; a stack has room for some thousands. */
const DEEPEST = 500;

/** Parses a text as JSON; undefined also for a very deep value. */
export function walkableJson(text: string): unknown {
  const value = parsedJson(text);
  return isDeeper(value, DEEPEST) ? undefined : value;
}

/** Returns true if a value has more levels of nesting. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** A text that is equal for equal values; the order of members does not count. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inside]) => [name, sorted(inside)]),
  );
}

/** Decodes percent escapes; returns an invalid text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
