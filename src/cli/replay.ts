import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { APIS } from '../apis/index.ts';
import { type Contract, loadContract } from '../contract/index.ts';
import { toolOf, writeLine, writeLines } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { isCi } from '../profiles/index.ts';
import { openRecording, POLICIES, type Recording } from '../record/index.ts';
import { clearRun, FORMAT_FILES } from '../report/index.ts';
import { openSession, runLive, type Session } from '../run/index.ts';
import { inWords, judgeAgain } from '../traffic/index.ts';
import { type BaselineOptions, baselineOf, withBaseline } from './baseline-option.ts';
import type { Io } from './io.ts';
import {
  ALLOW_HOST,
  type DetailOptions,
  ENV_FILE,
  port,
  withQuiet,
  withWrites,
} from './options.ts';
import { type ServeRecordingOptions, serve } from './replay-serve.ts';
import { type ResendOptions, resend } from './replay-to.ts';
import { endRun, openRun } from './run-end.ts';
import { replayLine } from './traffic-report.ts';

type Given = Omit<Options, 'urls'> & { readonly [option: string]: unknown };

/** Options about verdicts. A comparison gives no verdict. */
const OF_REPORTS = ['strict', 'out'];

/** A base URL for each API by itself. */
const TO = APIS.map(
  ({ name }) =>
    [
      name,
      new Option(`--to-${name} <url>`, `the same for only the ${name} API`).conflicts(OF_REPORTS),
    ] as const,
);

function urlsTo(given: Given): Options['urls'] {
  return Object.fromEntries(
    TO.flatMap(([name, option]) => {
      const url = given[option.attributeName()];
      return typeof url === 'string' ? [[name, url]] : [];
    }),
  );
}

interface Options
  extends ResendOptions,
    DetailOptions,
    Pick<BaselineOptions, 'baseline'>,
    ServeRecordingOptions {
  readonly serve?: boolean;
  readonly strict?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

export function replayCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  withQuiet(withBaseline(withWrites(command)))
    .description(
      'judge a recording again, serve it over HTTP, or send it to another base URL and compare',
    )
    .argument('<dir>', 'the recording')
    .option('--strict', 'what is implied fails like what is stated')
    .option('--out <dir>', `write there run.ndjson, ${FORMAT_FILES}`)
    .option('--json', 'print the report, or what changed, as JSON; all else goes to standard error')
    .option('--verbose', 'list every clause and every observation')
    .addOption(
      new Option('--serve', 'answer on 127.0.0.1 as it was answered then, until Ctrl-C').conflicts([
        'strict',
        'out',
        'json',
        'verbose',
        'quiet',
      ]),
    )
    .option('--port <n>', 'with --serve: port (default: a free one)', port)
    .addOption(
      new Option(
        '--policy <name>',
        'with --serve: what a request gets that is asked more often than it was recorded (default: repeat-last)',
      ).choices(POLICIES),
    )
    .option(...ALLOW_HOST)
    .option('--delays', 'with --serve: answer after the time that each answer took then')
    .option('--rewrite-urls', 'with --serve: addresses of the target in answers become those shown')
    .option('--cors', 'with --serve: pages of any origin may read the answers')
    .addOption(
      new Option(
        '--to <url>',
        'send the requests to this base URL, and say what is answered otherwise',
      ).conflicts(OF_REPORTS),
    );
  for (const [, option] of TO) command.addOption(option);
  return command
    .option(
      '--target <file>',
      'profile of the target: of what --to sends to, or for its APIs, known failures and rules of recording',
    )
    .addOption(
      new Option(
        '--openapi <file>',
        'OpenAPI document of the recorded API, if it was recorded with one: a file, or a URL',
      ).conflicts('target'),
    )
    .option('--allow-fetch', 'fetch what references of the OpenAPI document lead to')
    .option(...ENV_FILE)
    .addHelpText(
      'after',
      `
Without --serve or --to, nothing is sent: the kept answers are judged by the contract of today. With --to,
each request is sent twice at least: what differs between the two moves by itself and is no change. What
is created is removed. One URL stands for both documents where they were recorded at one origin. With --serve,
forms match by their parts, conditions and ranges by their fields, and answers follow what has been changed; the log says
where that cannot be. What is missing gets 501 with the nearest entry and what differs.
Exit codes: 0 nothing failed, or changed; 1 something did; 2 it could not be judged.

Examples:
  touchstone replay recordings/app
  touchstone replay recordings/app --serve --port 9000
  touchstone replay recordings/app --to https://staging.example/platform`,
    )
    .action(async (dir: string, given: Given) =>
      exit(await replay(dir, { ...given, urls: urlsTo(given) }, io)),
    );
}

