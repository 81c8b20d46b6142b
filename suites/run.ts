import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest';
import { journalFor } from '../src/cleanup/run-journal.ts';
import { type Contract, loadContract } from '../src/contract/contract.ts';
import { TouchstoneError } from '../src/model/errors.ts';
import type { ClauseReport, DocumentName, RunFooter } from '../src/model/index.ts';
import { touchstoneLine } from '../src/report/reproduction.ts';
import { runLive } from '../src/run/live-run.ts';
import { openSession, type Session } from '../src/run/session.ts';
import { wantedBy } from './environment.ts';
import { type Group, groupOf } from './groups.ts';

/** A target that answers nothing must not hold up a CI job for ever: then the run ends and is judged. */
const LONGEST_MS = 15 * 60_000;
/** To finish what is in flight, and to stop the server. */
const GRACE_MS = 60_000;

/** Findings of one clause that are printed; the others are counted. */
const MOST_FINDINGS = 3;

/** Result of a run of one document. */
export interface Found {
  readonly clauses: ReadonlyMap<string, ClauseReport>;
  readonly footer: Pick<RunFooter, 'problems' | 'stale' | 'counts'>;
  readonly seed: number;
  readonly targetOptions: readonly string[];
}

/**
 * Makes a vitest suite of a group of clauses: a test for each, titled by the clause's id. The cases that
 * are evidence for them are run once, when the first test is about to start, against the target that the
 * environment names; each test then says what was found of its clause.
 */
export function suiteOf(group: Group): void {
  const contract = loadContract();
  const clauses = contract.clauses.filter(({ id }) => groupOf(id) === group);
  const [document] = clauses.map((clause) => clause.document);
  if (document === undefined) throw new TouchstoneError('internal', `no clause is in ${group}`);
  let session: Session | undefined;
  let found: Found | undefined;

  describe(group, () => {
    beforeAll(async () => {
      try {
        const wanted = wantedBy(process.env);
        session = await openSession(contract, wanted.target, {
          env: process.env,
          cwd: process.cwd(),
        });
        const seed = wanted.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
        const only = clauses.map(({ id }) => id);
        const { strict } = wanted;
        found = await runClauses(contract, document, session, { seed, strict, only });
      } catch (error) {
        throw error instanceof TouchstoneError ? explained(error) : error;
      }
    }, LONGEST_MS + GRACE_MS);

    afterAll(async () => {
      await session?.close();
      const problems = found ? problemsOf(found) : [];
      if (problems.length > 0) throw plainError(problems.join('\n'));
    }, GRACE_MS);

    for (const { id } of clauses) test(id, (context) => conclude(context, id, found));
  });
}

/** Runs clauses of one document; `undefined` where the target does not serve it. */
async function runClauses(
  contract: Contract,
  document: DocumentName,
  session: Session,
  options: { readonly seed: number; readonly strict: boolean; readonly only: readonly string[] },
): Promise<Found | undefined> {
  const { target, targetOptions, recording } = session;
  const endpoint = target.endpoints[document];
  if (!endpoint) return undefined;
  const clauses = new Map<string, ClauseReport>();
  let footer: RunFooter | undefined;
  const signal = AbortSignal.timeout(LONGEST_MS);
  const alone = { ...target, endpoints: { [document]: endpoint } };
  const journal = journalFor({ ...session, target: alone }, 'loopback', {
    ...{ env: process.env, cwd: process.cwd() },
    say: (line) => process.stderr.write(`${line}\n`),
  });
  try {
    for await (const event of runLive({
      contract,
      ...options,
      target: alone,
      signal,
      targetOptions,
      ...(journal && { journal }),
      ...(recording && { recording }),
    })) {
      if (event.kind === 'clause') clauses.set(event.id, event);
      if (event.kind === 'footer') footer = event;
    }
  } finally {
    journal?.close();
  }
  if (!footer) throw new TouchstoneError('internal', 'the run ended without a footer');
  const seed = recording?.manifest.plan.seed ?? options.seed;
  return { clauses, footer, seed, targetOptions };
}

/** Reasons why the run cannot vouch for the target, even if no test failed. */
export function problemsOf({ footer: { problems, stale, counts } }: Found): readonly string[] {
  const judged = counts.pass + counts.fail + counts.warn + counts.observed + counts.error;
  return [
    ...problems,
    ...stale.map((entry) => `known failure to be struck off the target profile: ${entry}`),
    ...(judged === 0 ? ['nothing could be judged'] : []),
  ];
}

/** The outcome of a clause as vitest knows outcomes: passes, throws, skips; the rest are annotations. */
export async function conclude(
  context: Pick<TestContext, 'annotate' | 'skip'>,
  id: string,
  found: Found | undefined,
): Promise<void> {
  const report = found?.clauses.get(id);
  if (!found || !report) return context.skip('the target does not serve this document');
  for (const { case: item, step, where, value } of report.observations) {
    await context.annotate(`${item}, ${step}${where && `, ${where}`}: ${value}`, 'observed');
  }
  if (report.known !== undefined) return context.skip(`known failure: ${report.known}`);
  switch (report.verdict) {
    case 'pass':
    case 'observed':
      return;
    case 'warn':
      await context.annotate(textOf(report, found), 'warn');
      return;
    case 'fail':
    case 'error':
      throw plainError(textOf(report, found));
    case 'skipped':
    case 'blocked':
      return context.skip(`${report.verdict}: ${report.reasons.join('; ')}`);
  }
}

/** Where, actual, expected, clause, and how to see it again. */
function textOf(report: ClauseReport, { seed, targetOptions }: Found): string {
  const { id, verdict, source, states, findings, reasons } = report;
  const shown = findings.slice(0, MOST_FINDINGS);
  const more = findings.length - shown.length;
  return [
    `${verdict.toUpperCase()}  ${id}   section ${[source.section, source.rule].filter(Boolean).join(', ')}`,
    `      ${states}`,
    ...shown.flatMap(({ message, reproduce }) => [`      ${message}`, `      ${reproduce.curl}`]),
    ...(more > 0 ? [`      and ${more} more`] : []),
    ...(verdict === 'error' ? reasons.map((reason) => `      ${reason}`) : []),
    `      again: ${touchstoneLine({ only: id, seed, targetOptions })}`,
  ].join('\n');
}

/** Without a stack: the place in this file tells nothing about what was found. */
function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}

function explained(error: TouchstoneError): Error {
  const { code, message, hint } = error;
  return plainError(`error ${code}: ${message}${hint === undefined ? '' : `\n  ${hint}`}`);
}
