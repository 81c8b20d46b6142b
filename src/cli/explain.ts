import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Contract, contractFor, loadContract } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import {
  type Clause,
  type DocumentName,
  nearNames,
  type Target,
  TouchstoneError,
} from '../model/index.ts';
import {
  chooseTarget,
  environmentForPlanning,
  referenceTarget,
  type TargetOptions,
} from '../profiles/index.ts';
import type { AnyReport } from '../report/index.ts';
import { ALL_RULES } from '../run/index.ts';
import { currentName, faults, variations } from '../selftest/index.ts';
import { reportAt } from '../shards/index.ts';
import { wholePlan } from './coverage.ts';
import { belowLines } from './explain-below.ts';
import {
  findingLines,
  findingOf,
  findingsIn,
  knownLines,
  listLines,
  type ShownFinding,
} from './explain-findings.ts';
import { clauseLines, demandLines, deviationLines, operationLines } from './explain-lines.ts';
import type { Io } from './io.ts';
import { withTarget } from './options.ts';

interface Options extends TargetOptions {
  readonly report?: string;
}

export function explainCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withTarget(command)
    .description('a clause, an operation, a fault, or a finding of a report, in plain words')
    .argument(
      '[id]',
      'of a clause, operation, fault or variation; with --report, the number of a finding',
    )
    .option('--report <dir>', 'a report: its findings have numbers, and are listed without an id')
    .addHelpText(
      'after',
      `
Nothing is sent. What is sent for a clause is planned for the target that is named, as if it had everything.
Exit codes: 0 explained; 2 there is no such id, or the report cannot be read.

Examples:
  touchstone explain integration/timezones/sorted-by-label
  touchstone explain content/posts/list
  touchstone explain unsorted-at-end
  touchstone explain --report reports
  touchstone explain 1 --report reports`,
    )
    .action(async (id: string | undefined, options: Options) =>
      exit(await explain(id, options, io)),
    );
}

async function explain(id: string | undefined, options: Options, io: Io): Promise<number> {
  const loaded = loadContract();
  const report =
    options.report === undefined ? undefined : reportAt(loaded, resolve(io.cwd, options.report));
  const findings = report === undefined ? [] : findingsIn(report);
  const say = (lines: readonly string[]) => {
    for (const line of lines) writeLine(io.stdout, line);
    return 0;
  };
  if (id === undefined) {
    if (report !== undefined) {
      return say([...listLines(findings, options.report ?? ''), ...knownLines(report)]);
    }
    throw new TouchstoneError(
      'usage',
      'nothing says what to explain',
      'give the id of a clause, an operation or a fault, or a report with --report DIR',
    );
  }
  const { contract, target } = await chosen(loaded, options, io);
  const found =
    findings.find((one) => one.number === id) ??
    (report && findingOf(report, id)) ??
    findings.find((one) => one.ids.includes(id));
  return say(linesOf(id, found, report, { contract, target }));
}

interface World {
  readonly contract: Contract;
  readonly target: Target;
}

async function chosen(loaded: Contract, options: Options, io: Io): Promise<World> {
  const env = environmentForPlanning(options, io);
  const found = await chooseTarget(loaded, options, { env, cwd: io.cwd });
  const target =
    found.kind === 'given' ? found.target : referenceTarget(loaded, undefined, 'reference');
  return {
    target,
    contract: contractFor(found.kind === 'given' ? found.contract : loaded, target),
  };
}

function linesOf(
  id: string,
  found: ShownFinding | undefined,
  report: AnyReport | undefined,
  { contract, target }: World,
): readonly string[] {
  const clauses = [...contract.clauses, ...ALL_RULES];
  // Planning takes seconds, mostly for the larger document.
  const planOf = ({ document }: { readonly document: DocumentName }) => {
    const own = Object.entries(target.endpoints).filter(([name]) => name === document);
    return wholePlan(contract, { ...target, endpoints: Object.fromEntries(own) });
  };
  const clause = clauses.find((one) => one.id === (found?.clause ?? id));
  // A finding is explained by its own request and answer, not by those of a plan or another server.
  if (found !== undefined) {
    return [...findingLines(found), ...(clause === undefined ? [] : ['', ...briefly(clause)])];
  }
  if (clause !== undefined) return clauseLines(clause, contract, target, planOf(clause));
  const operation = contract.operations.find((one) => one.id === id);
  if (operation !== undefined) {
    return operationLines(operation, contract, planOf(operation));
  }
  const deviation = [...faults(), ...variations()].find(({ name }) => name === currentName(id));
  if (deviation !== undefined) {
    const former = deviation.name === id ? [] : [`${id} is now called ${deviation.name}.`, ''];
    return [...former, ...deviationLines(deviation, clauses)];
  }
  const names = [
    ...clauses.map((one) => one.id),
    ...contract.operations.map((one) => one.id),
    ...[...faults(), ...variations()].map(({ name }) => name),
    ...(report === undefined ? [] : findingsIn(report).flatMap(({ ids }) => ids)),
  ];
  const below = belowLines(id, clauses);
  if (below.length > 0) return below;
  throw unknown(id, names, report !== undefined);
}

function briefly(clause: Clause): readonly string[] {
  const more = `what is sent for it, and what would break it: npx touchstone explain ${clause.id}`;
  return [...demandLines(clause), '', more];
}

function unknown(id: string, names: readonly string[], hasReport: boolean): TouchstoneError {
  const near = nearNames(id, names);
  const number = /^\d+$/.test(id);
  const hint = number
    ? hasReport
      ? '`touchstone explain --report DIR` lists the findings with their numbers'
      : 'the number of a finding needs its report: --report DIR'
    : near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : '`touchstone contract clauses` lists clauses, `touchstone serve --list` faults';
  const what = hasReport ? 'clause, operation, fault or finding' : 'clause, operation or fault';
  return new TouchstoneError('nothing-selected', `there is no ${what} "${id}"`, hint);
}
