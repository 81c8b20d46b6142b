import { type Command, Option } from 'commander';
import { APIS, forEachApi } from '../apis/index.ts';
import { type Contract, type Coverage, coverageOf, loadContract } from '../contract/index.ts';
import { writeJson, writeLine } from '../io/index.ts';
import type { Case, DocumentName, Target } from '../model/index.ts';
import { imaginedFacts, planCases, requestSchema } from '../plan/index.ts';
import { referenceTarget } from '../profiles/index.ts';
import { DEFAULT_RUNS } from '../run/index.ts';
import { faults } from '../selftest/index.ts';
import type { Io } from './io.ts';

interface Options {
  readonly json?: boolean;
  readonly document?: DocumentName;
  readonly verbose?: boolean;
}

/** Placeholder for an address, which a plan does not need. */
const NOWHERE = 'http://127.0.0.1';

/** Coverage does not depend on it: limits are planned for any seed. */
const SEED = 1;

/**
 * Adds `coverage` to the command `contract`: for every clause its cases and faults, for every keyword of every request schema
 * whether its inner side and a breach of it are planned, for every fact of an answer which clause reads it; else why not.
 */
export function registerCoverage(command: Command, io: Io, exit: (code: number) => void): void {
  command
    .command('coverage')
    .description('what is planned for each clause and each keyword of a request; nothing is sent')
    .addOption(
      new Option('--document <name>', 'only one document (default: all)').choices(
        APIS.map(({ name }) => name),
      ),
    )
    .option('--json', 'print as JSON')
    .option('--verbose', 'list what is covered too')
    .action((options: Options) => {
      const contract = loadContract();
      const coverage = coverageFor(contract, options.document);
      if (options.json) writeJson(io.stdout, JSON.stringify(coverage, null, 2));
      else {
        for (const line of coverageLines(coverage, options.verbose ?? false)) {
          writeLine(io.stdout, line);
        }
      }
      exit(0);
    });
}

/** Coverage of a plan for a target with everything, writes allowed; for only one document, if named. */
export function coverageFor(contract: Contract, document?: DocumentName): Coverage {
  const urls = document === undefined ? forEachApi(NOWHERE) : { [document]: NOWHERE };
  const target = referenceTarget(contract, urls, 'any');
  return ofDocument(
    contract,
    coverageOf(contract, wholePlan(contract, target), faults()),
    document,
  );
}

/** The plan for a target, as if it had everything and could be written to. */
export function wholePlan(contract: Contract, target: Target): readonly Case[] {
  const imagined = imaginedFacts(contract.operations.map(requestSchema), 3);
  const endpoints = Object.fromEntries(
    Object.entries(target.endpoints).map(([name, endpoint]) => [
      name,
      { ...endpoint, known: { ...imagined, ...endpoint.known } },
    ]),
  );
  const options = { seed: SEED, runs: DEFAULT_RUNS, writes: 'anywhere' } as const;
  return planCases(contract, { ...target, endpoints }, options);
}

function ofDocument(
  contract: Contract,
  coverage: Coverage,
  document: DocumentName | undefined,
): Coverage {
  if (document === undefined) return coverage;
  return {
    clauses: coverage.clauses.filter(({ id }) => contract.clause(id).document === document),
    answers: coverage.answers.filter(
      ({ operation }) => contract.operation(operation).document === document,
    ),
    operations: coverage.operations.filter(
      ({ id }) => contract.operation(id).document === document,
    ),
  };
}

/** Uncovered parts line by line, with reasons; then the totals. */
function coverageLines(
  { clauses, answers, operations }: Coverage,
  verbose: boolean,
): readonly string[] {
  const ofClauses = clauses
    .filter(({ cases, faults: breakers }) => verbose || cases.length === 0 || breakers.length === 0)
    .map(
      ({ id, cases, faults: breakers, reason }) =>
        `${cells(cases.length, breakers.length)}  ${id}${reason === undefined ? '' : `: ${reason}`}`,
    );
  const rules = operations.flatMap(({ id, parameters }) =>
    parameters.map((rule) => ({ ...rule, id })),
  );
  const ofRules = rules
    .filter(({ valid, violated }) => verbose || valid === 0 || violated === 0)
    .map(({ id, part, pointer, keyword, branch, valid, violated, reason }) => {
      const place = `${part} ${pointer}${branch === undefined ? '' : ` (branch ${branch + 1})`}`;
      const why = reason === undefined ? '' : `: ${reason}`;
      return `${cells(valid, violated)}  ${id} ${place} ${keyword}${why}`;
    });
  const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;
  const explained = ({ reason }: { readonly reason?: string }) => reason !== undefined;
  return [
    ' cases faults  clause',
    ...ofClauses,
    '',
    ' valid broken  keyword of a request',
    ...ofRules,
    '',
    ' fact of an answer, and what reads it',
    ...answers
      .filter(({ clause }) => verbose || clause === undefined)
      .map(
        ({ operation, reference, clause, reason }) =>
          ` ${operation} ${reference}: ${clause ?? reason}`,
      ),
    '',
    `${clauses.length} clauses: ${count(clauses, ({ cases }) => cases.length > 0)} with cases, ${count(clauses, explained)} with a reason why not; ${count(clauses, ({ faults: all }) => all.length > 0)} broken by a fault`,
    `${rules.length} keywords: ${count(rules, ({ valid, violated }) => valid > 0 && violated > 0)} covered both ways, ${count(rules, explained)} with a reason why not`,
    `${answers.length} facts of answers: ${count(answers, ({ clause }) => clause !== undefined)} read by a clause, ${count(answers, explained)} with a reason why not`,
  ];
}

function cells(one: number, other: number): string {
  return `${String(one).padStart(6)} ${String(other).padStart(6)}`;
}
