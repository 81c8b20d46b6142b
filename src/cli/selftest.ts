import type { Command } from 'commander';
import picocolors from 'picocolors';
import { loadContract } from '../contract/contract.ts';
import { isCaught, prove, type SelftestReport } from '../selftest/index.ts';
import { type Io, wantsColours, writeLine } from './io.ts';

interface Options {
  readonly json?: boolean;
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly quick?: boolean;
}

export function selftestCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description(
      'whether every fault of the reference target is caught and no variation is flagged',
    )
    .option('--only <prefix...>', 'faults and variations whose name, or whose family, begins so')
    .option('--quick', 'a part that stands for the whole: some of each family')
    .option('--seed <n>', 'seed of the generated cases (default: 1)', (text) => Number(text))
    .option('--json', 'print the result as JSON; all else goes to standard error')
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
    only: options.only ?? [],
    quick: options.quick ?? false,
    seed: options.seed ?? 1,
    signal: io.signal,
    progress: progressOn(io.stderr),
  });
  if (io.stderr.isTTY) io.stderr.write('\r\u001b[K');
  if (options.json) io.stdout.write(`${JSON.stringify(proof, null, 2)}\n`);
  for (const line of proofLines(proof, colours)) writeLine(screen, line);
  return proof.sound ? 0 : 1;
}

/** Milliseconds between two lines of progress where nothing can be written over. */
const LINE_EVERY_MS = 10_000;

function progressOn(stream: Io['stderr']): (done: number, total: number) => void {
  let last = performance.now();
  return (done, total) => {
    if (stream.isTTY) stream.write(`\r${done}/${total} `);
    else if (performance.now() - last >= LINE_EVERY_MS) {
      last = performance.now();
      writeLine(stream, `${done} of ${total} runs`);
    }
  };
}

function proofLines(proof: SelftestReport, colours: ReturnType<typeof picocolors.createColors>) {
  const { faults, variations } = proof.summary;
  const wrong = [
    ...proof.faults
      .filter((fault) => !isCaught(fault) || fault.collateral.length > 0)
      .flatMap((fault) => [
        `${colours.red('FAULT')}  ${fault.name}`,
        ...(fault.breaks.length === 0 ? ['       breaks nothing that it says'] : []),
        ...fault.missed.map((id) => `       not caught by ${id}`),
        ...fault.collateral.map((id) => `       caught by ${id}, which it does not list`),
      ]),
    ...proof.variations
      .filter((variation) => variation.flaggedBy.length > 0)
      .flatMap((variation) => [
        `${colours.red('VARIATION')}  ${variation.name}: ${variation.leaves}`,
        ...variation.flaggedBy.map((finding) => `         flagged by ${finding}`),
      ]),
  ];
  const all = `${faults.caught} of ${faults.total} faults caught, ${variations.flagged} of ${variations.total} variations flagged`;
  const { total, http } = proof.runs;
  return [
    ...wrong,
    ...familyLines(proof),
    proof.sound ? colours.green(all) : colours.red(all),
    `${total} runs, ${http} of them over HTTP and the others within the process`,
    ...(proof.part ? ['this is a part of the proof: `touchstone selftest` tries everything'] : []),
  ];
}

function familyLines({ families }: SelftestReport): readonly string[] {
  const label = ({ document, name }: SelftestReport['families'][number]) => `${document}: ${name}`;
  const width = Math.max(0, ...families.map((family) => label(family).length));
  return families.map(
    (family) =>
      `  ${label(family).padEnd(width)}  ${String(family.caught).padStart(3)} of ${String(family.total).padStart(3)} caught`,
  );
}
