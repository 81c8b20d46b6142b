import { type Command, CommanderError } from 'commander';
import { systemError, unwritable, writeLine, writeLines } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { COMMANDS, COMPLETE, namesOnly } from './commands.ts';
import { addFrom } from './env-file.ts';
import type { Invocation } from './error-report.ts';
import { type Io, isUnread, stopOnLostOutput } from './io.ts';
import { refuseIneffective } from './needed-options.ts';
import { watchSignals } from './signals.ts';

/**
 * The parser, with the options of one command; the others only have names.
 *
 * @param asked the name of that command; `complete` needs them all
 * @param begin told what is asked for, before it is done
 */
export async function programOf(
  io: Io,
  exit: (code: number) => void,
  asked: string | undefined,
  begin: (asked: Invocation) => void = () => {},
): Promise<Command> {
  const program = namesOnly(asked)
    .configureOutput({
      writeOut: (text) => writeLines(io.stdout, text.trimEnd()),
      writeErr: (text) => writeLines(io.stderr, text.trimEnd()),
    })
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help to see what there is)')
    .exitOverride();
  for (const child of program.commands) {
    child.copyInheritedSettings(program);
    const command = COMMANDS.find(({ name }) => name === child.name());
    if (command === undefined || (command.name !== asked && asked !== COMPLETE)) continue;
    const register = await command.load();
    // A profile can name any variable, even `constructor`.
    const env: { [name: string]: string | undefined } = Object.create(null);
    Object.assign(env, io.env);
    child.hook('preAction', (_, given) => {
      begin({ command: given.name(), options: given.opts(), args: given.args });
      refuseEmpty(given);
      refuseIneffective(given);
      addFrom(given.opts().envFile, env, io.cwd);
    });
    register(child, withEnvironment(io, env), exit);
  }
  if (asked === COMPLETE) (await import('@bomb.sh/tab/commander')).default(program);
  return program;
}

/** An empty path would be the working folder, and an empty prefix everything: both are mistakes. */
function refuseEmpty(command: Command): void {
  const empty = (value: unknown) => [value].flat().some((one) => one === '');
  const option = command.options.find((one) => empty(command.getOptionValue(one.attributeName())));
  const argument = command.registeredArguments.find(
    ({ required }, at) => required && empty(command.processedArgs[at]),
  );
  const name = option?.long ?? (argument && `<${argument.name()}>`);
  if (name === undefined) return;
  throw new TouchstoneError(
    'usage',
    `${name} is empty`,
    'give it a value, or leave it out; a variable of the shell that stands there may not be set',
  );
}

/** A plain copy would read the signal, and commands that ignore it would then ignore Ctrl-C. */
function withEnvironment(io: Io, env: Io['env']): Io {
  const { stdout, stderr, stdin, cwd, killable } = io;
  return {
    ...{ stdout, stderr, env, cwd },
    ...(stdin && { stdin }),
    ...(killable && { killable }),
    get signal() {
      return io.signal;
    },
  };
}

/**
 * The command line.
 * @param args the arguments after the program's name
 * @returns the exit code
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const name = args.find((arg) => !arg.startsWith('-'));
  let asked: Invocation | undefined;
  let program: Command | undefined;
  const exit = (value: number) => {
    code = value;
  };
  try {
    program = await programOf(io, exit, name, (one) => {
      asked = one;
    });
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (asked !== undefined) await leaveReport(error, asked, io);
    else if (program !== undefined) await leaveReportOfOptions(error, program, args, io);
    return explain(error, io);
  }
}

async function leaveReport(error: unknown, asked: Invocation, io: Io): Promise<void> {
  const known = error instanceof TouchstoneError ? error : systemError(error);
  if (known === undefined) return;
  const { reportError } = await import('./error-report.ts');
  reportError(known, asked, io);
}

/** The parser stops at an option that it does not know, before the command begins: the report goes where `--out` says. */
async function leaveReportOfOptions(
  error: unknown,
  program: Command,
  args: readonly string[],
  io: Io,
): Promise<void> {
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const known =
    error instanceof CommanderError
      ? new TouchstoneError('usage', error.message.replace(/^error: /, ''))
      : error;
  const { givenIn } = await import('./given-options.ts');
  await leaveReport(known, givenIn(program, args), io);
}

/** An error of the tool never looks like a finding: it has a code and advice, and exits with 2. */
function explain(error: unknown, io: Pick<Io, 'stderr'>): number {
  // The parser has already reported the error; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const known = error instanceof TouchstoneError ? error : systemError(error);
  if (known !== undefined) {
    writeLines(io.stderr, `error ${known.code}: ${known.message}`);
    if (known.hint) writeLines(io.stderr, `  ${known.hint}`);
    return 2;
  }
  writeLines(io.stderr, `error internal: ${error instanceof Error ? error.stack : String(error)}`);
  writeLine(io.stderr, '  this is a defect of touchstone itself; please report it with this text');
  return 2;
}

/** Ends a process whose output was lost before it was whole. */
export function endLost(error: Error): void {
  if (!isUnread(error)) process.exitCode = explain(unwritable('standard output', error), process);
}

/** Runs the command line in this process: Ctrl-C or a closed terminal ends the work, which still reports. */
export async function runFromProcess(): Promise<void> {
  const stop = new AbortController();
  const signals = watchSignals(stop);
  let lost = false;
  // Lost output does not change the verdict.
  const end = (code: number) => {
    process.exitCode = lost && code === 0 ? 2 : code;
  };
  stopOnLostOutput(process.stdout, stop, (error) => {
    if (lost) return;
    lost = true;
    explain(unwritable('standard output', error), process);
    // A stream can report it after everything else is done.
    if (process.exitCode !== undefined) end(Number(process.exitCode));
  });
  // If no output is possible any more, the work continues for its files and its exit code.
  stopOnLostOutput(process.stderr, new AbortController(), () => {});
  const code = await main(process.argv.slice(2), {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    get signal() {
      return signals.signal;
    },
    killable: signals.killable,
  });
  end(signals.end(code));
}
