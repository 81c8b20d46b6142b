import {
  type Answer,
  type AnswerContract,
  type Finding,
  fieldOf,
  isList,
  isMembers,
  type JsonSchema,
  literally,
  type Operation,
  placesOf,
  recordsOf,
  valueAt,
} from '../../model/index.ts';
import {
  type Check,
  type CheckContext,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../check.ts';
import { describeBody, describeError, describeSchema, describeValue } from '../describe.ts';
import { documentedAnswer, isFor } from '../documented-answer.ts';

/**
 * Refusals that no document has to list: of the credential, the pace, the address, the length or the form of a request
 * (RFC 9110, 15.5; RFC 6585).
 */
const GENERAL: ReadonlySet<number> = new Set([
  ...[401, 403, 405, 406, 407, 408, 411, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431, 451],
]);

/** Statuses of answers without a whole body (RFC 9110, 15.3.5 to 15.3.7). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 206]);

/**
 * The answer is one that the operation documents. `status`: the status of a success; any one with `others`.
 * `type`: its media type.
 * `location`: where the new object is. `hidden`: members that no answer shows. `fields`: header fields. `refusal`: the status of a refusal. `refusal-body`: the body of a refusal, by status.
 */
export const documented: Check = {
  name: 'documented',
  judge: ({ steps, validate, operations }, options) => {
    const part = textOption(options, 'part');
    const schemas = isList(options.schemas) ? options.schemas.filter(isMembers) : [];
    return steps.map((shown) => {
      const { standing } = shown;
      if (standing.kind === 'no-response') return obstacleOf(standing);
      if (isOfSuccess(part)) {
        if (standing.kind !== 'succeeded') return obstacleOf(standing);
        if (part === 'location') {
          const known = options.others === true ? operations : [];
          return judgeLocation(shown, standing.answer, known);
        }
        if (part === 'hidden') return judgeHidden(shown, standing.answer, options.members);
        if (part === 'fields') return judgeFields(shown, standing.answer, options.fields, validate);
        if (part === 'status' && options.others === true) return HOLDS;
        const judge = part === 'status' ? judgeStatus : judgeType;
        return judge(shown, standing.answer);
      }
      const isRefusal = standing.kind === 'refused' || standing.kind === 'rejected';
      if (!isRefusal)
        return notJudgeable(
          'no-data',
          'the target carried it out, and the clause is about refusals',
        );
      if (part === 'refusal') return judgeRefusal(shown, standing.answer.status);
      const schema = schemas.find((one) => isFor(one, standing.answer.status))?.schema;
      if (!isMembers(schema)) return notJudgeable('no-data', 'no body is documented for it');
      return judgeBody(shown, standing.answer, schema, validate);
    });
  },
};

function isOfSuccess(part: string): boolean {
  return ['status', 'type', 'location', 'hidden', 'fields'].includes(part);
}

/** @param members pointers, with `*` for each element */
function judgeHidden(shown: StepResult, answer: Answer, members: unknown): Finding {
  const json = jsonOf(answer);
  const places = (isList(members) ? members : []).flatMap((one) => placesOf(json, String(one)));
  const [found] = places.filter(({ value }) => value !== undefined && value !== null);
  return found === undefined
    ? HOLDS
    : violated(shown, found.pointer, 'shown', 'no member that only clients write');
}

/** @param fields by status, each with a name and a schema */
function judgeFields(
  shown: StepResult,
  { status, headers }: Answer,
  fields: unknown,
  validate: CheckContext['validate'],
): Finding {
  const due = (isList(fields) ? fields : []).filter(isMembers).filter((one) => isFor(one, status));
  if (due.length === 0) return notJudgeable('no-data', 'no field is documented for its status');
  for (const { name, schema } of due) {
    const text = fieldOf(headers, String(name).toLowerCase());
    if (text === undefined) return violated(shown, String(name), 'no such field', 'a header field');
    // Numbers and booleans are written as texts.
    const isPlain = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text);
    const readings: readonly unknown[] = isPlain ? [JSON.parse(text), text] : [text];
    const errors = isMembers(schema) ? readings.map((one) => validate(schema, one)[0]) : [];
    const [error] = errors.includes(undefined) ? [] : errors;
    if (error) return violated(shown, String(name), describeValue(text), describeError(error));
  }
  return HOLDS;
}

function judgeStatus(shown: StepResult, { status }: Answer): Finding {
  if (documentedAnswer(shown.operation, status) !== undefined) return HOLDS;
  const successes = shown.operation.answers.filter((one) => one.status < 300);
  return violated(shown, 'status', `HTTP ${status}`, listed(successes));
}

