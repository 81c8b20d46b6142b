import { parseArgs } from 'node:util';

/** The command line of a script, as `parseArgs` reads it. A mistake is one line, and exit code 2. */
export function given(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const names = Object.keys(config.options).map((name) => `--${name}`);
    const [mistake] = error.message.split('. ');
    process.stderr.write(`${mistake}; there is ${names.join(', ')}\n`);
    process.exit(2);
  }
}
