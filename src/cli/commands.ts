/** The names of all commands. `--help` loads all that is imported here, so it is little. */

import { Command } from 'commander';
import { toolOf } from '../io/tool.ts';
import type { Io } from './io.ts';

type RegisterCommand = (command: Command, io: Io, exit: (code: number) => void) => Command;

/** Commands by name, with their sentence in help. Modules are loaded lazily, so that `--help` is fast. */
export const COMMANDS: readonly {
  readonly name: string;
  readonly says: string;
  readonly load: () => Promise<RegisterCommand>;
}[] = [
  {
    name: 'check',
    says: 'run the suites against a target (default: the reference target, embedded)',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'init',
    says: 'look at a target, by requests that only read, and write its profile',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'fuzz',
    says: 'generate edge-case requests and send them, as long as asked',
    load: async () => (await import('./fuzz.ts')).fuzzCommand,
  },
  {
    name: 'record',
    says: 'stand between a client and a target, record and judge what passes',
    load: async () => (await import('./record.ts')).recordCommand,
  },
  {
    name: 'replay',
    says: 'judge a recording again, serve it over HTTP, or send it to another base URL and compare',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'show',
    says: 'what is in a recording: a list, one exchange in full, statistics; as one HAR file',
    load: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'diff',
    says: 'what a recording has otherwise than another, offline',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'explain',
    says: 'a clause, an operation, a fault, or a finding of a report, in plain words',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  {
    name: 'plan',
    says: 'list the cases that a run would send',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  {
    name: 'serve',
    says: 'the reference target, over HTTP',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'selftest',
    says: 'faults caught and variations left alone',
    load: async () => (await import('./selftest.ts')).selftestCommand,
  },
  {
    name: 'contract',
    says: 'clauses, operations, and OpenAPI of the documents',
    load: async () => (await import('./contract.ts')).contractCommand,
  },
  {
    name: 'report',
    says: 'render, compare or merge reports; look through what runs left behind',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  {
    name: 'baseline',
    says: 'accept what runs found, so that a later run fails on what is new or worse',
    load: async () => (await import('./baseline.ts')).baselineCommand,
  },
  {
    name: 'cleanup',
    says: 'remove what an interrupted run left behind',
    load: async () => (await import('./cleanup.ts')).cleanupCommand,
  },
];

/** A shell calls this command for completion, so it needs all the others. */
export const COMPLETE = 'complete';

/**
 * The parser, with the names of the commands and none of their options.
 *
 * @param asked completion adds its own command
 */
export function namesOnly(asked?: string): Command {
  const { name: tool, version } = toolOf();
  const program = new Command(tool)
    .description('conformance tests for the integration and the content API')
    .version(version);
  for (const { name, says } of COMMANDS) program.command(name).description(says);
  if (asked !== COMPLETE)
    program.command(COMPLETE).description(`a script for the shell: ${COMPLETE} bash, zsh or fish`);
  return program;
}
