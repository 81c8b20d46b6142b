import type { Command } from 'commander';
import picocolors from 'picocolors';
import { loadContract } from '../contract/contract.ts';
import { type Proof, prove } from '../prove.ts';
import { referenceTarget } from '../target/choose.ts';
import { type Io, wantsColours, writeLine } from './io.ts';

interface Options {
  readonly json?: boolean;
  readonly only?: readonly string[];
  readonly seed?: number;
}

export function proveCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('whether every fault of the reference target is caught and no liberty is flagged')
    .option('--only <prefix...>', 'faults and liberties whose name begins so')
    .option('--seed <n>', 'seed of the generated cases (default: 1)', (text) => Number(text))
    .option('--json', 'print the proof as JSON; all else goes to standard error')
    .addHelpText(
      'after',
      '\nExit codes: 0 all caught, none flagged, nothing collateral; 1 otherwise; 2 it could not be tried.',
    )
    .action(async (options: Options) => exit(await proveAll(options, io)));
}

async function proveAll(options: Options, io: Io): Promise<number> {
  const contract = loadContract();
  const screen = options.json ? io.stderr : io.stdout;
  const colours = picocolors.createColors(wantsColours(screen, io.env));
  const proof = await prove({
    contract,
    targetAt: (urls) => referenceTarget(contract, urls, 'reference'),
    only: options.only ?? [],
    seed: options.seed ?? 1,
    signal: io.signal,
    progress: (done, total) => {
      if (screen.isTTY) screen.write(`\r${done}/${total} `);
    },
  });
  if (screen.isTTY) screen.write('\r\u001b[K');
  if (options.json) io.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
  for (const line of proofLines(proof, colours)) writeLine(screen, line);
  return proof.sound ? 0 : 1;
}

function proofLines(proof: Proof, colours: ReturnType<typeof picocolors.createColors>) {
  const { faults, liberties } = proof.summary;
  const wrong = [
    ...proof.faults
      .filter((fault) => fault.missed.length > 0 || fault.collateral.length > 0)
      .flatMap((fault) => [
        `${colours.red('FAULT')}  ${fault.name}`,
        ...fault.missed.map((id) => `       not caught by ${id}`),
        ...fault.collateral.map((id) => `       caught by ${id}, which it does not list`),
      ]),
    ...proof.liberties
      .filter((liberty) => liberty.flaggedBy.length > 0)
      .flatMap((liberty) => [
        `${colours.red('LIBERTY')}  ${liberty.name}: ${liberty.leaves}`,
        ...liberty.flaggedBy.map((finding) => `         flagged by ${finding}`),
      ]),
  ];
  const width = Math.max(0, ...proof.families.map(({ name }) => name.length));
  const families = proof.families.map(
    ({ name, total, caught }) =>
      `  ${name.padEnd(width)}  ${String(caught).padStart(3)} of ${String(total).padStart(3)} caught`,
  );
  const all = `${faults.caught} of ${faults.total} faults caught, ${liberties.flagged} of ${liberties.total} liberties flagged`;
  return [...wrong, ...families, proof.sound ? colours.green(all) : colours.red(all)];
}
