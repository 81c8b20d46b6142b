import { Command, CommanderError } from 'commander';
import { TouchstoneError } from '../errors.ts';
import { toolOf } from '../tool.ts';
import { type Io, stopOnClosedPipe, writeLine } from './io.ts';

type RegisterCommand = (command: Command, io: Io, exit: (code: number) => void) => Command;

/**
 * Commands by name, with the sentence that help shows. Their modules are loaded when they are asked for,
 * so that `--help` does not wait for a validator and an HTTP client.
 */
const COMMANDS: readonly {
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
    says: 'merge the reports of shards; look through what runs left behind',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  {
    name: 'cleanup',
    says: 'remove what an interrupted run left behind',
    load: async () => (await import('./cleanup.ts')).cleanupCommand,
  },
];

/**
 * The command line.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const { name, version } = toolOf();
  const program = new Command(name)
    .description('conformance tests for the integration and the content API')
    .version(version)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help to see what there is)')
    .exitOverride();
  const asked = args.find((arg) => !arg.startsWith('-'));
  for (const command of COMMANDS) {
    const child = program.command(command.name).description(command.says);
    child.copyInheritedSettings(program);
    if (command.name !== asked) continue;
    const register = await command.load();
    register(child, io, (value) => {
      code = value;
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, io);
  }
}

/** An error of the tool never looks like a finding: it has a code, says what to do, and exits 2. */
function explain(error: unknown, io: Io): number {
  // The parser has said what was wrong already; asking for help or the version is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof TouchstoneError) {
    writeLine(io.stderr, `error ${error.code}: ${error.message}`);
    if (error.hint) writeLine(io.stderr, `  ${error.hint}`);
    return 2;
  }
  writeLine(io.stderr, `error internal: ${error instanceof Error ? error.stack : String(error)}`);
  writeLine(io.stderr, '  this is a defect of touchstone itself; please report it with this text');
  return 2;
}

/** Runs the command line in this process: Ctrl-C ends the work and still reports; a second one ends it at once. */
export async function runFromProcess(): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  const heed = () => {
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  };
  const ignore = () => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  heed();
  for (const stream of [process.stdout, process.stderr]) stopOnClosedPipe(stream, stop);
  process.exitCode = await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    signal: stop.signal,
    // A handler runs between two pieces of work, and planning is one piece of a second: without a handler, the
    // system ends the process.
    killable: (work) => {
      ignore();
      try {
        const done = work();
        if (!(done instanceof Promise)) heed();
        else done.then(heed, heed);
        return done;
      } catch (error) {
        heed();
        throw error;
      }
    },
  });
  ignore();
}
