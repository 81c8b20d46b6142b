import { journalFor, openRegister } from '../cleanup/index.ts';
import { type Contract, contractFor, encode } from '../contract/index.ts';
import { writeJson, writeLine, writeLines, writePainted } from '../io/index.ts';
import { addressesOf, type BaseUrls, type Target, TouchstoneError } from '../model/index.ts';
import { chooseTarget } from '../profiles/index.ts';
import type { Manifest, Recording } from '../record/index.ts';
import { backingOff, endAfterError, endOf, endOfRun, paceOf, transportTo } from '../send/index.ts';
import { caseScripts, changesOf, type Destination, trafficScript } from '../traffic/index.ts';
import { changeJson, changeLines } from './change-lines.ts';
import { alertingOn, type Io, wantsColours } from './io.ts';
import { type WriteOptions, writePolicy } from './options.ts';

export interface ResendOptions extends WriteOptions {
  readonly to?: string;
  readonly urls: BaseUrls;
  readonly target?: string;
  readonly openapi?: string;
  readonly allowFetch?: boolean;
  readonly json?: boolean;
}

/** Time limit for the search for leftovers, in milliseconds, also after an interruption. */
const LOOK_MS = 60_000;
const LAST_LOOK_MS = 5_000;

/** Sends a recording to another target and reports different answers. */
export async function resend(
  contract: Contract,
  recording: Recording,
  options: ResendOptions,
  io: Io,
): Promise<number> {
  const { openapi, target: profile, to: url, allowFetch = false } = options;
  const named = profile === undefined ? {} : { target: profile };
  const wanted =
    openapi !== undefined && url !== undefined
      ? { openapi, url, allowFetch }
      : { ...destinations(recording.manifest, options), ...named };
  const chosen = await chooseTarget(contract, wanted, io);
  if (chosen.kind === 'embedded') throw nowhere(recording.manifest);
  const { target, note } = chosen;
  if (note) writeLines(io.stderr, note);
  const writes = writePolicy(options);
  const run = { contract: chosen.contract, target, targetOptions: chosen.options };
  const journal = journalFor(run, writes, alertingOn(io));
  const register = openRegister(journal);
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const { transport, signal } = backingOff(transportTo(target), {
    ...clock,
    limits: target.limits,
    signal: io.signal,
    say: (line) => writeLine(io.stderr, line),
  });
  const destination: Destination = {
    contract: contractFor(chosen.contract, target),
    target,
    transport,
    writes,
    signal,
    ...clock,
    register,
    ...(journal && { journal }),
  };
  const ending = () => ({
    ...{ register, journal, target, transport, encode },
    contract: destination.contract,
    clock: clock.monotonic,
    pace: paceOf(target.rate),
    signal: AbortSignal.timeout(signal.aborted ? LAST_LOOK_MS : LOOK_MS),
  });
  let isSent = false;
  try {
    const scripts = scriptsOf(recording, destination);
    const compared = await changesOf(scripts, signal);
    isSent = true;
    const end = await endOf(ending());
    for (const line of end.notes) writeLine(io.stderr, line);
    const changes = { ...compared, left: compared.left.filter(({ what }) => !end.found.has(what)) };
    const isLeft = changes.left.length + end.problems.length > 0;
    if (changes.unreached > 0 && changes.unreached === changes.compared) throw unreachable(target);
    const screen = options.json ? io.stderr : io.stdout;
    const lines = changeLines(changes, screen, io.env, end.problems);
    writePainted(screen, lines, wantsColours(screen, io.env));
    if (options.json) writeJson(io.stdout, changeJson(changes, end.problems));
    if (signal.aborted) writeLine(io.stderr, `problem: ${endOfRun(signal)} before all was sent`);
    if (changes.changed > 0) return 1;
    if (changes.compared === 0) writeLine(io.stderr, 'problem: nothing could be compared');
    return changes.compared === 0 || signal.aborted || isLeft ? 2 : 0;
  } finally {
    if (!isSent) await endAfterError(ending(), [], (line) => writeLine(io.stderr, line));
    await transport.close();
    journal?.close();
  }
}

function* scriptsOf(recording: Recording, destination: Destination) {
  yield* caseScripts(recording, destination);
  const loose = recording.ofCase(null);
  if (loose.length > 0) yield trafficScript(loose, recording.manifest.target, destination);
}

/** The base URL for each API: its own, or derived from one URL for all. */
function destinations(manifest: Manifest, { to, urls }: ResendOptions): BaseUrls {
  if (to === undefined) return urls;
  const recorded = Object.entries(addressesOf(manifest.target)).map(
    ([name, url]) => [name, new URL(url)] as const,
  );
  const [first, ...others] = recorded;
  if (first === undefined || others.length === 0) {
    return Object.fromEntries(recorded.map(([name]) => [name, to]));
  }
  const paths = recorded.map(([, url]) => pathOf(url));
  const shortest = paths.reduce((one, other) => (other.length < one.length ? other : one));
  const isOneSite = others.every(([, { origin }]) => origin === first[1].origin);
  if (!isOneSite || !paths.every((path) => path.startsWith(shortest))) throw nowhere(manifest);
  const base = to.replace(/\/+$/, '');
  const all = recorded.map(([name, url]) => [name, base + pathOf(url).slice(shortest.length)]);
  return { ...Object.fromEntries(all), ...urls };
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
    `give ${Object.keys(target.endpoints)
      .map((name) => `--to-${name}`)
      .join(' and ')}`,
  );
}
