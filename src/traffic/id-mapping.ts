/** Maps identifiers of recorded traffic to those on another target. */

import { responsesIn } from '../cleanup/index.ts';
import {
  type Answer,
  exactJson,
  exactValueOf,
  isNumber,
  isObject,
  jsonText,
  literally,
  type Operation,
  type Outcome,
  percentDecoded,
  valueAt,
  type WireStyle,
} from '../model/index.ts';

export interface Bindings {
  /**
   * Learns identifiers from the answers to a request then and now.
   *
   * @param members routes called by the members of a batch
   */
  readonly learn: (
    operation: Operation,
    before: Outcome,
    now: Outcome,
    members?: readonly string[],
  ) => void;
  /** A target with mapped identifiers. */
  readonly target: (
    operation: Operation | undefined,
    target: string,
    style: WireStyle | undefined,
  ) => string;
  /** A JSON body with mapped identifiers; any other unchanged. */
  readonly body: (body: Uint8Array | undefined) => Uint8Array | undefined;
}

/** Parameters and members with an identifier or a list of them. */
const REFERRING =
  /^(?:include|exclude|parent|parent_exclude|post|featured_media|menus|menus_exclude|object_id|id|categories|categories_exclude|tags|tags_exclude|cms_id)$/;

/** A route in a text, as in the members of a batch. */
const IN_ROUTE = /(\/[a-z0-9_-]+)\/(\d+)(?=[/?]|$)/gi;

export function bindings(): Bindings {
  /** By the collection, such as `/cms/v2/posts`, and the old identifier. */
  const byPlace = new Map<string, string>();
  /** Only created objects, by only the identifier, so that no other number matches. */
  const created = new Map<string, string>();

  const bind = (collection: string, before: unknown, now: unknown, isNew: boolean) => {
    const [was, is] = [idOf(before), idOf(now)];
    if (was === undefined || is === undefined || was === is) return;
    const key = `${collection}\n${was}`;
    if (isNew || !byPlace.has(key)) byPlace.set(key, is);
    if (isNew) created.set(was, is);
  };

  const bodyOf = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => bodyOf(item, name));
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([member, inside]) => [member, bodyOf(inside, member)]),
      );
    }
    if (isNumber(value) && REFERRING.test(name)) {
      const is = created.get(String(value));
      return is === undefined ? value : (exactJson(is) ?? is);
    }
    if (typeof value === 'string' && name === 'path') {
      return value.replace(IN_ROUTE, (whole, before: string, id: string) => {
        const is = created.get(id);
        return is === undefined ? whole : `${before}/${is}`;
      });
    }
    return value;
  };

  return {
    learn: (operation, before, now, members = []) => {
      if (before.kind === 'fault' || now.kind === 'fault') return;
      const [ones, others] = [before, now].map((answer) => responsesIn(exactValueOf(answer)));
      members.forEach((path, at) => {
        bind(path, valueAt(ones, `/${at}/body`), valueAt(others, `/${at}/body`), true);
      });
      const [was, is] = [jsonOf(before), jsonOf(now)];
      const collection = collectionOf(operation.route);
      if (operation.method === 'POST') bind(collection, was, is, true);
      if (!Array.isArray(was) || !Array.isArray(is)) return;
      const still = new Set(is.map(idOf));
      was.forEach((item: unknown, index) => {
        // An object that also exists on the other target keeps its ID.
        if (!still.has(idOf(item))) bind(collection, item, is[index], false);
      });
    },
    target: (operation, target, style) => {
      if (!operation || !style || byPlace.size === 0) return target;
      return inQuery(inRoute(operation, target, byPlace), created);
    },
    body: (body) => {
      if (!body || created.size === 0) return body;
      const text = Buffer.from(body).toString('utf8');
      const before = exactJson(text);
      if (before === undefined) return body;
      const after = jsonText(bodyOf(before, ''));
      // A body without mapped identifiers keeps its bytes.
      return after === jsonText(before) ? body : new Uint8Array(Buffer.from(after));
    },
  };
}

function jsonOf(answer: Answer): unknown {
  const { status } = answer;
  return status >= 200 && status < 300 ? exactValueOf(answer) : undefined;
}

function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value.id : undefined;
  return isNumber(id) || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

/** The collection of a route: parameters only count by place. */
function collectionOf(route: string): string {
  return route.replace(/\{[^}]+\}/g, '{}').replace(/\/\{\}$/, '');
}

function inRoute(
  { route }: Operation,
  target: string,
  byPlace: ReadonlyMap<string, string>,
): string {
  const pattern = route
    .split(/\{[^}]+\}/)
    .map(literally)
    .join('([^?&]+?)');
  const found = new RegExp(`${pattern}(?=/?(?:[?&]|$))`).exec(target);
  if (!found) return target;
  let at = 0;
  const filled = route.replace(/\{[^}]+\}/g, (_, offset: number) => {
    at += 1;
    const raw = found[at] ?? '';
    const collection = collectionOf(route.slice(0, offset).replace(/\/$/, ''));
    const is = byPlace.get(`${collection}\n${percentDecoded(raw)}`);
    return is === undefined ? raw : is.split('/').map(encodeURIComponent).join('/');
  });
  return target.slice(0, found.index) + filled + target.slice(found.index + found[0].length);
}

function inQuery(target: string, created: ReadonlyMap<string, string>): string {
  const mark = target.indexOf('?');
  if (mark < 0 || created.size === 0) return target;
  const pairs = target.slice(mark + 1).split('&');
  const bound = pairs.map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    const plain = percentDecoded(name).replace(/\[.*$/, '');
    if (!REFERRING.test(plain)) return pair;
    return `${name}=${value.replace(/\d+/g, (id) => created.get(id) ?? id)}`;
  });
  return `${target.slice(0, mark + 1)}${bound.join('&')}`;
}
