/** From a finding and its trace to requests that other tools can send again. */

import { changesBy } from '../cleanup/index.ts';
import { type Contract, encode } from '../contract/index.ts';
import {
  alteredIn,
  CREATES_NEW,
  KEEPS_VALUES,
  SLOW_MS,
  STAYS_PRIVATE,
  TIME_OF_LENGTH,
} from '../judge/index.ts';
import {
  type CampaignFinding,
  type Case,
  type Endpoint,
  isCredentialField,
  isList,
  isObject,
  type Json,
  numberPlace,
  type Operation,
  OWN_CREDENTIAL,
  type PlannedRequest,
  type Step,
  type Target,
  type Trace,
  tokens,
  type Values,
} from '../model/index.ts';
import type { Capture, Expectation, RefusalSign, Replay, ReplayStep } from '../report/index.ts';
import { credentialShown } from '../run/index.ts';
import { addressOf, fillValue, type Past } from '../send/index.ts';
import type { ReportedFinding } from './findings.ts';
import { neededBy } from './only-step.ts';
import { takesOthers } from './registry.ts';

const PURPOSES: { readonly [role: string]: string } = {
  setup: 'what the rest works on',
  control: 'the same request without the fault',
  cleanup: 'removes what was created',
  valid: 'goes with it',
  violation: 'goes with it',
  probe: 'goes with it',
};

/** The replay of a finding; `undefined` if its requests depend on the run. */
export function replayOf(
  { finding, trace }: ReportedFinding,
  contract: Contract,
  target: Target,
): Replay | undefined {
  const endpoint = target.endpoints[finding.document];
  // Only the run knows which objects are new.
  if (endpoint === undefined || finding.clause === CREATES_NEW.id) return undefined;
  const expectation = expectationOf(finding, trace, contract, endpoint);
  // A refusal proves nothing where the same request without the fault is refused as well.
  const roles = ['cleanup', ...(expectation.kind === 'refused' ? ['control'] : [])];
  const last = trace.case.steps.findIndex(({ id }) => id === finding.step);
  // The other requests of the case are needed.
  const needed = neededBy(trace.case.steps, finding.step);
  const kept = trace.case.steps.filter(
    ({ id, role }, at) =>
      takesOthers(finding.class) ||
      needed.has(id) ||
      roles.includes(role) ||
      (role === 'setup' && (last < 0 || at < last)),
  );
  const all = [...kept, ...removalsOf(kept, trace, contract)];
  const past = { steps: kept, operationOf: contract.operation, unsent: [], ...trace };
  const written = all.map((step) => asFarAsWritten(step, past));
  const { steps, captures } = serialized({ steps: written }, contract, endpoint, (step) =>
    step.id === finding.step ? finding.message : (PURPOSES[step.role] ?? step.role),
  );
  const own = kept.find(({ id }) => id === finding.step);
  return {
    finding,
    steps,
    captures,
    shows: finding.step,
    insecure: target.tls.insecure,
    limits:
      finding.clause === TIME_OF_LENGTH.id
        ? { ...target.limits, timeoutMs: SLOW_MS, totalMs: SLOW_MS }
        : target.limits,
    reported: own === undefined ? [] : tellingsOf(contract.operation(own.request.operation)),
    expectation,
  };
}

/** Steps that remove what the others created and none of them removes, the youngest first. */
function removalsOf(steps: readonly Step[], { exchanges }: Trace, contract: Contract) {
  const changesOf = changesBy(contract);
  return steps
    .flatMap(({ id, request }): readonly Step[] => {
      const outcome = exchanges.find(({ step }) => step === id)?.outcome;
      if (outcome?.kind !== 'answer') return [];
      const made = changesOf(contract.operation(request.operation), request, outcome)?.made ?? [];
      const [one] = made;
      if (one === undefined || made.length > 1) return [];
      const { removal } = one;
      const path = Object.fromEntries(
        Object.keys(removal.path).map((name) => [name, { $from: `${id}#/id` }]),
      );
      const isRemoved = steps.some(
        (step) =>
          step.request.operation === removal.operation &&
          referencesIn([step.request.path]).includes(`${id}#/id`),
      );
      if (isRemoved) return [];
      return [{ id: `remove-${id}`, role: 'cleanup', request: { ...removal, path } }];
    })
    .reverse();
}

/** The requests of a case as other tools can send them, what refers to earlier answers marked. */
export function serialized(
  { steps }: Pick<Case, 'steps'>,
  contract: Contract,
  endpoint: Endpoint,
  purposeOf: (step: Step) => string,
): Pick<Replay, 'steps' | 'captures'> {
  const captures = capturesOf(steps);
  return {
    captures,
    steps: steps.map((step) => replayStep(step, captures, contract, endpoint, purposeOf(step))),
  };
}

