import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import picocolors from 'picocolors';
import { toolOf, writeJson, writeLine, writeLines, writePainted, writeText } from '../io/index.ts';
import { count, escapeControls, TouchstoneError } from '../model/index.ts';
import {
  isRecording,
  openRecording,
  type RecordedExchange,
  type Recording,
  recordingsBelow,
} from '../record/index.ts';
import { curlLine } from '../report/index.ts';
import {
  answerLines,
  figuresOf,
  harOf,
  type ListedExchange,
  listed,
  requestLines,
} from '../traffic/index.ts';
import { type Io, type Output, wantsColours } from './io.ts';
import { figureRow, OUTSIDE, pageOf, sizeOf, timeOf } from './show-page.ts';

interface Options {
  readonly only?: readonly string[];
  readonly stats?: boolean;
  readonly har?: string;
  readonly html?: string;
  readonly curl?: boolean;
  readonly json?: boolean;
  readonly altered?: boolean;
}

export function showCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('what is in a recording')
    .argument('<dir>', 'folder of a recording, or one that holds several: they are listed')
    .argument('[number]', 'of one exchange in the list: it is shown in full')
    .addOption(new Option('--only <prefix...>', 'operations, cases or targets that begin so'))
    .option('--altered', 'only exchanges with a body in which a secret was replaced')
    .option('--stats', 'figures by operation: how many, statuses, times, sizes')
    .option('--har <file>', 'write all of it as one HAR file')
    .option('--html <file>', 'write all of it as a page: figures, and each exchange in full')
    .option('--curl', 'as lines of curl; credentials by the names of their variables')
    .option('--json', 'the list, or the figures, as JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 shown; 2 there is nothing, or the recording cannot be read. \`touchstone replay DIR\` judges it,
\`touchstone diff\` compares two.

Examples:
  touchstone show recordings/app
  touchstone show recordings/app 17
  touchstone show recordings
  touchstone show recordings/app --html app.html
  touchstone show recordings/app --only content/posts --har posts.har`,
    )
    .action((folder: string, number: string | undefined, options: Options) =>
      show(folder, number, options, io).then(exit),
    );
}

async function show(
  folder: string,
  number: string | undefined,
  options: Options,
  io: Io,
): Promise<number> {
  if (number === undefined && !isRecording(resolve(io.cwd, folder))) {
    return showAll(folder, options, io);
  }
  const recording = openRecording(resolve(io.cwd, folder), toolOf());
  for (const note of recording.notes) writeLine(io.stderr, note);
  const all = listed(recording, options.only);
  const exchanges = options.altered ? all.filter(({ altered }) => altered.length > 0) : all;
  if (number !== undefined) {
    const exchange = numbered(exchanges, number, folder).entry.read();
    const lines = options.curl ? [curlOf(exchange, recording)] : inFull(exchange);
    for (const line of lines) writeLines(io.stdout, line);
    return 0;
  }
  if (options.har !== undefined) {
    const har = `${JSON.stringify(harOf(exchanges, toolOf()), null, 1)}\n`;
    writeTo(options.har, har, exchanges, io);
  } else if (options.html !== undefined) {
    const { page, leftOut } = await pageOf(folder, recording, exchanges, io);
    writeTo(options.html, page, exchanges, io, leftOut);
  } else if (options.curl) {
    for (const { entry } of exchanges) writeLine(io.stdout, curlOf(entry.read(), recording));
  } else if (options.json)
    writeJson(io.stdout, JSON.stringify(jsonOf(exchanges, options), null, 2));
  else if (options.stats) for (const line of figureLines(exchanges)) writeLine(io.stdout, line);
  else {
    const lines = exchanges.map((one) => lineOf(one, io.stdout, io, options));
    writePainted(io.stdout, lines, wantsColours(io.stdout, io.env));
  }
  if (exchanges.length > 0) return 0;
  if (options.altered && all.length > 0) {
    writeLine(io.stderr, `no body in ${folder} was altered`);
    return 0;
  }
  writeLine(io.stderr, `nothing in ${folder}${options.only ? ' begins so' : ''}`);
  return 2;
}

function numbered(
  exchanges: readonly ListedExchange[],
  number: string,
  folder: string,
): ListedExchange {
  const found = exchanges.find((one) => String(one.number) === number);
  if (found) return found;
  throw new TouchstoneError(
    'usage',
    `there is no exchange ${number} in ${folder}`,
    `\`touchstone show ${folder}\` lists them with their numbers`,
  );
}

