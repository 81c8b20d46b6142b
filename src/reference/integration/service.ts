import type { Json } from '../../model/index.ts';
import { type RequestedSystems, readBody } from './body.ts';
import type { IntegrationChoices, JsonMembers, RefusalForm } from './choice.ts';
import type { CredentialState, Draft, IntegrationOperationId, ReferenceData } from './draft.ts';
import { deny, refused, success, unauthorised } from './envelope.ts';
import { compareCodePoints } from './zone.ts';

interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
  readonly credential: CredentialState;
}

interface Route {
  readonly operation: IntegrationOperationId;
  readonly method: string;
}

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/api/get/system/dependencies', { operation: 'integration/dependencies', method: 'POST' }],
  ['/api/get/all/timezones', { operation: 'integration/timezones', method: 'GET' }],
]);

/** Answers a call by sections 4 to 7 of the integration document, and by the choices where it is silent. Pure. */
export function answer(call: ServiceCall, data: ReferenceData, choices: IntegrationChoices): Draft {
  const route = routes.get(call.path);
  if (route === undefined) return refused(choices.otherRoute, 'not-found', choices);
  const unshown = unshownMethod(call.method, route, choices);
  if (unshown !== undefined) return unshown;

  const denied = deniedCredential(call.credential, choices);
  if (choices.first === 'credential' && denied !== undefined) return denied;
  const asked = readCall(call, route, choices);
  if (asked.kind === 'refused') return refused(asked.refusal, asked.rule, choices);
  if (denied !== undefined) return denied;

  return route.operation === 'integration/dependencies'
    ? dependencies(asked.systems, data, choices)
    : success({ timezones: data.zones }, choices);
}

function unshownMethod(
  method: string,
  route: Route,
  choices: IntegrationChoices,
): Draft | undefined {
  if (method === route.method) return undefined;
  if (method === 'OPTIONS') {
    return choices.options === 'reported'
      ? { status: 204, headers: [['allow', route.method]], payload: { kind: 'empty' } }
      : notAllowed(choices.options, route, choices);
  }
  const choice = method === 'HEAD' && route.method === 'GET' ? choices.head : choices.otherMethod;
  return choice === 'served' ? undefined : notAllowed(choice, route, choices);
}

function notAllowed(choice: RefusalForm, route: Route, choices: IntegrationChoices): Draft {
  const served = refused(choice, 'method-not-allowed', choices);
  return choice.http === 405 ? { ...served, headers: [['allow', route.method]] } : served;
}

function deniedCredential(
  credential: CredentialState,
  choices: IntegrationChoices,
): Draft | undefined {
  switch (credential) {
    case 'valid':
      return undefined;
    case 'invalid':
      return unauthorised(choices);
    case 'missing':
      return choices.noCredential === 'serve' ? undefined : deny(choices.noCredential, choices);
    case 'malformed':
      return deny(choices.malformedCredential, choices);
  }
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
): Draft {
  const entries = new Map<string, Json>();
  for (const id of inOrder(requested, choices.dataOrder)) {
    const entry = data.systems.get(id);
    if (entry !== undefined) entries.set(id, entry);
    else if (choices.unknownSystem === 'empty-entry') entries.set(id, emptyEntry);
    else if (choices.unknownSystem === 'null-entry') entries.set(id, null);
    else if (choices.unknownSystem !== 'left-out') {
      return refused(choices.unknownSystem, 'system-unknown', choices);
    }
  }
  return success(Object.fromEntries(entries), choices);
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
