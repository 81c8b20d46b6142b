/**
 * A campaign: requests without end, few findings. It knows the stages as the pipeline does: it takes
 * shots from the plan's stream, has them sent, judges the traces, and looks into whatever is wrong.
 */

import { accessTo } from '../access.ts';
import type { Contract } from '../contract/contract.ts';
import { TouchstoneError } from '../errors.ts';
import type { CampaignReport, Mode, Shot, Standing } from '../fuzzing.ts';
import type { WritePolicy } from '../loopback.ts';
import type { Case, DocumentName, Outcome, RunHeader, Target, Trace } from '../model.ts';
import { mix } from '../plan/chance.ts';
import { placesOf } from '../plan/smaller.ts';
import { openStream, type Stream } from '../plan/stream.ts';
import { createRedactor } from '../redact.ts';
import type { Journal } from '../send/journal.ts';
import type { Transport } from '../transport.ts';
import { type Carrier, carrierFor } from './carrier.ts';
import { confirm } from './confirm.ts';
import { concerns, findingsOf, identityOf, prefixOf, type Shown } from './findings.ts';
import { type Hit, hitsOf } from './hits.ts';
import { ANY_REQUEST, createRegistry } from './registry.ts';
import { createTally } from './tally.ts';

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** When a campaign ends; the first that comes. With none of them it goes on until it is stopped. */
export interface Bounds {
  /** Positions of the stream. */
  readonly runs?: number;
  /** Requests after which no further case begins. */
  readonly requests?: number;
  readonly milliseconds?: number;
  /** Causes after which no further case begins. */
  readonly causes?: number;
}

export interface CampaignOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  readonly modes: readonly Mode[];
  readonly only: readonly string[];
  readonly bounds: Bounds;
  /** Position of the stream at which it begins; 0 if absent. */
  readonly from?: number;
  readonly shard?: Shard;
  readonly strict: boolean;
  readonly failOnWarn: boolean;
  readonly writes: WritePolicy;
  readonly transport: Transport;
  readonly clock: { readonly now: () => number; readonly monotonic: () => number };
  readonly signal: AbortSignal;
  readonly tool: RunHeader['tool'];
  readonly targetOptions: readonly string[];
  readonly journal?: Journal;
  /** Milliseconds that an unreachable target is waited for; 10 s if absent. */
  readonly patienceMs?: number;
  /** Milliseconds after its end for what was begun and what was just found; 5 s if absent. */
  readonly graceMs?: number;
  /** Told twice a second how it stands. */
  readonly watch?: (standing: Standing) => void;
}

export interface CampaignResult {
  readonly report: CampaignReport;
  /** For each finding, the exchanges that show it, secrets removed from what is text. */
  readonly shown: readonly Shown[];
}

/** Positions in a row that give nothing to send before the selection counts as empty. */
const EMPTY = 5_000;

/** Shots after which timers and signals get their turn, even where nothing is waited for. */
const BREATHE = 50;

const WATCH_MS = 500;

