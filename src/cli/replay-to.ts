import type { Contract } from '../contract/contract.ts';
import { contractFor } from '../contract/names.ts';
import { TouchstoneError } from '../errors.ts';
import { mayWriteTo } from '../loopback.ts';
import type { DocumentName, Target } from '../model.ts';
import type { Manifest, Recording } from '../record/index.ts';
import { backingOff, endOfRun } from '../send/back-off.ts';
import { liveTransport } from '../send/live.ts';
import { chooseTarget } from '../target/choose.ts';
import { changesOf } from '../traffic/changes.ts';
import { caseScripts, type Destination } from '../traffic/scripts.ts';
import { trafficScript } from '../traffic/traffic-script.ts';
import { changeJson, changeLines } from './change-lines.ts';
import { type Io, writeLine } from './io.ts';
import { beginJournal, journalFolder } from './journal.ts';
import { type WriteOptions, writePolicy } from './options.ts';

export interface ResendOptions extends WriteOptions {
  readonly to?: string;
  readonly toIntegration?: string;
  readonly toContent?: string;
  readonly target?: string;
  readonly json?: boolean;
}

/** Sends a recording to another target and says what is answered otherwise. */
export async function resend(
  contract: Contract,
  recording: Recording,
  options: ResendOptions,
  io: Io,
): Promise<number> {
  const urls = destinations(recording.manifest, options);
  const wanted = { ...urls, ...(options.target !== undefined && { target: options.target }) };
  const chosen = await chooseTarget(contract, wanted, io);
  if (chosen.kind === 'embedded') throw nowhere(recording.manifest);
  const { target, note } = chosen;
  if (note) writeLine(io.stderr, note);
  const writes = writePolicy(options);
  const writable = Object.values(target.endpoints).some(({ baseUrl }) =>
    mayWriteTo(baseUrl, writes),
  );
  const journal = writable
    ? beginJournal(journalFolder(io.env), {
        cwd: io.cwd,
        targetOptions: chosen.options,
        now: Date.now(),
      })
    : undefined;
  const { limits, tls } = target;
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const { transport, signal } = backingOff(liveTransport({ limits, tls, connections: 1 }), {
    ...clock,
    signal: io.signal,
    say: (line) => writeLine(io.stderr, line),
  });
  const destination: Destination = {
    contract: contractFor(contract, target),
    target,
    transport,
    writes,
    signal,
    ...clock,
    ...(journal && { journal }),
  };
  try {
    const scripts = scriptsOf(recording, destination);
    const changes = await changesOf(scripts, signal, () => {});
    if (changes.unreached > 0 && changes.unreached === changes.compared) throw unreachable(target);
    const screen = options.json ? io.stderr : io.stdout;
    for (const line of changeLines(changes, screen, io.env)) writeLine(screen, line);
    if (options.json) io.stdout.write(changeJson(changes));
    if (signal.aborted) writeLine(io.stderr, `problem: ${endOfRun(signal)} before all was sent`);
    if (changes.changed > 0) return 1;
    if (changes.compared === 0) writeLine(io.stderr, 'problem: nothing could be compared');
    return changes.compared === 0 || signal.aborted || changes.left.length > 0 ? 2 : 0;
  } finally {
    await transport.close();
    journal?.close();
  }
}

function* scriptsOf(recording: Recording, destination: Destination) {
  yield* caseScripts(recording, destination);
  const loose = recording.ofCase(null);
  if (loose.length > 0) yield trafficScript(loose, recording.manifest.target, destination);
}

type Urls = { readonly [D in DocumentName]?: string };

/** The base URL for each document: its own, or that in which one URL for all stands for the recorded origin. */
function destinations(manifest: Manifest, options: ResendOptions): Urls {
  const { integration, content } = manifest.target.endpoints;
  const own: Urls = {
    ...(options.toIntegration !== undefined && { integration: options.toIntegration }),
    ...(options.toContent !== undefined && { content: options.toContent }),
  };
  if (options.to === undefined) return own;
  if (!integration) return { content: options.to };
  if (!content) return { integration: options.to };
  const [one, other] = [new URL(integration.baseUrl), new URL(content.baseUrl)];
  if (one.origin !== other.origin) throw nowhere(manifest);
  const [first, second] = [pathOf(one), pathOf(other)];
  const shortest = first.length <= second.length ? first : second;
  const to = options.to.replace(/\/+$/, '');
  if (!first.startsWith(shortest) || !second.startsWith(shortest)) throw nowhere(manifest);
  return {
    integration: `${to}${first.slice(shortest.length)}`,
    content: `${to}${second.slice(shortest.length)}`,
    ...own,
  };
}

function unreachable({ endpoints }: Target): TouchstoneError {
  const places = Object.values(endpoints).map(({ baseUrl }) => baseUrl);
  return new TouchstoneError(
    'target-unreachable',
    `there is no connection to ${places.join(' or ')}, so nothing can be compared`,
    'start the target, or give another address',
  );
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

function nowhere({ target }: Manifest): TouchstoneError {
  const names = Object.keys(target.endpoints).join(' and the ');
  return new TouchstoneError(
    'usage',
    `the recording is of the ${names} API at different places, and one URL cannot stand for both`,
    'give --to-integration and --to-content',
  );
}
