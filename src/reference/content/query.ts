/**
 * Reads a query string or a form like such sites: `a=1`, `a[]=1&a[]=2`, `a[b]=1`, and `a=1&a=2`. A repeated name
 * becomes a `Repeated`, since only the schema knows if a list is meant.
 */

/** A plain name that occurs more than once. */
interface Repeated {
  readonly repeated: readonly string[];
}

export type QueryValue =
  | string
  | Repeated
  | readonly QueryValue[]
  | { readonly [name: string]: QueryValue };

interface Branch {
  readonly values: string[];
  readonly members: Map<string, Branch>;
}

/** Maximum depth of brackets. */
const DEPTH_LIMIT = 6;

/** Maximum number of pairs to read. */
const PAIR_LIMIT = 5000;

/**
 * @param text without its question mark
 * @throws URIError if an escape is not UTF-8
 */
export function readQuery(text: string): ReadonlyMap<string, QueryValue> {
  const root: Branch = { values: [], members: new Map() };
  let pairs = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    if (++pairs > PAIR_LIMIT) break;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    plant(root, pathOf(name), at < 0 ? '' : decode(pair.slice(at + 1)));
  }
  return new Map([...root.members].map(([name, branch]) => [name, harvest(branch)]));
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** `a[b][]` is `a`, `b`, ``; unclosed brackets are part of the name. */
function pathOf(name: string): readonly string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inner = name.slice(open + 1, -1).split('][');
  return [name.slice(0, open), ...inner].slice(0, DEPTH_LIMIT);
}

function plant(root: Branch, path: readonly string[], value: string): void {
  let branch = root;
  for (const name of path) {
    const key = name === '' ? String(branch.members.size) : name;
    const known = branch.members.get(key);
    const next: Branch = known ?? { values: [], members: new Map() };
    if (!known) branch.members.set(key, next);
    branch = next;
  }
  branch.values.push(value);
}

function harvest(branch: Branch): QueryValue {
  if (branch.members.size === 0) {
    const [only = ''] = branch.values;
    return branch.values.length <= 1 ? only : { repeated: branch.values };
  }
  const names = [...branch.members.keys()];
  const values = [...branch.members.values()].map(harvest);
  if (names.every((name) => /^\d{1,6}$/.test(name))) return values;
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

export function isRepeated(value: unknown): value is Repeated {
  return (
    typeof value === 'object' &&
    value !== null &&
    'repeated' in value &&
    Array.isArray(value.repeated) &&
    Object.keys(value).length === 1
  );
}
