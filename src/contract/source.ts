import { readFileSync } from 'node:fs';
import { type Document, isNode, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { TouchstoneError } from '../errors.ts';

/** A file of data with the places of its values, so that a complaint can name the line. */
export interface Source {
  readonly file: string;
  readonly value: unknown;
  /** Line (from 1) of the value at a path; of the nearest value above it where there is none. */
  lineOf(path: readonly (string | number)[]): number;
}

/** What reads a file's text; a parameter so that profiles can come from anywhere. */
export type Kind = 'contract-broken' | 'profile-invalid';

/**
 * Parses YAML 1.2, of which JSON is a part.
 * @throws TouchstoneError of the given kind, with file and line, where the text is not YAML.
 */
export function parseSource(text: string, file: string, kind: Kind): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [error] = document.errors;
  if (error) {
    const { line } = lines.linePos(error.pos[0]);
    const [reason] = error.message.split('\n');
    throw new TouchstoneError(kind, `${file}:${line}: ${reason}`, 'mend the file at that line');
  }
  const lost = lostAlias(document);
  if (lost !== undefined) {
    // Its name is left out: whoever forgot quotes may have written a secret there.
    const reason = 'an alias (a word after an asterisk) names nothing that stands before it';
    const { line } = lines.linePos(lost);
    throw new TouchstoneError(kind, `${file}:${line}: ${reason}`, 'put the text into quotes');
  }
  return {
    file,
    value: document.toJS(),
    lineOf(path) {
      for (let depth = path.length; depth >= 0; depth--) {
        const node: unknown = document.getIn(path.slice(0, depth), true);
        if (isNode(node) && hasRange(node)) return lines.linePos(node.range[0]).line;
      }
      return 1;
    },
  };
}

/** Where an alias stands that cannot be resolved: the parser leaves that to whoever reads the value. */
function lostAlias(document: Document): number | undefined {
  let lost: number | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      lost = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return lost;
}

function hasRange(node: Node): node is Node & { range: [number, number, number] } {
  return Array.isArray(node.range);
}

/** Reads and parses one file of the contract. @throws TouchstoneError 'contract-broken' */
export function readSource(path: string, file: string): Source {
  return parseSource(readText(path, file), file, 'contract-broken');
}

/** @throws TouchstoneError 'contract-broken' */
export function readText(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new TouchstoneError(
      'contract-broken',
      `${file}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      'restore the file; the contract is not complete without it',
      { cause: error },
    );
  }
}