/**
 * Runs a campaign until one of its bounds, the signal, or the loss of its target; what was found until
 * then is reported. Secrets of the target are in nothing that comes out.
 *
 * @throws TouchstoneError 'nothing-selected' where there is nothing to send
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { contract, target, seed, clock, signal, bounds } = options;
  const stream = openStream(contract, target, {
    seed,
    modes: options.modes,
    only: options.only,
    writes: options.writes,
  });
  if (stream.empty) throw nothing(stream);
  const startedAt = new Date(clock.now()).toISOString();
  const started = clock.monotonic();
  const stop = new AbortController();
  const late = new AbortController();
  const end = () => stop.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const { milliseconds } = bounds;
  const deadline = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
  let grace: NodeJS.Timeout | undefined;
  stop.signal.addEventListener('abort', () => {
    grace = setTimeout(() => late.abort(), options.graceMs ?? 5_000);
  });
  const common = {
    contract,
    target,
    transport: options.transport,
    clock: clock.monotonic,
    writes: options.writes,
    patienceMs: options.patienceMs ?? 10_000,
    late: late.signal,
    ...(options.journal && { journal: options.journal }),
  };
  const carrier = carrierFor({ ...common, stop: stop.signal });
  // What was found last is looked into after the end of the campaign too, as long as the grace lasts.
  const looker = carrierFor({ ...common, stop: late.signal });
  const registry = createRegistry();
  const campaign: Campaign = {
    options,
    stream,
    carrier,
    looker,
    registry,
    tally: createTally(stream),
    access: accessTo(target, documentsOf(target)),
    judged: new Map(),
    reached: new Set(),
    notes: new Map(),
    looking: new Map(),
    state: { next: options.from ?? 0, cases: 0, barren: 0, unproven: 0, firstUnproven: '' },
    goesOn: () =>
      !stop.signal.aborted &&
      carrier.lost() === undefined &&
      requestsOf(carrier, looker) < (bounds.requests ?? Number.POSITIVE_INFINITY) &&
      registry.size() < (bounds.causes ?? Number.POSITIVE_INFINITY),
    inGrace: () => !late.signal.aborted && looker.lost() === undefined,
  };
  const watcher =
    options.watch &&
    setInterval(() => options.watch?.(standingOf(campaign, clock.monotonic() - started)), WATCH_MS);
  try {
    await Promise.all(Array.from({ length: target.concurrency }, () => work(campaign)));
  } finally {
    clearTimeout(deadline);
    clearInterval(watcher);
    signal.removeEventListener('abort', end);
    clearTimeout(grace);
  }
  if (campaign.state.cases === 0 && !signal.aborted && carrier.lost() === undefined) {
    if (campaign.state.barren > 0 || bounds.runs === 0) throw nothing(stream);
  }
  const durationMs = clock.monotonic() - started;
  return conclude(campaign, startedAt, durationMs);
}

interface Campaign {
  readonly options: CampaignOptions;
  readonly stream: Stream;
  readonly carrier: Carrier;
  readonly looker: Carrier;
  readonly registry: ReturnType<typeof createRegistry>;
  readonly tally: ReturnType<typeof createTally>;
  readonly access: ReturnType<typeof accessTo>;
  readonly judged: Map<string, number>;
  /** Beginnings of the identities of what could have been found. */
  readonly reached: Set<string>;
  readonly notes: Map<string, number>;
  /** Hits of one kind are looked into one after the other: they may well have one cause. */
  readonly looking: Map<string, Promise<void>>;
  readonly state: {
    next: number;
    cases: number;
    barren: number;
    unproven: number;
    firstUnproven: string;
  };
  readonly goesOn: () => boolean;
  readonly inGrace: () => boolean;
}

function requestsOf(...carriers: readonly Carrier[]): number {
  return carriers.reduce((sum, carrier) => sum + carrier.requests(), 0);
}

function documentsOf({ endpoints }: Target): readonly DocumentName[] {
  const documents: readonly DocumentName[] = ['integration', 'content'];
  return documents.filter((name) => endpoints[name] !== undefined);
}

function nothing({ left }: Stream): TouchstoneError {
  const [first] = left;
  return new TouchstoneError(
    'nothing-selected',
    'nothing is selected that could be sent to this target',
    first === undefined
      ? 'loosen --only or --mode; `touchstone contract operations` lists ids'
      : `loosen --only or --mode; left out is, among others, ${first.operation}: ${first.why}`,
  );
}

// ---- the loop ----------------------------------------------------------------------------------------

async function work(campaign: Campaign): Promise<void> {
  let turns = 0;
  while (campaign.goesOn()) {
    turns += 1;
    if (turns % BREATHE === 0) await new Promise((resolve) => setImmediate(resolve));
    const index = nextIndex(campaign);
    if (index === undefined) return;
    const shot = campaign.stream.at(index);
    if (shot === undefined) {
      campaign.state.barren += 1;
      if (campaign.state.barren > EMPTY && campaign.state.cases === 0) return;
      continue;
    }
    await fire(campaign, shot);
  }
}

/** The next position of this shard. */
function nextIndex({ options, state }: Campaign): number | undefined {
  const { shard, bounds, from = 0 } = options;
  const end = bounds.runs === undefined ? Number.POSITIVE_INFINITY : from + bounds.runs;
  while (state.next < end) {
    const index = state.next;
    state.next += 1;
    if (shard === undefined || isInShard(index, shard)) return index;
  }
  return undefined;
}

/** Positions are dealt out evenly, and so that each shard has its share of everything. */
export function isInShard(index: number, { index: own, of }: Shard): boolean {
  return mix('shard', index) % of === own - 1;
}

async function fire(campaign: Campaign, shot: Shot): Promise<void> {
  const { carrier, tally, access, state } = campaign;
  if (shot.case.unproven !== undefined) {
    state.unproven += 1;
    state.firstUnproven ||= `${shot.case.id}: ${shot.case.unproven}`;
    return;
  }
  const trace = await carrier.carry(shot);
  state.cases += 1;
  if (trace.case.unproven !== undefined) {
    state.unproven += 1;
    state.firstUnproven ||= `${trace.case.id}: ${trace.case.unproven}`;
    return;
  }
  // What was cut short by the end says nothing of the target.
  if (trace.exchanges.some(({ outcome }) => isInterrupted(outcome))) return;
  tally.note(shot, trace);
  access.note(trace);
  takeDown(campaign, shot, trace);
  for (const hit of judged(campaign, shot, trace)) await lookInto(campaign, hit, shot, trace);
}

