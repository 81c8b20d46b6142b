/** A text of JSON as a tree that knows where each value stands, so that one can be replaced and all else stays. */

import { isEscaped } from '../content.ts';
import { fromJson } from './members.ts';

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
  readonly name: string;
  readonly value: JsonNode;
}

const DEEPEST = 200;
/** Longer texts are looked through as texts alone. In characters. */
const LONGEST = 8 * 1024 * 1024;
/** What comes after so many values is looked through as a text alone. */
const MOST_NODES = 200_000;

/** How many values may still become nodes. */
interface Budget {
  left: number;
}

/**
 * As much of the tree as there is; none where a text is no JSON. What comes after the value is left out, but for lines that
 * are JSON themselves, as logs and streams of events have them.
 */
export function jsonTreesIn(text: string): readonly JsonNode[] {
  if (text.length > LONGEST) return [];
  const budget: Budget = { left: MOST_NODES };
  const trees: JsonNode[] = [];
  const start = skip(text, 0);
  const whole = treeAt(text, start, budget);
  if (whole) trees.push(whole);
  LINE.lastIndex = whole?.end ?? start;
  while (LINE.test(text)) {
    const tree = treeAt(text, LINE.lastIndex, budget);
    if (tree === undefined) break;
    trees.push(tree);
    LINE.lastIndex = tree.end;
  }
  return trees;
}

const LINE = /(?<=^|\n)(?:data:[^\S\r\n]*)?(?=[[{])/g;

function treeAt(text: string, at: number, budget: Budget): JsonNode | undefined {
  return text[at] === '{' || text[at] === '[' ? nodeAt(text, at, 0, budget) : undefined;
}

function skip(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09 && unit !== 0xfeff) break;
  }
  return at;
}

function nodeAt(text: string, at: number, depth: number, budget: Budget): JsonNode | undefined {
  if (budget.left <= 0) return undefined;
  budget.left -= 1;
  switch (text[at]) {
    case '"': {
      return { kind: 'string', start: at + 1, end: endOfString(text, at + 1) };
    }
    case '{':
      return depth > DEEPEST ? undefined : objectAt(text, at, depth, budget);
    case '[':
      return depth > DEEPEST ? undefined : listAt(text, at, depth, budget);
    default: {
      PLAIN.lastIndex = at;
      return PLAIN.test(text) ? { kind: 'plain', start: at, end: PLAIN.lastIndex } : undefined;
    }
  }
}

const PLAIN = /[\w.+-]+/y;

function objectAt(text: string, start: number, depth: number, budget: Budget): JsonNode {
  const members: JsonMember[] = [];
  let at = skip(text, start + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at + 1);
    const colon = skip(text, nameEnd + 1);
    if (text[colon] !== ':') break;
    const value = nodeAt(text, skip(text, colon + 1), depth + 1, budget);
    if (value === undefined) break;
    members.push({ name: fromJson(text.slice(at + 1, nameEnd)), value });
    at = skip(text, after(value));
    if (text[at] !== ',') break;
    at = skip(text, at + 1);
  }
  return { kind: 'object', start, end: text[at] === '}' ? at + 1 : at, members };
}

function listAt(text: string, start: number, depth: number, budget: Budget): JsonNode {
  const items: JsonNode[] = [];
  let at = skip(text, start + 1);
  for (;;) {
    const item = nodeAt(text, at, depth + 1, budget);
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
  let at = text.indexOf('"', from);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}
