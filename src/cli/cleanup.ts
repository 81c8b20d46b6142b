import { hostname } from 'node:os';
import type { Command } from 'commander';
import { type Account, discard, type JournalOwner, untrack } from '../cleanup/index.ts';
import { loadContract } from '../contract/index.ts';
import { isProcess, writeLine } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { chooseTarget } from '../profiles/index.ts';
import { agrees } from './cleanup-agree.ts';
import { removeAll, restoreAll } from './cleanup-entries.ts';
import { chosenJournals, type JournalOptions } from './cleanup-journals.ts';
import { lookFor, misnamedFrom, removeSeen, renamedFrom, searchFor } from './cleanup-look.ts';
import { targetOfRun } from './cleanup-target.ts';
import type { Io } from './io.ts';
import { withTarget } from './options.ts';

interface Options extends JournalOptions {
  readonly force?: boolean;
  readonly search?: boolean;
  readonly probable?: boolean;
}

export function cleanupCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withTarget(command)
    .description('remove what an interrupted run left behind')
    .option(
      '--journal <path>',
      'its cleanup journal, or a folder of them (default: all of this target)',
    )
    .option(
      '--all',
      'the journals of all runs on this machine, on any server; lists them and asks first',
    )
    .option('--dry-run', 'say what would be removed, and send nothing')
    .option('--force', 'also what a run created that seems to be going on')
    .option(
      '--search',
      'also look on the target for what runs created more than a day ago and no journal names',
    )
    .option(
      '--probable',
      'also what appeared during a run by its author and carries no name of it; shows it and asks',
    )
    .option('--yes', 'with --all, --search or --probable: remove that without asking')
    .addHelpText(
      'after',
      `
A run that may write keeps a journal of what it creates or changes, below $XDG_STATE_HOME or ~/.local/state. What it
was about to create when it ended is looked for on the target. Only journals of the target are used: the one that is
named, or that of touchstone.yaml in this folder. With --all or --journal, each journal leads to the target of its run.
A journal whose target cannot be read is left alone and named; the others are settled.
Exit codes: 0 nothing is left behind; 1 something is; 2 something could not be tried.

Examples:
  touchstone cleanup --dry-run
  touchstone cleanup --target staging.yaml
  touchstone cleanup --target staging.yaml --search`,
    )
    .action(async (options: Options) => exit(await cleanup(options, io)));
}

