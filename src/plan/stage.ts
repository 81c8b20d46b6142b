/** Fixtures for operations on objects of the case: steps before and after the call. */

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

/** Prefix of every slug, or else title, of created objects. */
export const OWN = 'touchstone';

/**
 * The fixture of an operation, and its call. Values are as sent, so that a violated rule can be verified; references
 * replace `standIns` at the end of planning.
 */
export interface Stage {
  readonly collection: string;
  /** Slug of the created object. */
  readonly slug: string;
  readonly setup: readonly Step[];
  readonly path: Values;
  readonly query: Values;
  readonly body: Json | undefined;
  /** Placeholders for values from earlier steps. */
  readonly standIns: readonly (readonly [Json, Json])[];
  /** A file sent with the body, whose members become form fields. */
  readonly file?: FormFile;
  /** The operation removes its object, so it can succeed only once, at the end. */
  readonly final: boolean;
  /** Each success creates an object. */
  readonly creates: boolean;
  readonly cleanup: readonly Step[];
}

/** Replaces placeholders with references. */
export function withReferences(
  request: PlannedRequest,
  { standIns }: Pick<Stage, 'standIns'>,
): PlannedRequest {
  if (standIns.length === 0) return request;
  return mapped(request, (value) => standIns.find(([standIn]) => standIn === value)?.[1]);
}

/** Replaces references with placeholders: the request as sent, in which a violation can be verified. */
export function withPlaceholders(request: PlannedRequest, { standIns }: Stage): PlannedRequest {
  return mapped(
    request,
    (value) => standIns.find(([, reference]) => sameJson(reference, value))?.[0],
  );
}

function mapped(request: PlannedRequest, other: (value: Json) => Json | undefined): PlannedRequest {
  const put = (value: Json): Json => {
    const found = other(value);
    if (found !== undefined) return found;
    if (typeof value !== 'object' || value === null) return value;
    // Most parts contain nothing to replace, and are returned unchanged.
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

/** The call of a fixture: its body as JSON, or as a form with the file. */
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
