import { APIS, type Api } from '../apis/index.ts';
import type { Contract } from '../contract/contract.ts';
import type { Endpoint, Target } from '../model.ts';
import type { Transport } from '../transport.ts';

/**
 * Finds out which objects a target has, so that cases can be planned that read them. What the target's
 * profile states is left as it is, and what is not found stays unknown.
 */
export async function learn(
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