function replayStep(
  step: Step,
  captures: readonly Capture[],
  contract: Contract,
  endpoint: Endpoint,
  purpose: string,
): ReplayStep {
  const operation = contract.operation(step.request.operation);
  const request = encode(operation, withMarkers(step.request, captures), endpoint);
  return {
    id: step.id,
    purpose,
    needed: step.role === 'setup' || step.role === 'control',
    cleansUp: step.role === 'cleanup',
    request: {
      ...request,
      // The credential is shown as what it is, never as its value.
      headers: request.headers.map(([name, value]) =>
        isCredentialField(name, endpoint.credentialFrom.scheme) &&
        endpoint.secrets.some((one) => value.includes(one))
          ? [name, OWN_CREDENTIAL]
          : [name, value],
      ),
    },
    url: addressOf(endpoint.baseUrl, request.target).url,
    credential: credentialShown(step.request.credential, request, endpoint),
    ...(endpoint.headers && { extra: endpoint.headers }),
  };
}

// ---- values of earlier answers -----------------------------------------------------------------------

/**
 * The step with the sent values, if a reference takes more than one place of an answer: other tools cannot resolve it.
 * A single place is named instead.
 */
function asFarAsWritten(step: Step, past: Past): Step {
  const request = withInstead(step.request, (value) => {
    const from = String(value.$from);
    if (from.includes('*') || value.moment !== undefined) {
      const filled = fillValue(value, past);
      return filled.kind === 'filled' ? filled.value : value;
    }
    return value.integer === true ? { ...value, $from: numberIn(from, past) } : value;
  });
  return { ...step, request };
}

/** The place of the number of a reference: the named one, or a sibling. */
function numberIn(from: string, { exchanges }: Past): string {
  const [step = '', pointer = ''] = from.split('#');
  const outcome = exchanges.find((one) => one.step === step)?.outcome;
  const content = outcome?.kind === 'answer' ? outcome.body.content : undefined;
  const place = content?.kind === 'json' ? numberPlace(content.value, pointer) : undefined;
  return `${step}#${place ?? pointer}`;
}

function capturesOf(steps: readonly Step[]): readonly Capture[] {
  const found = new Map<string, Capture>();
  for (const { request } of steps) {
    for (const from of referencesIn([request.path, request.query, bodyOf(request)])) {
      if (found.has(from)) continue;
      const [step = '', pointer = ''] = from.split('#');
      const words = [step, ...tokens(pointer)].map((word) => word.replace(/\W+/g, '_'));
      found.set(from, {
        marker: `TOUCHSTONECAPTURE${found.size + 1}X`,
        variable: words.join('_').toUpperCase(),
        step,
        pointer,
      });
    }
  }
  return [...found.values()];
}

/** If a reference means all values of a list, other tools take the first. */
function ofOne(from: string): string {
  return from.replaceAll('/*', '/0');
}

function bodyOf({ body }: PlannedRequest): Json {
  return body.kind === 'json' ? body.value : null;
}

function referencesIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  if (typeof value.$from === 'string') return [ofOne(value.$from)];
  return Object.values(value as Values).flatMap(referencesIn);
}

function withMarkers(request: PlannedRequest, captures: readonly Capture[]): PlannedRequest {
  return withInstead(request, ({ $from, in: text }) => {
    const from = ofOne(String($from));
    const marker = captures.find(({ step, pointer }) => `${step}#${pointer}` === from)?.marker;
    return typeof text === 'string' ? text.replace('{}', marker ?? '') : (marker ?? '');
  });
}

/** A request with something in the place of each value that it takes from an earlier answer. */
function withInstead(request: PlannedRequest, instead: (reference: Values) => Json) {
  const put = (value: Json): Json => {
    if (isList(value)) return value.map(put);
    if (!isObject(value)) return value;
    const members = value as Values;
    if (typeof members.$from === 'string') return instead(members);
    return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, put(one)]));
  };
  const { body } = request;
  return {
    ...request,
    path: valuesOf(put(request.path)),
    query: valuesOf(put(request.query)),
    body: body.kind === 'json' ? { ...body, value: put(body.value) } : body,
  };
}

function valuesOf(value: Json): Values {
  return isObject(value) ? (value as Values) : {};
}

// ---- what has to hold --------------------------------------------------------------------------------

function expectationOf(
  { clause, signature }: CampaignFinding,
  trace: Trace,
  contract: Contract,
  { known, names }: Endpoint,
): Expectation {
  switch (clause) {
    case 'robust/no-server-error':
    case 'robust/no-server-error-on-invalid':
      return { kind: 'no-server-error' };
    case 'robust/answers-in-time':
    case 'robust/time-of-length':
    case 'robust/keeps-connection':
    case 'robust/speaks-http':
      return { kind: 'answered' };
    case 'robust/body-as-typed':
      return { kind: 'as-typed' };
  }
  const altered = alteredIn(trace, contract).find(({ how }) => how === signature);
  if (clause === KEEPS_VALUES.id && altered)
    return { kind: 'unlike', pointer: altered.pointer, value: altered.shown };
  const isRefusal = clause === STAYS_PRIVATE.id || contract.clause(clause).on === 'refusal';
  if (isRefusal) return { kind: 'refused' };
  return { kind: 'clause', clause, case: trace.case, known, ...(names && { names }) };
}

/** The sign of a refusal in a body: the status of an error, or a success that is false. */
function tellingsOf({ refusal }: Operation): readonly RefusalSign[] {
  if (refusal === undefined) return [];
  const places = refusal['x-status'];
  if (!Array.isArray(places)) return [{ pointer: '/success', by: 'false' }];
  return places.map((place) => ({ pointer: String(place), by: 'status' }));
}
