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

/** Some deviations of the reference target, to be judged by the suite of their document. */
export interface MutantRun {
  readonly document: DocumentName;
  /** Names of deviations, taken all at once. */
  readonly faults: readonly string[];
  readonly variations: readonly string[];
  /** Of the generated cases: any 32-bit number without sign. */
  readonly seed: number;
  /** How requests travel: handed to the target in this process, or over HTTP on the loopback interface. */
  readonly over: 'process' | 'http';
  /** What the run is to show, if that is less than all of the suite. */
  readonly aim?: RunAim;
}

/** What is sought in a run: cases that have no part in it are not sent. */
export type RunAim =
  | {
      readonly kind: 'clauses';
      /** Clauses, or patterns of their ids: the run ends once each of them has failed or warned. */
      readonly clauses: readonly string[];
      /** Operations, or patterns of their ids: their cases are sent where none of the clauses has a case of its own. */
      readonly at: readonly string[];
    }
  | { readonly kind: 'shard'; readonly shard: Shard };

/** A clause that did not hold, or could not be judged for want of an answer. */
interface Flag {
  readonly clause: string;
  readonly verdict: Verdict;
}

/** What a run found of the changed target. */
export interface MutantResult {
  /** Clauses that gave a failure, a warning or an error. */
  readonly flags: readonly Flag[];
  readonly exitCode: 0 | 1 | 2;
  /** What the run says of itself: why it cannot vouch for the target. */
  readonly problems: readonly string[];
  readonly requests: number;
}

/** The reference target with code that was changed, in place of its own. */
export interface ChangedCode {
  readonly handlerOf: typeof referenceHandler;
  /** What stands between the run and the target, so as to see each answer. */
  readonly through: (transport: Transport) => Transport;
  /** The cases to send, of those that are planned; they are independent of each other. */
  readonly chosen: (plan: readonly Case[]) => readonly Case[];
  /** True if nothing more is to be found out once a clause has failed. */
  readonly endsAtFailure: boolean;
}

/** With `changed`, in process, whatever the run says of how requests travel. */
type TryOut = (
  mutantRun: MutantRun,
  signal: AbortSignal,
  changed?: ChangedCode,
) => Promise<MutantResult>;

/** Where the target is said to be that is asked in this process; nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

/** What is done once for all targets of which the same facts are discovered. */
interface PlannedSuite {
  readonly plan: readonly Case[];
  readonly encode: Encode;
  readonly judge: typeof judge;
}

/**
 * Gets ready to judge deviations one after another. Most of what a deviation leaves as it was is done once:
 * the contract is read by the caller, cases are planned once for all targets of which the same facts are
 * discovered, and what is answered byte for byte as by the plain target is neither parsed nor judged again. So
 * that much is, the plain target goes first, and the clock of the site counts requests.
 */
export function createTryOut(contract: Contract): TryOut {
  const suites = new Map<string, PlannedSuite>();
  const start = Date.now();
  const suiteFor = ({ document, seed, faults, over }: MutantRun, target: Target): PlannedSuite => {
    // Not where the site is: each that is asked over HTTP has a port of its own.
    const facts = JSON.stringify([document, seed, target.endpoints[document]?.known]);
    const known = suites.get(facts);
    if (known !== undefined) return over === 'process' ? known : { ...known, judge };
    const plan = planCases(contract, target, { seed, runs: DEFAULT_RUNS, writes: 'anywhere' });
    const suite = { plan, encode: rememberingEncode(plan), judge: rememberingJudge() };
    // A fault that changes what is discovered has a plan of its own, which is of no use to any other.
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
          // One case after another, changed code answers the same as its own wherever it does the same.
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
  /** Of each document what the plain target answered, with the seed that was tried last. */
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

/** The cases to send: all of them where the aim does not say which, as rules for all requests have no cases. */
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

/** Plans to be kept: that of each document, and of the variations that show other objects. */
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

/** Requests that a site's clock takes for a millisecond: about as many as are answered in one. */
const REQUESTS_IN_A_MILLISECOND = 5;

/** A fresh reference target with some deviations, and the way to it. */
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
  const { limits, tls, concurrency } = referenceTarget(contract, {}, 'reference');
  const transport = liveTransport({ limits, tls, connections: concurrency });
  return {
    url: document === 'content' ? server.contentUrl : server.integrationUrl,
    transport,
    close: async () => {
      await transport.close();
      await server.close();
    },
  };
}

/** Returns true if nothing more is to be found out, by what cases have shown so far. */
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
