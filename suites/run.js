import { afterAll, beforeAll, describe, test } from 'vitest';
import { loadContract } from '../src/contract/contract.js';
import { TouchstoneError } from '../src/errors.js';
import { touchstoneLine } from '../src/report/reproduction.js';
import { openSession, runLive } from '../src/session.js';
import { wantedBy } from './environment.js';
/** A target that answers nothing must not hold up a CI job for ever: then the run ends and is judged. */
const LONGEST_MS = 15 * 60_000;
/** To finish what is in flight, and to stop the server. */
const GRACE_MS = 60_000;
/** Findings of one clause that are printed; the others are counted. */
const MOST_FINDINGS = 3;
/**
 * Makes a vitest suite of a document: a test for each of its clauses, titled by the clause's id. The
 * document is run once, when the first test is about to start, against the target that the environment
 * names; each test then says what was found of its clause.
 */
export function suiteOf(document) {
    const contract = loadContract();
    let session;
    let found;
    describe(document, () => {
        beforeAll(async () => {
            try {
                const wanted = wantedBy(process.env);
                session = await openSession(contract, wanted.target, {
                    env: process.env,
                    cwd: process.cwd(),
                });
                const seed = wanted.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
                found = await runDocument(contract, document, session, { seed, strict: wanted.strict });
            }
            catch (error) {
                throw error instanceof TouchstoneError ? explained(error) : error;
            }
        }, LONGEST_MS + GRACE_MS);
        afterAll(async () => {
            await session?.close();
            const problems = found ? problemsOf(found) : [];
            if (problems.length > 0)
                throw plainError(problems.join('\n'));
        }, GRACE_MS);
        for (const clause of contract.clauses) {
            if (clause.document === document) {
                test(clause.id, (context) => conclude(context, clause.id, found));
            }
        }
    });
}
/** Runs one document of a target; `undefined` where the target does not serve it. */
async function runDocument(contract, document, { target, targetOptions }, { seed, strict }) {
    const endpoint = target.endpoints[document];
    if (!endpoint)
        return undefined;
    const clauses = new Map();
    let footer;
    const signal = AbortSignal.timeout(LONGEST_MS);
    const alone = { ...target, endpoints: { [document]: endpoint } };
    for await (const event of runLive({
        contract,
        target: alone,
        seed,
        strict,
        signal,
        targetOptions,
    })) {
        if (event.kind === 'clause')
            clauses.set(event.id, event);
        if (event.kind === 'footer')
            footer = event;
    }
    if (!footer)
        throw new TouchstoneError('internal', 'the run ended without a footer');
    return { clauses, footer, seed, targetOptions };
}
/** What keeps the run from vouching for the target, although no test may have failed. */
export function problemsOf({ footer: { problems, stale, counts } }) {
    const judged = counts.pass + counts.fail + counts.warn + counts.observed + counts.error;
    return [
        ...problems,
        ...stale.map((entry) => `known failure to be struck off the target profile: ${entry}`),
        ...(judged === 0 ? ['nothing could be judged'] : []),
    ];
}
/** The outcome of a clause as vitest knows outcomes: passes, throws, skips; the rest are annotations. */
export async function conclude(context, id, found) {
    const report = found?.clauses.get(id);
    if (!found || !report)
        return context.skip('the target does not serve this document');
    for (const { case: item, step, where, value } of report.observations) {
        await context.annotate(`${item}, ${step}${where && `, ${where}`}: ${value}`, 'observed');
    }
    if (report.known !== undefined)
        return context.skip(`known failure: ${report.known}`);
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
function textOf(report, { seed, targetOptions }) {
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
function plainError(message) {
    const error = new Error(message);
    error.stack = `${error.name}: ${message}`;
    return error;
}
function explained(error) {
    const { code, message, hint } = error;
    return plainError(`error ${code}: ${message}${hint === undefined ? '' : `\n  ${hint}`}`);
}
