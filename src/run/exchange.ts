import { type Contract, clausesAbout, strictReading } from '../contract/index.ts';
import {
  type ClauseFindings,
  describeError,
  describeValue,
  grade,
  judge,
  NO_STEP,
} from '../judge/index.ts';
import {
  type Case,
  type Clause,
  type ClauseSource,
  contentOf,
  type Finding,
  type Level,
  nearNames,
  type Operation,
  type Role,
  requestTo,
  TouchstoneError,
  type Trace,
  type Verdict,
  valueAt,
} from '../model/index.ts';
import { evidenceOf, type FactValues } from '../plan/index.ts';
import { messageOf } from '../report/index.ts';
import { bytesOf, exchangeOf, type GivenExchange, MOST_BYTES, STEP } from './given.ts';

type GivenRequest = NonNullable<GivenExchange['request']>;

export interface ExchangeOptions {
  /** Facts about the target, by name, as in its profile: `{ timezones: ['Europe/Paris'] }`. */
  readonly known?: FactValues;
  /** Implied clauses fail like stated ones. */
  readonly strict?: boolean;
}

export interface ExchangeFinding {
  readonly clause: string;
  readonly level: Level;
  readonly source: ClauseSource;
  /** The statement of the document, in our own words. */
  readonly states: string;
  readonly verdict: Verdict;
  readonly finding: Finding;
}

export interface ExchangeViolation extends Omit<ExchangeFinding, 'finding'> {
  /** JSON Pointer into the body of the answer, or another part of it such as `status`. */
  readonly where: string;
  readonly actual: string;
  readonly expected: string;
  /** The whole violation in one sentence. */
  readonly message: string;
}

export interface ExchangeJudgement {
  /**
   * `violates`: a clause fails. `conforms`: none fails, and at least one holds. `not-judged`: the document does not
   * show such an exchange; `why` has the reasons.
   */
  readonly outcome: 'conforms' | 'violates' | 'not-judged';
  readonly violations: readonly ExchangeViolation[];
  readonly findings: readonly ExchangeFinding[];
  readonly why: readonly string[];
}

/**
 * Judges one exchange by every clause about its operation that needs only one exchange. A success is
 * judged as the answer to a valid request: the caller has to know that the request was valid and its
 * systems exist. A 401 is judged by section 5 of the integration document (authentication failures).
 * Anything that the document does not show is `not-judged`.
 *
 * @throws TouchstoneError 'usage' for an operation that there is not, with ids that are near
 */
export function validateExchange(
  contract: Contract,
  exchange: GivenExchange,
  options: ExchangeOptions = {},
): ExchangeJudgement {
  const operation = operationOf(contract, exchange.operation);
  const given = traceOfExchange(contract, exchange);
  if (given.kind === 'unshown') {
    return { outcome: 'not-judged', violations: [], findings: [], why: [given.why] };
  }
  return judgeGiven(contract, operation, given.trace, options);
}

/**
 * The results of a trace of one exchange, for every clause that its case is evidence for.
 *
 * @param others results of rules that are no clauses of the contract
 */
export function judgeGiven(
  contract: Contract,
  operation: Operation,
  trace: Trace,
  options: ExchangeOptions,
  others: readonly ClauseFindings[] = [],
): ExchangeJudgement {
  const all = [...judge(contract, options.known ?? {}, trace), ...others];
  const findings = all.flatMap(({ clause, findings }) =>
    findings.map((finding) => weigh(clause, finding, options.strict ?? false)),
  );
  return concluded(operation, findings);
}

/** One exchange as a trace to judge, or the reason why the document does not show its answer. */
export function traceOfExchange(
  contract: Contract,
  exchange: GivenExchange,
):
  | { readonly kind: 'trace'; readonly trace: Trace }
  | { readonly kind: 'unshown'; readonly why: string } {
  const operation = operationOf(contract, exchange.operation);
  const why = unshownRequest(contract, operation, exchange);
  if (why !== undefined) return { kind: 'unshown', why };
  const role = roleOf(contract, operation, exchange.response.status);
  const item = caseOf(contract, operation, role, exchange.request);
  return { kind: 'trace', trace: { case: item, exchanges: [exchangeOf(operation, exchange)] } };
}

/** @throws TouchstoneError 'usage', with ids that are near */
function operationOf(contract: Contract, id: string): Operation {
  const found = contract.operations.find((operation) => operation.id === id);
  if (found) return found;
  const ids = contract.operations.map((operation) => operation.id);
  const near = nearNames(id, ids);
  throw new TouchstoneError(
    'usage',
    `there is no operation "${id}"`,
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : '`touchstone contract operations` lists them',
  );
}

