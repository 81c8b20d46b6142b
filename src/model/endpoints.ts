/** The APIs of a target and their addresses. */

import type { DocumentName, Operation } from './contract.ts';
import { mayWriteTo, type WritePolicy } from './loopback.ts';
import type { Target } from './target.ts';

export type BaseUrls = { readonly [document: DocumentName]: string };

export function documentsOf({ endpoints }: Pick<Target, 'endpoints'>): readonly DocumentName[] {
  return Object.keys(endpoints);
}

export function addressesOf({ endpoints }: Pick<Target, 'endpoints'>): BaseUrls {
  return Object.fromEntries(
    Object.entries(endpoints).map(([document, { baseUrl }]) => [document, baseUrl]),
  );
}

/** Returns true if a prefix of ids belongs to an API, or to its name. */
export function isPrefixOf(prefix: string, document: DocumentName): boolean {
  return prefix.startsWith(document) || document.startsWith(prefix);
}

/**
 * Returns the target with only the APIs that can be selected. Planning for the others is useless.
 *
 * @param only prefixes of ids; without any, or with one that is not for a single API, all APIs are kept
 */
export function selectableOf(target: Target, only: readonly string[]): Target {
  const all = Object.entries(target.endpoints);
  if (!only.every((prefix) => all.some(([name]) => isPrefixOf(prefix, name)))) return target;
  const named = all.filter(([name]) => only.some((prefix) => isPrefixOf(prefix, name)));
  return only.length === 0 ? target : { ...target, endpoints: Object.fromEntries(named) };
}

/** Returns true if a run may write to one of the APIs with writing operations. */
export function mayWriteOn(
  target: Pick<Target, 'endpoints' | 'proxies'>,
  operations: readonly Operation[],
  policy: WritePolicy,
): boolean {
  return Object.entries(target.endpoints).some(
    ([name, endpoint]) =>
      mayWriteTo(endpoint, target, policy) &&
      operations.some(({ document, writes }) => document === name && writes),
  );
}
