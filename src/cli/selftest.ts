import type { Command } from 'commander';
import picocolors from 'picocolors';
import { loadContract } from '../contract/index.ts';
import { eraseLine, overwriteLine, writeJson, writeLine, writePainted } from '../io/index.ts';
import {
  currentName,
  isCaught,
  isUndetected,
  runSelftest,
  type SelftestExtent,
  type SelftestReport,
} from '../selftest/index.ts';
import { type Io, wantsColours } from './io.ts';

interface Options {
  readonly json?: boolean;
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly whole?: boolean;
}

export function selftestCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description(
      'whether every fault of the reference target is caught and no variation is flagged',
    )
    .option('--only <prefix...>', 'faults and variations whose name, or whose family, begins so')
    .option(
      '--whole',
      'each fault against every case, which also shows further clauses that catch it, and each variation by itself; takes about an hour',
    )
    .option('--seed <n>', 'seed of the generated cases (default: 1)', (text) => Number(text))
    .option('--json', 'print the result as JSON; all else goes to standard error')
    .addHelpText(
      'after',
      '\nExit codes: 0 all caught, none flagged, nothing collateral; 1 otherwise; 2 it could not be tried.',
    )
    .action(async (options: Options) => exit(await selftest(options, io)));
}

async function selftest(options: Options, io: Io): Promise<number> {
  const contract = loadContract();
  const screen = options.json ? io.stderr : io.stdout;
  const colours = wantsColours(screen, io.env);
  for (const name of options.only ?? []) {
    if (currentName(name) === name) continue;
    writeLine(io.stderr, `note: ${name} is now called ${currentName(name)}`);
  }
  const proof = await runSelftest({
    contract,
    only: options.only ?? [],
    extent: extentOf(options),
    seed: options.seed ?? 1,
    signal: io.signal,
    progress: progressOn(io.stderr),
  });
  if (io.stderr.isTTY) eraseLine(io.stderr);
  if (options.json) writeJson(io.stdout, JSON.stringify(proof, null, 2));
  writePainted(screen, proofLines(proof, picocolors.createColors(colours)), colours);
  return proof.sound ? 0 : 1;
}

/** Named faults are few, so they are tried against all cases. */
function extentOf({ whole, only }: Options): SelftestExtent {
  return whole || only !== undefined ? 'whole' : 'faults-and-pairs';
}

/** Milliseconds between two lines of progress on an output without overwriting. */
const LINE_EVERY_MS = 10_000;

function progressOn(stream: Io['stderr']): (done: number, total: number) => void {
  let last = performance.now();
  return (done, total) => {
    if (stream.isTTY) overwriteLine(stream, `${done}/${total}`);
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
      .filter((fault) => !(isCaught(fault) || isUndetected(fault)) || fault.collateral.length > 0)
      .flatMap((fault) => [
        `${colours.red('FAULT')}  ${fault.name}`,
        ...(fault.breaks.length === 0 && !fault.undetected
          ? ['       breaks nothing that it says']
          : []),
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
  const beside = proof.faults.filter(({ collateral }) => collateral.length > 0).length;
  const all = [
    `${faults.caught} of ${faults.total} faults caught`,
    ...(faults.undetected > 0
      ? [`${faults.undetected} known to be undetected (\`touchstone explain NAME\` says why)`]
      : []),
    ...(beside > 0 ? [`${beside} of them also by clauses that they do not list`] : []),
    `${variations.flagged} of ${variations.total} variations flagged`,
  ].join(', ');
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
