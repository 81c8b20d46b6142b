import type { Command } from 'commander';
import { TouchstoneError } from '../model/index.ts';

/** Options by attribute name, each with the options that it needs. One of these is enough. */
type Needs = { readonly [option: string]: RegExp };

/** Without `--openapi`, the target would be another one than the user means. */
const OF_ANY: Needs = { url: /^openapi$/, allowFetch: /^openapi$/ };

const all = (options: readonly string[], need: RegExp): Needs =>
  Object.fromEntries(options.map((option) => [option, need]));

const OF_COMMAND: { readonly [command: string]: Needs } = {
  record: { tlsCert: /^tlsKey$/, tlsKey: /^tlsCert$/ },
  replay: {
    ...all(['port', 'policy', 'delays', 'rewriteUrls', 'cors', 'allowHost'], /^serve$/),
    // Each API has its own `--to`.
    ...all(['allowWrites', 'readOnly', 'leaveBehind'], /^to(?:[A-Z]|$)/),
  },
  serve: { reset: /^state$/ },
};

/**
 * Refuses an option that has no effect without another one.
 * @throws TouchstoneError 'usage'
 */
export function refuseIneffective(command: Command): void {
  const options = command.options.map((one) => one.attributeName());
  const isGiven = (option: string) => command.getOptionValueSource(option) === 'cli';
  const long = (option: string) =>
    command.options.find((one) => one.attributeName() === option)?.long ?? option;
  for (const [option, need] of Object.entries({ ...OF_ANY, ...OF_COMMAND[command.name()] })) {
    const needed = options.filter((one) => need.test(one));
    if (!isGiven(option) || needed.some(isGiven)) continue;
    const others = needed.map(long).join(' or ');
    throw new TouchstoneError(
      'usage',
      `${long(option)} needs ${others}`,
      `add ${others}, or leave out ${long(option)}`,
    );
  }
}
