import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { APIS, type Api, variablesFor } from '../apis/index.ts';
import { type Contract, contractFor, loadContract } from '../contract/index.ts';
import { writeLine, writeText } from '../io/index.ts';
import {
  type Endpoint,
  escapeControls,
  schemeOf,
  type Target,
  TouchstoneError,
  type Transport,
} from '../model/index.ts';
import { checkCredentials, frontOf, strippedPaths } from '../probe/index.ts';
import {
  type DraftCredential,
  type DraftEntry,
  type DraftProfile,
  draftText,
  OWN_PROFILE,
  presetsFor,
  publishedPart,
  type Settings,
} from '../profiles/index.ts';
import { transportTo } from '../send/index.ts';
import { answered, type InitOptions, targetIn } from './init-given.ts';
import { initOpenApi } from './init-openapi.ts';
import { knownIn, type Looked, seenLines, switchedOff, withMissing } from './init-seen.ts';
import type { Io } from './io.ts';
import { ENV_FILE } from './options.ts';

const ALL: readonly Api[] = APIS;

export function initCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  command.description('look at a target, by requests that only read, and write its profile');
  for (const { name, facts } of ALL) {
    command.option(`--${name} <url>`, `base URL of the ${name} API`);
    for (const [fact, says] of Object.entries(facts)) command.option(`--${fact} <name...>`, says);
  }
  return command
    .option(
      '--openapi <file>',
      'write the folder of another API from its OpenAPI document; send nothing',
    )
    .option('--url <url>', 'base URL of the API of --openapi (default: that of the document)')
    .option('--allow-fetch', 'fetch what references of the OpenAPI document lead to')
    .option('--name <name>', 'how reports call the target (default: its host)')
    .option('--out <file>', 'the profile to write', OWN_PROFILE)
    .option('--set <member=value...>', SAYS_SET)
    .option(...ENV_FILE)
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
  touchstone init --integration https://staging.example/platform --systems crm shop
  touchstone init --openapi api.yaml --url http://localhost:8080

Behind a gateway, with a certificate authority of its own, or a token that a command prints:
  touchstone init --content https://docs.example --set 'content.headers.X-Key=\${GATEWAY_KEY}' tls.ca=company-ca.pem
  touchstone init --integration https://api.example --set 'integration.token.command=[gcloud, auth, print-access-token]'`,
    )
    .action(async (options: InitOptions) => exit(await init(options, io)));
}

const SAYS_SET =
  'what a request needs on its way there, as the profile has it: headers, cookies, token, proxy, tls (docs/targets.md)';

