/** Simplifies a failing request step by step towards the plainest one. */

import { plannerOf } from '../apis/planners.ts';
import { type Contract, sameJson } from '../contract/index.ts';
import {
  type Endpoint,
  isObject,
  type Json,
  type PlannedRequest,
  type Step,
  type Values,
} from '../model/index.ts';
import { proofOf } from './proof.ts';
import { smallestValue } from './smallest-value.ts';
import { OWN, withPlaceholders } from './stage.ts';

interface RequestDifference {
  /** `query /per_page`, `body /title`, `body`, `headers`, `route`, `method` and the like. */
  readonly place: string;
  /** The request without the difference. */
  readonly mended: PlannedRequest;
}

/** The places where a request differs from the plainest one, in the order of its parts. */
export function placesOf(request: PlannedRequest, plain: PlannedRequest): readonly string[] {
  return differences(request, plain).map(({ place }) => place);
}

function differences(request: PlannedRequest, plain: PlannedRequest): readonly RequestDifference[] {
  const found: RequestDifference[] = [];
  if (request.method !== plain.method) {
    found.push({ place: 'method', mended: withMethod(request, plain.method) });
  }
  if (request.raw?.route !== undefined) {
    found.push({ place: 'route', mended: withRaw(request, { query: request.raw.query }) });
  }
  for (const part of ['path', 'query'] as const) {
    for (const { name, mended } of ofMembers(request[part], plain[part])) {
      found.push({ place: `${part} /${name}`, mended: { ...request, [part]: mended } });
    }
  }
  if (request.raw?.query !== undefined) {
    found.push({ place: 'query', mended: withRaw(request, { route: request.raw.route }) });
  }
  const unusual =
    !sameJson(request.headers, plain.headers) || !sameJson(request.credential, plain.credential);
  if (unusual) {
    const { headers, credential } = plain;
    found.push({ place: 'headers', mended: { ...request, headers, credential } });
  }
  return [...found, ...ofBody(request, plain)];
}

function withMethod(request: PlannedRequest, method: string | undefined): PlannedRequest {
  const { method: _, ...rest } = request;
  return method === undefined ? rest : { ...rest, method };
}

function withRaw(
  request: PlannedRequest,
  left: { readonly route?: string | undefined; readonly query?: string | undefined },
): PlannedRequest {
  const { raw: _, ...rest } = request;
  const { route, query } = left;
  if (route === undefined && query === undefined) return rest;
  const raw = { ...(route !== undefined && { route }), ...(query !== undefined && { query }) };
  return { ...rest, raw };
}

function ofMembers(
  values: Values,
  plain: Values,
): readonly { readonly name: string; readonly mended: Values }[] {
  const names = [...new Set([...Object.keys(values), ...Object.keys(plain)])];
  return names.flatMap((name) => {
    const [one, other] = [values[name], plain[name]];
    if (one !== undefined && other !== undefined && (sameJson(one, other) || areOwn(one, other))) {
      return [];
    }
    const { [name]: _, ...rest } = values;
    return [{ name, mended: other === undefined ? rest : { ...rest, [name]: other } }];
  });
}

const OWN_NAME = new RegExp(`^${OWN}[- ]fuzz([- ][\\w -]+)?$`);

/** The campaign's slugs and titles differ from case to case without meaning. */
function areOwn(one: Json, other: Json): boolean {
  return isOwnName(one) && isOwnName(other);
}

/** Returns true for a slug or title that a campaign gives to its objects. */
export function isOwnName(value: Json): boolean {
  const name = isObject(value) && Object.keys(value).length === 1 ? value.raw : value;
  return typeof name === 'string' && OWN_NAME.test(name);
}

function ofBody(request: PlannedRequest, plain: PlannedRequest): readonly RequestDifference[] {
  const { body } = request;
  if (sameJson({ ...body }, { ...plain.body })) return [];
  const both =
    body.kind === 'json' && plain.body.kind === 'json'
      ? { own: membersOf(body.value), plain: membersOf(plain.body.value) }
      : undefined;
  if (body.kind === 'json' && both?.own && both.plain) {
    const { own } = both;
    return ofMembers(own, both.plain).map(({ name, mended }) => ({
      place: `body /${name}`,
      mended: { ...request, body: { ...body, value: mended } },
    }));
  }
  return [{ place: 'body', mended: { ...request, body: plain.body } }];
}

function membersOf(value: Json): Values | undefined {
  return isObject(value) ? (value as Values) : undefined;
}

/** A failing step, as small as it was made. */
export interface SmallestStep {
  readonly step: Step;
  /** The place where an amount is the reason, and the least amount that fails. */
  readonly from?: { readonly place: string; readonly amount: string };
}

