import {
  CONTRACT_ROOT,
  type Contract,
  type FurtherApi,
  loadContract,
  readSnapshot,
} from '../contract/index.ts';

interface WithFurtherApis {
  readonly apis?: { readonly [name: string]: { readonly from: string } };
}

/** Returns the contract with the further APIs of a profile. */
export function withApisOf(contract: Contract, { apis = {} }: WithFurtherApis): Contract {
  const further: readonly FurtherApi[] = Object.entries(apis).map(([name, { from }]) => ({
    name,
    folder: from,
  }));
  return further.length === 0 ? contract : loadContract(CONTRACT_ROOT, readSnapshot(), further);
}
