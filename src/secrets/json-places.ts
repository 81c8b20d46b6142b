/** Secrets in trees of JSON, by the names of members and what they stand in. */

import type { Budget } from './budget.ts';
import { isComplaints, readsAsComplaint } from './complaint.ts';
import { isLabel, isSecretValue, isUnguessable, looksSecret } from './guessing.ts';
import { type ImpliedSecret, impliedSecrets, isKey, SECRET_NAME, weaker } from './json-objects.ts';
import { fromJson, type JsonMember, type JsonNode, jsonTreesIn } from './json-tree.ts';
import { type Certainty, certaintyOf, isCapability, isMany, isValueName } from './names.ts';
import { secretParts } from './parts.ts';
import type { Place, TextSpan } from './place.ts';
import { type MemberRules, NO_MEMBERS } from './rules.ts';

export interface JsonPlaces {
  readonly found: readonly Place[];
  /** What somebody's own rules say is no secret. */
  readonly kept: readonly TextSpan[];
  /** Where the trees stand. */
  readonly trees: readonly TextSpan[];
  /** Their texts that are no secrets as a whole, and may have some in them. */
  readonly texts: readonly NamedText[];
}

export interface NamedText extends TextSpan {
  readonly name: string;
}

/** What a value stands in: the nearest name that says that it holds a secret. */
interface Inside {
  readonly certainty: Certainty;
  readonly many: boolean;
}

/** The secrets in the trees of JSON that a text has. */
export function jsonPlaces(
  text: string,
  budget: Budget,
  rules: MemberRules = NO_MEMBERS,
): JsonPlaces {
  const trees = jsonTreesIn(text, budget);
  const found: Place[] = [];
  const kept: TextSpan[] = [];
  const texts: NamedText[] = [];
  // One for all: a copy for each of thousands of values takes more room than the values.
  const path: string[] = [];
  let publicKey = false;
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
    const within = rules.redact(path) ? ASKED : inside;
    if (node.kind === 'object') walkMembers(node.members, within);
    else if (node.kind === 'list') {
      walkNeighbours(node.items);
      for (const [index, item] of node.items.entries()) below(String(index), item, within);
    } else {
      const secret = walkValue(node, path, within);
      if (node.kind === 'string' && !secret) {
        const name = path.findLast((each) => !/^\d+$/.test(each)) ?? '';
        texts.push({ start: node.start, end: node.end, name: publicKey ? 'public' : name });
        for (const place of linkParts(text, node, path.at(-1) ?? '')) {
          budget.place();
          found.push(place);
        }
      }
    }
  };
  const walkMembers = (members: readonly JsonMember[], outer: Inside | undefined) => {
    publicKey = isKey(members);
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
  /** A header field as a pair, and an option of a command with its value after it. */
  const walkNeighbours = (items: readonly JsonNode[]) => {
    for (let at = 0; at + 1 < items.length; at += 1) {
      const field = neighbourIn(text, items[at], items[at + 1], items.length === 2, path);
      if (field) {
        const inside = { certainty: field.certainty, many: false };
        walkValue(field.node, [...path, field.called], inside);
      }
    }
  };
  const walkValue = (
    node: JsonNode,
    path: readonly string[],
    inside: Inside | undefined,
  ): boolean => {
    if (inside === undefined || node.kind === 'list' || node.kind === 'object') return false;
    const raw = text.slice(node.start, node.end);
    if (node.kind === 'plain') {
      if (inside === ASKED || isSecretNumber(inside, path.at(-1) ?? '', raw)) {
        budget.place();
        found.push({ value: raw, start: node.start, end: node.end, quoted: true });
      }
      return false;
    }
    const name = path.findLast((each) => certaintyOf(each) !== undefined) ?? '';
    let secret = false;
    for (const [from, to] of secretParts(name, raw)) {
      const value = fromJson(raw.slice(from, to));
      if (!isSecretValue(inside.certainty, value) || isLabel(value, path.at(-1) ?? '')) continue;
      const isItem = /^\d+$/.test(path.at(-1) ?? '');
      const complaint = (isItem || isParameter(path)) && readsAsComplaint(name, value);
      secret = true;
      budget.place();
      const [start, end] = [node.start + from, node.start + to];
      found.push({ value, start, end, ...(complaint && { complaint }) });
    }
    return secret;
  };
  for (const tree of trees) walk(tree, undefined);
  return { found, kept, trees, texts };
}

