import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { APIS, type Api, variablesFor } from '../apis/index.ts';
import { SCHEMES } from '../auth-schemes.ts';
import { type Contract, loadContract } from '../contract/contract.ts';
import { contractFor } from '../contract/names.ts';
import { TouchstoneError } from '../errors.ts';
import type { Endpoint, Target } from '../model.ts';
import { unwritable } from '../output.ts';
import { visible } from '../report/text.ts';
import { checkCredentials } from '../run/credential.ts';
import { liveTransport } from '../send/live.ts';
import { chooseTarget } from '../target/choose.ts';
import { type DraftEntry, type DraftProfile, draftText } from '../target/draft.ts';
import { presetsFor } from '../target/presets.ts';
import { OWN_PROFILE } from '../target/profile-source.ts';
import type { Transport } from '../transport.ts';
import { type Looked, seenLines, switchedOff, withMissing } from './init-seen.ts';
import { type Io, writeLine } from './io.ts';

interface Options {
  readonly out: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  /** Base URLs and facts, by their names. */
  readonly [option: string]: unknown;
}

const ALL: readonly Api[] = APIS;

export function initCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  command.description('look at a target, by requests that only read, and write its profile');
  for (const { name, facts } of ALL) {
    command.option(`--${name} <url>`, `base URL of the ${name} API`);
    for (const fact of facts) command.option(`--${fact} <name...>`, SAYS[fact]);
  }
  return command
    .option('--name <name>', 'how reports call the target (default: its host)')
    .option('--out <file>', 'the profile to write', OWN_PROFILE)
    .option('--force', 'replace the file, where there is one')
    .option('--yes', 'ask nothing, also on a terminal')
    .addHelpText(
      'after',
      `
Without a URL it asks for one, on a terminal. Credentials come from the environment, and the file has the names of
the variables alone: ${ALL.flatMap((api) => partsOf(api).map(({ variable }) => variable)).join(', ')}.
Exit codes: 0 the profile is written; 2 it is not.

Examples:
  touchstone init --content https://docs.staging.example
  touchstone init --integration https://staging.example/platform --systems crm shop`,
    )
    .action(async (options: Options) => exit(await init(options, io)));
}

/** What a fact of a target is, for whoever has to give it. */
const SAYS: { readonly [fact: string]: string } = {
  systems: 'IDs of systems that exist there, two or more: only you can say which',
  timezones: 'zones that the platform is known to support',
};

function partsOf(api: Api) {
  const variables = variablesFor(api);
  return SCHEMES[api.scheme].parts.map((part) => ({ part, variable: variables[part] }));
}

async function init(given: Options, io: Io): Promise<number> {
  const path = resolve(io.cwd, given.out);
  if (existsSync(path) && !given.force) {
    throw new TouchstoneError(
      'output-unwritable',
      `${given.out} is there already, and stays as it is`,
      'give another name with --out, or --force to replace it',
    );
  }
  const options = await answered(given, io);
  const contract = loadContract();
  const { target, profileName } = await targetIn(contract, options, io);
  const { limits, tls } = target;
  const transport = liveTransport({ limits, tls, connections: 4 });
  try {
    const found = await lookAt(contract, target, transport, io.signal);
    const seen = withFound(target, found);
    const words = contractFor(contract, seen);
    const looked = found.map((one) => withMissing(one, words));
    const off = switchedOff(words, looked);
    const preset = looked.flatMap(({ found }) => found.preset ?? [])[0];
    const login = await checkCredentials(
      words,
      seen,
      Object.keys(seen.endpoints),
      transport,
      io.signal,
    );
    refuseRejected(login.rejected);
    write(path, given, {
      name: profileName,
      ...(preset !== undefined && { preset }),
      entries: looked.map((one) => entryOf(one, options, io)),
      off,
    });
    for (const line of [...seenLines(looked, off), ...login.notes]) {
      writeLine(io.stdout, visible(line));
    }
    writeLine(io.stdout, `wrote ${given.out}; next: ${nextLine(given.out)}`);
    return 0;
  } finally {
    await transport.close();
  }
}