function isInterrupted(outcome: Outcome): boolean {
  return outcome.kind === 'fault' && outcome.code === 'interrupted';
}

function judged(campaign: Campaign, shot: Shot, trace: Trace): readonly Hit[] {
  const { options, judged: counts } = campaign;
  const endpoint = options.target.endpoints[trace.case.document];
  const known = endpoint?.known ?? {};
  const { hits, verdicts } = hitsOf(options.contract, known, shot, trace, options.strict);
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return hits;
}

/** What is worth a remark and no finding. */
function takeDown({ notes, reached }: Campaign, shot: Shot, trace: Trace): void {
  for (const { outcome, step } of trace.exchanges) {
    const mark = shot.marks.find((one) => one.step === step);
    const operation = trace.case.steps.find(({ id }) => id === step)?.request.operation;
    if (mark !== undefined && operation !== undefined) {
      reached.add(prefixOf(operation, mark.class, mark.place === '' ? [] : [mark.place]));
      reached.add(prefixOf(operation, ANY_REQUEST, []));
      for (const clause of breachesIn(trace.case, step)) reached.add(clause);
    }
    if (outcome.kind === 'fault') continue;
    if (outcome.body.completeness === 'too-large')
      add(notes, 'larger than the limit of the profile');
    if (outcome.status === 429) add(notes, 'HTTP 429: the target asks for fewer requests (--rate)');
    if (outcome.status === 503) add(notes, 'HTTP 503: the target says that it is not available');
  }
}