/** The part of an address that lets in whoever has it: `{"magic_link": "https://…/…"}`. */
function linkParts(text: string, { start, end }: JsonNode, name: string): readonly Place[] {
  const link = end - start < LONGEST_LINK ? text.slice(start, end) : '';
  if (!/^https?:/.test(link) || !isCapability(name.replace(/_?(?:link|ur[il])$/i, ''))) return [];
  return [...link.matchAll(/(?<=[/=])[\w.~-]{16,200}(?=[&?#]|$)/g)].flatMap(
    ({ 0: value, index }) =>
      isUnguessable(value)
        ? [{ value, start: start + index, end: start + index + value.length }]
        : [],
  );
}

const LONGEST_LINK = 2000;

/** Returns true if a number is a code, or a password of digits; ids are numbers of another sort, and what is many is counted. */
function isSecretNumber({ certainty, many }: Inside, name: string, raw: string): boolean {
  if (certainty === 'code') return /^\d{4,}$/.test(raw);
  const isSure = certainty === 'certain' || /^(?:access_?|auth_?)?token$/i.test(name);
  return isSure && !many && !/id$/i.test(name) && /^\d{6,}$/.test(raw);
}

/** What a schema has as its default may be a word, or a description. */
const VAGUE: Inside = { certainty: 'vague', many: true };

const ASKED: Inside = { certainty: 'certain', many: true };

function insideOf(name: string, outer: Inside | undefined, container = ''): Inside | undefined {
  if (outer === ASKED) return ASKED;
  // `{"mfa": {"code": …}}` is a `mfa_code`.
  const own =
    (/^(?:code|key|salt)$/i.test(name) ? certaintyOf(`${container}_${name}`) : undefined) ??
    certaintyOf(name);
  if (own !== undefined || isMany(name)) return { certainty: own ?? 'likely', many: isMany(name) };
  if (outer === undefined) return undefined;
  if (isValueName(name)) return outer;
  return outer.many ? { certainty: 'likely', many: true } : undefined;
}

/** In these, two texts are a name and its value, whatever the value looks like. */
const FIELDS = /headers?$|params?$|parameters|query|form|cookies|env|variables/i;

/** Returns true if an object says of a member what it may hold, and holds no secret itself. */
function isSchema(text: string, members: readonly JsonMember[]): boolean {
  return members.some(({ name, value }) => {
    if (name === 'type') return TYPES.test(text.slice(value.start, value.end));
    return /^(?:description|\$ref|properties|enum|required|schema|items|in|context)$/.test(name);
  });
}

const TYPES = /^(?:\[.*|string|number|integer|boolean|object|array|null|http|apiKey|oauth2)$/s;

/** Returns true if a path is that of what an error says of a parameter. */
function isParameter(path: readonly string[]): boolean {
  const at = path.findLastIndex((each, index) => isComplaints(each, path[index - 1]));
  const below = path.length - at;
  return at >= 0 && (below === 2 || (below === 3 && /^\d+$/.test(path.at(-1) ?? '')));
}

/** The secret that the second of two texts is by the first. */
function neighbourIn(
  text: string,
  name: JsonNode | undefined,
  value: JsonNode | undefined,
  isPair: boolean,
  path: readonly string[],
): ImpliedSecret | undefined {
  if (name?.kind !== 'string' || value?.kind !== 'string') return undefined;
  if (name.end - name.start > LONGEST_NAME) return undefined;
  const called = fromJson(text.slice(name.start, name.end));
  const certainty = SECRET_NAME.test(called) ? certaintyOf(called) : undefined;
  if (!certainty) return undefined;
  const said = fromJson(text.slice(value.start, value.end));
  // Two names are a list of names, such as `required` of a schema.
  if (certaintyOf(said) !== undefined) return undefined;
  const inFields = path.some((each) => FIELDS.test(each));
  if (inFields && (isPair || /^[A-Z-]|^-/.test(called))) return { node: value, called, certainty };
  const isOption = /^--/.test(called) && certainty === 'certain' && !/^[-/]/.test(said);
  if (!isPair && !isOption && !looksSecret(said, 8)) return undefined;
  if (isOption) return { node: value, called, certainty };
  return { node: value, called, certainty: weaker(certainty) };
}

const LONGEST_NAME = 80;
