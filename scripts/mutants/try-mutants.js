// Runs the suite of a document against mutants of the reference target, one after another.

import { createTryOut } from '../../dist/selftest/mutant-run.js';
import { loadChangedCode } from './changed-code.js';
import { createSilence } from './silence.js';
import { createSteps } from './steps.js';

/** So many of the cases that reach a mutant are tried first, before all of them. */
const FIRST_CASES = 60;

/**
 * @param seed of the plan
 * @returns a function that gives the verdict on a mutant:
 * - `crashed`: the target does not start;
 * - `failed`: a clause failed, or the run could not vouch for the target;
 * - `warned`: a clause gave a warning;
 * - `observed`: answers differ where the documents are silent; `clauses` says so;
 * - `same`: no answer of the plan differs; `reached` is false where no case comes to it;
 * - `missed`: an answer differs where a clause applies; the first one is `difference`.
 */
export async function createTrial(contract, bundle, seed) {
  const code = await loadChangedCode(bundle);
  const tryOut = createTryOut(contract);
  const never = new AbortController().signal;
  const silence = createSilence(contract);
  const plainRuns = new Map();

  const runWith = async (document, mutant, passes, options) => {
    const { referenceHandler } = code.evaluate(mutant, passes);
    return await tryOut({ document, faults: [], variations: [], seed, over: 'process' }, never, {
      handlerOf: (...given) => replying(referenceHandler(...given)),
      chosen: (plan) => plan,
      through: (transport) => transport,
      endsAtFailure: true,
      ...options,
    });
  };

  /** The answers of the unchanged target, the cases that reach each mutant, and places not to compare. */
  const plainRun = async (document) => {
    const known = plainRuns.get(document);
    if (known) return known;
    const answers = createAnswers();
    let plan = [];
    const seen = {
      chosen: (cases) => {
        plan = cases;
        return cases;
      },
      through: (transport) => ({
        ...transport,
        send: async (request, base, signal, context) => {
          const sent = await code.inCase(context?.case.id ?? NO_CASE, () =>
            transport.send(request, base, signal, context),
          );
          answers.add(context, request, sent.outcome);
          return sent;
        },
      }),
    };
    const { exitCode, flags } = await runWith(document, undefined, 0, seen);
    if (exitCode !== 0 || flags.length > 0) throw new Error('the plain target does not pass');
    const run = { answers, plan, ...byMutant(code.coverage()) };
    plainRuns.set(document, run);
    return run;
  };

  return async ({ id, document }) => {
    const { answers, plan, reached, passes } = await plainRun(document);
    if (!passes.has(id)) return { verdict: 'same', reached: false };
    try {
      const { referenceHandler } = code.evaluate(id, passes.get(id));
      referenceHandler({ contract, faults: [], variations: [] }, () => '');
    } catch (error) {
      return { verdict: 'crashed', clauses: [`the target does not start: ${error}`] };
    }
    const cases = spread(reached.get(id) ?? [], FIRST_CASES);
    if (cases.size > 0) {
      const chosen = (all) => (all === plan ? all.filter((one) => cases.has(one.id)) : all);
      const first = await runWith(document, id, passes.get(id), { chosen });
      if (first.flags.some(({ verdict }) => verdict === 'fail')) return failed(first);
    }
    const findingsOf = async (options) => {
      const differences = createDifferences(answers, silence());
      const { through } = differences;
      const run = await runWith(document, id, passes.get(id), { through, ...options });
      return { ...run, differences: differences.verdict() };
    };
    // Cases are independent: one that does not come to the mutant has no other answers.
    const all = new Set(reached.get(id) ?? []);
    if (all.size > 0) {
      const chosen = (planned) =>
        planned === plan ? planned.filter((one) => all.has(one.id)) : planned;
      const some = await findingsOf({ chosen });
      if (some.flags.some(({ verdict }) => verdict === 'fail')) return failed(some);
      if (some.flags.some(({ verdict }) => verdict === 'warn')) return warned(some);
      if (some.differences.verdict !== 'missed') return some.differences;
    }
    // Rules over all cases can need more cases than those.
    const whole = await findingsOf({});
    if (whole.flags.some(({ verdict }) => verdict !== 'warn')) return failed(whole);
    if (whole.flags.length > 0) return warned(whole);
    return whole.exitCode === 0 ? whole.differences : failed(whole);
  };
}

