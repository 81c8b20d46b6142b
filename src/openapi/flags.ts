/** Members that only servers write, or only clients: flags over the whole composition of a schema. */

import { isObject, pointerOf } from '../model/index.ts';
import {
  type DocumentPlace,
  elementsAt,
  followed,
  inside,
  membersAt,
  referenceAt,
} from './references.ts';
import type { OpenApiDocuments } from './source.ts';

export type Flag = 'readOnly' | 'writeOnly';

const COMPOSITIONS: readonly string[] = ['allOf', 'anyOf', 'oneOf'];

/** A flag of a member, or of the component that it refers to. */
export function hasFlag(documents: OpenApiDocuments, place: DocumentPlace, flag: Flag): boolean {
  if (!isObject(place.value)) return false;
  if (place.value[flag] === true) return true;
  return (
    referenceAt(place) !== undefined && inside(followed(documents, place), flag).value === true
  );
}

/**
 * Returns true if a schema of the composition has the flag for a member. A member that none of them describes
 * has the flag if any schema of the documents says so: a component is read without what refers to it.
 *
 * @param schemas the schema itself and those around it
 */
export function isFlagged(
  documents: OpenApiDocuments,
  schemas: readonly DocumentPlace[],
  member: string,
  flag: Flag,
): boolean {
  const described = compositionOf(documents, schemas)
    .map((one) => inside(one, 'properties', member))
    .filter(({ value }) => value !== undefined);
  return described.length > 0
    ? described.some((one) => hasFlag(documents, one, flag))
    : flaggedNames(documents, flag).has(member);
}

/** The schemas, those that they refer to, and all branches, each once. */
function compositionOf(
  documents: OpenApiDocuments,
  schemas: readonly DocumentPlace[],
): readonly DocumentPlace[] {
  const found = new Map<string, DocumentPlace>();
  const waiting = [...schemas];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const key = `${next.file}#${next.pointer}`;
    if (found.has(key)) continue;
    found.set(key, next);
    if (referenceAt(next) !== undefined) waiting.push(followed(documents, next));
    for (const keyword of COMPOSITIONS) waiting.push(...elementsAt(inside(next, keyword)));
  }
  return [...found.values()];
}

const NAMES = new WeakMap<OpenApiDocuments, { readonly [F in Flag]: ReadonlySet<string> }>();

function flaggedNames(documents: OpenApiDocuments, flag: Flag): ReadonlySet<string> {
  const known = NAMES.get(documents);
  if (known !== undefined) return known[flag];
  const names = { readOnly: new Set<string>(), writeOnly: new Set<string>() };
  const waiting: unknown[] = [...documents.files.values()].map(({ value }) => value);
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const { properties } = next as { readonly properties?: unknown };
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      if (!isObject(member)) continue;
      if (member.readOnly === true) names.readOnly.add(name);
      if (member.writeOnly === true) names.writeOnly.add(name);
    }
    for (const one of Object.values(next)) waiting.push(one ?? true);
  }
  NAMES.set(documents, names);
  return names[flag];
}

/**
 * Pointers to members of an answer that only clients write; `*` stands for each element. Members that another branch
 * shows are left out.
 */
export function hiddenMembers(
  documents: OpenApiDocuments,
  answer: DocumentPlace,
): readonly string[] {
  const [hidden, shown] = [new Set<string>(), new Set<string>()];
  let visits = 0;
  const visit = (given: DocumentPlace, at: string, around: readonly string[]) => {
    const schemas = compositionOf(documents, [given]);
    for (const schema of schemas) {
      const key = `${schema.file}#${schema.pointer}`;
      visits += 1;
      if (around.includes(key) || around.length > MOST_LEVELS || visits > MOST_VISITS) continue;
      const inner = [...around, key];
      const items = inside(schema, 'items');
      if (isObject(items.value)) visit(items, `${at}/*`, inner);
      for (const [name, member] of membersAt(inside(schema, 'properties'))) {
        const place = at + pointerOf([name]);
        const isHidden = hasFlag(documents, member, 'writeOnly');
        (isHidden ? hidden : shown).add(place);
        if (!isHidden) visit(member, place, inner);
      }
    }
  };
  if (flaggedNames(documents, 'writeOnly').size > 0) visit(answer, '', []);
  return [...hidden].filter((place) => !shown.has(place));
}

/** Schemas above a member, within which members that are hidden are found. */
const MOST_LEVELS = 6;
const MOST_VISITS = 5_000;
