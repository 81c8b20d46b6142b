import type { Command } from 'commander';
import { forEachApi } from '../apis/index.ts';
import { contractFor, loadContract } from '../contract/index.ts';
import { writeJson, writeLine } from '../io/index.ts';
import { count as amountOf, documentsOf, selectableOf, type Target } from '../model/index.ts';
import { planCases, rowsLeftOut } from '../plan/index.ts';
import {
  chooseTarget,
  environmentForPlanning,
  referenceTarget,
  type TargetOptions,
} from '../profiles/index.ts';
import { select } from '../run/index.ts';
import { DEFAULT_RUNS } from './check.ts';
import type { Io } from './io.ts';
import {
  type PlanCommandOptions,
  THOROUGH,
  type WriteOptions,
  withPlan,
  withTarget,
  withWrites,
  writePolicy,
} from './options.ts';

interface Options extends TargetOptions, PlanCommandOptions, WriteOptions {
  readonly json?: boolean;
}

/** Stands in for the address of the embedded reference target, which a plan does not need. */
const NOWHERE = 'http://127.0.0.1';

export function planCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withWrites(withPlan(withTarget(command)))
    .description('list the cases that a run would send, and count them per clause; nothing is sent')
    .option(...THOROUGH)
    .option('--json', 'print the cases as JSON')
    .action(async (options: Options) => exit(await plan(options, io)));
}

async function plan(options: Options, io: Io): Promise<number> {
  const loaded = loadContract();
  const env = environmentForPlanning(options, io);
  const chosen = await chooseTarget(loaded, options, { env, cwd: io.cwd });
  const target: Target =
    chosen.kind === 'given'
      ? chosen.target
      : referenceTarget(loaded, forEachApi(NOWHERE), 'reference');
  const contract = contractFor(chosen.kind === 'given' ? chosen.contract : loaded, target);
  const seed = options.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
  const documents = documentsOf(target);
  const { only = [] } = options;
  const planning = {
    seed,
    runs: options.runs ?? DEFAULT_RUNS,
    thorough: options.thorough ?? false,
    writes: writePolicy(options),
  };
  const selectable = selectableOf(target, only);
  const planned = planCases(contract, selectable, planning);
  const { cases, clauses } = select(planned, contract.clauses, documents, only);
  if (options.json) {
    writeJson(io.stdout, JSON.stringify(cases, null, 2));
    return 0;
  }
  const width = Math.max(...cases.map(({ id }) => id.length));
  writeLine(io.stdout, `${amountOf(cases.length, 'case')}, seed ${seed}`);
  const leftOut = rowsLeftOut(contract, selectable, planning);
  if (leftOut > 0) {
    const left = `unusual values are left out at ${amountOf(leftOut, 'place')} that they fit`;
    writeLine(io.stdout, `${left}; --thorough sends them`);
  }
  for (const { id, title, steps, lacks, unproven } of cases) {
    const requests = amountOf(steps.length, 'request').padEnd(10);
    const remark = unproven ? ` [error: ${unproven}]` : lacks ? ` [not sent: ${lacks}]` : '';
    writeLine(io.stdout, `  ${id.padEnd(width)}  ${requests}  ${title}${remark}`);
  }
  writeLine(io.stdout);
  writeLine(
    io.stdout,
    `${amountOf(clauses.length, 'clause')}, and how many cases are evidence for each`,
  );
  for (const clause of clauses) {
    const count = cases.filter(({ evidence }) => evidence.includes(clause.id)).length;
    const remark = clause.untestable ? `  ${clause.untestable}` : '';
    writeLine(io.stdout, `${String(count).padStart(6)}  ${clause.id}${remark}`);
  }
  return 0;
}
