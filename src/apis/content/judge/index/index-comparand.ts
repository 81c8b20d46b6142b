import { isListed } from '../../../../contract/index.ts';
import { type CheckContext, jsonOf, type StepResult } from '../../../../judge/check.ts';
import {
  isMembers,
  isObject,
  type JsonSchema,
  type Listed,
  type Operation,
} from '../../../../model/index.ts';
import { type Listing, listingsOf } from '../../site-index/index-listing.ts';
import {
  type LiveArg,
  type LiveEndpoint,
  readSiteIndex,
  type SiteIndex,
} from '../../site-index/site-index.ts';

export interface StatedParameter {
  readonly name: string;
  /** True if a row says so. */
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Absent if the row gives it to the method by name. */
  readonly listed?: Listed;
}

/** A documented operation of a listed route, with its endpoint. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly stated: readonly StatedParameter[];
  readonly endpoint: LiveEndpoint;
  /** All endpoints of the route, including this one. */
  readonly endpoints: readonly LiveEndpoint[];
}

export interface ArgPair {
  readonly stated: StatedParameter;
  readonly arg: LiveArg;
}

/** An index together with the document. */
export interface Comparand {
  readonly shown: StepResult;
  readonly index: SiteIndex;
  readonly routes: readonly Listing[];
  readonly served: readonly ServedOperation[];
  readonly pairs: readonly ArgPair[];
}

type Findable = Omit<Comparand, 'shown'>;

// Cached: every part uses the same body, and matching its routes is most of the work.
const KNOWN = new WeakMap<
  object,
  { readonly of: readonly Operation[]; readonly found: Findable }
>();

/** Returns true if the row of a parameter leaves an attribute to another row or table. */
export function inherits({ schema }: StatedParameter, attribute: string): boolean {
  const inherited = schema['x-inherited'];
  return inherited === true || (Array.isArray(inherited) && inherited.includes(attribute));
}

/** @returns `undefined` if the answer has no object of routes */
export function comparandOf(checkContext: CheckContext, shown: StepResult): Comparand | undefined {
  const { standing } = shown;
  const body = standing.kind === 'succeeded' ? jsonOf(standing.answer) : undefined;
  if (!isObject(body)) return undefined;
  const known = KNOWN.get(body);
  if (known?.of === checkContext.operations) return { shown, ...known.found };
  const index = readSiteIndex(body);
  if (!index) return undefined;
  const { document } = shown.operation;
  const routes = listingsOf(
    index,
    checkContext.operations.filter((operation) => operation.document === document),
  );
  const served = routes.flatMap(servedBy);
  const found = { index, routes, served, pairs: served.flatMap(pairsOf) };
  KNOWN.set(body, { of: checkContext.operations, found });
  return { shown, ...found };
}

function servedBy(listing: Listing): readonly ServedOperation[] {
  const endpoints = listing.live.flatMap((route) => route.endpoints ?? []);
  return listing.operations.flatMap((operation) => {
    const stated = statedBy(operation);
    const endpoint = endpointFor(endpoints, operation.method, stated);
    return endpoint ? [{ operation, stated, endpoint, endpoints }] : [];
  });
}

/** The endpoint of a method: of several, the one that describes most of the parameters. */
function endpointFor(
  endpoints: readonly LiveEndpoint[],
  method: string,
  stated: readonly StatedParameter[],
) {
  const candidates = endpoints
    .filter(({ methods }) => methods?.includes(method))
    .map((endpoint) => ({
      endpoint,
      described: stated.filter(({ name }) => endpoint.args?.some((arg) => arg.name === name))
        .length,
    }));
  const most = Math.max(...candidates.map(({ described }) => described));
  return candidates.find(({ described }) => described === most)?.endpoint;
}

function pairsOf({ stated, endpoint }: ServedOperation): readonly ArgPair[] {
  return stated.flatMap((parameter) => {
    const arg = endpoint.args?.find(({ name }) => name === parameter.name);
    return arg ? [{ stated: parameter, arg }] : [];
  });
}

function statedBy({ parameters, body, listed }: Operation): readonly StatedParameter[] {
  const { required, properties } = body?.schema ?? {};
  const fields = isMembers(properties) ? Object.entries(properties) : [];
  const unlisted = parameters.some((parameter) => !isListed(parameter));
  const all = [
    ...parameters.filter(isListed).map((parameter) => ({
      name: parameter.name,
      // Path parameters are always present, and no row calls them required. A required value in a row has no specified
      // mark in an index.
      required:
        parameter.required && parameter.in !== 'path' && parameter.schema.const === undefined,
      schema: parameter.schema,
    })),
    ...fields.map(([name, schema]) => ({
      name,
      required: Array.isArray(required) && required.includes(name),
      schema: readEitherWay(isMembers(schema) ? schema : {}, unlisted && name === 'parent'),
    })),
  ];
  return all.map((one) => {
    const how = listed?.[one.name] ?? listed?.['*'];
    return how ? { ...one, listed: how } : one;
  });
}

/**
 * Autosaves capture the ID of their object and list it as `parent` (4.2). If its fields have a `parent` too, an index
 * can describe either. Their common type is not in the row of autosaves.
 */
function readEitherWay(schema: JsonSchema, twofold: boolean): JsonSchema {
  if (!twofold || schema.type === undefined) return schema;
  return { type: schema.type, 'x-inherited': true };
}
