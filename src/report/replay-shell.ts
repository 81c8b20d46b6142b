/** Parts of scripts in bash. */

import { type Capture, capturesIn } from './replay.ts';

export const SHEBANG = '#!/usr/bin/env bash';

/** Prints the value of a JSON Pointer in the JSON answer on standard input; nothing if it is missing. */
export const READER = [
  'let text = require("fs").readFileSync(0, "utf8");',
  'while (text.startsWith("HTTP/")) text = text.split("\\r\\n\\r\\n").slice(1).join("\\r\\n\\r\\n");',
  'let value; try { value = JSON.parse(text); } catch {}',
  'for (const token of process.argv[1].split("/").slice(1))',
  'value = value?.[token.replaceAll("~1", "/").replaceAll("~0", "~")];',
  'process.stdout.write(String(value ?? ""));',
].join(' ');

/** The line with variables in place of markers, inside any quotes. */
export function withVariables(line: string, captures: readonly Capture[]): string {
  if (capturesIn(line, captures).length === 0) return line;
  let result = '';
  let quote: 'none' | 'single' | 'dollar' | 'double' = 'none';
  for (let at = 0; at < line.length; at += 1) {
    const found = captures.find(({ marker }) => line.startsWith(marker, at));
    if (found !== undefined) {
      result += INSTEAD[quote](found.variable);
      at += found.marker.length - 1;
      continue;
    }
    const letter = line.charAt(at);
    result += letter;
    if (letter === '\\' && quote !== 'single') {
      at += 1;
      result += line.charAt(at);
    } else if (letter === "'" && quote === 'none') {
      quote = line.charAt(at - 1) === '$' ? 'dollar' : 'single';
    } else if (letter === "'" && (quote === 'single' || quote === 'dollar')) {
      quote = 'none';
    } else if (letter === '"' && (quote === 'none' || quote === 'double')) {
      quote = quote === 'none' ? 'double' : 'none';
    }
  }
  return result;
}

const INSTEAD = {
  none: (name: string) => `"$${name}"`,
  single: (name: string) => `'"$${name}"'`,
  dollar: (name: string) => `'"$${name}"$'`,
  double: (name: string) => `\${${name}}`,
};
