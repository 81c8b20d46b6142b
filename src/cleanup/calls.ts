/** The routes that a request calls: its own, or those of the members of a batch. */

import {
  type Answer,
  isObject,
  type Operation,
  type PlannedRequest,
  parsedJson,
  valueAt,
  valueOfBody,
  valueWithIdsOf,
  withTextsOfLargeIntegers,
} from '../model/index.ts';

/** A single call, or a member of a batch. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly force: boolean;
  /** The body. */
  readonly sent: unknown;
}

export interface AnsweredCall extends Call {
  readonly status: number;
  readonly body: unknown;
}

/** Returns true if the members of a request are separate calls. */
export function isBatch({ action }: Operation): boolean {
  return action === 'batch';
}

export function callsIn(operation: Operation, request: PlannedRequest): readonly Call[] {
  if (isBatch(operation)) return requestsOf(request);
  const method = request.method ?? operation.method;
  const force = isTrue(request.query.force);
  return [{ method, path: pathOf(operation, request), force, sent: bodyOf(request) }];
}

/** The calls of a request with their answers, as far as a batch answer has them. */
export function answeredIn(
  operation: Operation,
  request: PlannedRequest,
  answer: Answer,
): readonly AnsweredCall[] {
  const calls = callsIn(operation, request);
  if (!isBatch(operation)) {
    const body = valueWithIdsOf(answer);
    return calls.map((call) => ({ ...call, status: answer.status, body }));
  }
  const responses = responsesOf(answer) ?? [];
  return calls.flatMap((call, index): readonly AnsweredCall[] => {
    const status = valueAt(responses, `/${index}/status`);
    if (typeof status !== 'number') return [];
    return [{ ...call, status, body: valueAt(responses, `/${index}/body`) }];
  });
}

/** The bodies that a request sends to objects, and those of answers to it, in which these can be rewritten. */
export function bodiesIn(
  operation: Operation,
  request: PlannedRequest,
  answer?: Answer,
): readonly Readonly<Record<string, unknown>>[] {
  const bodies =
    answer === undefined
      ? callsIn(operation, request).map(({ sent }) => sent)
      : answeredIn(operation, request, answer).map(({ body }) => body);
  return bodies.filter(isObject);
}

function pathOf({ route }: Operation, { path }: PlannedRequest): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name] ?? ''));
}

function requestsOf(request: PlannedRequest): readonly Call[] {
  const requests = valueAt(bodyOf(request), '/requests');
  if (!Array.isArray(requests)) return [];
  return requests.map((member: unknown) => {
    const [path = '', query = ''] = String(valueAt(member, '/path') ?? '').split('?');
    const force = new URLSearchParams(query).get('force') ?? valueAt(member, '/body/force');
    const method = String(valueAt(member, '/method') ?? 'POST').toUpperCase();
    return { method, path, force: isTrue(force), sent: valueAt(member, '/body') };
  });
}

/** The answer to a batch is unspecified; a list is read as a list of answers. */
export function responsesOf(answer: Answer): readonly unknown[] | undefined {
  return responsesIn(valueWithIdsOf(answer));
}

/** The answers in the parsed body of a batch answer. */
export function responsesIn(content: unknown): readonly unknown[] | undefined {
  const responses = Array.isArray(content) ? content : valueAt(content, '/responses');
  return Array.isArray(responses) ? responses : undefined;
}

function bodyOf({ body }: PlannedRequest): unknown {
  if (body.kind !== 'text') return valueOfBody(body);
  if (body.contentType === FORM) return fieldsIn(body.text);
  const value = parsedJson(body.text);
  return value === undefined ? value : withTextsOfLargeIntegers(value, body.text);
}

const FORM = 'application/x-www-form-urlencoded';

/** The fields of a form, as servers read them: `title[raw]` is a member of `title`. */
function fieldsIn(text: string): unknown {
  const fields = [...new URLSearchParams(text)];
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const [, outer, inner] = /^([^[]+)\[(\w+)\]$/.exec(name) ?? [];
      return outer && inner ? [outer, { [inner]: value }] : [name, value];
    }),
  );
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
