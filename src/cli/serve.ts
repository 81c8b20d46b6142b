import { resolve } from 'node:path';
import type { Command } from 'commander';
import { variablesFor } from '../apis/index.ts';
import { loadContract } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import { count, TouchstoneError } from '../model/index.ts';
import {
  canStandInFront,
  currentName,
  type Deviation,
  faults,
  faultsNamed,
  REFERENCE_PASSWORD,
  REFERENCE_TOKEN,
  REFERENCE_USER,
  readOwnFaults,
  serveInFrontOf,
  serveReference,
  variations,
  variationsNamed,
} from '../reference/index.ts';
import { type Io, untilStopped } from './io.ts';
import { ALLOW_HOST, port } from './options.ts';

interface Options {
  readonly port?: number;
  readonly fault?: readonly string[];
  readonly variation?: readonly string[];
  /** A word that the listed ones have. */
  readonly list?: true | string;
  readonly seedContent?: string;
  readonly state?: string;
  readonly reset?: boolean;
  readonly allowHost?: readonly string[];
  readonly cors?: boolean;
  readonly faults?: string;
  readonly inFrontOf?: string;
}

export function serveCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('the reference target, over HTTP on 127.0.0.1, until Ctrl-C')
    .option('--port <n>', 'port (default: 8080; 0 takes a free one)', port)
    .option('--fault <name...>', 'deviate from the document in these ways')
    .option('--variation <name...>', 'take these variations that the document leaves')
    .option('--list [word]', 'list the faults and variations, or those with a word, and stop')
    .option('--seed-content <file>', 'what the content site holds as it starts, YAML')
    .option('--state <file>', "keep the content site's state there (default: in memory)")
    .option('--reset', 'with --state: start anew, whatever the file holds')
    .option('--faults <file>', 'take all faults and variations of a YAML file of your own')
    .option('--in-front-of <url>', 'stand in front of a server of your own, and change its answers')
    .option(...ALLOW_HOST)
    .option('--cors', 'pages of any origin may read the answers')
    .action(async (options: Options) => exit(await serve(options, io)));
}

async function serve(options: Options, io: Io): Promise<number> {
  if (options.list) return list(options, io);
  if (options.inFrontOf !== undefined) return serveAnother(options.inFrontOf, options, io);
  const server = await serveReference({
    port: options.port ?? 8080,
    faults: options.fault ?? [],
    variations: options.variation ?? [],
    allowedHosts: options.allowHost ?? [],
    ...(options.cors && { cors: true }),
    ...(options.faults !== undefined && { faultsFile: resolve(io.cwd, options.faults) }),
    ...(options.seedContent !== undefined && { seedFile: options.seedContent }),
    ...(options.state !== undefined && {
      state: { file: options.state, reset: options.reset ?? false },
    }),
  });
  const [helper, site] = [variablesFor({ name: 'integration' }), variablesFor({ name: 'content' })];
  writeLine(io.stdout, `integration API   ${server.integrationUrl}`);
  writeLine(io.stdout, `its token         export ${helper.token}=${REFERENCE_TOKEN}`);
  writeLine(io.stdout, `content API       ${server.contentUrl}`);
  writeLine(io.stdout, `its login         export ${site.user}=${REFERENCE_USER}`);
  writeLine(io.stdout, `                  export ${site.password}='${REFERENCE_PASSWORD}'`);
  if (options.state !== undefined) writeLine(io.stdout, `its state         ${options.state}`);
  const named = [...(options.fault ?? []), ...(options.variation ?? [])];
  for (const name of named.filter((one) => currentName(one) !== one)) {
    writeLine(io.stderr, `note: ${name} is now called ${currentName(name)}`);
  }
  const deviations = [...named.map(currentName), ...server.own];
  if (deviations.length > 0) writeLine(io.stdout, `deviating         ${deviations.join(', ')}`);
  return serveUntilStopped(server, io);
}

function list({ list, inFrontOf }: Options, io: Io): number {
  const word = typeof list === 'string' ? list.toLowerCase() : '';
  const isListed = (one: Deviation) => inFrontOf === undefined || canStandInFront(one);
  const lines = [
    ...faults()
      .filter(isListed)
      .map(({ name, what }) => `fault    ${name.padEnd(48)} ${what}`),
    ...variations()
      .filter(isListed)
      .map(({ name, leaves }) => `variation  ${name.padEnd(48)} ${leaves}`),
  ].filter((line) => line.toLowerCase().includes(word));
  for (const line of lines) writeLine(io.stdout, line);
  const narrow = word === '' ? '`--list WORD` lists those with a word; ' : '';
  const front =
    inFrontOf === undefined ? 'with `--in-front-of URL`, those that fit another server; ' : '';
  const own = 'dropped connections and slow answers: docs/reference-target.md, faults of your own';
  writeLine(io.stderr, `${count(lines.length, 'entry', 'entries')}; ${narrow}${front}${own}`);
  return 0;
}

async function serveAnother(url: string, options: Options, io: Io): Promise<number> {
  const unused = UNUSED.filter((name) => options[name] !== undefined);
  if (unused.length > 0) {
    throw new TouchstoneError(
      'usage',
      'the state and the seed of the reference target are no part of another server',
      'leave out --seed-content, --state, --reset and --cors with --in-front-of',
    );
  }
  const own =
    options.faults === undefined
      ? { faults: [], variations: [] }
      : readOwnFaults(resolve(io.cwd, options.faults), loadContract());
  const deviations = [
    ...faultsNamed(options.fault ?? []),
    ...own.faults,
    ...variationsNamed(options.variation ?? []),
    ...own.variations,
  ];
  // An entry for both APIs is listed twice.
  const once = deviations.filter(
    ({ name }, at) => deviations.findIndex((one) => one.name === name) === at,
  );
  const server = await serveInFrontOf({
    url,
    port: options.port ?? 8080,
    allowedHosts: options.allowHost ?? [],
    deviations: once,
  });
  writeLine(io.stdout, `in front of       ${url}`);
  writeLine(io.stdout, `its address here  ${server.baseUrl}`);
  writeLine(
    io.stdout,
    `deviating         ${once.map(({ name }) => name).join(', ') || 'not at all'}`,
  );
  return serveUntilStopped(server, io);
}

const UNUSED = ['seedContent', 'state', 'reset', 'cors'] as const;

async function serveUntilStopped(server: { close(): Promise<void> }, io: Io): Promise<number> {
  await untilStopped(io);
  await server.close();
  return 0;
}
