import { isList, isMembers, type Json } from '../model/index.ts';

/** Expands members that begin with `$`: repeated, joined or nested values. */
export function expanded(value: Json): Json {
  if (isList(value)) return value.map(expanded);
  if (!isMembers(value)) return value;
  const { $times: times, $text: texts, $nested: depth, $keys: keys, of = '', between } = value;
  if (typeof times === 'number') return repeated(expanded(of), times, String(between ?? ''));
  if (isList(texts)) return texts.map(expanded).join('');
  if (typeof depth === 'number') return nested(depth, value.in);
  if (typeof keys === 'number') {
    return Object.fromEntries(Array.from({ length: keys }, (_, at) => [`key${at}`, at]));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, expanded(inside)]),
  );
}

/** About as many letters as the expanded value has: what is too large need not be expanded. */
export function expandedSize(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (isList(value)) return sum(value.map(expandedSize));
  if (!isMembers(value)) return 1;
  const { $times: times, $text: texts, $nested: depth, $keys: keys, of = '', between } = value;
  if (typeof times === 'number') {
    return Math.max(0, times) * (1 + expandedSize(of) + String(between ?? '').length);
  }
  if (isList(texts)) return expandedSize(texts);
  // Programs that read JSON go down only so far.
  if (typeof depth === 'number') return Math.max(0, depth) * 1_000;
  if (typeof keys === 'number') return Math.max(0, keys) * 10;
  return sum(Object.values(value).map((one) => 1 + expandedSize(one)));
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}

function repeated(of: Json, times: number, between: string): Json {
  const numbered = (value: Json, at: number): Json => {
    if (isList(value)) return value.map((one) => numbered(one, at));
    return typeof value === 'string' ? value.replaceAll('#', String(at)) : value;
  };
  const all = Array.from({ length: times }, (_, at) => numbered(of, at));
  return isList(of) ? all.flatMap((one) => (isList(one) ? one : [])) : all.join(between);
}

function nested(depth: number, name: Json | undefined): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) {
    value = typeof name === 'string' ? { [name]: value } : [value];
  }
  return value;
}
