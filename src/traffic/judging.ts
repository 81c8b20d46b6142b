/** Judges exchanges outside of plans, each by itself. */

import { apiNamed } from '../apis/index.ts';
import { type Contract, type Match, matcherOf, statusOf } from '../contract/index.ts';
import type { ClauseFindings } from '../judge/index.ts';
import {
  type Answer,
  type DocumentName,
  type Endpoint,
  fieldOf,
  type Operation,
  type Outcome,
  type Target,
  type Trace,
  type Values,
  type WireRequest,
  type WireStyle,
  withoutKey,
} from '../model/index.ts';
import { LOST_REQUEST_BODY } from '../proxy/index.ts';
import { effectiveMethod } from '../record/index.ts';
import {
  type ExchangeJudgement,
  type GivenExchange,
  judgeGiven,
  traceOfExchange,
} from '../run/index.ts';
import { fittingStyle, valuesOf } from './fitting-style.ts';
import { partsOutside } from './outside.ts';
import { rulesOn } from './rules-for-all.ts';

/** An exchange with its operation. */
export interface PlacedExchange {
  /** Undefined for undocumented traffic. */
  readonly operation: Operation | undefined;
  readonly endpoint: Endpoint | undefined;
  /** The encoding of the request, as far as its route shows it. */
  readonly style: WireStyle | undefined;
  readonly baseUrl: string;
  /** `target` relative to the base URL. */
  readonly request: WireRequest;
  /** The request with the route in the form for `decode`; like `request` without an operation. */
  readonly plain: WireRequest;
}

/** Finds the document and the operation that a request belongs to. */
export type PlaceExchange = (origin: string, request: WireRequest) => PlacedExchange;

/** A recorded request with the whole path from its origin. */
export function wholeRequest({
  baseUrl,
  request,
}: {
  readonly baseUrl: string;
  readonly request: WireRequest;
}): { readonly origin: string; readonly request: WireRequest } {
  const { origin, pathname } = new URL(baseUrl);
  const target = `${pathname.replace(/\/+$/, '')}${request.target}`;
  return { origin, request: { ...request, target } };
}

/** @param request its `target` is the whole path from the origin on */
export function placer(contract: Contract, target: Pick<Target, 'endpoints'>): PlaceExchange {
  const sites = Object.entries(target.endpoints)
    .flatMap(([document, endpoint]) => sitesOf(contract, document as DocumentName, endpoint))
    // Longest prefix first: one document's path can be below the other's.
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  return (origin, request) => {
    let beneath: { readonly site: DocumentSite; readonly request: WireRequest } | undefined;
    for (const site of sites) {
      if (site.origin !== origin || !isBelow(request.target, site.prefix)) continue;
      const relative = { ...request, target: slashed(request.target.slice(site.prefix.length)) };
      const found = site.match(effectiveMethod(request), relative.target);
      beneath ??= { site, request: relative };
      if (!found) continue;
      const { endpoint, style } = site;
      const plain = { ...relative, target: found.target };
      const { baseUrl } = endpoint;
      return { operation: found.operation, endpoint, style, baseUrl, request: relative, plain };
    }
    if (beneath) {
      const { site, request: own } = beneath;
      const { endpoint, style } = site;
      const { baseUrl } = endpoint;
      return { operation: undefined, endpoint, style, baseUrl, request: own, plain: own };
    }
    const nowhere = { operation: undefined, endpoint: undefined, style: undefined };
    return { ...nowhere, baseUrl: origin, request, plain: request };
  };
}

interface DocumentSite {
  readonly endpoint: Endpoint;
  readonly style: WireStyle;
  readonly origin: string;
  /** Path of the base URL without a final slash. */
  readonly prefix: string;
  readonly match: Match;
}

