import { relative, resolve } from 'node:path';
import { type Contract, contractFor } from '../contract/index.ts';
import { writeLine, writePainted } from '../io/index.ts';
import type { Target } from '../model/index.ts';
import {
  chooseTarget,
  names,
  presetsFor,
  type TargetOptions,
  targetOf,
} from '../profiles/index.ts';
import { type Imported, importFrom } from '../record/index.ts';
import { basesIn, keepImported, type PresetHint, presetHint } from '../traffic/index.ts';
import { type BaselineOptions, baselineOf } from './baseline-option.ts';
import { type Io, wantsColours } from './io.ts';
import { countOf, lineOf, summaryOf, whyNothing } from './traffic-lines.ts';
import { codeOfFailures, writeTrafficReport } from './traffic-report.ts';

interface ImportCommandOptions extends TargetOptions, Pick<BaselineOptions, 'baseline'> {
  readonly import: string;
  readonly strict?: boolean;
  readonly report?: string;
}

/** Imports another program's recording, reports lost and omitted parts, and judges the rest. */
export async function importFile(
  documents: Contract,
  folder: string,
  options: ImportCommandOptions,
  io: Io,
): Promise<number> {
  const imported = importFrom(resolve(io.cwd, options.import));
  const { target, contract } = await targetFor(documents, imported, options, io);
  const screen = io.stdout;
  const { exchanges, producer } = imported;
  writeLine(screen, `${options.import}: written by ${producer}`);
  for (const [document, endpoint] of Object.entries(target.endpoints)) {
    writeLine(screen, `${`${document} API`.padEnd(17)} ${endpoint.baseUrl}`);
  }
  const judged = {
    ...{ folder, target, contract: contractFor(contract, target), strict: options.strict ?? false },
    // The profile in the working folder need not be of what was imported.
    baseline: names(options) ? baselineOf(options, [], { contract, target }, io) : undefined,
  };
  const named = { cwd: io.cwd, target: options.target, openapi: options.openapi };
  const count = countOf();
  const { notes, unimported } = keepImported({
    ...judged,
    imported,
    show: (shown) => {
      count.add(shown);
      writePainted(screen, lineOf(shown, screen, io.env), wantsColours(screen, io.env));
      for (const what of shown.lost) writeLine(screen, `      lost: ${what}`);
    },
  });
  for (const what of imported.lost) writeLine(screen, `lost in the whole file: ${what}`);
  for (const note of notes) writeLine(screen, note);
  for (const { number, what, why } of unimported) {
    writeLine(screen, `not imported: entry ${number}, ${what}: ${why}`);
  }
  for (const line of summaryOf(count, relative(io.cwd, folder) || '.')) writeLine(screen, line);
  if (options.report !== undefined && exchanges.length > 0) {
    writeTrafficReport(options.report, judged, named, screen);
  }
  writeLine(
    screen,
    `${exchanges.length} of ${exchanges.length + unimported.length} entries imported`,
  );
  const hint = presetHint(target, presetsFor, exchanges);
  if (hint) writeLine(screen, hintLine(hint));
  if (count.failed() > 0) return codeOfFailures(count.total(), judged, named, screen);
  const nothing = whyNothing(count);
  if (nothing !== undefined) writeLine(io.stderr, nothing);
  return nothing !== undefined || unimported.some(({ broken }) => broken) ? 2 : 0;
}

/** The entry that `init` would write for a site with such routes. */
function hintLine({ preset, document, base: { url, routing } }: PresetHint): string {
  const entry = [`url: ${url}`, ...(routing === undefined ? [] : [`routing: ${routing}`])];
  const profile = `preset: ${preset}, ${document}: { ${entry.join(', ')} }`;
  return `hint: the routes are those of the preset ${preset}; --target with a profile of "${profile}" judges them (npx touchstone init --${document} ${url} writes one)`;
}

/** The given target, or the one that the routes in the file show. */
async function targetFor(
  contract: Contract,
  { exchanges }: Imported,
  options: ImportCommandOptions,
  io: Io,
): Promise<{ readonly target: Target; readonly contract: Contract }> {
  if (names(options)) {
    const chosen = await chooseTarget(contract, options, io);
    if (chosen.kind === 'given') return chosen;
  }
  const profile = { name: 'imported', ...basesIn(contract, exchanges) };
  return { target: targetOf(profile, io.env), contract };
}
