/** A text of JSON as a tree that knows where each value stands, so that one can be replaced and all else stays. */

import type { Budget } from './budget.ts';

export interface JsonNode {
  readonly kind: 'string' | 'plain' | 'list' | 'object';
  /** Without the quotation marks of a string. */
  readonly start: number;
  readonly end: number;
  /** Members of a list have numbers as names. */
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  /** The name, free of escapes. */
  readonly name: string;
  readonly value: JsonNode;
}

const DEEPEST = 200;
/** Later values are searched as text. */
const MOST_NODES = 250_000;
/** An object, or a list of objects, lists or texts. */
const START = /\{\s{0,400}"|\[\s{0,400}(?:["[{]|\d{1,20}\s{0,9},\s{0,400}["[{])/g;

interface State {
  readonly text: string;
  /** Number of values that may still become nodes. */
  left: number;
}

/** Finds the trees in a text. A tree may be cut. */
export function jsonTreesIn(text: string, budget: Budget): readonly JsonNode[] {
  const trees: JsonNode[] = [];
  const state: State = { text, left: MOST_NODES };
  START.lastIndex = 0;
  for (let match = START.exec(text); match !== null && state.left > 0; match = START.exec(text)) {
    let at = match.index + 1;
    const tree = nodeAt(state, match.index, 0);
    if (tree && tree.end > at && !isIndex(text, tree)) {
      trees.push(tree);
      budget.spend(tree.end - match.index);
      at = Math.max(at, tree.end);
    }
    START.lastIndex = at;
  }
  return trees;
}

/** `["password"]` in code and in dumps is what a value is called. */
function isIndex(text: string, { kind, start, members }: JsonNode): boolean {
  if (kind !== 'list') return false;
  return (
    /[\w\])]/.test(text[start - 1] ?? '') ||
    (members.length < 2 && members[0]?.value.kind === 'string')
  );
}

/** In a query, a blank may be a plus. */
const BLANKS = /[\s+]*/y;
const PLAIN = /[\w.+-]{1,400}/y;

function skip(text: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.test(text);
  return Math.max(from, BLANKS.lastIndex);
}

function nodeAt(state: State, at: number, depth: number): JsonNode | undefined {
  const { text } = state;
  if (state.left <= 0 || depth > DEEPEST) return undefined;
  state.left -= 1;
  if (text[at] === '"') {
    return { kind: 'string', start: at + 1, end: endOfString(text, at + 1), members: [] };
  }
  if (text[at] === '{') return containerAt(state, 'object', at, depth);
  if (text[at] === '[') return containerAt(state, 'list', at, depth);
  PLAIN.lastIndex = at;
  return PLAIN.test(text)
    ? { kind: 'plain', start: at, end: PLAIN.lastIndex, members: [] }
    : undefined;
}

function containerAt(
  state: State,
  kind: 'object' | 'list',
  start: number,
  depth: number,
): JsonNode {
  const { text } = state;
  const members: JsonMember[] = [];
  let at = skip(text, start + 1);
  for (;;) {
    let name = String(members.length);
    let from = at;
    if (kind === 'object') {
      if (text[at] !== '"') break;
      const nameEnd = endOfString(text, at + 1);
      const colon = skip(text, nameEnd + 1);
      if (text[colon] !== ':') break;
      name = fromJson(text.slice(at + 1, nameEnd));
      from = skip(text, colon + 1);
    }
    const value = nodeAt(state, from, depth + 1);
    if (value === undefined) break;
    members.push({ name, value });
    at = skip(text, value.kind === 'string' ? value.end + 1 : value.end);
    if (text[at] !== ',') break;
    at = skip(text, at + 1);
  }
  const isClosed = text[at] === (kind === 'object' ? '}' : ']');
  return { kind, start, end: isClosed ? at + 1 : at, members };
}

function endOfString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at;
    if (unit === 0x5c) at += 1;
  }
  return text.length;
}

/** Decodes a string of JSON. */
export function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
