/** A text of JSON as a tree that knows where each value stands, so that one can be replaced and all else stays. */

import type { Budget } from './budget.ts';

export type JsonNode =
  | { readonly kind: 'string' | 'plain'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'list';
      readonly start: number;
      readonly end: number;
      readonly items: readonly JsonNode[];
    }
  | {
      readonly kind: 'object';
      readonly start: number;
      readonly end: number;
      readonly members: readonly JsonMember[];
    };

export interface JsonMember {
  /** The name, free of escapes. */
  readonly name: string;
  readonly value: JsonNode;
}

const DEEPEST = 200;
/** What comes after so many values is looked through as text. */
const MOST_NODES = 250_000;
/** An object, or a list of objects, lists or texts. */
const START = /\{\s{0,400}"|\[\s{0,400}(?:["[{]|\d{1,20}\s{0,9},\s{0,400}["[{])/g;

/** The trees in a text, whatever stands around them; each as far as it goes. */
export function jsonTreesIn(text: string, budget: Budget): readonly JsonNode[] {
  const trees: JsonNode[] = [];
  const state: State = { text, left: MOST_NODES, lastString: 0, budget };
  let at = 0;
  START.lastIndex = 0;
  for (let match = START.exec(text); match !== null; match = START.exec(text)) {
    at = match.index;
    const tree = nodeAt(state, at, 0);
    if (tree && tree.end > at + 1 && !isIndex(text, tree)) {
      trees.push(tree);
      budget.spend(tree.end - at);
      // A text that was cut, or quoted, may have a whole tree in its last string.
      const again = state.lastString > at ? state.lastString : tree.end;
      at = isClosed(text, tree) ? tree.end : Math.max(at + 1, Math.min(tree.end, again));
    } else at += 1;
    if (state.left <= 0) break;
    START.lastIndex = at;
  }
  return trees;
}

interface State {
  readonly text: string;
  /** How many values may still become nodes. */
  left: number;
  /** Where the string begins that was read last. */
  lastString: number;
  readonly budget: Budget;
}

/** `["password"]` in code and in dumps is what a value is called. */
function isIndex(text: string, tree: JsonNode): boolean {
  if (tree.kind !== 'list') return false;
  return (
    /[\w\])]/.test(text[tree.start - 1] ?? '') ||
    (tree.items.length < 2 && tree.items[0]?.kind === 'string')
  );
}

function isClosed(text: string, { end }: JsonNode): boolean {
  return text[end - 1] === '}' || text[end - 1] === ']';
}

/** In a query, a blank may be a plus. */
function skip(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09 && unit !== 0x2b) break;
  }
  return at;
}

function nodeAt(state: State, at: number, depth: number): JsonNode | undefined {
  const { text } = state;
  if (state.left <= 0) return undefined;
  state.left -= 1;
  switch (text[at]) {
    case '"': {
      state.lastString = at + 1;
      return { kind: 'string', start: at + 1, end: endOfString(text, at + 1) };
    }
    case '{':
      return depth > DEEPEST ? undefined : objectAt(state, at, depth);
    case '[':
      return depth > DEEPEST ? undefined : listAt(state, at, depth);
    default: {
      PLAIN.lastIndex = at;
      return PLAIN.test(text) ? { kind: 'plain', start: at, end: PLAIN.lastIndex } : undefined;
    }
  }
}

const PLAIN = /[\w.+-]{1,400}/y;

function objectAt(state: State, start: number, depth: number): JsonNode {
  const { text } = state;
  const members: JsonMember[] = [];
  let at = skip(text, start + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at + 1);
    const colon = skip(text, nameEnd + 1);
    state.lastString = at + 1;
    if (text[colon] !== ':') break;
    const value = nodeAt(state, skip(text, colon + 1), depth + 1);
    if (value === undefined) break;
    const name = fromJson(text.slice(at + 1, nameEnd));
    members.push({ name, value });
    at = skip(text, after(value));
    if (text[at] !== ',') break;
    at = skip(text, at + 1);
  }
  return { kind: 'object', start, end: text[at] === '}' ? at + 1 : at, members };
}

function listAt(state: State, start: number, depth: number): JsonNode {
  const { text } = state;
  const items: JsonNode[] = [];
  let at = skip(text, start + 1);
  for (;;) {
    const item = nodeAt(state, at, depth + 1);
    if (item === undefined) break;
    items.push(item);
    at = skip(text, after(item));
    if (text[at] !== ',') break;
    at = skip(text, at + 1);
  }
  return { kind: 'list', start, end: text[at] === ']' ? at + 1 : at, items };
}

/** What follows a value, a string's quotation mark included. */
function after(node: JsonNode): number {
  return node.kind === 'string' ? node.end + 1 : node.end;
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

/** What a string of JSON stands for. */
export function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
