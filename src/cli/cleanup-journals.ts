/** Chooses the journals that `cleanup` works through. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Account, journalFolder, readJournals } from '../cleanup/index.ts';
import { loadContract } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import {
  chooseTarget,
  environmentForPlanning,
  names,
  type TargetOptions,
} from '../profiles/index.ts';
import { agrees } from './cleanup-agree.ts';
import type { Io } from './io.ts';

export interface JournalOptions extends TargetOptions {
  readonly journal?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * The journals of one path, of all runs of this machine, or of one target: the one that is named, or that of this
 * folder.
 *
 * @param skip receives each journal that cannot be read
 * @returns undefined if the user does not agree
 * @throws TouchstoneError 'usage' if there are journals and no target is named
 */
export async function chosenJournals(
  options: JournalOptions,
  io: Io,
  skip: (path: string, error: TouchstoneError) => void,
): Promise<readonly Account[] | undefined> {
  const { journal, all } = options;
  if (all && (names(options) || journal !== undefined)) {
    throw new TouchstoneError(
      'usage',
      '--all takes the target of each run',
      'leave out --all, or the target and --journal',
    );
  }
  const path = journal === undefined ? journalFolder(io.env) : resolve(io.cwd, journal);
  const accounts = readJournals(path, skip);
  // Or a mistyped path: a journal is deleted with its last entry.
  if (journal !== undefined && !existsSync(path)) {
    writeLine(io.stderr, `there is no journal at ${path}`);
  }
  if (journal !== undefined) return accounts;
  return all ? agreedOn(accounts, options, io) : journalsOfTarget(accounts, options, io);
}

/** Every journal, after the user has seen which servers they lead to. */
async function agreedOn(
  accounts: readonly Account[],
  { yes, dryRun }: JournalOptions,
  io: Io,
): Promise<readonly Account[] | undefined> {
  const open = accounts.filter((account) => entriesOf(account).length > 0);
  for (const account of open) writeLine(io.stdout, lineOf(account));
  if (open.length === 0 || dryRun || yes) return accounts;
  const servers = new Set(open.flatMap(serversOf)).size;
  const question = `remove what these ${open.length} runs left on ${servers} servers?`;
  return (await agrees(question, io)) ? accounts : undefined;
}

/** The journals with an entry at the target, and those of this folder that have no entry. */
async function journalsOfTarget(
  accounts: readonly Account[],
  options: JournalOptions,
  io: Io,
): Promise<readonly Account[]> {
  if (accounts.length === 0) return [];
  // Only addresses matter here: a variable that is not set is reported where it is needed.
  const env = environmentForPlanning(options, io);
  const chosen = await chooseTarget(loadContract(), options, { ...io, env });
  if (chosen.kind !== 'given') throw unnamed(accounts, io);
  const urls = new Set(Object.values(chosen.target.endpoints).map(({ baseUrl }) => baseUrl));
  const own = accounts.filter((account) => {
    const servers = serversOf(account);
    if (servers.length === 0) return account.owner?.cwd === io.cwd;
    return servers.some((server) => urls.has(server));
  });
  const others = accounts.filter(
    (account) => !own.includes(account) && entriesOf(account).length > 0,
  );
  if (others.length > 0) {
    writeLine(
      io.stderr,
      `not looked at: ${others.length} ${others.length === 1 ? 'journal' : 'journals'} of other targets; \`touchstone cleanup --all --dry-run\` lists them`,
    );
  }
  return own;
}

function unnamed(accounts: readonly Account[], io: Io): TouchstoneError {
  const here = accounts.filter(
    (account) => account.owner?.cwd === io.cwd && entriesOf(account).length > 0,
  );
  const runs = [...new Set(here.map(({ owner }) => owner?.targetOptions.join(' ') ?? ''))];
  const [first] = runs.filter(Boolean);
  return new TouchstoneError(
    'usage',
    'cleanup needs a target: this folder has no touchstone.yaml',
    first === undefined
      ? 'name it with --target; `touchstone cleanup --all --dry-run` lists what all runs of this machine left'
      : `name it, as the run here did: \`touchstone cleanup ${first}\``,
  );
}

type Entry = Pick<Account['open'][number], 'baseUrl'>;

function entriesOf({ open, changed, announced }: Account): readonly Entry[] {
  return [...open, ...changed, ...announced];
}

function serversOf(account: Account): readonly string[] {
  return [...new Set(entriesOf(account).map(({ baseUrl }) => baseUrl))];
}

function lineOf(account: Account): string {
  const { open, changed, announced, owner, path } = account;
  const counts = [
    [open.length, 'created'],
    [changed.length, 'changed'],
    [announced.length, 'perhaps created'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const run = owner === undefined ? path : `run of ${owner.startedAt} in ${owner.cwd}`;
  return `${run}: ${counts.join(', ')} at ${serversOf(account).join(', ')}`;
}
