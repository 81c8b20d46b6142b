import { isObject, type Json, TouchstoneError } from '../../model/index.ts';
import { COLLECTIONS, type Item, type Term, type User } from './item.ts';
import { emptyStore, keep, putItem, type Store } from './store.ts';

/** The whole state as JSON, to continue after a restart. */
interface State {
  readonly version: 1;
  readonly next: number;
  readonly users: readonly User[];
  readonly terms: readonly Term[];
  readonly items: readonly Item[];
  readonly kept: readonly Item[];
  /** Uploaded files by name, as base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** Serialises a store. `readState` restores a store that serves the same answers. */
export function writeState(store: Store): Json {
  const state: State = {
    version: 1,
    next: store.counter.next,
    users: [...store.users.values()],
    terms: [...store.terms.values()],
    items: [...store.resourceCollections.values()].flatMap((stored) => [...stored.items.values()]),
    kept: [...store.kept.values()].flat(),
    files: Object.fromEntries(
      [...store.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
    ),
  };
  const plain: Json = JSON.parse(JSON.stringify(state));
  return plain;
}

/** @throws TouchstoneError 'usage' if the value was not written by `writeState` */
export function readState(value: unknown): Store {
  if (!isState(value)) {
    throw new TouchstoneError(
      'usage',
      'the state file does not hold a state of the content site',
      'name a file that `--state` wrote, or one that does not exist yet',
    );
  }
  const store = emptyStore();
  for (const user of value.users) store.users.set(user.id, user);
  for (const term of value.terms) store.terms.set(term.id, term);
  for (const item of value.items) putItem(store, item);
  for (const item of value.kept) keep(store, item);
  for (const [name, text] of Object.entries(value.files)) {
    store.files.set(name, new Uint8Array(Buffer.from(text, 'base64')));
  }
  store.counter.next = value.next;
  return store;
}

/** Checks only enough to identify a state; this program wrote the rest. */
function isState(value: unknown): value is State {
  return (
    isObject(value) &&
    value.version === 1 &&
    typeof value.next === 'number' &&
    isListOfNumbered(value.users) &&
    isListOfNumbered(value.terms) &&
    isListOfNumbered(value.items) &&
    isListOfNumbered(value.kept) &&
    value.items.every((item) => COLLECTIONS.some((name) => name === item.collection)) &&
    isObject(value.files) &&
    Object.values(value.files).every((text) => typeof text === 'string')
  );
}

function isListOfNumbered(
  value: unknown,
): value is readonly (Readonly<Record<string, unknown>> & { readonly id: number })[] {
  return Array.isArray(value) && value.every((one) => isObject(one) && typeof one.id === 'number');
}
