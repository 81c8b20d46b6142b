import { isObject, type Json, tokens } from '../../../../model/index.ts';

export type Edit = (index: Json) => Json;

type Members = { readonly [name: string]: Json };

function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}

function isMembers(value: Json | undefined): value is Members {
  return isObject(value);
}

/**
 * Changes the value at a pointer; `undefined` removes it.
 *
 * @throws if the pointer matches nothing, so that no edit is without effect
 */
export function at(pointer: string, change: (value: Json) => Json | undefined): Edit {
  return (index) => changed(index, tokens(pointer), change) ?? null;
}

/** Sets a value at a pointer whose parent exists. */
export function put(pointer: string, value: Json): Edit {
  const cut = pointer.lastIndexOf('/');
  const [name = ''] = tokens(pointer.slice(cut));
  return at(pointer.slice(0, cut), (parent) => ({ ...membersOf(parent), [name]: value }));
}

export function drop(pointer: string): Edit {
  return at(pointer, () => undefined);
}

function changed(
  value: Json | undefined,
  path: readonly string[],
  change: (value: Json) => Json | undefined,
): Json | undefined {
  const [name, ...rest] = path;
  if (value === undefined) throw new Error(`nothing there before /${path.join('/')}`);
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.flatMap((item, place) => {
      const kept = place === Number(name) ? changed(item, rest, change) : item;
      return kept === undefined ? [] : [kept];
    });
  }
  const members = membersOf(value);
  if (!Object.hasOwn(members, name)) throw new Error(`there is no member "${name}" to change`);
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, member]) => {
      const kept = key === name ? changed(member, rest, change) : member;
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

export function all(...edits: readonly Edit[]): Edit {
  return (index) => edits.reduce((changedIndex, edit) => edit(changedIndex), index);
}

/** A named group, with up to two levels of groups inside. */
const GROUP = /\(\?P<(\w+)>(?:\[[^\]]*\]|[^()[\]]|\((?:\[[^\]]*\]|[^()[\]])*\))*\)/g;

/** The document's form of a pattern. */
function templateOf(pattern: string): string {
  return pattern.replace(GROUP, '{$1}');
}

/** Changes the entry of a route named as in section 4.2, in any form of the index. */
export function route(template: string, change: (entry: Json) => Json | undefined): Edit {
  return at('/routes', (routes) => {
    const keys = Object.keys(membersOf(routes)).filter((key) => templateOf(key) === template);
    if (keys.length !== 1) throw new Error(`${keys.length} patterns stand for ${template}`);
    return changed(routes, keys, (entry) => change(entry)) ?? null;
  });
}

/** Replaces the pattern of a route, at the same position. */
export function reencoded(template: string, pattern: (before: string) => string): Edit {
  return at('/routes', (routes) =>
    Object.fromEntries(
      Object.entries(membersOf(routes)).map(([key, entry]) => [
        templateOf(key) === template ? pattern(key) : key,
        entry,
      ]),
    ),
  );
}

export function reencodedAll(pattern: (before: string) => string): Edit {
  return at('/routes', (routes) =>
    Object.fromEntries(
      Object.entries(membersOf(routes)).map(([key, entry]) => [pattern(key), entry]),
    ),
  );
}

export function member(name: string, change: (value: Json) => Json | undefined) {
  return (value: Json): Json => changed(value, [name], change) ?? null;
}

export function endpoint(
  template: string,
  method: string,
  change: (entry: Json) => Json | undefined,
): Edit {
  return route(
    template,
    member('endpoints', (endpoints) => {
      const entries: readonly Json[] = Array.isArray(endpoints) ? endpoints : [];
      const place = entries.findIndex((entry) => {
        const { methods } = membersOf(entry);
        return Array.isArray(methods) && methods.includes(method);
      });
      return changed(endpoints, [String(place)], change);
    }),
  );
}

export function arg(
  template: string,
  method: string,
  name: string,
  change: (entry: Json) => Json | undefined,
): Edit {
  return endpoint(template, method, member('args', member(name, change)));
}

export function having(attributes: Members): (value: Json) => Json {
  return (value) => ({ ...membersOf(value), ...attributes });
}

/** Removes an existing attribute. */
export function without(name: string): (value: Json) => Json {
  return member(name, () => undefined);
}

export function below(pointer: string, change: (value: Json) => Json | undefined) {
  return at(pointer, change);
}

/** Changes every object that describes a parameter or a part of one, innermost first. */
export function everyEntry(change: (entry: Members) => Json): Edit {
  const entry = (value: Json): Json => {
    if (!isMembers(value)) return value;
    return change(
      Object.fromEntries(
        Object.entries(value).map(([name, attribute]) => {
          if (name === 'properties') return [name, each(attribute, entry)];
          if (name === 'items' || name === 'additionalProperties') return [name, entry(attribute)];
          if (name === 'oneOf' && Array.isArray(attribute)) return [name, attribute.map(entry)];
          return [name, attribute];
        }),
      ),
    );
  };
  return everyEndpoint(member('args', (args) => each(args, entry)));
}

export function everyEndpoint(change: (entry: Json) => Json): Edit {
  return everyRoute(
    member('endpoints', (endpoints) =>
      Array.isArray(endpoints) ? endpoints.map(change) : endpoints,
    ),
  );
}

export function everyRoute(change: (entry: Json) => Json): Edit {
  return at('/routes', (routes) => each(routes, change));
}

function each(value: Json, change: (member: Json) => Json): Json {
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item)]));
}
