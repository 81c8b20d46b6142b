import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { variablesFor } from '../apis/index.ts';
import { loadContract } from '../contract/index.ts';
import { toolOf, writeLine, writeLines, writePainted } from '../io/index.ts';
import { count as amountOf, type Target, TouchstoneError } from '../model/index.ts';
import type { TargetOptions } from '../profiles/index.ts';
import { JOURNAL, MANIFEST, openRecording } from '../record/index.ts';
import { FORMAT_FILES } from '../report/index.ts';
import { openSession, type Session } from '../run/index.ts';
import { openWatch, type Watch } from '../traffic/index.ts';
import { type BaselineOptions, baselineOf, withBaseline } from './baseline-option.ts';
import { runCommand } from './child.ts';
import { importFile } from './import.ts';
import { type Io, type Output, untilStopped, wantsColours } from './io.ts';
import { ALLOW_HOST, port, withTarget } from './options.ts';
import { listenerOf } from './record-listener.ts';
import {
  type Count,
  countOf,
  lineOf,
  stoppedLines,
  summaryOf,
  whyNothing,
} from './traffic-lines.ts';
import { codeOfFailures, type JudgedTraffic, writeTrafficReport } from './traffic-report.ts';

interface Options extends TargetOptions, Pick<BaselineOptions, 'baseline'> {
  readonly port?: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly out?: string;
  readonly strict?: boolean;
  readonly report?: string;
  readonly import?: string;
}

export function recordCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withBaseline(withTarget(command))
    .description('stand between a client and a target, record and judge what passes')
    .argument('[command...]', 'after --: a client to run; the recording ends with it')
    .option('--port <n>', 'port (default: a free one)', port)
    .option(
      '--host <address>',
      'listen there, such as 0.0.0.0 for containers and phones (default: 127.0.0.1)',
    )
    .option(...ALLOW_HOST)
    .option('--tls-cert <file>', 'clients speak TLS with it: its certificate, PEM; with --tls-key')
    .option('--tls-key <file>', 'the private key of that certificate, PEM')
    .option('--out <dir>', 'where the recording goes (default: recordings/<date and time>)')
    .addOption(
      new Option(
        '--import <file>',
        'take over a HAR file of a browser or a proxy, and stand nowhere',
      ).conflicts(['port', 'host', 'allowHost', 'tlsCert', 'tlsKey']),
    )
    .option('--strict', 'what is implied fails like what is stated')
    .option('--report <dir>', `write there what came of it: ${FORMAT_FILES}`)
    .addHelpText(
      'after',
      `
A client uses the address that is shown in the place of the target's; the path stays the same. Where the
documents have two origins there are two ports, the second one higher than the first. A COMMAND finds the
addresses in its environment: TOUCHSTONE_INTEGRATION, TOUCHSTONE_CONTENT, and TOUCHSTONE_NAME of an API of your own called
"name". Credentials are the client's own;
none is added, and none is kept. Proxies (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, or proxy in the profile) are used on the way to
the target, not by the client. Ctrl-C, or the end of COMMAND, ends the recording. With --import, base URLs that
are not given are told from the routes in the file.
Exit codes: 2 the recording could not be written; else that of COMMAND, if it is not 0; else 0 nothing new failed; 1 an answer
broke a stated clause; 2 nothing was recorded or could be judged, the target gave no answer to a request, or an entry of the
imported file cannot be read.

Examples:
  touchstone record --content https://docs.example --port 9000
  touchstone record --target staging.yaml --out recordings/app -- npm test
  touchstone record --target staging.yaml --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem
  touchstone record --import docs.example.har --out recordings/browser`,
    )
    .action(async (words: readonly string[], options: Options) =>
      exit(await record(words, options, io)),
    );
}

async function record(words: readonly string[], options: Options, io: Io): Promise<number> {
  const contract = loadContract();
  const folder = resolve(io.cwd, options.out ?? defaultFolder());
  refuseExisting(folder);
  if (options.import !== undefined) {
    if (words.length > 0) {
      throw new TouchstoneError(
        'usage',
        '--import and a command are two things',
        'give one of them',
      );
    }
    return importFile(contract, folder, { ...options, import: options.import }, io);
  }
  const session = await openSession(contract, options, io);
  try {
    // Keeps the output of a command separate.
    const screen = words.length > 0 ? io.stderr : io.stdout;
    if (session.note) writeLines(io.stderr, session.note);
    writeLine(io.stderr, inFrontOf(session.target));
    // An unusable baseline is reported before the client runs.
    const baseline = baselineOf(options, [], session, io);
    return await watchOver({ ...session, baseline }, folder, words, options, io, screen);
  } finally {
    await session.close();
  }
}

