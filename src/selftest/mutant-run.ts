import type { Encode } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import { judge } from '../judge/index.ts';
import type {
  Case,
  DocumentName,
  RunEvent,
  Shard,
  Target,
  Transport,
  Verdict,
} from '../model/index.ts';
import { isCaseInShard, planCases } from '../plan/index.ts';
import { discover } from '../probe/index.ts';
import { referenceTarget } from '../profiles/index.ts';
import {
  type AnswersByStep,
  inProcess,
  referenceHandler,
  type ServedRequest,
  serveReference,
} from '../reference/index.ts';
import { DEFAULT_RUNS, run } from '../run/index.ts';
import { liveTransport } from '../send/index.ts';
import { ignoredIn } from './ignored-rules.ts';
import { matcherOf } from './pattern.ts';
import { rememberingEncode, rememberingJudge } from './remembering.ts';

/** Deviations of the reference target, judged by the suite of their document. */
export interface MutantRun {
  readonly document: DocumentName;
  readonly faults: readonly string[];
  readonly variations: readonly string[];
  /** Seed of the generated cases, an unsigned 32-bit integer. */
  readonly seed: number;
  /** Requests go to the target in this process, or over HTTP on loopback. */
  readonly over: 'process' | 'http';
  /** The subset of the suite to run; the whole suite if absent. */
  readonly aim?: RunAim;
}

/** The goal of a run: cases that do not serve it are not sent. */
export type RunAim =
  | {
      readonly kind: 'clauses';
      /** Clauses, or patterns of their ids: the run ends once each of them has failed or warned. */
      readonly clauses: readonly string[];
      /** Operations, or patterns of their ids: their cases are sent if none of the clauses has a case. */
      readonly at: readonly string[];
    }
  | { readonly kind: 'shard'; readonly shard: Shard };

/** A clause that failed, or could not be judged because an answer is missing. */
interface Flag {
  readonly clause: string;
  readonly verdict: Verdict;
}

export interface MutantResult {
  /** Clauses with a failure, a warning or an error. */
  readonly flags: readonly Flag[];
  readonly exitCode: 0 | 1 | 2;
  /** Reasons why the run cannot vouch for the target. */
  readonly problems: readonly string[];
  readonly requests: number;
}

export interface ChangedCode {
  readonly handlerOf: typeof referenceHandler;
  /** Wraps the transport to observe each answer. */
  readonly through: (transport: Transport) => Transport;
  /** Picks the cases to send from the plan; they are independent of each other. */
  readonly chosen: (plan: readonly Case[]) => readonly Case[];
  /** True if the run ends at the first failure. */
  readonly endsAtFailure: boolean;
}

/** With `changed`, always in process. */
type TryOut = (
  mutantRun: MutantRun,
  signal: AbortSignal,
  changed?: ChangedCode,
) => Promise<MutantResult>;

/** Placeholder URL for a target in this process; nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** Work shared by all targets with the same discovered facts. */
interface PlannedSuite {
  readonly plan: readonly Case[];
  readonly encode: Encode;
  readonly judge: typeof judge;
}

/**
 * Prepares for judging deviations one after another. Work is shared: cases are planned once for each set of discovered
 * facts, and an answer equal to the plain target's is neither parsed nor judged again. Most answers are equal because
 * the site's clock counts requests.
 */
export function createTryOut(contract: Contract): TryOut {
  const suites = new Map<string, PlannedSuite>();
  const start = Date.now();
  const suiteFor = ({ document, seed, faults, over }: MutantRun, target: Target): PlannedSuite => {
    // Without the site's URL: over HTTP each has its own port.
    const facts = JSON.stringify([document, seed, target.endpoints[document]?.known]);
    const known = suites.get(facts);
    if (known !== undefined) return over === 'process' ? known : { ...known, judge };
    const plan = planCases(contract, target, { seed, runs: DEFAULT_RUNS, writes: 'anywhere' });
    const suite = { plan, encode: rememberingEncode(plan), judge: rememberingJudge() };
    // A fault that changes discovery has a plan of its own, which no other fault can use.
    const isOfUse = over === 'process' && faults.length === 0;
    if (isOfUse && suites.size < MOST_PLANS) suites.set(facts, suite);
    return suite;
  };
  const carryOut = async (
    mutantRun: MutantRun,
    before: AnswersByStep,
    signal: AbortSignal,
    changed?: ChangedCode,
  ) => {
    const { document, seed } = mutantRun;
    const site = await openSite(contract, mutantRun, {
      start,
      before,
      ...(changed && { changed }),
    });
    const target = referenceTarget(contract, { [document]: site.url }, 'reference');
    try {
      const discovered = await discover(contract, target, site.transport, signal);
      const suite = suiteFor(mutantRun, discovered);
      return await foundIn(
        run({
          contract,
          // Cases run one after another, so that changed code gives equal answers where it behaves equally.
          target: changed ? { ...discovered, concurrency: 1 } : discovered,
          cases: changed?.chosen(suite.plan) ?? casesFor(mutantRun, suite.plan),
          seed,
          transport: site.transport,
          encode: suite.encode,
          judge: suite.judge,
          only: [],
          strict: false,
          shrinking: false,
          failOn: new Set(),
          mode: 'live',
          clock: { now: Date.now, monotonic: () => performance.now() },
          signal,
          tool: toolOf(),
          targetOptions: [],
          writes: 'anywhere',
        }),
        isEnoughFor(mutantRun, changed),
        ignoredIn(mutantRun),
      );
    } finally {
      await site.close();
    }
  };
  /** The answers of the plain target, by document, with the last seed. */
  const plain = new Map<
    DocumentName,
    { readonly seed: number; readonly answered: AnswersByStep }
  >();
  const plainlyAnswered = async (
    mutantRun: MutantRun,
    signal: AbortSignal,
  ): Promise<AnswersByStep> => {
    const { document, seed } = mutantRun;
    const known = plain.get(document);
    if (known?.seed === seed) return known.answered;
    const answered: AnswersByStep = new Map();
    await carryOut({ ...mutantRun, faults: [], variations: [] }, answered, signal);
    plain.set(document, { seed, answered });
    return answered;
  };
  return async (mutantRun, signal, changed) => {
    const differs = mutantRun.faults.concat(mutantRun.variations).length > 0;
    const compares = changed !== undefined || (mutantRun.over === 'process' && differs);
    const before = compares ? await plainlyAnswered(mutantRun, signal) : new Map();
    return carryOut(mutantRun, before, signal, changed);
  };
}