/** The clauses on refusals that a step may break. */
function breachesIn({ steps }: Case, id: string): readonly string[] {
  const step = steps.find((one) => one.id === id);
  return step?.role === 'violation' ? (step.shows ?? []) : [];
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function lookInto(campaign: Campaign, hit: Hit, shot: Shot, trace: Trace): Promise<void> {
  const { registry, stream, looking } = campaign;
  const plain = stream.plain(hit.operation);
  const places = placesIn(trace.case, hit.step, plain);
  if (registry.count(hit, places)) return;
  const kind = [hit.clause, hit.operation, hit.pointer, hit.signature].join('\n');
  // Another of its kind may be under examination; it may turn out to be of the same cause.
  const before = looking.get(kind);
  const own = (before ?? Promise.resolve()).then(async () => {
    if (before !== undefined && registry.count(hit, places)) return;
    await examine(campaign, hit, shot, trace, plain);
  });
  looking.set(kind, own);
  await own;
  if (looking.get(kind) === own) looking.delete(kind);
}

async function examine(
  { options, looker, registry, inGrace }: Campaign,
  hit: Hit,
  shot: Shot,
  trace: Trace,
  plain: Case | undefined,
): Promise<void> {
  const { contract, target, strict } = options;
  const endpoint = target.endpoints[trace.case.document];
  if (endpoint === undefined) return;
  const found = await confirm(
    { hit, shot: { ...shot, case: trace.case }, trace },
    {
      contract,
      endpoint,
      plain,
      goOn: inGrace,
      probe: async (candidate) => {
        const again = await looker.send(candidate.case);
        const { hits } = hitsOf(contract, endpoint.known, candidate, again, strict);
        return { trace: again, hits };
      },
    },
  );
  registry.add(found, shot.index);
}

function placesIn(item: Case, id: string, plain: Case | undefined): readonly string[] {
  const step = item.steps.find((one) => one.id === id);
  const plainStep = plain?.steps.find((one) => one.id === 'request');
  return step && plainStep ? placesOf(step.request, plainStep.request) : [];
}

// ---- how it stands, and the end ----------------------------------------------------------------------

function standingOf(campaign: Campaign, elapsed: number): Standing {
  const requests = requestsOf(campaign.carrier, campaign.looker);
  const seconds = elapsed / 1000;
  return {
    seconds,
    requests,
    rate: seconds === 0 ? 0 : requests / seconds,
    findings: campaign.registry.size(),
    coverage: campaign.tally.coverage(),
  };
}

/** A fault of the connection that did not come again says nothing of the target alone. */
const FLEETING: ReadonlySet<string> = new Set([
  'robust/answers-in-time',
  'robust/keeps-connection',
  'robust/speaks-http',
]);

function conclude(campaign: Campaign, startedAt: string, durationMs: number): CampaignResult {
  const { options, registry, stream, tally, state, carrier, looker } = campaign;
  const { contract, target, seed, modes, only, shard, targetOptions, tool, signal } = options;
  const today = startedAt.slice(0, 10);
  const all = registry.causes();
  const fleeting = all.filter(({ hit, again }) => FLEETING.has(hit.clause) && again.times === 0);
  const causes = all.filter((cause) => !fleeting.includes(cause));
  const shown = findingsOf(causes, {
    contract,
    target,
    seed,
    modes,
    only,
    targetOptions,
    today,
  });
  const findings = shown.map(({ finding }) => finding);
  const stale = staleOf(campaign, causes.map(identityOf), today);
  const left = [...carrier.left(), ...looker.left()];
  const problems = [
    ...(signal.aborted ? [`interrupted after ${state.cases} cases`] : []),
    ...[carrier.lost() ?? looker.lost()].filter((why) => why !== undefined),
    ...(carrier.lost() === undefined ? campaign.access.problems() : []),
    ...(state.unproven > 0
      ? [
          `${state.unproven} cases failed their own proof and were not sent, such as ${state.firstUnproven}`,
        ]
      : []),
    ...leftBehind(left),
  ];
  const notes = [
    ...fleeting.map(
      ({ hit, hits, again }) =>
        `${hits} times at ${hit.operation}: ${hit.actual}; sent again ${again.of} times, it did not come again`,
    ),
    ...[...carrier.absences(), ...looker.absences()],
    ...[...campaign.notes].map(([name, count]) => `${count} answers: ${name}`),
    ...stream.left.map(({ operation, why }) => `not called: ${operation}: ${why}`),
  ];
  const requests = requestsOf(carrier, looker);
  const report: CampaignReport = {
    kind: 'campaign',
    tool,
    contract: { digest: contract.digest },
    target: {
      name: target.name,
      ...(target.endpoints.integration && { integration: target.endpoints.integration.baseUrl }),
      ...(target.endpoints.content && { content: target.endpoints.content.baseUrl }),
    },
    seed,
    modes,
    ...(shard && { shard }),
    startedAt,
    durationMs,
    cases: state.cases,
    requests,
    rate: durationMs === 0 ? 0 : (requests / durationMs) * 1000,
    judged: Object.fromEntries(campaign.judged),
    coverage: tally.coverage(),
    classes: tally.classes(),
    findings,
    problems,
    notes,
    stale,
    exitCode: codeOf(findings, problems, stale, options, state.cases),
  };
  const redact = createRedactor(
    Object.values(target.endpoints).flatMap((endpoint) => endpoint.secrets),
  );
  const clean = redact(report);
  return {
    report: clean,
    shown: shown
      .map(({ trace }, at) => ({ trace, finding: clean.findings[at] ?? shown[at]?.finding }))
      .filter((one): one is Shown => one.finding !== undefined),
  };
}

function leftBehind(left: readonly { readonly what: string; readonly why: string }[]) {
  const [first] = left;
  if (first === undefined) return [];
  const more = left.length > 1 ? ` and ${left.length - 1} more` : '';
  return [`left behind: ${first.what} (${first.why})${more}; \`touchstone cleanup\` removes them`];
}

/**
 * Known failures that can no longer stand: expired, or of a class that was tried again at its place
 * without a finding. What is drawn at random may have missed it, and that makes nothing stale.
 */
function staleOf({ options, reached }: Campaign, ids: readonly string[], today: string) {
  return options.target.knownFailures.flatMap((known): readonly string[] => {
    if (known.finding === undefined) return [];
    const { finding, expires } = known;
    if (ids.some((id) => concerns(known, id, ''))) {
      return expires !== undefined && expires <= today ? [`${finding}: expired on ${expires}`] : [];
    }
    const tried = [...reached].some(
      (prefix) => finding === prefix || finding.startsWith(`${prefix}/`),
    );
    const drawn = /\/(valid|pairwise)(\/|$)/.test(finding);
    return tried && !drawn ? [`${finding}: it was tried, and not found`] : [];
  });
}

function codeOf(
  findings: CampaignReport['findings'],
  problems: readonly string[],
  stale: readonly string[],
  { failOnWarn }: CampaignOptions,
  cases: number,
): 0 | 1 | 2 {
  const open = findings.filter(({ known }) => known === undefined);
  const failed = open.some(
    ({ verdict }) => verdict === 'fail' || (failOnWarn && verdict === 'warn'),
  );
  if (failed || stale.length > 0) return 1;
  return problems.length > 0 || cases === 0 ? 2 : 0;
}
