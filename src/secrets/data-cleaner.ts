/** Takes secrets out of plain data, such as planned cases, by the names of its members too. */

import { isSecret } from './guessing.ts';
import { type HeaderCleaner, replaceParts } from './header-cleaner.ts';
import { isSecretHeader, nameOfInner, ratingOf } from './names.ts';
import type { Placeholders } from './placeholders.ts';

/** In a planned credential, it stands for the target's own. */
const OWN_CREDENTIAL = '{credential}';

/** @returns the value itself where it holds no secret, as most of what is planned does not */
export function dataCleaner(
  placeholders: Placeholders,
  text: (given: string) => string,
  { header, authorization }: HeaderCleaner,
): (value: unknown) => unknown {
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return cleanText(value, name);
    if (Array.isArray(value) && isHeaderField(value) && isSecretHeader(value[0])) {
      return header(value);
    }
    return mapMembers(value, text, (item, member) => cleanMember(name, member, item));
  };

  const cleanMember = (name: string, member: string, item: unknown): unknown => {
    if (name === 'credential' && member === 'value') return cleanCredential(item);
    // Bytes of a planned body are no text: only known secrets are replaced in them.
    if (member === 'base64' && typeof item === 'string') return placeholders.withoutKnown(item);
    return clean(item, nameOfInner(name, member, item));
  };

  const cleanText = (value: string, name: string): string => {
    const certainty = ratingOf(name);
    if (!certainty || !isSecret(name, certainty, value)) return text(value);
    return replaceParts(name, placeholders.withoutKnown(value), placeholders);
  };

  /** A whole Authorization value in a plan, serialized as it will be in the request that it is for. */
  const cleanCredential = (value: unknown): unknown =>
    typeof value !== 'string' || value.includes(OWN_CREDENTIAL) ? value : authorization(value);

  return (value) => clean(value, '');
}

function isHeaderField(value: readonly unknown[]): value is [string, string] {
  const [name] = value;
  if (typeof name !== 'string' || !/^[\w-]+$/.test(name)) return false;
  return value.length === 2 && value.every((item) => typeof item === 'string');
}

/** Plain data with its texts, and the names of its members, rewritten; the value itself where none changes. */
export function mapTexts<T>(value: T, rewrite: (text: string) => string): T {
  const map = (each: unknown): unknown =>
    typeof each === 'string' ? rewrite(each) : mapMembers(each, rewrite, map);
  return map(value) as T;
}

/** A list or an object with its members changed; the value itself where none changes. The items of a list have no name. */
function mapMembers(
  value: unknown,
  rename: (name: string) => string,
  change: (item: unknown, member: string) => unknown,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => change(item, ''));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  let changed = false;
  const members = Object.entries(value).map(([name, item]): readonly [string, unknown] => {
    const member = [rename(name), change(item, name)] as const;
    if (member[0] !== name || member[1] !== item) changed = true;
    return member;
  });
  return changed ? Object.fromEntries(members) : value;
}