async function cleanup(options: Options, io: Io): Promise<number> {
  const skipped: string[] = [];
  const skip = (place: string, { message, hint }: TouchstoneError) => {
    skipped.push(place);
    writeLine(io.stderr, `left alone: ${place}`);
    writeLine(io.stderr, `  ${message}`);
    if (hint !== undefined) writeLine(io.stderr, `  ${hint}`);
  };
  const accounts = await chosenJournals(options, io, skip);
  if (accounts === undefined) return 1;
  let left = 0;
  let done = 0;
  let putBack = 0;
  let sought = 0;
  for (const account of accounts) {
    if (!options.force && account.owner !== undefined && goesOn(account.owner)) {
      const { pid, host } = account.owner;
      writeLine(io.stderr, `left alone: ${account.path}`);
      writeLine(io.stderr, `  its run (process ${pid} on ${host}) may be going on; --force if not`);
      if (countOf(account) > 0) skipped.push(account.path);
      continue;
    }
    try {
      const result = await settle(account, options, io);
      left += result.left;
      done += result.done;
      putBack += result.putBack;
      sought += result.sought;
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      skip(account.path, error);
    }
  }
  if (options.search) {
    const result = await search(accounts, options, io);
    left += result.left;
    done += result.done;
  }
  const would = options.dryRun ? 'would be ' : '';
  const journals = skipped.length === 1 ? 'journal' : 'journals';
  const counts = [
    ...(done > 0 || putBack === 0 ? [`${done} ${would}removed`] : []),
    ...(putBack > 0 ? [`${putBack} ${would}put back`] : []),
    `${left} left`,
    ...(sought > 0 ? [`${sought} would be looked for`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} ${journals} left alone`] : []),
  ];
  const isClean = left + done + putBack + sought + skipped.length === 0;
  writeLine(io.stdout, isClean ? 'nothing is left behind' : counts.join(', '));
  if (left > 0) return 1;
  return skipped.length > 0 ? 2 : 0;
}

/** Returns true if a run can still be in progress: it removes its objects itself. */
function goesOn({ pid, host }: JournalOwner): boolean {
  if (host !== hostname()) return true;
  // In a container each run can have the same number; it is not this process.
  return pid !== process.pid && isProcess(pid);
}

interface Settled {
  readonly done: number;
  readonly putBack: number;
  /** Creations that a dry run does not look for. */
  readonly sought: number;
  readonly left: number;
}

/** The number of open entries. */
function countOf({ open, changed, announced }: Account): number {
  return open.length + changed.length + announced.length;
}

/** Removes the objects of one journal, newest first, and then the journal. */
async function settle(account: Account, options: Options, io: Io): Promise<Settled> {
  const lost = account.unreadable.length;
  for (const line of account.unreadable) {
    writeLine(
      io.stderr,
      `${account.path}:${line}: cannot be read; delete the file when that is settled`,
    );
  }
  const found =
    countOf(account) === 0 ? undefined : await targetOfRun(account, loadContract(), options, io);
  const { target, contract = loadContract() } = found ?? {};
  if (options.dryRun) {
    for (const one of account.open)
      writeLine(io.stdout, `would remove ${one.what} at ${one.baseUrl}`);
    for (const one of account.changed)
      writeLine(io.stdout, `would put back ${one.what} at ${one.baseUrl}`);
    for (const one of account.announced)
      writeLine(
        io.stdout,
        `would look for ${one.slug ?? one.title ?? one.url ?? 'what has no name'} in ${one.collection} at ${one.baseUrl}`,
      );
    const [putBack, sought] = [account.changed.length, account.announced.length];
    return { done: account.open.length, putBack, sought, left: lost };
  }
  const { left, removed, gone, existed } = await removeAll(account, contract, target, io);
  const changed = await restoreAll(account, contract, target, io);
  const misnamed = [...gone, ...existed].flatMap(misnamedFrom);
  for (const one of [...gone, ...existed]) {
    if (!misnamed.some(({ entry }) => entry === one.entry)) untrack(account, one);
  }
  const announced = [...account.announced, ...gone.flatMap(renamedFrom), ...misnamed];
  const probable = !options.probable ? 'name' : options.yes ? 'remove' : 'ask';
  const looked = await lookFor(announced, account.authors, contract, target, probable, io);
  for (const { entry } of looked.settled) if (entry !== undefined) untrack(account, { entry });
  const still = left + changed.left + looked.left + lost;
  if (still === 0) discard(account);
  return {
    done: removed + looked.removed,
    putBack: changed.restored,
    sought: 0,
    left: still,
  };
}

/** Searches for objects without a journal, and removes them if the user agrees. */
async function search(
  accounts: readonly Account[],
  options: Options,
  io: Io,
): Promise<Pick<Settled, 'done' | 'left'>> {
  const contract = loadContract();
  const chosen = await chooseTarget(contract, options, io);
  if (chosen.kind !== 'given') {
    throw new TouchstoneError(
      'usage',
      '--search needs a target to look on',
      'name it with --target or --content',
    );
  }
  const known = new Set(accounts.flatMap(({ open }) => open.map(({ what }) => what)));
  const seen = await searchFor(contract, chosen.target, known, Date.now(), io);
  for (const { what, slug, title, modified } of seen)
    writeLine(io.stdout, `found ${what}: ${slug || title}, changed ${modified}`);
  if (seen.length === 0 || options.dryRun) return { done: seen.length, left: 0 };
  if (!options.yes && !(await agrees(`remove these ${seen.length}?`, io))) {
    return { done: 0, left: seen.length };
  }
  return removeSeen(seen, contract, chosen.target, io);
}
