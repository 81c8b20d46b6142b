import type { Json } from '../../model/index.ts';
import { type RequestedSystems, readBody } from './body.ts';
import type { Denial, IntegrationChoices, JsonMembers, RefusalForm } from './choice.ts';
import type {
  CallOutcome,
  CredentialState,
  Draft,
  IntegrationOperationId,
  ReferenceData,
  RefusalRule,
} from './draft.ts';
import { deny, refused, success, unauthorised } from './envelope.ts';
import { compareCodePoints } from './zone.ts';

/** A call as the service understands it. */
interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly credential: CredentialState;
}

/** The drafted answer, and what became of the call. */
interface ServedCall {
  readonly draft: Draft;
  readonly outcome: CallOutcome;
  readonly requested: readonly string[];
}

interface Route {
  readonly operation: IntegrationOperationId;
  readonly method: string;
}

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/api/get/system/dependencies', { operation: 'integration/dependencies', method: 'POST' }],
  ['/api/get/all/timezones', { operation: 'integration/timezones', method: 'GET' }],
]);

/** The operation whose route a path is, whatever the method. */
export function operationAt(path: string): IntegrationOperationId | undefined {
  return routes.get(path)?.operation;
}

/**
 * Answers a call as the integration document describes (sections 4 to 7), and where it is silent, as
 * the choices say. Pure: the same call, data and choices give the same answer.
 */
export function answer(
  call: ServiceCall,
  data: ReferenceData,
  choices: IntegrationChoices,
): ServedCall {
  const route = routes.get(call.path);
  if (route === undefined) return refusal(choices.otherRoute, 'not-found', choices);
  const unshown = unshownMethod(call.method, route, choices);
  if (unshown !== undefined) return unshown;

  const denied = deniedCredential(call.credential, choices);
  if (choices.first === 'credential' && denied !== undefined) return denied;
  const asked = readCall(call, route, choices);
  if (asked.kind === 'refused') return refusal(asked.refusal, asked.rule, choices);
  if (denied !== undefined) return denied;

  return route.operation === 'integration/dependencies'
    ? dependencies(asked.systems, data, choices)
    : succeeded({ timezones: data.zones }, [], choices);
}

function unshownMethod(
  method: string,
  route: Route,
  choices: IntegrationChoices,
): ServedCall | undefined {
  if (method === route.method) return undefined;
  if (method === 'OPTIONS') {
    return choices.options === 'reported'
      ? {
          draft: { status: 204, headers: [['allow', route.method]], payload: { kind: 'empty' } },
          outcome: { kind: 'refused', rule: 'method-not-allowed' },
          requested: [],
        }
      : notAllowed(choices.options, route, choices);
  }
  const choice = method === 'HEAD' && route.method === 'GET' ? choices.head : choices.otherMethod;
  return choice === 'served' ? undefined : notAllowed(choice, route, choices);
}

function notAllowed(choice: RefusalForm, route: Route, choices: IntegrationChoices): ServedCall {
  const served = refusal(choice, 'method-not-allowed', choices);
  return choice.http === 405
    ? { ...served, draft: { ...served.draft, headers: [['allow', route.method]] } }
    : served;
}

function deniedCredential(
  credential: CredentialState,
  choices: IntegrationChoices,
): ServedCall | undefined {
  switch (credential) {
    case 'valid':
      return undefined;
    case 'invalid':
      return { draft: unauthorised(choices), outcome: { kind: 'unauthorised' }, requested: [] };
    case 'missing':
      return choices.noCredential === 'serve'
        ? undefined
        : withoutCredential(choices.noCredential, choices);
    case 'malformed':
      return withoutCredential(choices.malformedCredential, choices);
  }
}

function withoutCredential(denial: Denial, choices: IntegrationChoices): ServedCall {
  return {
    draft: deny(denial, choices),
    outcome: { kind: 'refused', rule: 'credential' },
    requested: [],
  };
}

function readCall(call: ServiceCall, route: Route, choices: IntegrationChoices): RequestedSystems {
  if (call.query !== '' && choices.undefinedParameters !== 'ignored') {
    return { kind: 'refused', refusal: choices.undefinedParameters, rule: 'parameter-unknown' };
  }
  return route.operation === 'integration/dependencies'
    ? readBody(call.body, call.contentType, choices)
    : { kind: 'systems', systems: [] };
}

function dependencies(
  requested: readonly string[],
  data: ReferenceData,
  choices: IntegrationChoices,
): ServedCall {
  const entries = new Map<string, Json>();
  for (const id of inOrder(requested, choices.dataOrder)) {
    const entry = data.systems.get(id);
    if (entry !== undefined) entries.set(id, entry);
    else if (choices.unknownSystem === 'empty-entry') entries.set(id, emptyEntry);
    else if (choices.unknownSystem === 'null-entry') entries.set(id, null);
    else if (choices.unknownSystem !== 'left-out') {
      return refusal(choices.unknownSystem, 'system-unknown', choices);
    }
  }
  return succeeded(Object.fromEntries(entries), requested, choices);
}

const emptyEntry: JsonMembers = { fields: [], show_hostname: false };

function inOrder(
  ids: readonly string[],
  order: IntegrationChoices['dataOrder'],
): readonly string[] {
  switch (order) {
    case 'requested':
      return ids;
    case 'reversed':
      return [...ids].reverse();
    case 'sorted':
      return [...ids].sort(compareCodePoints);
  }
}

function succeeded(
  data: Json,
  requested: readonly string[],
  choices: IntegrationChoices,
): ServedCall {
  return { draft: success(data, choices), outcome: { kind: 'success' }, requested };
}

function refusal(choice: RefusalForm, rule: RefusalRule, choices: IntegrationChoices): ServedCall {
  return {
    draft: refused(choice, rule, choices),
    outcome: { kind: 'refused', rule },
    requested: [],
  };
}