/** Over HTTP, a server whose handler gives no reply would break down; in process, an error says so. */
function replying({ handler, ...rest }) {
  const checked = (reply) => {
    const { status, headers, body } = reply ?? {};
    const fits = typeof body === 'string' || body instanceof Uint8Array;
    if (typeof status !== 'number' || !Array.isArray(headers) || !fits) throw new Error('no reply');
    return reply;
  };
  const asked = (request) => {
    const reply = handler(request);
    return reply instanceof Promise ? reply.then(checked) : checked(reply);
  };
  return { ...rest, handler: Object.assign(asked, handler) };
}

/** Requests before a run belong to no case. */
const NO_CASE = '-';

function failed({ flags, problems }) {
  const clauses = flags
    .filter(({ verdict }) => verdict !== 'warn')
    .map(({ clause, verdict }) => (verdict === 'fail' ? clause : `${clause} (${verdict})`));
  return { verdict: 'failed', clauses: clauses.length > 0 ? clauses : problems };
}

function warned({ flags }) {
  const clauses = flags.filter(({ verdict }) => verdict === 'warn').map(({ clause }) => clause);
  return { verdict: 'warned', clauses };
}

/** For each mutant, the cases that reach it, and its number of passes in all. */
function byMutant(coverage) {
  const passes = new Map();
  const reached = new Map();
  const add = (counts, item) => {
    for (const [mutant, count] of Object.entries(counts)) {
      passes.set(mutant, (passes.get(mutant) ?? 0) + count);
      if (item === undefined) continue;
      if (!reached.has(mutant)) reached.set(mutant, []);
      reached.get(mutant).push(item);
    }
  };
  add(coverage.static);
  for (const [item, counts] of Object.entries(coverage.perTest)) {
    add(counts, item === NO_CASE ? undefined : item);
  }
  return { passes, reached };
}

/** So many of a list, from all of it. */
function spread(list, most) {
  if (list.length <= most) return new Set(list);
  return new Set(
    Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]),
  );
}

/** Outcomes by request. Repetitions of a step are distinguished by their number. */
function createAnswers() {
  const outcomes = new Map();
  const counting = () => {
    const counts = new Map();
    return (context, request) => {
      const sent = context
        ? `${context.case.id} ${context.step}`
        : `${NO_CASE} ${request.method} ${request.target}`;
      const count = (counts.get(sent) ?? 0) + 1;
      counts.set(sent, count);
      return `${sent} ${count}`;
    };
  };
  const keyOf = counting();
  const steps = createSteps();
  return {
    add: (context, request, outcome) => {
      outcomes.set(keyOf(context, request), outcome);
      if (context) steps.add(context);
    },
    steps,
    reader: () => {
      const key = counting();
      return (context, request) => outcomes.get(key(context, request));
    },
  };
}

/** Holds the answers of a run against those of the plain one. */
function createDifferences(answers, silence) {
  const before = answers.reader();
  const steps = createSteps();
  const silent = new Set();
  let first;
  let count = 0;
  return {
    through: (transport) => ({
      ...transport,
      send: async (request, base, signal, context) => {
        const plain = before(context, request);
        if (context) steps.add(context);
        const sent = await transport.send(request, base, signal, context);
        // A request that only the mutant gets follows from a different answer, like all steps after it.
        if (plain === undefined || plain === sent.outcome) return sent;
        if (context && steps.lacksOneOf(answers.steps, context)) return sent;
        const found = silence(plain, sent.outcome, request, context);
        if (found.kind === 'silent') {
          silent.add(found.clause);
          return sent;
        }
        if (found.kind === 'speaks') {
          count += 1;
          first ??= { ...found.difference, request: `${request.method} ${request.target}` };
        }
        return sent;
      },
    }),
    verdict: () => {
      if (first) return { verdict: 'missed', difference: first, differences: count };
      if (silent.size > 0) return { verdict: 'observed', clauses: [...silent].sort() };
      return { verdict: 'same', reached: true };
    },
  };
}