async function init(given: InitOptions, io: Io): Promise<number> {
  const path = resolve(io.cwd, given.out);
  if (existsSync(path) && !given.force) {
    throw new TouchstoneError(
      'output-unwritable',
      `${given.out} is there already, and stays as it is`,
      'give another name with --out, or --force to replace it',
    );
  }
  const { openapi } = given;
  if (openapi !== undefined) return initOpenApi({ ...given, openapi }, io);
  const options = await answered(given, io);
  const contract = loadContract();
  const { target, set, notes } = await targetIn(contract, options, io);
  const transport = transportTo(target, 4);
  try {
    const found = await lookAt(contract, target, transport, io);
    const seen = withFound(target, found);
    const words = contractFor(contract, seen);
    const looked = found.map((one) => withMissing(one, words));
    const off = switchedOff(words, looked);
    const preset = looked.flatMap(({ found }) => found.preset ?? [])[0];
    const documents = Object.keys(seen.endpoints);
    const login = await checkCredentials(words, seen, documents, transport, io.signal);
    refuseRejected(login.rejected);
    const stripped = await strippedPaths(words, seen, documents, transport, io.signal);
    const [first = ''] = Object.values(target.endpoints).map(({ baseUrl }) => baseUrl);
    const profile: DraftProfile = {
      name: options.name ?? new URL(first).host,
      ...(preset !== undefined && { preset }),
      entries: looked.map((one) => entryOf(one, set, io)),
      off,
      known: knownIn(looked),
      set: withoutApis(set),
    };
    writeText(path, draftText(profile), { flag: given.force ? 'w' : 'wx' });
    for (const line of [...notes, ...seenLines(looked, off), ...login.notes, ...stripped]) {
      writeLine(io.stdout, escapeControls(line));
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
    escapeControls(first.replace(/No case was sent$/, 'Nothing was written')),
    'unset the variables for an anonymous run',
  );
}

async function lookAt(
  contract: Contract,
  target: Target,
  transport: Transport,
  { signal }: Io,
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const api of ALL) {
    const endpoint = target.endpoints[api.name];
    if (endpoint === undefined) continue;
    const asking = { contract, endpoint, transport, signal };
    const found = (await api.inspect?.(asking, presetsFor(api.name))) ?? asGiven(endpoint);
    if (found.kind === 'nothing') {
      const { signs } = await frontOf(contract, target, [api.name], transport, signal);
      throw new TouchstoneError(
        'target-unreachable',
        escapeControls([found.why, ...signs].join('. ')),
        `is the ${api.name} API really there? \`--set\` gives what it needs to get there (--help). Nothing was written`,
      );
    }
    looked.push({ api, endpoint, found });
  }
  return looked;
}

/** The entry of an API that cannot be inspected. */
function asGiven({ baseUrl }: Endpoint): Looked['found'] {
  return { kind: 'found', url: baseUrl, missing: [], remarks: [] };
}

function withFound(target: Target, looked: readonly Looked[]): Target {
  const endpoints = looked.map(({ api, endpoint, found }): readonly [string, Endpoint] => {
    const { url, routing = '', preset, names } = found;
    const words = names ?? presetsFor(api.name).find((one) => one.preset === preset)?.names ?? {};
    const style = { ...endpoint.style, routing: api.routings[routing] ?? endpoint.style.routing };
    return [api.name, { ...endpoint, baseUrl: url, style, names: words }];
  });
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}

function entryOf({ api, endpoint, found }: Looked, set: Settings, io: Io): DraftEntry {
  const { url, routing, names, remarks, refused = {} } = found;
  return {
    api: api.name,
    url,
    ...(routing !== undefined && { routing }),
    ...(names && { names }),
    credential: partsOf(api, endpoint.credentialFrom.scheme).map(({ part, variable }) =>
      credentialPart(api, endpoint, { part, variable, set: Boolean(io.env[variable]) }),
    ),
    facts: Object.entries(api.facts).map(([name, says]) => ({
      name,
      says,
      values: (endpoint.known[name] ?? []).filter(
        (value) => !refused[name]?.includes(String(value)),
      ),
    })),
    // They contain texts of the target, and become comments.
    remarks: remarks.map(escapeControls),
    set: Object(set[api.name]),
  };
}

/** The credential part by its variable, next to it what the reference target publishes if the run used that. */
function credentialPart(
  { name }: Api,
  { authorization }: Endpoint,
  given: { readonly part: string; readonly variable: string; readonly set: boolean },
): DraftCredential {
  const published =
    given.set || authorization === undefined
      ? undefined
      : publishedPart(loadContract(), name, given.part);
  return published === undefined ? given : { ...given, published };
}

/** The variables of the credential: those of another scheme, if these are set. */
function partsOf(api: Api, scheme = api.scheme) {
  const variables = variablesFor(api);
  return schemeOf(scheme).parts.map((part) => ({ part, variable: variables[part] }));
}

function withoutApis(set: Settings): Settings {
  return Object.fromEntries(
    Object.entries(set).filter(([name]) => !ALL.some((api) => api.name === name)),
  );
}

function nextLine(out: string): string {
  return `npx touchstone check${out === OWN_PROFILE ? '' : ` --target ${out}`}`;
}
