import {
  differentOf,
  type Exchange,
  isList,
  isObject,
  isPlain,
  type Json,
  numberPlace,
  type Operation,
  type PlannedRequest,
  placesOf,
  type Reference,
  type Step,
  tokens,
  type Unsent,
  type Values,
  valueAt,
  valueOfBody,
  valueWithIdsOf,
  withValue,
} from '../model/index.ts';
import { listOnTheWay, whyInexact } from './reference-lacks.ts';
import { asMoment, partOf, putInto } from './reference-texts.ts';

/** The outcomes of earlier steps of a case. */
export interface Past {
  readonly steps: readonly Step[];
  readonly operationOf: (id: string) => Operation;
  readonly exchanges: readonly Exchange[];
  readonly unsent: readonly Unsent[];
  /** Set for a body, where numbers are numbers. */
  readonly inBody?: boolean;
}

type Filled<Value> =
  | { readonly kind: 'filled'; readonly value: Value }
  | ({ readonly kind: 'unfilled' } & Omit<Unsent, 'step'>);

/** A step, and a JSON Pointer into the JSON of its answer; `*` matches as in other pointer patterns. */
const FROM = /^([^#]+)#((?:\/.*)?)$/s;
const MEMBERS: ReadonlySet<string> = new Set([
  ...['$from', 'none', 'distinct', 'least', 'from', 'most', 'plain'],
  ...['integer', 'moment', 'later', 'half', 'in', 'plus', 'address'],
]);

/** Returns true if a request refers to answers of earlier steps. */
export function refers({ path, query, body, raw }: PlannedRequest): boolean {
  const parts = [path, query, valueOfBody(body) ?? null, raw?.file ?? null];
  return parts.some(hasReference);
}

/**
 * Resolves every reference of a request, using complete 2xx JSON answers of earlier steps, or returns the reason for a
 * failure.
 */
export function fill(request: PlannedRequest, past: Past): Filled<PlannedRequest> {
  const path = fillMembers(request.path, past);
  if (path.kind === 'unfilled') return path;
  const query = fillMembers(request.query, past);
  if (query.kind === 'unfilled') return query;
  const file = fillValue(request.raw?.file ?? null, past);
  if (file.kind === 'unfilled') return file;
  const filled = {
    ...request,
    path: path.value,
    query: query.value,
    ...(request.raw?.file !== undefined && { raw: { ...request.raw, file: file.value } }),
  };
  const value = valueOfBody(request.body);
  if (value === undefined) return { kind: 'filled', value: filled };
  const body = fillValue(value, { ...past, inBody: true });
  if (body.kind === 'unfilled') return body;
  return { kind: 'filled', value: { ...filled, body: withValue(request.body, body.value) } };
}

function hasReference(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (referenceOf(value) !== undefined) return true;
  for (const inside of isList(value) ? value : Object.values(value)) {
    if (hasReference(inside)) return true;
  }
  return false;
}

function referenceOf(value: Json): Reference | undefined {
  if (!isObject(value) || typeof value.$from !== 'string' || !FROM.test(value.$from)) {
    return undefined;
  }
  if (Object.keys(value).some((name) => !MEMBERS.has(name))) return undefined;
  const {
    $from,
    none,
    distinct,
    least,
    from,
    most,
    integer,
    moment,
    later,
    plus,
    half,
    plain,
    address,
    in: text,
  } = value;
  return {
    $from,
    ...(none !== undefined && isList(none) && { none }),
    ...(distinct === true && { distinct }),
    ...(typeof least === 'number' && { least }),
    ...(typeof from === 'number' && { from }),
    ...(typeof most === 'number' && { most }),
    ...(integer === true && { integer }),
    ...((moment === true || typeof moment === 'number') && { moment }),
    ...(typeof later === 'number' && { later }),
    ...(typeof plus === 'number' && { plus }),
    ...(half === true && { half }),
    ...(plain === true && { plain }),
    ...(address === true && { address }),
    ...(typeof text === 'string' && { in: text }),
  };
}

function placeOf({ $from }: Reference): { readonly step: string; readonly pointer: string } {
  const [, step = '', pointer = ''] = FROM.exec($from) ?? [];
  return { step, pointer };
}

/** Resolves the references of one value. */
export function fillValue(value: Json, past: Past): Filled<Json> {
  if (typeof value !== 'object' || value === null) return { kind: 'filled', value };
  const reference = referenceOf(value);
  if (reference !== undefined) return lookUp(reference, past);
  if (!isList(value)) return fillMembers(value, past);
  const elements: Json[] = [];
  for (const element of value) {
    const filled = fillValue(element, past);
    if (filled.kind === 'unfilled') return filled;
    elements.push(filled.value);
  }
  return { kind: 'filled', value: elements };
}

function fillMembers(values: Values, past: Past): Filled<Values> {
  const members: (readonly [string, Json])[] = [];
  for (const [name, member] of Object.entries(values)) {
    const filled = fillValue(member, past);
    if (filled.kind === 'unfilled') return filled;
    members.push([name, filled.value]);
  }
  return { kind: 'filled', value: Object.fromEntries(members) };
}

function lookUp(reference: Reference, past: Past): Filled<Json> {
  const inBody = past.inBody === true && reference.in === undefined;
  const found = lookUpIn(reference, { ...past, inBody });
  if (!inBody || found.kind === 'unfilled') return found;
  const why = whyInexact(found.value);
  return why === undefined ? found : unfilled('no-data', why);
}

function lookUpIn(reference: Reference, past: Past): Filled<Json> {
  const { step, pointer } = placeOf(reference);
  const root = answeredBy(step, past);
  if (root.kind === 'unfilled') return root;
  const { none = [], distinct, least = 1, from = 0, most, integer, plain } = reference;
  const missing = (why: string): Filled<Json> => unfilled('precondition', why);
  if (!tokens(pointer).includes('*')) {
    const shown = valueAt(root.value, pointer);
    const place = integer ? numberPlace(root.value, pointer) : pointer;
    if (place === undefined && shown !== undefined) {
      const why = `${pointer} of ${nameOf(step, past)} is ${JSON.stringify(shown)}, and no other member is known to hold the number`;
      return unfilled('no-data', why);
    }
    const value = valueAt(root.value, place ?? pointer);
    if (value === undefined) return missing(whyMissing(reference, root.value, past));
    if (isJson(value) && none.includes(value)) {
      return missing(`${pointer} of ${nameOf(step, past)} is ${JSON.stringify(value)}`);
    }
    if (!isJson(value)) return missing(`${pointer} of ${nameOf(step, past)} is no JSON`);
    const part = partOf(value, reference, urlOf(step, past));
    if (part === undefined) {
      return missing(`${pointer} of ${nameOf(step, past)} has no half: ${JSON.stringify(value)}`);
    }
    const wanted = asMoment(part, reference);
    if (wanted === undefined) {
      return missing(`${pointer} of ${nameOf(step, past)} is no moment: ${JSON.stringify(part)}`);
    }
    return { kind: 'filled', value: putInto(reference.in, wanted) };
  }
  const there = placesOf(root.value, pointer).flatMap(({ value }) =>
    isJson(value) && !none.includes(value) ? [value] : [],
  );
  const fitting = plain ? there.filter(isPlain) : there;
  if (there.length > 0 && fitting.length === 0) {
    return missing(`no ${pointer} of ${nameOf(step, past)} has only letters, digits and blanks`);
  }
  const found = distinct ? differentOf(fitting) : fitting;
  const needed = Math.max(least, from + 1);
  if (found.length === 0) return missing(whyMissing(reference, root.value, past));
  if (found.length < needed) {
    const wanted = distinct ? `${needed} different values` : String(needed);
    const has = `${nameOf(step, past)} has only ${found.length} of the ${wanted} that are needed`;
    return missing(`${has}: ${pointer}`);
  }
  const taken = found.slice(from, most === undefined ? undefined : from + most);
  const values = taken.map((value) => putInto(reference.in, value));
  return { kind: 'filled', value: plain ? (values[0] ?? null) : values };
}

/** The JSON of a step's answer, if it succeeded and is complete. */
function answeredBy(step: string, past: Past): Filled<unknown> {
  const asked = requestName(step, past);
  const outcome = past.exchanges.find((exchange) => exchange.step === step)?.outcome;
  if (outcome === undefined) {
    const lacking = past.unsent.find((one) => one.step === step);
    return lacking === undefined
      ? unfilled('fault', `${asked} was not sent`)
      : unfilled(lacking.because, `${asked} was not sent: ${lacking.why}`);
  }
  if (outcome.kind === 'fault') {
    return unfilled('fault', `${asked} was not answered: ${outcome.message}`);
  }
  const { status, body } = outcome;
  if (body.completeness !== 'complete') {
    return unfilled('fault', `the answer to ${asked} is ${body.completeness}`);
  }
  if (status < 200 || status > 299) {
    return unfilled('precondition', `${asked}, which this needs, was answered with HTTP ${status}`);
  }
  return body.content.kind === 'json'
    ? { kind: 'filled', value: past.inBody ? body.content.value : valueWithIdsOf(outcome) }
    : unfilled('precondition', `the answer to ${asked} is not JSON`);
}

function unfilled(
  because: Unsent['because'],
  why: string,
): { readonly kind: 'unfilled' } & Omit<Unsent, 'step'> {
  return { kind: 'unfilled', because, why };
}

/** Explains that a list is too short, if so. */
function whyMissing(reference: Reference, root: unknown, past: Past): string {
  const { step, pointer } = placeOf(reference);
  const what = nameOf(step, past);
  const end = `${pointer} is not there`;
  const list = listOnTheWay(root, tokens(pointer));
  if (list === undefined) return `${what} lacks a member: ${end}`;
  if (list.length === 0) return `${what} is empty: ${end}`;
  return `${what} has only ${list.length}: ${end}`;
}

function urlOf(step: string, { exchanges }: Past): string | undefined {
  return exchanges.find((exchange) => exchange.step === step)?.url;
}

function operationOf(step: string, past: Past): Operation | undefined {
  const asked = past.steps.find(({ id }) => id === step)?.request.operation;
  return asked === undefined ? undefined : past.operationOf(asked);
}

/** `GET /cms/v2/posts/{id}`: readers of a report know requests, not names of steps. */
function requestName(step: string, past: Past): string {
  const operation = operationOf(step, past);
  return operation === undefined ? `step ${step}` : `${operation.method} ${operation.route}`;
}

/** `the list of media`, or the answer to a request. */
function nameOf(step: string, past: Past): string {
  const operation = operationOf(step, past);
  if (operation?.action !== 'list') return `the answer to ${requestName(step, past)}`;
  const { resource, parent } = operation;
  return `the list of ${parent === undefined ? resource : `${parent}/${resource}`}`;
}

/** A parsed value is JSON, unless it is missing. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}
