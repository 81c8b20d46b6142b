import type { Contract } from '../../../contract/contract.ts';
import { encode } from '../../../contract/encode.ts';
import type { PlannedRequest } from '../../../model.ts';
import type { Asking } from '../../api.ts';
import { discover } from './discover.ts';

/** The contract with what the site's own index adds; as it is where there is no index to be had. */
export async function extendContract({
  contract,
  endpoint,
  transport,
  signal,
}: Asking): Promise<Contract> {
  const operation = contract.operation('content/index');
  const request: PlannedRequest = {
    operation: operation.id,
    path: {},
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  };
  const wire = encode(operation, request, endpoint.style, endpoint.authorization);
  const { outcome } = await transport.send(wire, endpoint.baseUrl, signal);
  const found = outcome.kind === 'answer' && outcome.body.content;
  return found && found.kind === 'json' ? discover(contract, found.value) : contract;
}
