/** Settings that the user of `init` gives: by options, or asked on a terminal. */

import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { APIS, type Api } from '../apis/index.ts';
import type { Contract } from '../contract/index.ts';
import { writePrompt } from '../io/index.ts';
import { type Endpoint, type Target, TouchstoneError } from '../model/index.ts';
import {
  addressNotes,
  chooseTarget,
  EXAMPLE,
  MORE,
  merged,
  type Profile,
  profileFrom,
  type Settings,
  settingsIn,
} from '../profiles/index.ts';
import type { Io } from './io.ts';

export interface InitOptions {
  readonly out: string;
  readonly openapi?: string;
  readonly url?: string;
  readonly allowFetch?: boolean;
  readonly name?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  /** Members of the profile, each `place=value`. */
  readonly set?: readonly string[];
  /** Base URLs and facts, by name. */
  readonly [option: string]: unknown;
}

const ALL: readonly Api[] = APIS;

/** The options, with a requested URL if none is given. */
export async function answered(options: InitOptions, io: Io): Promise<InitOptions> {
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
    writePrompt(io.stdout, question);
    const { done, value } = await lines.next();
    return done ? '' : value;
  };
  try {
    const asked: { [option: string]: unknown } = {};
    for (const { name, facts } of ALL) {
      const url = (await ask(`Base URL of the ${name} API (empty: it is not tested)`)).trim();
      if (url === '') continue;
      asked[name] = url;
      for (const [fact, says] of Object.entries(facts)) {
        const values = await ask(`${says} (${fact}, separated by commas; may be empty)`);
        asked[fact] = values.split(',').flatMap((value) => value.trim() || []);
      }
    }
    const set = [...(options.set ?? [])];
    for (;;) {
      const line = await ask(`What requests need to get there, ${EXAMPLE} (empty: nothing more)`);
      if (line.trim() === '') break;
      set.push(line);
    }
    return answered({ ...options, ...asked, set, yes: true }, io);
  } finally {
    terminal.close();
  }
}

/** The given target, with its settings from `--set`. */
export async function targetIn(
  contract: Contract,
  options: InitOptions,
  io: Io,
): Promise<{ readonly target: Target; readonly set: Settings; readonly notes: readonly string[] }> {
  const set = settingsIn(options.set ?? []);
  const urls = Object.fromEntries(
    ALL.flatMap(({ name }) => {
      const url = options[name];
      return typeof url === 'string' ? [[name, url] as const] : [];
    }),
  );
  const base = Object.keys(set).length === 0 ? undefined : profileOf(contract, options, set, io);
  const chosen = await chooseTarget(contract, urls, io, base);
  if (chosen.kind !== 'given') throw new TouchstoneError('internal', 'a URL was given');
  return { target: withFacts(chosen.target, options), set, notes: addressNotes(urls) };
}

function withFacts(target: Target, options: InitOptions): Target {
  const endpoints = ALL.flatMap(({ name, facts }): readonly [string, Endpoint][] => {
    const endpoint = target.endpoints[name];
    if (endpoint === undefined) return [];
    const stated = Object.keys(facts).flatMap((fact) => {
      const values = options[fact];
      return Array.isArray(values) ? [[fact, values.map(String)] as const] : [];
    });
    return [[name, { ...endpoint, known: { ...endpoint.known, ...Object.fromEntries(stated) } }]];
  });
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}

/** The value of `--set`, read as the file will be. */
function profileOf(contract: Contract, options: InitOptions, set: Settings, io: Io): Profile {
  const given = ALL.filter(({ name }) => options[name] !== undefined);
  const urls = Object.fromEntries(given.map(({ name }) => [name, { url: options[name] }]));
  const source = {
    file: '--set',
    value: merged(urls, set),
    lineOf: () => 1,
    usualName: 'target',
    folder: dirname(resolve(io.cwd, options.out)),
  };
  try {
    return profileFrom(source, contract, io.env);
  } catch (error) {
    if (!(error instanceof TouchstoneError) || !error.message.startsWith('--set:')) throw error;
    throw new TouchstoneError('usage', error.message.replace(/^--set:1/, '--set'), MORE);
  }
}