/** The reason why the document does not show the answer to a request with this body; undefined if it does. */
function unshownRequest(
  contract: Contract,
  operation: Operation,
  { request, response }: GivenExchange,
): string | undefined {
  // If authentication fails, the request does not matter.
  if (!request || response.status === 401) return undefined;
  return (
    unshownParameter(contract, operation, request) ?? unshownBody(contract, operation, request)
  );
}

function unshownParameter(
  { validate }: Contract,
  { parameters }: Operation,
  request: GivenRequest,
): string | undefined {
  for (const { name, in: place, schema } of parameters) {
    const value = place === 'header' ? undefined : request[place]?.[name];
    if (value === undefined) continue;
    const read = typeof value === 'string' ? strictReading(schema, value) : value;
    const [error] = validate(schema, read);
    if (error === undefined) continue;
    return `the document does not show what such a request brings: ${name} in its ${place} is ${describeValue(value)}, and takes ${describeError(error)}`;
  }
  return undefined;
}

function unshownBody(
  contract: Contract,
  { body }: Operation,
  request: GivenRequest,
): string | undefined {
  if (!body) return undefined;
  const value = contentOf(bytesOf(request.body), [], 'complete', MOST_BYTES);
  if (value.kind !== 'json')
    return 'the document does not show what a body that is not JSON brings';
  // Upper limits only bound generated requests if the document gives none: a longer request is not different.
  const [error] = contract
    .validate(body.settled, value.value)
    .filter(({ keyword }) => keyword !== 'maxItems');
  if (!error) return undefined;
  const place = error.pointer === '' ? 'its body' : `${error.pointer} of its body`;
  const sent = describeValue(valueAt(value.value, error.pointer));
  return `the document does not show what such a request brings: ${place} is ${sent}, and takes ${describeError(error)}`;
}

function roleOf(contract: Contract, operation: Operation, status: number): Role {
  const isSpokenOf = () =>
    clausesAbout(contract, operation.id).some(({ on }) => on === 'unauthorised');
  return status === 401 && isSpokenOf() ? 'unauthorised' : 'valid';
}

function caseOf(
  contract: Contract,
  operation: Operation,
  role: Role,
  { path = {}, query = {} }: GivenRequest = {},
): Case {
  const evidence = evidenceOf(contract, {
    steps: [{ role, operation: operation.id }],
    evidence: role === 'valid' ? shownByEach(contract, operation) : [],
  });
  return {
    id: `${operation.id}/given`,
    title: 'is answered as given',
    document: operation.document,
    // Where an answer tells its role, clauses on all roles have nothing to add.
    evidence: evidence.filter((id) => {
      const { level, on } = contract.clause(id);
      return level !== 'unspecified' && on !== 'answer';
    }),
    origin: { kind: 'scenario' },
    steps: [
      {
        id: STEP,
        role,
        request: {
          ...requestTo(operation.id),
          path,
          query,
          credential: { kind: role === 'unauthorised' ? 'invalid' : 'valid' },
        },
      },
    ],
  };
}

/** Checks that apply to every success, although a run applies them only to some cases. */
const OF_EACH: ReadonlySet<string> = new Set(['fields']);

function shownByEach(contract: Contract, { id }: Operation): readonly string[] {
  return clausesAbout(contract, id)
    .filter(
      ({ on, judged }) =>
        on === undefined && judged.length > 0 && judged.every(({ check }) => OF_EACH.has(check)),
    )
    .map((clause) => clause.id);
}

function weigh(clause: Clause, finding: Finding, strict: boolean): ExchangeFinding {
  const { id, level, source, states } = clause;
  return { clause: id, level, source, states, verdict: grade(level, finding, strict), finding };
}

/** One exchange has no steps for its reader. */
const NO_EXCHANGE = 'no clause can be judged by this exchange alone';

function concluded(
  { method, route }: Operation,
  findings: readonly ExchangeFinding[],
): ExchangeJudgement {
  const violations = findings.flatMap(({ finding, ...weighed }): readonly ExchangeViolation[] => {
    if (finding.kind !== 'violated') return [];
    const { where, actual, expected } = finding;
    const message = messageOf(finding, { method, route });
    return [{ ...weighed, where: where.pointer, actual, expected, message }];
  });
  const reasons = findings.flatMap(({ finding }) =>
    finding.kind === 'not-judgeable' ? [finding.why === NO_STEP ? NO_EXCHANGE : finding.why] : [],
  );
  const verdicts = new Set(findings.map(({ verdict }) => verdict));
  const held = verdicts.has('pass') || verdicts.has('warn');
  return {
    outcome: verdicts.has('fail') ? 'violates' : held ? 'conforms' : 'not-judged',
    violations,
    findings,
    why: findings.length === 0 ? ['no clause speaks about it'] : [...new Set(reasons)],
  };
}
