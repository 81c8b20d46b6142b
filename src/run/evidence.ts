import { type Contract, validateParts } from '../contract/index.ts';
import { absentNames, violationOf } from '../findings/index.ts';
import { bySize, cellWith, describeError } from '../judge/index.ts';
import {
  type Case,
  type Clause,
  type Credential,
  credentialIn,
  type Endpoint,
  type Exchange,
  type ExchangeExcerpt,
  type Finding,
  type FindingReport,
  OWN_CREDENTIAL,
  type Step,
  type StepReport,
  type Target,
  type Trace,
  type Verdict,
  type WireRequest,
  withoutKey,
} from '../model/index.ts';
import { cacheIn } from '../probe/index.ts';
import {
  acceptedMessage,
  clipApart,
  curlLine,
  excerptOf,
  messageOf,
  partsOf,
  type RedactedCredential,
  touchstoneLine,
} from '../report/index.ts';
import { type Cleaner, createCleaner } from '../secrets/index.ts';
import { secretsToKeepOut } from './recorded.ts';

export interface ReportFacts {
  readonly contract: Contract;
  readonly target: Target;
  readonly seed: number;
  /** Arguments that name the target. */
  readonly targetOptions: readonly string[];
  /** Selects the findings reported with their exchange; none if absent. */
  readonly showsExchange?: ExchangeFilter;
}

export type ExchangeFilter = (clause: string, finding: FindingReport) => boolean;

/**
 * Selects the shortest finding so far of each clause at each place. A report keeps only that exchange, and removing
 * secrets from the others would be wasted work.
 */
export function shortestFindings(): ExchangeFilter {
  const shortest = new Map<string, FindingReport>();
  return (clause, finding) => {
    const key = `${clause} ${violationOf(finding).at}`;
    const before = shortest.get(key);
    if (before !== undefined && bySize(before, finding) <= 0) return false;
    shortest.set(key, finding);
    return true;
  };
}

/** Reports a violation with its sentence and the curl and touchstone lines that reproduce it. */
export function reportViolation(
  { contract, target, seed, targetOptions, showsExchange = () => false }: ReportFacts,
  trace: Trace,
  clause: Pick<Clause, 'id'>,
  finding: Extract<Finding, { kind: 'violated' }>,
  verdict: Verdict,
): FindingReport {
  const step = trace.case.steps.find(({ id }) => id === finding.where.step);
  const exchange = trace.exchanges.find((made) => made.step === finding.where.step);
  const operation = step && contract.operation(step.request.operation);
  const method = step?.request.method ?? operation?.method ?? '';
  const steps = stepsTo(trace, finding.where.step);
  const addressed = { method, route: operation?.route ?? '' };
  const absent = absentNames(finding, operation);
  const report: FindingReport = {
    case: trace.case.id,
    verdict,
    step: finding.where.step,
    where: finding.where.pointer,
    actual: finding.actual,
    expected: finding.expected,
    message: `${
      step?.breach !== undefined && finding.expected === 'a refusal'
        ? acceptedMessage(finding, addressed, step.request, step.breach, allowedBy(contract, step))
        : messageOf(finding, addressed)
    }${cacheNote(exchange)}`,
    ...(operation && !isDrawn(trace.case) && { operations: [operation.id] }),
    ...(step?.breach && { about: step.breach }),
    ...(absent.length > 0 && { absent }),
    ...(steps.length > 1 && { steps }),
    reproduce: {
      curl:
        // If a single line cannot reproduce it, the steps can.
        (exchange && step && curlFor(exchange, step, trace.case, target)) ?? '',
      touchstone: touchstoneLine({ only: trace.case.id, seed, targetOptions }),
    },
  };
  if (exchange === undefined || !showsExchange(clause.id, report)) return report;
  return {
    ...report,
    ...(report.steps && { steps: withExchanges(report.steps, trace, target) }),
    exchange: excerptWithoutSecrets(exchange, target, step, finding.where.pointer),
  };
}

/** The steps before the last one with their exchanges, and with curl lines if they can be sent by themselves. */
function withExchanges(
  steps: readonly StepReport[],
  trace: Trace,
  target: Target,
): readonly StepReport[] {
  return steps.map((shown, index) => {
    const step = trace.case.steps.find(({ id }) => id === shown.step);
    const exchange = trace.exchanges.find((made) => made.step === shown.step);
    if (index === steps.length - 1 || step === undefined || exchange === undefined) return shown;
    const curl = curlFor(exchange, step, trace.case, target);
    return {
      ...shown,
      exchange: excerptWithoutSecrets(exchange, target, step),
      ...(curl !== undefined && { curl }),
    };
  });
}

