/** Requests that a campaign learns from: kept without what differs from run to run, and judged by the contract again. */

import {
  arrivesAs,
  type Contract,
  fitting,
  merged,
  ownViolationsOf,
  partSchemaOf,
  sameJson,
  textIn,
} from '../contract/index.ts';
import {
  type CorpusInput,
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  type Mode,
  type MutatedRule,
  type PlannedRequest,
  tokens,
} from '../model/index.ts';
import { staysInside } from './input-writes.ts';
import type { FactValues } from './scenarios.ts';
import { isOwnName, placesOf } from './smaller.ts';
import { withPlaceholders } from './stage.ts';
import { type BaseRequest, marksOf } from './stream-bases.ts';
import { type Claim, isSettled, PROBE, provenClaim } from './stream-claims.ts';
import type { StreamEntry } from './stream-entries.ts';

/** The class of mutated requests that are neither valid nor violate one rule. */
export const MUTATED = 'mutated';

/**
 * A request as an input: without the values of the objects that a campaign makes for it.
 * @returns undefined if it takes values from answers, if its credential is unusual, or if it may change other objects
 */
export function inputOf(base: BaseRequest, request: PlannedRequest): CorpusInput | undefined {
  const { stage } = base;
  const { operation, method, path, query, headers, body, raw, credential } = stage
    ? withPlaceholders(request, stage)
    : request;
  if (credential.kind !== 'valid' || (stage && raw?.route !== undefined)) return undefined;
  const own = body.kind === 'json' ? { ...body, value: withoutOwnNames(base, body.value) } : body;
  const changed = {
    ...(method !== undefined && { method }),
    ...(stage || sameJson(path, base.request.path) ? {} : { path }),
    ...(stage || sameJson(query, base.request.query) ? {} : { query }),
    ...(headers.length > 0 && { headers }),
    ...(sameJson({ ...own }, { ...base.request.body }) ? {} : { body: own }),
    ...(raw && { raw }),
  };
  const input = { operation, request: changed };
  const isWhole = !JSON.stringify(changed).includes('"$from"') && staysInside(base, input);
  return isWhole ? input : undefined;
}

/** The names of the campaign's objects differ from case to case. */
function withoutOwnNames(base: BaseRequest, body: Json): Json {
  const marks = marksOf(base);
  if (!isMembers(body)) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => marks[name] === undefined || !isOwnName(value)),
  );
}

export function requestOfInput(base: BaseRequest, { request }: CorpusInput): PlannedRequest {
  const whole = { ...base.request, ...request };
  const { body } = whole;
  if (request.body === undefined || body.kind !== 'json' || !isMembers(body.value)) return whole;
  return { ...whole, body: { ...body, value: { ...marksOf(base), ...body.value } } };
}

/** The entry of an input. What may be expected of the answer follows from the contract, not from where it comes from. */
export function inputEntry(contract: Contract, base: BaseRequest, input: CorpusInput): StreamEntry {
  const request = requestOfInput(base, input);
  const claim = claimOf(contract, base, request);
  const mode = MODE_OF[claim.role];
  const own = 'breach' in claim ? `violation/${claim.breach.keyword}` : undefined;
  const name = own ?? (claim.role === 'valid' ? 'valid' : MUTATED);
  const { class: given = name, place = '' } = input;
  return { mode, class: given, place, request, ...claim };
}

const MODE_OF: { readonly [R in Claim['role']]: Mode } = {
  ...{ valid: 'valid', violation: 'violation', probe: 'edge' },
};

/**
 * The claim of a whole request: valid if all its parts are, and its facts are those of the target; a violation if
 * exactly one rule is broken, a clause is about that, and nothing else differs from the plainest request; a probe
 * otherwise.
 */
function claimOf(contract: Contract, base: BaseRequest, request: PlannedRequest): Claim {
  const { operation, endpoint } = base;
  const { body, raw, method, headers } = request;
  const isPlain = raw === undefined && method === undefined && headers.length === 0;
  const isJson = body.kind === 'none' || (body.kind === 'json' && body.contentType === undefined);
  if (!isPlain || !isJson || (body.kind === 'none') !== (operation.body === undefined))
    return PROBE;
  const value = { ...request, body: body.kind === 'json' ? body.value : undefined };
  const broken = (['path', 'query', 'body'] as const).flatMap((part): readonly MutatedRule[] => {
    // The path and the query of a request to an object of the campaign are its own.
    if (base.stage !== undefined && part !== 'body') return [];
    const schema = partSchemaOf(operation, part);
    const sent = value[part];
    if (schema === undefined || sent === undefined) return [];
    const arrived = arrivesAs(operation, part, endpoint.style)(sent);
    if (arrived === undefined) return [{ part, pointer: '', keyword: '' }];
    return ownViolationsOf(withFacts(schema, factsOf(base)), arrived).map((rule) => ({
      part,
      ...rule,
    }));
  });
  const [breach] = broken;
  if (broken.length > 1) return PROBE;
  // Next to another parameter, a server may ignore the one that is wrong.
  if (breach && placesOf(request, base.request).length > 1) return PROBE;
  if (!breach && body.kind === 'json' && !isSettled(operation, body.value)) return PROBE;
  return provenClaim(contract, base, request, breach);
}

function factsOf({ endpoint, stage }: BaseRequest): FactsOfRequest {
  return { known: endpoint.known, made: stage?.standIns.map(([standIn]) => standIn) ?? [] };
}

interface FactsOfRequest {
  readonly known: FactValues;
  /** Placeholders of objects that the campaign makes for the request. */
  readonly made: readonly Json[];
}

/** A schema in which each fact of the target is one that is known. */
function withFacts(schema: JsonSchema, facts: FactsOfRequest): JsonSchema {
  const inside = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, factsWithin(value, facts)]),
  );
  const name = textIn(schema, 'x-known');
  if (name === undefined) return inside;
  return {
    ...inside,
    enum: fitting(merged(schema), [...(facts.known[name] ?? []), ...facts.made]),
  };
}

function factsWithin(value: Json, facts: FactsOfRequest): Json {
  if (isList(value)) return value.map((one) => factsWithin(one, facts));
  return isMembers(value) ? withFacts(value, facts) : value;
}

/** Returns true for a place whose value names an object of the campaign. */
export function isMarkAt(base: BaseRequest, part: string, pointer: string): boolean {
  const [name = ''] = tokens(pointer);
  return part === 'body' && Object.hasOwn(marksOf(base), name);
}
