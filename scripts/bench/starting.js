// The start of the command line, next to a Node that does nothing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleaved } from './measure.js';

const BIN = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));

export async function measure({ rounds }) {
  const run =
    (...words) =>
    () => {
      const started = performance.now();
      const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return { ms: performance.now() - started };
    };
  const { node, help } = await interleaved(
    { node: run('-e', '0'), help: run(BIN, '--help') },
    2 * rounds,
  );
  return [
    {
      what: 'touchstone --help',
      value: help.ms.median,
      unit: 'ms',
      spread: help.ms.spread,
      beside: 'node -e 0',
      ratio: help.ms.median / node.ms.median,
      goal: { figure: 'ratio', most: 1.4 },
    },
  ];
}
