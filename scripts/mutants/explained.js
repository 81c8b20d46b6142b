// Mutants that are missed for a reason, read from explained.yaml.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * @returns a function that gives the entry for a mutant, or undefined. An entry stands for a mutant of its `file` whose
 * line has the text of `line`, that puts `to` in place of `from`, whose text before matches the regular expression
 * `changes`, and whose line matches that of `where`, in which `{from}` is the text before, where it gives these.
 */
export function explainer() {
  const text = readFileSync(new URL('./explained.yaml', import.meta.url), 'utf8');
  const entries = parse(text) ?? [];
  return ({ file, context, source, replacement }) =>
    entries.find(
      (entry) =>
        (entry.file === undefined || file === `src/reference/${entry.file}`) &&
        (entry.line === undefined || context.includes(entry.line)) &&
        (entry.from === undefined || oneLine(source) === entry.from) &&
        (entry.changes === undefined || new RegExp(entry.changes).test(oneLine(source))) &&
        (entry.where === undefined || placeOf(entry.where, source).test(context)) &&
        (entry.to === undefined || replacement === entry.to),
    );
}

function placeOf(where, source) {
  const quoted = oneLine(source).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(where.replaceAll('{from}', () => quoted));
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ');
}
