/** Rules for every answer to any request that are not in a document. */

import { effectiveStatusText } from '../contract/index.ts';
import {
  type Answer,
  type Clause,
  type Exchange,
  fieldOf,
  type Operation,
  type Outcome,
  type RobustnessRule,
  type Role,
  type Trace,
  type WireRequest,
} from '../model/index.ts';
import { KEEPS_VALUES } from './altered-values.ts';
import { GATEWAY_STATUSES } from './batch.ts';
import { breakdownRule, isBreakdown, NO_SERVER_ERROR, SURVIVES_INVALID } from './breakdowns.ts';
import { STAYS_PRIVATE } from './privacy.ts';

/** A violation by an exchange, regardless of its operation. */
export interface RobustnessViolation {
  readonly rule: RobustnessRule;
  readonly pointer: string;
  readonly actual: string;
  readonly expected: string;
  /** Distinguishes failures under one status. */
  readonly signature: string;
}

/** A read that succeeds and is refused in the same run. */
export const STEADY: RobustnessRule = {
  id: 'robust/steady-answers',
  level: 'implied',
  states:
    'The same read, sent again in one run, is not answered now with success and now with a refusal.',
  because:
    'nothing about the request differs; permissions and further conditions are not shown, so it never fails',
};

export const IN_TIME: RobustnessRule = {
  id: 'robust/answers-in-time',
  level: 'stated',
  states: 'Every request is answered within the limits of the target profile.',
  because: 'a request that hangs holds a connection, and whoever waits for it',
};

/** Milliseconds that the length of a text may cost. */
export const SLOW_MS = 1_000;

/** An answer that takes long because a text is long. */
export const TIME_OF_LENGTH: RobustnessRule = {
  id: 'robust/time-of-length',
  level: 'implied',
  states: 'A long text takes no second more than a short one.',
  because: 'time that grows faster than a text lets one request occupy a server (CWE-1333)',
};

export const KEEPS_CONNECTION: RobustnessRule = {
  id: 'robust/keeps-connection',
  level: 'stated',
  states: 'The connection is not cut before the answer has arrived whole.',
  because:
    'RFC 9112, 9.6: a server closes after the last answer. Requests of great length are left out: RFC 9110, 15.5.14, lets a server close on them.',
};

export const SPEAKS_HTTP: RobustnessRule = {
  id: 'robust/speaks-http',
  level: 'stated',
  states: 'What comes back is HTTP.',
  because: 'RFC 9112, 2.1: the form of a message',
};

export const BODY_AS_TYPED: RobustnessRule = {
  id: 'robust/body-as-typed',
  level: 'stated',
  states: 'A body is what its Content-Type and Content-Encoding say.',
  because:
    'RFC 9110, 8.3 and 8.4: they say how the bytes are to be read; RFC 8259, 8.1: no byte order mark stands before JSON',
};

export const RULES: readonly RobustnessRule[] = [
  NO_SERVER_ERROR,
  SURVIVES_INVALID,
  IN_TIME,
  TIME_OF_LENGTH,
  KEEPS_CONNECTION,
  SPEAKS_HTTP,
  BODY_AS_TYPED,
  STAYS_PRIVATE,
  KEEPS_VALUES,
];

/** A valid request that is refused. */
export const VALID_ACCEPTED: RobustnessRule = {
  id: 'robust/valid-accepted',
  level: 'implied',
  states: 'What a valid request adds to one that is carried out does not have it refused.',
  because:
    'the table of the operation gives the parameter with this value; the documents say that the tables are the only validation',
};

/** Parsers use the first, the last or none of them; the standard leaves it open. */
export const UNIQUE_NAMES: RobustnessRule = {
  id: 'robust/unique-names',
  level: 'unspecified',
  states: 'A name stands once in an object of JSON.',
  because: 'RFC 8259, 4: names should be unique; what software does where they are not differs',
};

/** A creation whose answer names an existing object. */
export const CREATES_NEW: RobustnessRule = {
  id: 'robust/creates-new',
  level: 'implied',
  states: 'A creation makes a new object, and its answer gives the ID of that object.',
  because:
    'RFC 9110, 9.3.3 and 15.3.2: the answer to a POST that created something identifies what it created',
};

/** A creation whose answer gives the ID of an object that existed before. */
export interface ReusedId {
  readonly step: string;
  readonly actual: string;
  readonly expected: string;
}

export function reusedIdsIn({ ownership = [] }: Pick<Trace, 'ownership'>): readonly ReusedId[] {
  return ownership
    .filter(({ shows }) => shows === 'existed')
    .map(({ created, what, why }) => ({
      step: created,
      actual: `the ID of ${what}, which existed before: ${why}`,
      expected: 'the ID of a new object',
    }));
}

/** The source of a rule that is in neither document. */
export const NO_SECTION = 'none of a document';

/** A rule as a clause for reports. It is in neither document. */
export function clauseOf({ id, level, states, because }: RobustnessRule): Clause {
  const source = { section: NO_SECTION, rule: because };
  return { id, document: 'robust', level, source, states, operations: [], judged: [] };
}

/** Connection failures count only if they recur. */
const FLEETING: ReadonlySet<string> = new Set(
  [IN_TIME, KEEPS_CONNECTION, SPEAKS_HTTP].map(({ id }) => id),
);

/** Gateway statuses about the target: unavailable or too slow. */
const GATEWAY = /^50[24]\b/;