function refuseRejected([first]: readonly string[]): void {
  if (first === undefined) return;
  throw new TouchstoneError(
    'credential-rejected',
    visible(first.replace(/Nothing else was sent$/, 'Nothing was written')),
    'unset the variables to ask as nobody',
  );
}

function write(path: string, { force }: Options, profile: DraftProfile): void {
  try {
    writeFileSync(path, draftText(profile), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The options, with what was asked for where none gives a URL. */
async function answered(options: Options, io: Io): Promise<Options> {
  if (ALL.some(({ name }) => typeof options[name] === 'string')) return options;
  const { stdin } = io;
  if (options.yes || stdin === undefined || stdin.isTTY !== true) {
    throw new TouchstoneError(
      'usage',
      'nothing says where the target is',
      `give ${ALL.map(({ name }) => `--${name} URL`).join(', or ')}`,
    );
  }
  const terminal = createInterface({ input: stdin, terminal: false, signal: io.signal });
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    io.stdout.write(`${question}: `);
    const { done, value } = await lines.next();
    return done ? '' : value;
  };
  try {
    const asked: { [option: string]: unknown } = {};
    for (const { name, facts } of ALL) {
      const url = (await ask(`Base URL of the ${name} API (empty: it is not tested)`)).trim();
      if (url === '') continue;
      asked[name] = url;
      for (const fact of facts) {
        const values = await ask(`${SAYS[fact]} (${fact}, separated by commas; may be empty)`);
        asked[fact] = values.split(',').flatMap((value) => value.trim() || []);
      }
    }
    return answered({ ...options, ...asked, yes: true }, io);
  } finally {
    terminal.close();
  }
}

async function targetIn(contract: Contract, options: Options, io: Io) {
  const urls = Object.fromEntries(ALL.map(({ name }) => [name, options[name]]));
  const chosen = await chooseTarget(contract, urls, io);
  if (chosen.kind !== 'given') throw new TouchstoneError('internal', 'a URL was given');
  const { target } = chosen;
  const [first = ''] = Object.values(target.endpoints).map(({ baseUrl }) => baseUrl);
  return { target, profileName: options.name ?? new URL(first).host };
}

async function lookAt(
  contract: Contract,
  { endpoints }: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const api of ALL) {
    const endpoint = endpoints[api.name];
    if (endpoint === undefined || api.inspect === undefined) continue;
    const asking = { contract, endpoint, transport, signal };
    const found = await api.inspect(asking, presetsFor(api.name));
    if (found.kind === 'nothing') {
      throw new TouchstoneError(
        'target-unreachable',
        visible(found.why),
        `is the ${api.name} API really there? Nothing was written`,
      );
    }
    looked.push({ api, endpoint, found });
  }
  return looked;
}

/** The target as its profile will say it. */
function withFound(target: Target, looked: readonly Looked[]): Target {
  const endpoints = looked.map(({ api, endpoint, found }): readonly [string, Endpoint] => {
    const { url, routing = '', preset, names } = found;
    const words = names ?? presetsFor(api.name).find((one) => one.preset === preset)?.names ?? {};
    const style = { ...endpoint.style, routing: api.routings[routing] ?? endpoint.style.routing };
    return [api.name, { ...endpoint, baseUrl: url, style, names: words }];
  });
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}

function entryOf({ api, endpoint, found }: Looked, options: Options, io: Io): DraftEntry {
  const { url, routing, names, remarks } = found;
  return {
    api: api.name,
    url,
    ...(routing !== undefined && { routing }),
    ...(names && { names }),
    credential: partsOf(api).map(({ part, variable }) => ({
      part,
      variable,
      set: Boolean(io.env[variable]),
    })),
    facts: api.facts.map((name) => ({
      name,
      says: SAYS[name] ?? name,
      values: listIn(options[name]) ?? endpoint.known[name] ?? [],
    })),
    // They have texts of the target in them, and become comments.
    remarks: remarks.map(visible),
  };
}

function listIn(given: unknown): readonly string[] | undefined {
  return Array.isArray(given) ? given.map(String) : undefined;
}

function nextLine(out: string): string {
  return `npx touchstone check${out === OWN_PROFILE ? '' : ` --target ${out}`}`;
}