/** A site accepts routes in every routing of its API; the profile's routing comes first. */
function sitesOf(
  { operations }: Contract,
  document: DocumentName,
  endpoint: Endpoint,
): readonly DocumentSite[] {
  const { origin, pathname } = new URL(endpoint.baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const { routing: usual } = endpoint.style;
  const others = Object.values(apiNamed(document)?.routings ?? {});
  return [usual, ...others.filter(({ kind }) => kind !== usual.kind)].map((routing) => {
    const style = { ...endpoint.style, routing };
    // The root of a site is its front page, unless the profile routes by path.
    const known = routing === usual ? operations : operations.filter(({ route }) => route !== '/');
    const match = matcherOf(known, document, style);
    return { endpoint, style, origin, prefix, match };
  });
}

function isBelow(target: string, prefix: string): boolean {
  return target.startsWith(prefix) && /^(?:[/?]|$)/.test(target.slice(prefix.length) || '/');
}

function slashed(target: string): string {
  return target.startsWith('/') ? target : `/${target}`;
}

/**
 * The result for an exchange. `outside`: no document describes it; `unheard` says why it had no answer. `unanswered`:
 * no whole answer came. `unfit-request`: the request breaks a rule, so its answer is unspecified; `refused` tells
 * whether the target refused it.
 */
export type TrafficVerdict =
  | { readonly kind: 'outside'; readonly noResponse?: string }
  | { readonly kind: 'unanswered'; readonly why: string }
  | { readonly kind: 'unfit-request'; readonly why: string; readonly refused: boolean }
  | {
      readonly kind: 'judged';
      readonly judgement: ExchangeJudgement;
      readonly trace: Trace;
      /** Findings by the rules for all requests; also part of the judgement. */
      readonly rules: readonly ClauseFindings[];
    }
  | { readonly kind: 'not-judged'; readonly why: string };

/** Conditional and range fields, with the status for each. */
const CONDITIONS: readonly (readonly [field: RegExp, status: number])[] = [
  [/^range$/i, 206],
  [/^if-(?:none-match|modified-since|range)$/i, 304],
];

/**
 * Judges the request, and the answer to a valid request. Pure.
 *
 * @param lost unrecorded parts of the exchange
 */
export function judgeTraffic(
  contract: Contract,
  { operation, endpoint, style: written, plain: given, baseUrl }: PlacedExchange,
  outcome: Outcome,
  strict: boolean,
  lost: readonly string[] = [],
): TrafficVerdict {
  if (!operation || !endpoint || !written) {
    return { kind: 'outside', ...(outcome.kind === 'fault' && { noResponse: outcome.message }) };
  }
  const unknown = lost.find((what) => what.startsWith(LOST_REQUEST_BODY));
  if (unknown !== undefined) return { kind: 'not-judged', why: `not kept: ${unknown}` };
  const noResponse = whyNoResponse(outcome);
  if (outcome.kind === 'fault' || noResponse !== undefined) {
    return { kind: 'unanswered', why: noResponse ?? '' };
  }
  // A document has its key among its schemes, not among its parameters.
  const { target } = withoutKey(given.target, endpoint.credentialFrom.scheme);
  const plain = { ...given, target };
  const outside = partsOutside(contract, operation, endpoint, plain, written);
  if (outside !== undefined) {
    const answered = { operation: operation.id, response: answerAsGiven(outcome) };
    return byRulesOnly(contract, operation, answered, { plain, baseUrl, why: outside, strict });
  }
  const style = fittingStyle(contract, operation, plain, written);
  if (style.kind === 'unfit' && outcome.status !== 401) {
    const refused = statusOf(operation, outcome, contract.validate) >= 400;
    return { kind: 'unfit-request', why: style.why, refused };
  }
  const condition = plain.headers.find(([name]) =>
    CONDITIONS.some(([field, status]) => status === outcome.status && field.test(name)),
  );
  if (condition) {
    return { kind: 'not-judged', why: `${condition[0]} asked for HTTP ${outcome.status}` };
  }
  const made = traceOfExchange(contract, {
    operation: operation.id,
    ...(plain.body && { request: { body: plain.body } }),
    response: answerAsGiven(outcome),
  });
  if (made.kind === 'unshown') return { kind: 'not-judged', why: made.why };
  const values =
    style.kind === 'fit' ? valuesOf(operation, plain, style.style) : { path: {}, query: {} };
  const trace = withRequest(made.trace, plain, baseUrl, values);
  const rules = trace.exchanges.flatMap((exchange) => rulesOn(contract, operation, exchange));
  const options = { known: endpoint.known, strict };
  const judgement = judgeGiven(contract, operation, trace, options, rules);
  return { kind: 'judged', judgement, trace, rules };
}

/** Judges an undocumented answer, which no clause is about. */
function byRulesOnly(
  contract: Contract,
  operation: Operation,
  given: GivenExchange,
  asked: {
    readonly plain: WireRequest;
    readonly baseUrl: string;
    readonly why: string;
    readonly strict: boolean;
  },
): TrafficVerdict {
  const { plain, baseUrl, why, strict } = asked;
  const made = traceOfExchange(contract, given);
  if (made.kind === 'unshown') return { kind: 'not-judged', why };
  const whole = withRequest(made.trace, plain, baseUrl, { path: {}, query: {} });
  const trace = { ...whole, case: { ...whole.case, evidence: [] } };
  const rules = trace.exchanges.flatMap((exchange) => rulesOn(contract, operation, exchange));
  if (rules.length === 0) return { kind: 'not-judged', why };
  const judgement = judgeGiven(contract, operation, trace, { strict }, rules);
  return { kind: 'judged', judgement: { ...judgement, why: [why] }, trace, rules };
}

function answerAsGiven({ status, headers, body }: Answer) {
  return { status, headers, body: body.bytes };
}

function whyNoResponse(outcome: Outcome): string | undefined {
  if (outcome.kind === 'fault') return outcome.message;
  const { headers, body } = outcome;
  const { completeness } = body;
  if (completeness !== 'complete') return `the answer did not arrive whole (${completeness})`;
  if (fieldOf(headers, 'content-encoding') === undefined) return undefined;
  const { content } = body;
  const unknown = content.kind === 'binary' && /^content coding/.test(content.why);
  return unknown ? content.why : undefined;
}

function withRequest(
  trace: Trace,
  request: WireRequest,
  baseUrl: string,
  values: { readonly path: Values; readonly query: Values },
): Trace {
  const url = `${baseUrl}${request.target}`;
  return {
    case: {
      ...trace.case,
      steps: trace.case.steps.map((step) => ({ ...step, request: { ...step.request, ...values } })),
    },
    exchanges: trace.exchanges.map((exchange) => ({ ...exchange, request, url })),
  };
}
