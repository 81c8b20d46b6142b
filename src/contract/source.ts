import { type Document, isAlias, isNode, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { readFile } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';

/** A data file with the places of its values, so that errors can name a line. */
export interface SourceFile {
  readonly file: string;
  readonly value: unknown;
  /** Line (from 1) of the value at a path, or of the nearest existing parent. */
  lineOf(path: readonly (string | number)[]): number;
}

/** The reader of a file's text, as a parameter: profiles come from anywhere. */
export type SourceKind =
  | 'contract-broken'
  | 'profile-invalid'
  | 'baseline-invalid'
  | 'corpus-invalid';

/**
 * Parses YAML 1.2, which includes JSON.
 *
 * @throws TouchstoneError of the given kind, with file and line, if the text is not YAML
 */
export function parseSource(text: string, file: string, kind: SourceKind): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [error] = document.errors;
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    const [first = ''] = error.message.split('\n');
    // The line comes first in the message.
    const reason = first.replace(/ at line \d+, column \d+:$/, '');
    throw new TouchstoneError(kind, `${file}:${line}: ${reason}`, 'mend the file at that line');
  }
  const bad = badAlias(document);
  if (bad !== undefined) {
    const { line } = lines.linePos(bad.at);
    throw new TouchstoneError(kind, `${file}:${line}: ${bad.reason}`, bad.hint);
  }
  return {
    file,
    // Bounded above, with a line number in the error.
    value: document.toJS({ maxAliasCount: -1 }),
    lineOf(path) {
      for (let depth = path.length; depth >= 0; depth--) {
        const node: unknown = document.getIn(path.slice(0, depth), true);
        if (isNode(node) && hasRange(node)) return lines.linePos(node.range[0]).line;
      }
      return 1;
    },
  };
}

interface BadAlias {
  readonly at: number;
  readonly reason: string;
  readonly hint: string;
}

/** Maximum number of nodes after expanding aliases; packaged files have far fewer. */
const MOST_NODES = 100_000;

/**
 * The first alias that cannot be resolved, contains itself, or makes the value too large; undefined if there is no such
 * alias.
 */
function badAlias(document: Document): BadAlias | undefined {
  let bad: BadAlias | undefined;
  // Expanded size of each anchored node. An anchor precedes its aliases.
  const sizes = new Map<unknown, number>();
  let total = 0;
  visit(document, {
    Alias(_, alias, path) {
      const node = alias.resolve(document);
      const size = node && sizeOf(node, document, sizes);
      total += size ?? 0;
      const why = !node
        ? NOWHERE
        : path.includes(node)
          ? RECURSIVE
          : total > MOST_NODES
            ? EXPLODING
            : undefined;
      if (!why) return undefined;
      bad = { at: alias.range?.[0] ?? 0, ...why };
      return visit.BREAK;
    },
  });
  return bad;
}

// Without the name of the alias: unquoted, it could be a secret.
const NOWHERE = {
  reason: 'an alias (a word after an asterisk) names nothing that stands before it',
  hint: 'put the text into quotes',
};
const RECURSIVE = {
  reason: 'an alias (a word after an asterisk) stands inside of what it names',
  hint: 'write the value out instead',
};
const EXPLODING = {
  reason: `the aliases up to here stand for more than ${MOST_NODES} values`,
  hint: 'write the values out instead of nesting aliases',
};

/** Number of nodes after expanding aliases; stops counting at the bound. */
function sizeOf(node: Node, document: Document, sizes: Map<unknown, number>): number {
  const known = sizes.get(node);
  if (known !== undefined) return known;
  // An alias inside itself counts as one.
  sizes.set(node, 1);
  let size = 0;
  visit(node, {
    Node(_, inner) {
      const target = isAlias(inner) ? inner.resolve(document) : undefined;
      size += target ? sizeOf(target, document, sizes) : 1;
      return size > MOST_NODES ? visit.BREAK : undefined;
    },
  });
  sizes.set(node, size);
  return size;
}

function hasRange(node: Node): node is Node & { range: [number, number, number] } {
  return Array.isArray(node.range);
}

/** @throws TouchstoneError 'contract-broken' */
export function readSource(path: string, file: string): SourceFile {
  return parseSource(readText(path, file), file, 'contract-broken');
}

/** @throws TouchstoneError 'contract-broken' */
export function readText(
  path: string,
  file: string,
  hint = 'restore the file; the contract is not complete without it',
): string {
  try {
    return readFile(path).toString();
  } catch (error) {
    throw new TouchstoneError(
      'contract-broken',
      `${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      hint,
      { cause: error },
    );
  }
}
