/** True if a target accepts the credential that it was given, found out before anything else is sent. */

import { apiNamed, type CredentialProbe, plainApi } from '../apis/index.ts';
import { type Contract, encode, statusOf } from '../contract/index.ts';
import {
  type Credential,
  type DocumentName,
  documentsOf,
  type Endpoint,
  isPrefixOf,
  type Operation,
  type Target,
  type Transport,
  type Values,
} from '../model/index.ts';

/** Notes on credentials, for the top of a run. */
interface CredentialCheck {
  /** A sentence for each document whose credential is not accepted: nothing further is to be sent. */
  readonly rejected: readonly string[];
  /** Documents that are asked without a credential, and credentials that could not be verified. */
  readonly notes: readonly string[];
}

/**
 * Sends each document's probes with the credential, without one and with an invalid one, until the
 * answers tell whether it is accepted: two requests where it is. A credential that is answered with 401 wherever
 * it makes a difference is not accepted; in doubt, nothing is said against it.
 */
export async function checkCredentials(
  contract: Contract,
  target: Target,
  documents: readonly DocumentName[],
  transport: Transport,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const rejected: string[] = [];
  const notes: string[] = [];
  for (const document of documents) {
    const endpoint = target.endpoints[document];
    if (endpoint === undefined) continue;
    if (endpoint.authorization === undefined) {
      if (wantsCredential(contract, document)) notes.push(asNobody(document, endpoint));
      continue;
    }
    const ask = askingOf(contract, endpoint, transport, signal);
    const found = await acceptance(ask, trialsOf(contract, document, endpoint));
    if (found.kind === 'rejected') rejected.push(rejection(document, endpoint, found.at));
    if (found.kind === 'unclear') notes.push(unclear(document, found.at));
  }
  return { rejected, notes };
}

/** The documents that a run concerns: those whose names begin what it was limited to, or all that are served. */
export function documentsIn(target: Target, only: readonly string[] = []): readonly DocumentName[] {
  const served = documentsOf(target);
  const asked = served.filter((name) => only.some((prefix) => isPrefixOf(prefix, name)));
  return asked.length > 0 ? asked : served;
}

function trialsOf(contract: Contract, document: DocumentName, endpoint: Endpoint) {
  const { credentialFrom, known } = endpoint;
  const api = apiNamed(document) ?? plainApi(document, credentialFrom.scheme);
  return api.trials(contract.operations, known);
}

/** The end of a sentence about an answer that ignores the credential. */
const ALIKE = ', exactly as without it and with a wrong one';

type ProbeResult =
  | { readonly kind: 'accepted' | 'silent' }
  /** `at`: the request that told it, and what came of it. */
  | { readonly kind: 'rejected' | 'unclear'; readonly at: string };

/** The content of an answer: an effective status, and the body as received. */
interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
  readonly request: string;
}

type SendProbe = (
  trial: CredentialProbe,
  credential: Credential,
) => Promise<ProbeAnswer | undefined>;

async function acceptance(
  ask: SendProbe,
  trials: readonly CredentialProbe[],
): Promise<ProbeResult> {
  let rejected: string | undefined;
  let unclear: string | undefined;
  for (const trial of trials) {
    const own = await ask(trial, { kind: 'valid' });
    if (own === undefined || saysNothing(own.status)) continue;
    const none = await ask(trial, { kind: 'none' });
    if (none === undefined) continue;
    if (isSuccess(own.status) && isRefusal(none.status)) return { kind: 'accepted' };
    const wrong = await ask(trial, { kind: 'invalid' });
    if (wrong === undefined) continue;
    if (isSuccess(own.status) && isRefusal(wrong.status)) return { kind: 'accepted' };
    if (trial.byBody && own.body !== none.body && none.body === wrong.body) {
      return { kind: 'accepted' };
    }
    // A known user without the right gets another refusal than an unknown user.
    if (own.status === 403 && (wrong.status === 401 || none.status === 401)) {
      if (wrong.status !== 403) return { kind: 'accepted' };
    }
    const isIgnored = own.body === none.body && none.body === wrong.body;
    const alike = isIgnored && own.body !== '' ? ALIKE : '';
    const at = `${own.request} was answered with HTTP ${own.status}${alike}`;
    if (own.status === 401) rejected ??= at;
    if (own.status === 403) unclear ??= at;
  }
  if (rejected !== undefined) return { kind: 'rejected', at: rejected };
  return unclear === undefined ? { kind: 'silent' } : { kind: 'unclear', at: unclear };
}

function askingOf(
  contract: Contract,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
): SendProbe {
  return async ({ operation: id, query = {}, body = { kind: 'none' } }, credential) => {
    const operation = contract.operation(id);
    const planned = { operation: id, path: {}, query, headers: [], body, credential };
    const wire = encode(operation, planned, endpoint);
    const { outcome } = await transport.send(wire, endpoint.baseUrl, signal);
    if (outcome.kind === 'fault') return undefined;
    return {
      status: statusOf(operation, outcome, contract.validate),
      body: Buffer.from(outcome.body.bytes).toString('latin1'),
      request: spoken(operation, query),
    };
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Statuses for too early and too often, which any user can get. */
const PACE: ReadonlySet<number> = new Set([408, 425, 429]);

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !PACE.has(status);
}

function saysNothing(status: number): boolean {
  return status === 404 || !(isSuccess(status) || isRefusal(status));
}

function spoken({ method, route }: Operation, query: Values): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return `${method} ${route}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function rejection(document: DocumentName, endpoint: Endpoint, at: string): string {
  const isIgnored = at.endsWith(ALIKE);
  const strips = isIgnored ? ', and whether something in front strips `Authorization`' : '';
  return `the credential for the ${document} API is not accepted: ${at}; check the target profile, or ${variablesOf(endpoint)}${strips}. No case was sent`;
}

/** The environment variables of a credential, for a sentence. */
export function variablesOf({ credentialFrom: { variable, password } }: Endpoint): string {
  return password === undefined ? variable : `${variable} and ${password}`;
}

function unclear(document: DocumentName, at: string): string {
  return `it cannot be told whether the credential for the ${document} API is accepted: ${at}, as it is with a wrong one`;
}

/** Returns true if a further API states a way to sign in. */
function wantsCredential({ operations, schemes }: Contract, document: DocumentName): boolean {
  return (
    apiNamed(document) !== undefined ||
    schemes[document] !== undefined ||
    operations.some((one) => one.document === document && one.credential !== undefined)
  );
}

function asNobody(document: DocumentName, endpoint: Endpoint): string {
  return `no credential for the ${document} API was given (set ${variablesOf(endpoint)}): it is asked as nobody, and what needs a login is skipped`;
}
