/** Differences between two recorded observations of unspecified behaviour. Pure. */

import { withoutVolatile } from '../model/index.ts';

/** The kind of a difference: an added member, a removed one, another type, another value. */
export type Tier = 'added' | 'removed' | 'type' | 'value';

/** The most important first: missing members, then other types, then the rest. */
export const TIERS: readonly Tier[] = ['removed', 'type', 'value', 'added'];

export interface ObservedDifference {
  readonly tier: Tier;
  /** The part of the observation: `status`, `header x`, a path into the shape of the body, or `value`. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

/** Lists the differences between two observations, without values that always change. */
export function differencesIn(before: string, after: string): readonly ObservedDifference[] {
  if (before === after) return [];
  const [was, is] = [answerIn(before), answerIn(after)];
  if (!was && !is) return listDifferences(before, after);
  if (!was || !is) return [{ tier: 'type', place: 'outcome', before, after }];
  return [
    ...valueDifference('status', was.status, is.status),
    ...headerDifferences(was.headers, is.headers),
    ...shapeDifferences(shapeIn(was.shape), shapeIn(is.shape), ''),
  ];
}

function valueDifference(
  place: string,
  before: string,
  after: string,
): readonly ObservedDifference[] {
  return withoutVolatile(before) === withoutVolatile(after)
    ? []
    : [{ tier: 'value', place, before, after }];
}

interface ObservedAnswer {
  readonly status: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly shape: string;
}

const HEADER = /; (?=(?:allow|content-type|location|retry-after|www-authenticate): )/;

/** The parts of an observed answer: `HTTP 200; content-type: …; {id: number}`. */
function answerIn(text: string): ObservedAnswer | undefined {
  const status = /^HTTP \d+/.exec(text)?.[0];
  if (status === undefined) return undefined;
  const end = text.lastIndexOf('; ');
  const fields = text.slice(status.length, Math.max(end, status.length)).split(HEADER);
  const headers = fields.flatMap((field): readonly (readonly [string, string])[] => {
    const [, name, value] = /^(?:; )?([a-z-]+): (.*)$/s.exec(field) ?? [];
    return name === undefined ? [] : [[name, value ?? '']];
  });
  return { status, headers: new Map(headers), shape: end < 0 ? '' : text.slice(end + 2) };
}

function headerDifferences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly ObservedDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    const place = `header ${name}`;
    if (was === undefined) return [{ tier: 'added', place, before: '', after: is ?? '' }];
    if (is === undefined) return [{ tier: 'removed', place, before: was, after: '' }];
    return name === 'retry-after' ? [] : valueDifference(place, was, is);
  });
}

/** The shape of a body: a type by name, a list by its first element, an object by its members. */
type Shape =
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'list'; readonly item: Shape | undefined }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Shape> };

function shapeIn(text: string): Shape {
  let at = 0;
  const read = (): Shape => {
    if (text[at] === '[') {
      at += 1;
      const item = text[at] === ']' ? undefined : read();
      at += 1;
      return { kind: 'list', item };
    }
    if (text[at] !== '{' || /^\{\d+ members\}/.test(text.slice(at))) {
      const name = /^(?:\{\d+ members\}|[^,\]}]*)/.exec(text.slice(at))?.[0] ?? '';
      at += name.length;
      return { kind: 'type', name: /^\{/.test(name) ? 'object' : name };
    }
    at += 1;
    const members = new Map<string, Shape>();
    while (at < text.length && text[at] !== '}') {
      const colon = text.indexOf(': ', at);
      if (colon < 0) break;
      const name = text.slice(at, colon);
      at = colon + 2;
      members.set(name, read());
      if (text.startsWith(', ', at)) at += 2;
    }
    at += 1;
    return { kind: 'object', members };
  };
  return read();
}

function shapeDifferences(
  before: Shape,
  after: Shape,
  place: string,
): readonly ObservedDifference[] {
  // A nullable member is null at times, and an empty list has no first element.
  if (isNull(before) || isNull(after)) return [];
  if (before.kind === 'list' && after.kind === 'list') {
    if (!before.item || !after.item) return [];
    return shapeDifferences(before.item, after.item, `${place}/*`);
  }
  if (before.kind === 'object' && after.kind === 'object') {
    return [...new Set([...before.members.keys(), ...after.members.keys()])].flatMap((name) => {
      const [was, is] = [before.members.get(name), after.members.get(name)];
      const inner = `${place}/${name}`;
      if (!was) return is ? [{ tier: 'added', place: inner, before: '', after: nameOf(is) }] : [];
      if (!is) return [{ tier: 'removed', place: inner, before: nameOf(was), after: '' }];
      return shapeDifferences(was, is, inner);
    });
  }
  const [was, is] = [nameOf(before), nameOf(after)];
  return was === is ? [] : [{ tier: 'type', place: place || '/', before: was, after: is }];
}

function isNull(shape: Shape): boolean {
  return shape.kind === 'type' && shape.name === 'null';
}

function nameOf(shape: Shape): string {
  return shape.kind === 'type' ? shape.name : shape.kind;
}

/** Differences of lists of values or header names, separated by commas. */
function listDifferences(before: string, after: string): readonly ObservedDifference[] {
  const [was, is] = [elementsOf(before), elementsOf(after)];
  const gone = [...was].filter((one) => !is.has(one)).map((one) => one);
  const come = [...is].filter((one) => !was.has(one)).map((one) => one);
  if (gone.length === 0 && come.length === 0) return [];
  if (gone.length > 0 && come.length > 0) {
    return [{ tier: 'value', place: 'value', before, after }];
  }
  const tier = come.length > 0 ? 'added' : 'removed';
  return [{ tier, place: 'value', before: gone.join(', '), after: come.join(', ') }];
}

function elementsOf(text: string): ReadonlySet<string> {
  return new Set(text === 'none' ? [] : withoutVolatile(text).split(', '));
}