/** Returns true if a violation of a rule, named by its ID, counts only if it is reproduced. */
export function isFleeting(rule: string, signature: string): boolean {
  return FLEETING.has(rule) || (isBreakdown(rule) && GATEWAY.test(signature));
}

/** Statuses that are no crashes: not implemented, unavailable, version not supported, network login. */
const NO_BREAKDOWN: ReadonlySet<number> = new Set([501, 503, 505, 511]);

/** A server may refuse larger bodies by closing the connection during the upload. */
const GREAT_BODY = 16_384;
const GREAT_HEAD = 7_000;

/**
 * The violations of an exchange by the rules above; usually none.
 *
 * @param operation the called operation, if known
 * @param reported the status in the body of a success; that of the head if absent
 * @param role what was sent; a valid request if absent
 */
export function robustnessViolationsOf(
  { request, outcome }: Exchange,
  { gateway }: Pick<Operation, 'gateway'>,
  reported?: number,
  role: Role = 'valid',
): readonly RobustnessViolation[] {
  const failed = failureOf(request, outcome);
  if (failed !== undefined) return [failed];
  if (outcome.kind === 'fault') return [];
  const status = reported ?? outcome.status;
  const isOfOthers = gateway && GATEWAY_STATUSES.has(status);
  if (status >= 500 && !NO_BREAKDOWN.has(status) && !isOfOthers) {
    return [
      {
        rule: breakdownRule(role),
        pointer: 'status',
        actual: effectiveStatusText(outcome, status),
        expected: 'an answer below 500',
        signature: [status, codeIn(outcome)].filter((part) => part !== undefined).join(' '),
      },
    ];
  }
  const lie = lieIn(request, outcome);
  return lie === undefined ? [] : [lie];
}

function failureOf(request: WireRequest, outcome: Outcome): RobustnessViolation | undefined {
  const broken = (rule: RobustnessRule, actual: string, expected: string): RobustnessViolation => ({
    rule,
    pointer: outcome.kind === 'answer' ? 'body' : 'answer',
    actual,
    expected,
    signature: '',
  });
  if (outcome.kind === 'answer') {
    const { completeness, bytes } = outcome.body;
    const after = `HTTP ${outcome.status}, and a body that stops after ${bytes.length} bytes`;
    if (completeness === 'timed-out')
      return broken(IN_TIME, after, 'a body that goes on to its end');
    return completeness === 'cut-off' && !isGreat(request)
      ? broken(KEEPS_CONNECTION, after, 'a body that arrives whole')
      : undefined;
  }
  switch (outcome.code) {
    case 'timed-out':
      return broken(IN_TIME, outcome.message, 'an answer');
    case 'closed':
    case 'reset':
      return isGreat(request)
        ? undefined
        : broken(KEEPS_CONNECTION, 'no answer: the connection was cut', 'an answer');
    case 'malformed':
      return broken(SPEAKS_HTTP, outcome.message, 'an answer in HTTP');
    default:
      return undefined;
  }
}

function isGreat({ target, headers, body }: WireRequest): boolean {
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return (body?.length ?? 0) > GREAT_BODY || head + target.length > GREAT_HEAD;
}

/** The short code of an error. Texts can repeat the request, and distinguish nothing. */
export function codeIn({ body }: Answer): string | undefined {
  if (body.content.kind !== 'json') return undefined;
  const { value } = body.content;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const name of ['code', 'error_code', 'error']) {
    const code: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (typeof code === 'string' && /^[\w.:-]{1,64}$/.test(code)) return code;
  }
  return undefined;
}

const PARTLESS: ReadonlySet<number> = new Set([204, 205, 206, 304]);

function lieIn(request: WireRequest, answer: Answer): RobustnessViolation | undefined {
  const { content } = answer.body;
  // RFC 9110, 9.3.2, 15.3.5, 15.3.7 and 15.4.5: no body, a partial body, or no new body.
  if (request.method === 'HEAD' || PARTLESS.has(answer.status)) return undefined;
  const type = fieldOf(answer.headers, 'content-type')?.toLowerCase() ?? '';
  const lie = (actual: string): RobustnessViolation => ({
    rule: BODY_AS_TYPED,
    pointer: 'body',
    actual,
    expected: type === '' ? 'a body that can be read' : `a body of type ${type}`,
    signature: '',
  });
  const json = /^application\/(?:[\w.+-]+\+)?json\b/.test(type);
  switch (content.kind) {
    case 'json':
      return json && content.byteOrderMark
        ? lie('a byte order mark before the JSON, which must not be sent (RFC 8259, 8.1)')
        : undefined;
    case 'empty':
      // A request that changes something, or asks for options, can have an empty answer.
      return json && request.method === 'GET' && answer.status === 200
        ? lie('an empty body, which is no JSON')
        : undefined;
    case 'text':
      // Deep nesting is not a fault of the body, but a limit of the parser.
      return json && content.why.startsWith('not JSON') ? lie(content.why) : undefined;
    case 'binary': {
      if (answer.body.completeness !== 'complete') return undefined;
      const coded = /^not (gzip|x-gzip|br|deflate)/.test(content.why);
      const text = json || /charset=utf-8/.test(type);
      return coded || (text && content.why.startsWith('invalid UTF-8'))
        ? lie(content.why)
        : undefined;
    }
  }
}