/** The cases to send; all if the aim names none, as rules for all requests have no cases. */
function casesFor({ aim }: MutantRun, plan: readonly Case[]): readonly Case[] {
  if (aim === undefined) return plan;
  if (aim.kind === 'shard') return plan.filter((one) => isCaseInShard(one, aim.shard));
  const isAsked = aim.clauses.map(matcherOf);
  const shown = new Set(plan.flatMap(({ evidence }) => evidence));
  const wanted = new Set([...shown].filter((id) => isAsked.some((is) => is(id))));
  if (wanted.size > 0) return plan.filter(({ evidence }) => evidence.some((id) => wanted.has(id)));
  if (aim.at.length === 0) return plan;
  const isAt = aim.at.map(matcherOf);
  return plan.filter(({ steps }) =>
    steps.some(({ request }) => isAt.some((is) => is(request.operation))),
  );
}

/** Maximum number of cached plans: each document's, and those of variations with other objects. */
const MOST_PLANS = 6;

interface RunSite {
  readonly url: string;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

interface SiteSettings {
  readonly start: number;
  readonly before: AnswersByStep;
  readonly changed?: ChangedCode;
}

/** Requests per millisecond of the site's clock: about the real rate. */
const REQUESTS_IN_A_MILLISECOND = 5;

async function openSite(
  contract: Contract,
  mutantRun: MutantRun,
  { start, before, changed }: SiteSettings,
): Promise<RunSite> {
  const { document, faults, variations, over } = mutantRun;
  if (over === 'process' || changed) {
    const url = document === 'content' ? `${NOWHERE}/content` : NOWHERE;
    let requests = 0;
    const now = () => start + Math.floor(requests / REQUESTS_IN_A_MILLISECOND);
    const handlerOf = changed?.handlerOf ?? referenceHandler;
    const { handler } = handlerOf({ contract, faults, variations, now }, () => url);
    const counting = (request: ServedRequest) => {
      requests += 1;
      return handler(request);
    };
    const direct = inProcess(Object.assign(counting, handler), before);
    const transport = changed?.through(direct) ?? direct;
    return { url, transport, close: transport.close };
  }
  const server = await serveReference({ contract, faults, variations });
  const url = server.urls[document];
  if (url === undefined) throw new Error(`the reference target serves no ${document} API`);
  const { limits, tls, concurrency } = referenceTarget(contract, {}, 'reference');
  const transport = liveTransport({ limits, tls, connections: concurrency });
  return {
    url,
    transport,
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

/** Returns true if the flags so far decide the run. */
type IsEnough = (flags: ReadonlyMap<string, Flag>) => boolean;

function isEnoughFor({ aim }: MutantRun, changed?: ChangedCode): IsEnough {
  if (changed?.endsAtFailure) {
    return (flags) => [...flags.values()].some(({ verdict }) => verdict === 'fail');
  }
  if (aim?.kind !== 'clauses' || aim.clauses.length === 0) return () => false;
  const asked = aim.clauses.map(matcherOf);
  return (flags) => asked.every((is) => [...flags.keys()].some(is));
}

async function foundIn(
  events: AsyncIterable<RunEvent>,
  isEnough: IsEnough,
  ignored: ReadonlySet<string>,
): Promise<MutantResult> {
  const shown = new Map<string, Flag>();
  const flags: Flag[] = [];
  let sent = 0;
  for await (const event of events) {
    if (event.kind === 'case') {
      sent += event.requests;
      const flagged = event.verdicts.filter(
        ({ clause, verdict }) => !ignored.has(clause) && (verdict === 'fail' || verdict === 'warn'),
      );
      const isNew = flagged.some(({ clause, verdict }) => shown.get(clause)?.verdict !== verdict);
      for (const flag of flagged) shown.set(flag.clause, flag);
      if (isNew && isEnough(shown)) {
        const soFar = [...shown.values()];
        const exitCode = soFar.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
        return { flags: soFar, exitCode, problems: [], requests: sent };
      }
    }
    if (event.kind === 'clause' && FLAGS.has(event.verdict) && !ignored.has(event.id)) {
      flags.push({ clause: event.id, verdict: event.verdict });
    }
    if (event.kind === 'footer') {
      const { exitCode, problems, requests } = event;
      return { flags, exitCode, problems, requests };
    }
  }
  return { flags, exitCode: 2, problems: ['the run came to no end'], requests: 0 };
}

const FLAGS: ReadonlySet<Verdict> = new Set(['fail', 'warn', 'error']);
