import { parseAst } from 'rolldown/parseAst';
import { ERRORS, type ErrorCode, isObject } from '../src/model/index.ts';

/** A message in the source, with `…` for what is filled in. */
interface SourceMessage {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/**
 * Messages of the errors that a source file makes, where the code and the message are written in place. A name stands for
 * its only constant text in the file.
 */
export function messagesIn(source: string): readonly SourceMessage[] {
  const constants = new Map<string, string | undefined>();
  const made: (readonly unknown[])[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (!isObject(node)) return;
    if (node.type === 'VariableDeclarator' && isObject(node.id)) {
      const name = String(node.id.name);
      constants.set(name, constants.has(name) ? undefined : textOf(node.init));
    }
    if (node.type === 'NewExpression' && isObject(node.callee) && Array.isArray(node.arguments)) {
      if (node.callee.name === 'TouchstoneError') made.push(node.arguments);
    }
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseAst(source, { lang: 'ts' }));
  const text = (node: unknown) =>
    isObject(node) && node.type === 'Identifier' ? constants.get(String(node.name)) : textOf(node);
  return made.flatMap(([codeNode, messageNode, hintNode]) => {
    const [code, message, hint] = [text(codeNode), text(messageNode), text(hintNode)];
    if (code === undefined || message === undefined) return [];
    return [{ code, message, ...(hint === undefined ? {} : { hint }) }];
  });
}

/** The text of a literal or a template. A template of nothing but values has none. */
function textOf(node: unknown): string | undefined {
  if (!isObject(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  const parts = node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked);
  return parts.some((part) => /\w{3}/.test(part)) ? parts.join('…') : undefined;
}

/**
 * Pages of `docs/errors`: all codes, and the messages of each.
 * @param sources texts of the source files
 * @returns texts by file name
 */
export function errorPages(sources: readonly string[]): ReadonlyMap<string, string> {
  const messages = sources.flatMap(messagesIn);
  return new Map([
    ['README.md', INDEX],
    ...Object.entries(ERRORS).map(([code, error]): [string, string] => {
      const own = messages.filter((one) => one.code === code);
      const lines = own.map(({ message, hint }) => {
        const what = `- ${codeSpan(message)}`;
        return hint === undefined ? what : `${what} → ${hint}`;
      });
      const listed = [...new Set(lines)].sort();
      const list =
        listed.length === 0
          ? []
          : [
              'Messages, with `…` for what differs, and the hint where it is fixed:',
              '',
              ...listed,
              '',
            ];
      const text = [
        `# \`${code}\``,
        '',
        `Meaning: ${error.meaning}.`,
        '',
        `Remedy: ${error.remedy}.`,
      ];
      return [`${code}.md`, [...text, '', ...list].join('\n')];
    }),
  ]);
}

function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}

const codes = Object.entries<(typeof ERRORS)[ErrorCode]>(ERRORS);

const INDEX = [
  '# Errors',
  '',
  'An error of Touchstone is never a finding. It has a code, a message, and a hint after the arrow. The command exits with 2.',
  'The page of a code has those of its messages that are fixed texts. `npm run docs:errors` writes these pages.',
  '',
  '| code | meaning | remedy |',
  '|---|---|---|',
  ...codes.map(
    ([code, { meaning, remedy }]) => `| [\`${code}\`](${code}.md) | ${meaning} | ${remedy} |`,
  ),
  '',
].join('\n');
