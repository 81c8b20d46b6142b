import { child, isObject, pointerOf, tokens, valueAt } from './pointer.ts';

/**
 * Finds the number of a record: at the pointer given, or in the only sibling that holds an integer
 * under a name that ends like it. The ids of revisions and autosaves are integers (4.2 of the content document),
 * but a record may have the id of a template there, a text, and its own number in `cms_id`.
 *
 * @returns a pointer, or undefined where there is no such integer, or more than one
 */
export function numberPlace(root: unknown, pointer: string): string | undefined {
  if (isId(valueAt(root, pointer))) return pointer;
  const path = tokens(pointer);
  const above = path.slice(0, -1);
  const record = valueAt(root, pointerOf(above));
  if (!isObject(record)) return undefined;
  const places = Object.keys(record).filter(
    (name) => name.endsWith(`_${path.at(-1)}`) && isId(child(record, name)),
  );
  const [only] = places;
  return only === undefined || places.length > 1 ? undefined : pointerOf([...above, only]);
}

/** The number of a record, or another ID if it has no number. */
export function numberOf(record: unknown): unknown {
  return valueAt(record, numberPlace(record, '/id') ?? '/id');
}

/** Zero means none: a template that only exists as a file has it. */
function isId(value: unknown): boolean {
  return Number.isInteger(value) && value !== 0;
}
