/** Secrets in JSON, by the names of members and what they stand in. */

import { type Certainty, certaintyOf, isMany, isSecretValue, isValueName } from './certainty.ts';
import { isComplaints, readsAsComplaint } from './complaint.ts';
import type { TextSpan } from './formats.ts';
import { type ImpliedSecret, impliedSecrets, isKey, SECRET_NAME, weaker } from './json-objects.ts';
import { type JsonMember, type JsonNode, jsonTreesIn } from './json-tree.ts';
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
  const trees = jsonTreesIn(text);
  if (trees.length === 0) return NONE;
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
      if (isHeaderField(node.items)) walkField(node.items);
      for (const [index, item] of node.items.entries()) {
        below(String(index), item, asked ? ASKED : inside);
      }
    } else {
      walkValue(node, path, asked ? ASKED : inside);
    }
  };
  const walkMembers = (members: readonly JsonMember[], outer: Inside | undefined) => {
    const isAbout = isSchema(text, members);
    const inside = isAbout || isKey(members) ? undefined : outer;
    if (isAbout && outer !== undefined) {
      for (const { name, value } of members)
        if (/^default$/i.test(name)) walkValue(value, path, VAGUE);
    }
    for (const { node, called, certainty } of impliedSecrets(text, members)) {
      walkValue(node, [...path, called], { certainty, many: false });
    }
    for (const { name, value } of members) below(name, value, insideOf(name, inside, path.at(-1)));
  };
  const walkField = (items: readonly JsonNode[]) => {
    const field = fieldIn(text, items, path);
    if (field) {
      walkValue(field.node, [...path, field.called], { certainty: field.certainty, many: false });
    }
  };
  const walkValue = (node: JsonNode, path: readonly string[], inside: Inside | undefined) => {
    const raw = text.slice(node.start, node.end);
    if (node.kind === 'string' && raw.includes('\\') && /^\s*[[{]/.test(raw)) escaped.push(node);
    if (inside === undefined) return;
    if (node.kind === 'plain') {
      if (inside === ASKED || isSecretNumber(inside, path.at(-1) ?? '', raw)) {
        found.push({ value: raw, start: node.start, end: node.end, quoted: true });
      }
      return;
    }
    const name = path.findLast((each) => certaintyOf(each) !== undefined) ?? '';
    for (const [from, to] of secretParts(name, raw)) {
      const value = fromJson(raw.slice(from, to));
      if (!isSecretValue(inside.certainty, value)) continue;
      const complaint = isParameter(path) && readsAsComplaint(name, value);
      found.push({
        value,
        start: node.start + from,
        end: node.start + to,
        ...(complaint && { complaint }),
      });
    }
  };
  for (const tree of trees) walk(tree, undefined);
  return { found, kept, escaped };
}

/** Whether a number is a code, or a password of digits; ids are numbers of another sort, and what is many is counted. */
function isSecretNumber({ certainty, many }: Inside, name: string, raw: string): boolean {
  if (certainty === 'code') return /^\d{4,}$/.test(raw);
  return certainty === 'certain' && !many && !/id$/i.test(name) && /^\d{6,}$/.test(raw);
}

/** What a schema has as its default may be a word, or a description. */
const VAGUE: Inside = { certainty: 'vague', many: true };

const ASKED: Inside = { certainty: 'certain', many: true };

function insideOf(name: string, outer: Inside | undefined, container = ''): Inside | undefined {
  if (outer === ASKED) return ASKED;
  // `{"mfa": {"code": …}}` is a `mfa_code`.
  const own =
    (/^(?:code|key)$/i.test(name) ? certaintyOf(`${container}_${name}`) : undefined) ??
    certaintyOf(name);
  if (own !== undefined || isMany(name)) return { certainty: own ?? 'likely', many: isMany(name) };
  if (outer === undefined) return undefined;
  if (isValueName(name)) return outer;
  return outer.many ? { certainty: 'likely', many: true } : undefined;
}

/** In these, two texts are a name and its value, whatever the value looks like. */
const FIELDS = /headers?$|params?$|parameters|query|form|cookies|env|variables/i;

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
  const at = path.findLastIndex((each, index) => isComplaints(each, path[index - 1]));
  const below = path.length - at;
  return at >= 0 && (below === 2 || (below === 3 && /^\d+$/.test(path.at(-1) ?? '')));
}

/** The secret that two texts are by the first of them: a field of a header, say. */
function fieldIn(
  text: string,
  [name, value]: readonly JsonNode[],
  path: readonly string[],
): ImpliedSecret | undefined {
  if (!name || !value) return undefined;
  const called = fromJson(text.slice(name.start, name.end));
  const certainty = SECRET_NAME.test(called) ? certaintyOf(called) : undefined;
  // Two names are a list of names, such as `required` of a schema.
  const isName = certaintyOf(fromJson(text.slice(value.start, value.end))) !== undefined;
  if (!certainty || isName) return undefined;
  const inFields = path.some((each) => FIELDS.test(each));
  return { node: value, called, certainty: inFields ? certainty : weaker(certainty) };
}

function isHeaderField(items: readonly JsonNode[]): boolean {
  return items.length === 2 && items.every(({ kind }) => kind === 'string');
}
