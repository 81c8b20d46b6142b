import {
  addressesOf,
  documentsOf,
  type FaultCode,
  isPrefixOf,
  type Target,
  TouchstoneError,
} from '../model/index.ts';
import { connectionFault } from '../send/index.ts';
import { accessProblems } from './access.ts';

/**
 * Tries to connect to each API, before anything is sent to it.
 * @param only prefixes of ids that the run is limited to; where they name no API of the target, that is said later
 * @returns a sentence for each API without a connection: the address is wrong, or no server is there
 */
export async function unreached(
  target: Target,
  only: readonly string[] = [],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const documents = documentsOf(target).filter(
    (name) => only.length === 0 || only.some((prefix) => isPrefixOf(prefix, name)),
  );
  const none = { authorised: false, answered: false, admitted: false, barred: [] };
  const found = documents.map(async (document) => {
    const { baseUrl } = target.endpoints[document] ?? {};
    const fault = baseUrl && (await connectionFault(target, new URL(baseUrl), signal));
    if (!fault) return [];
    const hint = HINTS[fault.code];
    return [{ document, ...none, fault: hint ? `${fault.message} (${hint})` : fault.message }];
  });
  return accessProblems((await Promise.all(found)).flat(), addressesOf(target));
}

/** @throws TouchstoneError 'target-unreachable' where there is no connection to one of them */
export async function refuseUnreached(
  target: Target,
  only: readonly string[] = [],
  signal?: AbortSignal,
): Promise<void> {
  const lost = await unreached(target, only, signal);
  if (lost.length === 0) return;
  throw new TouchstoneError('target-unreachable', lost.join('\n'));
}

/** Hints on the cause; a fault of TLS states its own. */
const HINTS: { readonly [C in FaultCode]?: string } = {
  refused: 'is the target running, and is this its port?',
  unresolved: 'is the name of the host right?',
  'timed-out': 'is the target running, and can it be reached from this machine?',
};
