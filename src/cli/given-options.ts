/** Reads a command line that the parser refused. */

import type { Command, Option } from 'commander';
import type { Invocation } from './error-report.ts';

/** The command, and what is known of its options and arguments; values are as they were written. */
export function givenIn(program: Command, words: readonly string[]): Invocation {
  let command = program;
  const options: { [name: string]: unknown } = {};
  const args: string[] = [];
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined && word !== '--'; word = rest.shift()) {
    const [name = '', ...value] = word.split('=');
    const option = command.options.find(({ short, long }) => name === short || name === long);
    if (option !== undefined) {
      const given = value.length > 0 ? value.join('=') : writtenValue(option, rest);
      options[option.attributeName()] = given;
      continue;
    }
    const below = command.commands.find((one) => one.name() === word);
    if (below !== undefined) command = below;
    else if (!word.startsWith('-')) args.push(word);
  }
  return { command: command.name(), options, args };
}

function writtenValue(option: Option, rest: string[]): unknown {
  if (!option.required && !option.optional) return !option.negate;
  return rest.shift();
}