/**
 * Makes a failing step smaller: first without each difference from the plainest request, then with smaller values. Each
 * claim, to be valid or to violate one rule, is verified again.
 * @param fails sends a candidate and judges it; false also where no more may be sent
 */
export async function smallestStep(
  contract: Contract,
  endpoint: Endpoint,
  given: Step,
  plain: PlannedRequest,
  fails: (candidate: Step) => Promise<boolean>,
): Promise<SmallestStep> {
  let step = given;
  const isKept = async (request: PlannedRequest): Promise<boolean> => {
    const candidate = claimsFor(given)
      .map((claim) => ({ ...given, ...claim, request }))
      .find((one) => holdsItsClaim(contract, endpoint, one, given.request));
    if (candidate === undefined || !(await fails(candidate))) return false;
    step = candidate;
    return true;
  };
  const alone = placesOf(step.request, plain);
  for (const place of alone.length > 2 ? alone : []) {
    if (await isKept(withOnly(given.request, plain, place))) break;
  }
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const { mended } of differences(step.request, plain)) {
      isSmaller = await isKept(mended);
      if (isSmaller) break;
    }
  }
  let from: SmallestStep['from'];
  for (const place of placesOf(step.request, plain)) {
    const { request } = step;
    const value = valueAtPlace(request, place);
    if (value === undefined) continue;
    const { from: amount } = await smallestValue(value, (less) =>
      isKept(withValue(request, place, less)),
    );
    if (amount !== undefined) from = { place, amount };
  }
  return { step, ...(from && { from }) };
}

/** A request without all differences but one. */
function withOnly(request: PlannedRequest, plain: PlannedRequest, place: string): PlannedRequest {
  const other = differences(request, plain).find((one) => one.place !== place);
  return other === undefined ? request : withOnly(other.mended, plain, place);
}

/** The value at a place of a request, such as `query /search`; undefined where it has none. */
export function valueAtPlace(request: PlannedRequest, place: string): Json | undefined {
  const { path, query, body, credential } = request;
  const [part, name] = place.split(' /');
  if (part === 'path' && name !== undefined) return path[name];
  if (part === 'query' && name !== undefined) return query[name];
  if (part === 'headers' && credential.kind === 'header') return credential.value;
  if (part !== 'body' || body.kind !== 'json') return undefined;
  return name === undefined ? body.value : membersOf(body.value)?.[name];
}

function withValue(request: PlannedRequest, place: string, value: Json): PlannedRequest {
  const [part, name] = place.split(' /');
  const { path, query, body } = request;
  if (part === 'path' && name !== undefined)
    return { ...request, path: { ...path, [name]: value } };
  if (part === 'query' && name !== undefined) {
    return { ...request, query: { ...query, [name]: value } };
  }
  if (part === 'headers') {
    return { ...request, credential: { kind: 'header', value: String(value) } };
  }
  if (body.kind !== 'json') return request;
  const whole = name === undefined ? value : { ...membersOf(body.value), [name]: value };
  return { ...request, body: { ...body, value: whole } };
}

/** The violated rule where it is, and at the first element of each list: that of a shorter list. */
function claimsFor({ breach }: Step): readonly Pick<Step, 'breach'>[] {
  if (breach === undefined) return [{}];
  const pointer = breach.pointer.replace(/\/\d+(?=\/|$)/g, '/0');
  return [{ breach }, ...(pointer === breach.pointer ? [] : [{ breach: { ...breach, pointer } }])];
}

function holdsItsClaim(
  contract: Contract,
  { style }: Endpoint,
  { role, request, breach }: Step,
  given: PlannedRequest,
) {
  if (role === 'unauthorised') {
    // The credential is the subject of the request and stays.
    const { credential, headers } = given;
    if (!sameJson(credential, request.credential) || !sameJson(headers, request.headers)) {
      return false;
    }
  } else if (role !== 'valid' && role !== 'violation') return true;
  const operation = contract.operation(request.operation);
  // A reference to an answer has no encoding yet; its claim rests on placeholders.
  const stage = plannerOf(operation.document)?.stageOf(operation, OWN);
  const serialized = stage ? withPlaceholders(request, stage) : request;
  if (JSON.stringify(serialized).includes('"$from"')) return false;
  try {
    return proofOf(contract, operation, serialized, style, breach).kind === 'proven';
  } catch {
    return false;
  }
}

/** Returns true for a text of letters, digits and word separators. */
export function isOrdinary(text: string): boolean {
  return /^[\w .-]*$/.test(text);
}