/** Names the target, so that a user sees one that is not meant. */
function inFrontOf({ name, endpoints }: Target): string {
  const urls = new Set(Object.values(endpoints).map(({ baseUrl }) => baseUrl));
  return `in front of ${name}: ${[...urls].join(', ')}`;
}

function defaultFolder(): string {
  return join('recordings', new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
}

/** Real traffic cannot be recorded again, so a recording of it is never replaced. */
function refuseExisting(folder: string): void {
  // An interrupted recording is repaired, so that it does not block its own rescue.
  if (existsSync(join(folder, JOURNAL))) openRecording(folder, toolOf());
  if (!existsSync(join(folder, MANIFEST)) || isEmpty(folder)) return;
  throw new TouchstoneError(
    'output-unwritable',
    `${folder} holds a recording already`,
    'give another folder',
  );
}

/** Returns true for the recording of a command that did not start or sent nothing. */
function isEmpty(folder: string): boolean {
  try {
    const { entries, cases } = openRecording(folder, toolOf());
    return entries.length === 0 && cases().next().done === true;
  } catch (error) {
    // The content of an unreadable exchange is unknown.
    if (error instanceof TouchstoneError) return false;
    throw error;
  }
}

async function watchOver(
  {
    contract,
    target,
    baseline,
  }: Pick<Session, 'contract' | 'target'> & Pick<JudgedTraffic, 'baseline'>,
  folder: string,
  words: readonly string[],
  options: Options,
  io: Io,
  screen: Output,
): Promise<number> {
  const count: Count = countOf();
  let failure: unknown;
  const watch = await openWatch({
    contract,
    target,
    folder,
    port: options.port ?? 0,
    ...listenerOf(options, io),
    strict: options.strict ?? false,
    now: Date.now,
    monotonic: () => performance.now(),
    show: (shown) => {
      count.add(shown);
      writePainted(screen, lineOf(shown, screen, io.env), wantsColours(screen, io.env));
      for (const what of shown.lost) writeLine(screen, `      not kept: ${what}`);
    },
    say: (line) => writeLine(io.stderr, line),
    failed: (error) => {
      for (const line of stoppedLines(error)) writeLine(io.stderr, line);
      failure = error;
    },
  });
  let code = 0;
  let unfinished: unknown;
  try {
    code = await untilEnd(watch, words, screen, io);
  } finally {
    try {
      for (const note of (await watch.finish()).notes) writeLine(screen, note);
    } catch (error) {
      unfinished = error;
    }
  }
  const place = unfinished === undefined ? relative(io.cwd, folder) || '.' : undefined;
  for (const line of summaryOf(count, place)) writeLine(screen, line);
  if (unfinished !== undefined) throw unfinished;
  const judged = { folder, contract, target, strict: options.strict ?? false, baseline };
  const named = { cwd: io.cwd, target: options.target, openapi: options.openapi };
  if (options.report !== undefined && count.total() > 0) {
    writeTrafficReport(options.report, judged, named, screen);
  }
  if (failure !== undefined) throw failure;
  if (code !== 0) return code;
  if (count.failed() > 0) return codeOfFailures(count.total(), judged, named, screen);
  return exitCodeOf(count, io);
}

/** The exit code of a complete recording without failures, with the reason if it could not be judged. */
function exitCodeOf(count: Count, io: Io): number {
  if (count.total() === 0) {
    writeLine(
      io.stderr,
      'nothing came by: does the client use the address above, and has no cassette that answers it?',
    );
    return 2;
  }
  const { count: unanswered, why } = count.unanswered();
  if (unanswered === 0) {
    const nothing = whyNothing(count);
    if (nothing !== undefined) writeLine(io.stderr, nothing);
    return nothing === undefined ? 0 : 2;
  }
  writeLine(io.stderr, `the target gave no answer to ${amountOf(unanswered, 'request')}: ${why}`);
  return 2;
}

async function untilEnd(
  { addresses }: Watch,
  words: readonly string[],
  screen: Output,
  io: Io,
): Promise<number> {
  const all = Object.entries(addresses);
  for (const [name, url] of all) writeLine(screen, `${`${name} API`.padEnd(17)} ${url}`);
  if (words.length > 0) {
    const variables = all.map(([name, url]) => [variablesFor({ name }).url, url]);
    return runCommand(words, Object.fromEntries(variables), io);
  }
  await untilStopped({ stdout: screen, signal: io.signal });
  return 0;
}
