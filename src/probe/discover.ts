import { APIS, type Api } from '../apis/index.ts';
import type { Contract } from '../contract/index.ts';
import type { Endpoint, Target, Transport } from '../model/index.ts';

/**
 * Finds out which objects a target has, so that cases can be planned that read them. What the target's
 * profile states is left as it is, and what is not found stays unknown.
 */
export async function discover(
  contract: Contract,
  target: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Target> {
  const apis: readonly Api[] = APIS;
  const learnt = await Promise.all(
    apis.map(async ({ name, discoverFacts }): Promise<readonly (readonly [string, Endpoint])[]> => {
      const endpoint = target.endpoints[name];
      if (endpoint === undefined || discoverFacts === undefined) return [];
      const known = await discoverFacts({ contract, endpoint, transport, signal });
      return [[name, { ...endpoint, known }]];
    }),
  );
  return { ...target, endpoints: { ...target.endpoints, ...Object.fromEntries(learnt.flat()) } };
}

/** The contract with what the target offers beyond its documents. */
export async function extendedContract(
  contract: Contract,
  { endpoints }: Target,
  transport: Transport,
  signal: AbortSignal,
): Promise<Contract> {
  const apis: readonly Api[] = APIS;
  let extended = contract;
  for (const { name, extendContract } of apis) {
    const endpoint = endpoints[name];
    if (endpoint === undefined || extendContract === undefined) continue;
    extended = await extendContract({ contract: extended, endpoint, transport, signal });
  }
  return extended;
}
