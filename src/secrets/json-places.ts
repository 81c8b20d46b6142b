/** Secrets in JSON, by the names of members and what they stand in. */

import { type Certainty, certaintyOf, isMany, isSecretValue, isValueName } from './certainty.ts';
import { readsAsComplaint } from './complaint.ts';
import type { TextSpan } from './formats.ts';
import { type JsonMember, type JsonNode, jsonTreeOf } from './json-tree.ts';
import { type FoundSecret, fromJson } from './members.ts';
import { secretParts } from './parts.ts';
import { type MemberRules, NO_MEMBERS } from './rules.ts';

interface JsonPlaces {
  readonly found: readonly FoundSecret[];
  /** What somebody's own rules say is no secret. */
  readonly kept: readonly TextSpan[];
  /** Texts that have an escape in them, and look like JSON themselves. */
  readonly escaped: readonly TextSpan[];
}

/** What a value stands in: the nearest name that says that it holds a secret. */
interface Inside {
  readonly certainty: Certainty;
  readonly many: boolean;
}

const NONE: JsonPlaces = { found: [], kept: [], escaped: [] };

/** The secrets in a text that is JSON; nothing where it is none. */
export function jsonPlaces(text: string, rules: MemberRules = NO_MEMBERS): JsonPlaces {
  const tree = jsonTreeOf(text);
  if (tree === undefined) return NONE;
  const found: FoundSecret[] = [];
  const kept: TextSpan[] = [];
  const escaped: TextSpan[] = [];
  // One for all: a copy for each of thousands of values takes more room than the values.
  const path: string[] = [];
  const below = (name: string, node: JsonNode, inside: Inside | undefined) => {
    path.push(name);
    walk(node, inside);
    path.pop();
  };
  const walk = (node: JsonNode, inside: Inside | undefined): void => {
    if (rules.keep(path)) {
      kept.push(node);
      return;
    }
    const asked = rules.redact(path);
    if (node.kind === 'object') {
      walkMembers(node.members, asked ? ASKED : inside);
    } else if (node.kind === 'list') {
      if (isHeaderField(node.items)) walkNamed(fieldIn(text, node.items));
      for (const [index, item] of node.items.entries()) {
        below(String(index), item, asked ? ASKED : inside);
      }
    } else {
      walkValue(node, path, asked ? ASKED : inside);
    }
  };
  const walkMembers = (members: readonly JsonMember[], outer: Inside | undefined) => {
    const inside = isSchema(text, members) ? undefined : outer;
    walkNamed(pairIn(text, members));
    for (const { name, value } of members) below(name, value, insideOf(name, inside));
  };
  const walkNamed = (named: NamedValue | undefined) => {
    if (named) walkValue(named.value, [...path, named.called], named.inside);
  };
  const walkValue = (node: JsonNode, path: readonly string[], inside: Inside | undefined) => {
    const raw = text.slice(node.start, node.end);
    if (node.kind === 'string' && raw.includes('\\') && /^\s*[[{]/.test(raw)) escaped.push(node);
    if (inside) found.push(...secretsIn(raw, node, path, inside));
  };
  walk(tree, undefined);
  return { found, kept, escaped };
}

/** The secrets in a value that stands below a name of a secret. */
function secretsIn(
  raw: string,
  node: JsonNode,
  path: readonly string[],
  inside: Inside,
): readonly FoundSecret[] {
  if (node.kind === 'plain') {
    const isSecret = inside === ASKED || (inside.certainty === 'code' && /^\d{4,}$/.test(raw));
    return isSecret ? [{ value: raw, start: node.start, end: node.end, quoted: true }] : [];
  }
  const name = path.findLast((each) => certaintyOf(each) !== undefined) ?? '';
  return secretParts(name, raw).flatMap(([from, to]) => {
    const value = fromJson(raw.slice(from, to));
    if (!isSecretValue(inside.certainty, value)) return [];
    const complaint = isParameter(path) && readsAsComplaint(name, value);
    const [start, end] = [node.start + from, node.start + to];
    return [{ value, start, end, ...(complaint && { complaint }) }];
  });
}

/** A value whose name is a text beside it. */
interface NamedValue {
  readonly called: string;
  readonly value: JsonNode;
  readonly inside: Inside;
}

/** `{"name": "token", "value": "…"}` */
function pairIn(text: string, members: readonly JsonMember[]): NamedValue | undefined {
  const stringAt = (pattern: RegExp) =>
    members.find((each) => each.value.kind === 'string' && pattern.test(each.name))?.value;
  const [name, value] = [stringAt(PAIR_NAME), stringAt(PAIR_VALUE)];
  if (!name || !value) return undefined;
  const { called, certainty } = nameIn(text, name);
  if (certainty === undefined) return undefined;
  return {
    called,
    value,
    inside: { certainty: isMany(called) ? 'likely' : certainty, many: false },
  };
}

/** `["x-token", "…"]` */
function fieldIn(text: string, [name, value]: readonly JsonNode[]): NamedValue | undefined {
  if (!name || !value) return undefined;
  const { called, certainty } = nameIn(text, name);
  // Two names are a list of names, such as `required` of a schema.
  const isName = certaintyOf(fromJson(text.slice(value.start, value.end))) !== undefined;
  if (!certainty || isName) return undefined;
  return { called, value, inside: { certainty, many: false } };
}

function nameIn(text: string, { start, end }: JsonNode) {
  const called = fromJson(text.slice(start, end));
  return { called, certainty: NAME.test(called) ? certaintyOf(called) : undefined };
}

const ASKED: Inside = { certainty: 'certain', many: true };

function insideOf(name: string, outer: Inside | undefined): Inside | undefined {
  if (outer === ASKED) return ASKED;
  const own = certaintyOf(name);
  if (own !== undefined || isMany(name)) return { certainty: own ?? 'likely', many: isMany(name) };
  if (outer === undefined) return undefined;
  if (isValueName(name)) return outer;
  return outer.many ? { certainty: 'likely', many: true } : undefined;
}

/** What else stands under these is a text. */
const NAME = /^[\w.$[\]-]{3,80}$/;

const PAIR_NAME = /^(?:name|key|field|header|variable|param|parameter|option)$/i;
const PAIR_VALUE = /^(?:value|val|content|text|data|string|stringValue|default_?value)$/i;

/** Whether an object says of a member what it may hold, and holds no secret itself. */
function isSchema(text: string, members: readonly JsonMember[]): boolean {
  return members.some(({ name, value }) => {
    if (name === 'type') return TYPES.test(text.slice(value.start, value.end));
    return /^(?:description|\$ref|properties|enum|required|schema|items|in|context)$/.test(name);
  });
}

const TYPES = /^(?:\[.*|string|number|integer|boolean|object|array|null|http|apiKey|oauth2)$/s;

/** Whether a path is that of what an error says of a parameter. */
function isParameter(path: readonly string[]): boolean {
  const at = path.lastIndexOf('params');
  const below = path.length - at;
  return (
    at > 0 &&
    path[at - 1] === 'data' &&
    (below === 2 || (below === 3 && /^\d+$/.test(path.at(-1) ?? '')))
  );
}

function isHeaderField(items: readonly JsonNode[]): boolean {
  return items.length === 2 && items.every(({ kind }) => kind === 'string');
}