function writeTo(
  file: string,
  text: string,
  { length }: readonly ListedExchange[],
  { cwd, stderr }: Io,
  leftOut?: string,
): void {
  const path = resolve(cwd, file);
  writeText(path, text);
  const more = leftOut === undefined ? '' : `; ${leftOut}`;
  writeLine(stderr, `${count(length, 'exchange')} written to ${path}${more}`);
}

function jsonOf(exchanges: readonly ListedExchange[], { stats }: Options): unknown {
  if (stats) return figuresOf(exchanges);
  return exchanges.map(({ entry, ...shown }) => ({ ...shown, case: entry.case, file: entry.file }));
}

/** Longer targets are cut in the list. */
const MOST_SHOWN = 90;

function lineOf(
  { number, method, target, status, durationMs, bytes, altered }: ListedExchange,
  screen: Output,
  { env }: Io,
  options: Options,
): string {
  const paint = picocolors.createColors(wantsColours(screen, env));
  const cut = target.length > MOST_SHOWN ? `${target.slice(0, MOST_SHOWN)}…` : target;
  const coloured = /^[123]/.test(status) ? paint.green(status) : paint.red(status);
  const asked = escapeControls(`${method.padEnd(6)} ${cut}`);
  const time = timeOf(durationMs).padStart(8);
  const bodies = options.altered ? `  (${altered.join(' and ')})` : '';
  return `${String(number).padStart(5)}  ${coloured} ${time} ${sizeOf(bytes).padStart(8)}  ${asked}${bodies}`;
}

function figureLines(exchanges: readonly ListedExchange[]): readonly string[] {
  const head = `${'operation'.padEnd(44)} ${'count'.padStart(6)} ${'median'.padStart(8)} ${'max'.padStart(8)} ${'size'.padStart(9)}  statuses`;
  const rows = figuresOf(exchanges)
    .map(figureRow)
    .map(
      ({ operation, count: times, median, longest, size, statuses }) =>
        `${operation.padEnd(44)} ${String(times).padStart(6)} ${median.padStart(8)} ${longest.padStart(8)} ${size.padStart(9)}  ${statuses}`,
    );
  return [head, ...rows];
}

function inFull(exchange: RecordedExchange): readonly string[] {
  const { outcome, startedAt, durationMs, operation, lost = [] } = exchange;
  return [
    `${operation ?? OUTSIDE}, ${new Date(startedAt).toISOString()}, ${Math.round(durationMs)} ms`,
    ...(exchange.case === null ? [] : [`step ${exchange.step} of ${exchange.case}`]),
    ...lost.map((what) => `not kept: ${what}`),
    '',
    ...requestLines(exchange),
    '',
    ...answerLines(outcome),
  ];
}

/** With environment variables in place of the target's credential. */
function curlOf(exchange: RecordedExchange, { manifest }: Recording): string {
  const { request, baseUrl } = exchange;
  const endpoints = Object.values(manifest.target.endpoints);
  const own = endpoints.find((endpoint) => endpoint.baseUrl === baseUrl) ?? endpoints[0];
  const credential = own ? ({ kind: 'secret', ...own.credentialFrom } as const) : NO_CREDENTIAL;
  return curlLine({ request, url: `${baseUrl}${request.target}`, credential });
}

const NO_CREDENTIAL = { kind: 'none' } as const;

/** The recordings below a folder that is not a recording itself, one per line. */
function showAll(folder: string, { only = [] }: Options, io: Io): number {
  const root = resolve(io.cwd, folder);
  const places = recordingsBelow(root).filter(
    (name) => only.length === 0 || only.some((one) => name.startsWith(one)),
  );
  for (const name of places) {
    const exchanges = listed(openRecording(join(root, name), toolOf()));
    const first = exchanges[0]?.entry.asked().startedAt.slice(0, 10) ?? '';
    const operations = new Set(exchanges.map(({ operation }) => operation ?? OUTSIDE));
    const named = [...operations].slice(0, MOST_NAMED).join(', ');
    const more = operations.size > MOST_NAMED ? ` and ${operations.size - MOST_NAMED} more` : '';
    writeLine(
      io.stdout,
      `${String(exchanges.length).padStart(6)}  ${first.padEnd(10)}  ${name}  ${named}${more}`,
    );
  }
  if (places.length > 0) return 0;
  throw new TouchstoneError(
    'recording-unreadable',
    `there is no recording in ${folder}${only.length > 0 ? ' that begins so' : ''}`,
    'give the folder of a recording, or one that holds several',
  );
}

const MOST_NAMED = 3;