/** Undefined if the request builds on others: the object of an earlier step is gone. */
function curlFor(
  { request, url }: Exchange,
  step: Step,
  { document }: Trace['case'],
  { endpoints, tls }: Target,
): string | undefined {
  const endpoint = endpoints[document];
  if (endpoint === undefined || buildsOnOthers(step)) return undefined;
  return curlLine({
    request,
    url,
    credential: credentialShown(step.request.credential, request, endpoint),
    ...(endpoint.headers && { extra: endpoint.headers }),
    insecure: tls.insecure,
  });
}

/** Names the cache that gave an answer: it may be older than what the case wrote. */
function cacheNote(exchange: Exchange | undefined): string {
  const outcome = exchange?.outcome;
  const cache = outcome?.kind === 'answer' ? cacheIn(outcome) : undefined;
  return cache === undefined
    ? ''
    : `; a cache gave this answer (${cache}), which may be out of date`;
}

/** The values that the document allows at the violating place of a request; undefined if they cannot be listed. */
function allowedBy({ operation, validate }: Contract, { request, breach }: Step) {
  const error = validateParts(operation(request.operation), partsOf(request), validate).find(
    ({ part, pointer, keyword }) =>
      part === breach?.part && pointer === breach.pointer && keyword === breach.keyword,
  );
  // For a required member, its absence says all.
  return error && error.keyword !== 'required' ? describeError(error) : undefined;
}

/** Cached for each target, as each has its own secrets and rules. */
const cleaners = new WeakMap<Target, Cleaner>();

function excerptWithoutSecrets(
  { request, outcome }: Exchange,
  target: Target,
  step: Step | undefined,
  where?: string,
): ExchangeExcerpt {
  const cleaner =
    cleaners.get(target) ?? createCleaner(secretsToKeepOut(target), target.secretRules);
  cleaners.set(target, cleaner);
  const scope = cleaner.scope();
  const pointer = step?.breach?.part === 'body' ? step.breach.pointer : undefined;
  return excerptOf(
    { request: scope.request(request).value, ...(pointer !== undefined && { pointer }) },
    scope.outcome(outcome).value,
    where,
  );
}

/** Returns true if another seed creates another case, which can show the violation at another operation. */
export function isDrawn({ origin }: Case): boolean {
  return origin.kind === 'valid' || origin.kind === 'sequence';
}

/** Maximum number of requests in a report of a long case: the last ones. */
const MOST_STEPS = 12;

/** Maximum number of characters of a reported body. */
const MOST_OF_BODY = 160;

/** The requests of a case up to a step, in sending order. For a comparison of many lists, only those compared. */
function stepsTo(trace: Trace, step: string): readonly StepReport[] {
  const cell = cellWith(trace.case.compared, step);
  const exchanges = trace.exchanges.filter((exchange) => cell?.steps.has(exchange.step) ?? true);
  const at = exchanges.findIndex((exchange) => exchange.step === step);
  const last = exchanges.slice(Math.max(0, at + 1 - MOST_STEPS), at + 1);
  const bodies = clipApart(
    last.map(({ request: { body } }) => (body === undefined ? '' : Buffer.from(body).toString())),
    MOST_OF_BODY,
  );
  return last.map((exchange, index) => {
    const { method, target, body } = exchange.request;
    const { outcome } = exchange;
    const sent = body === undefined ? '' : ` ${bodies[index]}`;
    return {
      step: exchange.step,
      request: `${method} ${readable(target)}${sent}`,
      answer: outcome.kind === 'answer' ? String(outcome.status) : outcome.message,
    };
  });
}

/** A request target with brackets and slashes decoded, if that is unambiguous. */
function readable(target: string): string {
  return target.replaceAll(/%(?:2F|5B|5D|3A|2C)/gi, (code) => decodeURIComponent(code));
}

/** Returns true if a request takes a value from an earlier answer, so that it cannot be sent by itself. */
export function buildsOnOthers({ request }: Step): boolean {
  return JSON.stringify([request.path, request.query, request.body]).includes('"$from"');
}

/** The form of a request's credential if its value is secret. */
export function credentialShown(
  credential: Credential,
  { headers, target }: Pick<WireRequest, 'headers' | 'target'>,
  endpoint: Endpoint,
): RedactedCredential {
  const { scheme } = endpoint.credentialFrom;
  const sent = credentialIn(headers, scheme) ?? withoutKey(target, scheme).key;
  if (sent === undefined) return { kind: 'none' };
  const secret = { kind: 'secret', ...endpoint.credentialFrom } as const;
  switch (credential.kind) {
    case 'valid':
      return secret;
    case 'header':
      return credential.value.includes(OWN_CREDENTIAL)
        ? { ...secret, template: credential.value }
        : { kind: 'literal', value: sent };
    default:
      return { kind: 'literal', value: sent };
  }
}