async function replay(dir: string, options: Options, io: Io): Promise<number> {
  const sends = [options.to, ...Object.values(options.urls)].some(Boolean);
  if (options.serve && sends) {
    throw new TouchstoneError('usage', '--serve and --to are two things', 'give one of them');
  }
  const folder = resolve(io.cwd, dir);
  const contract = loadContract();
  if (!options.serve && !sends) return judge(contract, dir, folder, options, io);
  const recording = openRecording(folder, toolOf());
  for (const note of recording.notes) writeLine(io.stderr, note);
  if (!options.serve) return resend(contract, recording, options, io);
  const isNamed = (options.target ?? options.openapi) !== undefined;
  const session = isNamed ? await openSession(contract, sourceOf(dir, options), io) : undefined;
  return serve(recording, session?.target, options, io);
}

/** A recording, and what names its contract. */
function sourceOf(replay: string, { target, openapi, allowFetch }: Options) {
  return {
    replay,
    ...(target !== undefined && { target }),
    ...(openapi !== undefined && { openapi }),
    ...(allowFetch && { allowFetch }),
  };
}

/** Judges the recorded answers by case, or each exchange by itself. */
async function judge(
  documents: Contract,
  dir: string,
  folder: string,
  options: Options,
  io: Io,
): Promise<number> {
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  // After a kill from here on, CI must not find an earlier report.
  if (out !== undefined && isCi(io.env)) clearRun(out);
  const session = await openSession(documents, sourceOf(dir, options), io);
  const { contract } = session;
  const screen = options.json ? io.stderr : io.stdout;
  if (session.note && !options.quiet) writeLines(io.stderr, session.note);
  const recording = session.recording ?? openRecording(folder, toolOf());
  const shown = openRun(contract.clauses, options, screen, io);
  const lines: string[] = [];
  try {
    const report = await shown.reportOf(eventsOf(session, recording, options, io, lines));
    if (!options.quiet) for (const line of lines) writeLine(screen, line);
    return endRun(report, options, io, screen);
  } finally {
    await session.close();
  }
}

async function* eventsOf(
  session: Session,
  recording: Recording,
  options: Options,
  io: Io,
  lines: string[],
) {
  const { contract, target, targetOptions } = session;
  const strict = options.strict ?? false;
  const baseline = baselineOf({ ...options, replay: recording.folder }, [], session, io);
  const accepted = {
    failOn: new Set(baseline ? ['new' as const] : []),
    ...(baseline && { baseline }),
  };
  if (!recording.cases().next().done) {
    const { seed } = recording.manifest.plan;
    const onRecording = (line: string) => lines.push(line);
    const { signal } = io;
    yield* runLive({
      ...{ contract, target, targetOptions, seed, strict, recording, onRecording, signal },
      ...accepted,
    });
    return;
  }
  const asides = new Map<string, number>();
  yield* judgeAgain({
    ...{ contract, target, strict, signal: io.signal },
    ...accepted,
    startedAt: new Date().toISOString(),
    monotonic: () => performance.now(),
    again: replayLine(recording.folder, io.cwd, options),
    entries: recording.ofCase(null),
    aside: (_, verdict) => {
      const [words = ''] = inWords(verdict);
      asides.set(words, (asides.get(words) ?? 0) + 1);
    },
  });
  for (const [words, count] of asides)
    lines.push(`${count} ${count === 1 ? 'exchange' : 'exchanges'}: ${words}`);
}
