/** Operations that are called on objects of the case's own: what has to be there before, and goes after. */

import { sameJson } from '../contract/index.ts';
import {
  type FormFile,
  isList,
  isObject,
  type Json,
  type Operation,
  type PlannedRequest,
  type Reference,
  requestTo,
  type Step,
  type Values,
  valueOfBody,
  withValue,
} from '../model/index.ts';

/** Begins every slug, or else title, of what a run creates. */
export const OWN = 'touchstone';

/**
 * What an operation needs around it to be called on an object of the case's own, and how it is called.
 * The values of a request stand as they would be sent, so that a rule broken in them can be proven;
 * references take the place of `standIns` when all is planned.
 */
export interface Stage {
  readonly collection: string;
  /** Of what the case creates. */
  readonly slug: string;
  readonly setup: readonly Step[];
  readonly path: Values;
  readonly query: Values;
  readonly body: Json | undefined;
  /** What stands for a value that an earlier step brings. */
  readonly standIns: readonly (readonly [Json, Json])[];
  /** Travels beside the body, whose members are fields of a form then. */
  readonly file?: FormFile;
  /** The operation takes away what it is called on, so it may succeed only once, at the end. */
  readonly final: boolean;
  /** Each success makes an object of its own. */
  readonly creates: boolean;
  readonly cleanup: readonly Step[];
}

/** A request with references in the place of stand-ins. */
export function withReferences(request: PlannedRequest, { standIns }: Stage): PlannedRequest {
  if (standIns.length === 0) return request;
  return mapped(request, (value) => standIns.find(([standIn]) => standIn === value)?.[1]);
}

/** The same the other way round: a request as it would be sent, in which a rule can be proven to be broken. */
export function withPlaceholders(request: PlannedRequest, { standIns }: Stage): PlannedRequest {
  return mapped(
    request,
    (value) => standIns.find(([, reference]) => sameJson(reference, value))?.[0],
  );
}

/** With other values where some are given. */
function mapped(request: PlannedRequest, other: (value: Json) => Json | undefined): PlannedRequest {
  const put = (value: Json): Json => {
    const found = other(value);
    if (found !== undefined) return found;
    if (typeof value !== 'object' || value === null) return value;
    // Most of a request holds nothing to be put: it is handed back as it is.
    const inner: readonly Json[] = isList(value) ? value : Object.values(value);
    const others = inner.map(put);
    if (others.every((one, at) => one === inner[at])) return value;
    if (isList(value)) return others;
    return Object.fromEntries(
      Object.entries(value).map(([name, inside], at) => [name, others[at] ?? inside]),
    );
  };
  const { body } = request;
  const value = valueOfBody(body);
  return {
    ...request,
    path: valuesOf(put(request.path)),
    query: valuesOf(put(request.query)),
    body: value === undefined ? body : withValue(body, put(value)),
  };
}

/** The call of a stage: its body as JSON, or as a form beside the file. */
export function callOn(
  stage: Pick<Stage, 'file'>,
  operation: Operation,
  { path, query, body }: Pick<Stage, 'path' | 'query' | 'body'>,
): PlannedRequest {
  const request = requestTo(operation.id, path, query, body);
  const { file } = stage;
  if (file === undefined || body === undefined || !isObject(body)) return request;
  return { ...request, body: { kind: 'form', fields: valuesOf(body), file } };
}

export function valuesOf(value: Json): Values {
  return isObject(value) ? (Object.fromEntries(Object.entries(value)) as Values) : {};
}

export function idOf(step: string): Json {
  return from(`${step}#/id`);
}

export function from($from: string, into?: string): Json {
  const reference: Reference = into === undefined ? { $from } : { $from, in: into };
  return { ...reference };
}

export function step(id: string, role: Step['role'], request: PlannedRequest): Step {
  return { id, role, request };
}
