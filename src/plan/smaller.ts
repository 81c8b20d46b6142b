/** Simplifies a failing request step by step towards the plainest one. */

import { plannerOf } from '../apis/planners.ts';
import { type Contract, encode, sameJson, verifyRequest } from '../contract/index.ts';
import {
  type Endpoint,
  isList,
  isObject,
  type Json,
  type PlannedRequest,
  type Step,
  type Values,
} from '../model/index.ts';
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
  return [one, other].every((value) => {
    const name = isObject(value) && Object.keys(value).length === 1 ? value.raw : value;
    return typeof name === 'string' && OWN_NAME.test(name);
  });
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

/**
 * Simpler steps for a failing one: the plainest request first, then the step without one difference, then with shorter
 * values. Each claim, to be valid or to violate one rule, is verified again.
 */
export function smallerSteps(
  contract: Contract,
  endpoint: Endpoint,
  step: Step,
  plain: PlannedRequest,
): readonly Step[] {
  const { request } = step;
  const mended = differences(request, plain).map((one) => one.mended);
  const candidates = [...mended, ...shorter(request, plain)];
  return candidates
    .map((candidate) => ({ ...step, request: candidate }))
    .filter((candidate) => holdsItsClaim(contract, endpoint, candidate, request));
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
    const wire = encode(operation, serialized, { style });
    return verifyRequest(operation, wire, style, breach, contract.validate).kind === 'proven';
  } catch {
    return false;
  }
}

/** Texts and lists shortened to half and to one element, one member at a time. */
function shorter(request: PlannedRequest, plain: PlannedRequest): readonly PlannedRequest[] {
  const places = new Set(placesOf(request, plain));
  const found: PlannedRequest[] = [];
  for (const [name, value] of Object.entries(request.query)) {
    if (!places.has(`query /${name}`)) continue;
    for (const less of halves(value)) {
      found.push({ ...request, query: { ...request.query, [name]: less } });
    }
  }
  const { body } = request;
  const members = body.kind === 'json' ? membersOf(body.value) : undefined;
  if (body.kind === 'json' && members) {
    for (const [name, value] of Object.entries(members)) {
      if (!places.has(`body /${name}`)) continue;
      for (const less of halves(value)) {
        found.push({ ...request, body: { ...body, value: { ...members, [name]: less } } });
      }
    }
  }
  return found;
}

function halves(value: Json): readonly Json[] {
  if (typeof value === 'string') {
    const letters = [...value];
    if (letters.length < 2) return [];
    const middle = letters.length >> 1;
    const [one, other] = [letters.slice(0, middle).join(''), letters.slice(middle).join('')];
    // The unusual part of a text is tried by itself first: it can be the cause.
    return isOrdinary(one) && !isOrdinary(other) ? [other, one] : [one, other];
  }
  if (!isList(value) || value.length < 2) return [];
  const middle = value.length >> 1;
  return [value.slice(0, middle), value.slice(middle)];
}

/** Returns true for a text of letters, digits and word separators. */
export function isOrdinary(text: string): boolean {
  return /^[\w .-]*$/.test(text);
}