/** A location below the collection ends in the ID of the new object (RFC 9110, 15.3.2). */
function judgeLocation(shown: StepResult, answer: Answer, known: readonly Operation[]): Finding {
  const { location, isOwn } = locationOf(shown, answer);
  const id = valueAt(jsonOf(answer), recordsOf(shown.operation).id ?? '/id');
  const [collection, last] = [/^(.*)\/([^/]+)\/?$/.exec(location ?? '')].flatMap(
    (one) => one?.slice(1) ?? [],
  );
  const isBelow = collection?.endsWith(shown.operation.route.replace(/\/$/, '')) === true;
  const reads = known.filter(
    ({ document, method }) => document === shown.operation.document && method === 'GET',
  );
  if (
    location !== undefined &&
    isOwn &&
    reads.length > 0 &&
    !reads.some((one) => leadsTo(location, one))
  ) {
    return violated(shown, 'location', describeValue(location), 'an address in the document');
  }
  const base = baseOf(shown);
  const isBare = base !== '' && location?.startsWith(`${base}/`) === false;
  if (isOwn && isBare && reads.some(({ route }) => routeEnd(route).exec(location)?.index === 0)) {
    return violated(shown, 'location', describeValue(location), `an address below ${base}`);
  }
  if (!isBelow || !['string', 'number'].includes(typeof id)) {
    return notJudgeable('no-data', 'it shows no location below its collection, or no ID');
  }
  if (last === String(id) || last === encodeURIComponent(String(id))) return HOLDS;
  return !isOwn
    ? notJudgeable('no-data', 'it is a location elsewhere')
    : violated(shown, 'location', describeValue(location), `the location of the object ${id}`);
}

/** The location without its query, and whether it is on the target: relative to the request (RFC 9110, 10.2.2). */
function locationOf({ exchange }: StepResult, { headers }: Answer) {
  const given = fieldOf(headers, 'location');
  if (given === undefined) return { location: undefined, isOwn: false };
  const base = exchange && URL.canParse(exchange.url) ? exchange.url : undefined;
  if (!URL.canParse(given, base)) {
    return { location: given.replace(/[?#].*$/s, ''), isOwn: false };
  }
  const { origin, pathname } = new URL(given, base);
  return {
    location: pathname,
    isOwn: base !== undefined && origin === new URL(base).origin,
  };
}

/** Returns true if an address ends like a route; its beginning can be anything. */
function leadsTo(location: string, { route }: Operation): boolean {
  return routeEnd(route).test(location);
}

function routeEnd(route: string): RegExp {
  const parts = route.split(/\{[^{}]+\}/).map(literally);
  return new RegExp(`${parts.join('[^/]+')}/?$`);
}

/** The path before the route of a request: that of the base URL. */
function baseOf({ exchange, operation }: StepResult): string {
  if (!exchange || !URL.canParse(exchange.url)) return '';
  const { pathname } = new URL(exchange.url);
  return pathname.slice(0, routeEnd(operation.route).exec(pathname)?.index ?? 0);
}

function judgeRefusal(shown: StepResult, status: number): Finding {
  if (GENERAL.has(status) || documentedAnswer(shown.operation, status) !== undefined) return HOLDS;
  // Nothing is at the address that a value of its path makes (RFC 9110, 15.5.5).
  if (status === 404 && shown.operation.route.includes('{')) return HOLDS;
  const refusals = shown.operation.answers.filter((one) => one.status >= 400);
  const expected = refusals.length === 0 ? 'no refusal: none is documented' : listed(refusals);
  return violated(shown, 'status', `HTTP ${status}`, expected);
}

function listed(answers: readonly AnswerContract[]): string {
  const each = answers.map(({ status, upTo }) => (upTo ? `${status} to ${upTo}` : status));
  return `HTTP ${each.join(' or ')}`;
}

function judgeType(shown: StepResult, answer: Answer): Finding {
  const types = documentedAnswer(shown.operation, answer.status)?.types;
  if (types === undefined || BODILESS.has(answer.status) || answer.body.content.kind === 'empty') {
    return notJudgeable('no-data', 'it has no body of a documented media type');
  }
  const given = fieldOf(answer.headers, 'content-type');
  const expected = types.join(' or ');
  if (given === undefined) return violated(shown, 'content-type', 'no media type', expected);
  const type = essence(given);
  return types.some((one) => matches(essence(one), type))
    ? HOLDS
    : violated(shown, 'content-type', type, expected);
}

/** A media type without its parameters. */
function essence(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}

/** A range of media types (`*` for a part) has all of them. */
function matches(range: string, type: string): boolean {
  const [main, sub] = range.split('/');
  const [ownMain, ownSub] = type.split('/');
  return (main === '*' || main === ownMain) && (sub === '*' || sub === ownSub);
}

function judgeBody(
  shown: StepResult,
  answer: Answer,
  schema: JsonSchema,
  validate: (schema: JsonSchema, value: unknown) => readonly Parameters<typeof describeError>[0][],
): Finding {
  const json = jsonOf(answer);
  if (json === undefined) {
    // A gateway refuses in its own form.
    return GENERAL.has(answer.status)
      ? notJudgeable('precondition', `${describeBody(answer)} may be of a gateway`)
      : violated(shown, '', describeBody(answer), describeSchema(schema));
  }
  const [error] = validate(schema, json);
  if (error === undefined) return HOLDS;
  const actual = describeValue(valueAt(json, error.pointer));
  return violated(shown, error.pointer, actual, describeError(error));
}
