import type { Contract } from '../../../contract/index.ts';
import type { Asking } from '../../api.ts';
import { jsonOf, read } from '../../read.ts';
import { discover } from './discover.ts';

/** The contract with what the site's own index adds; as it is where there is no index to be had. */
export async function extendContract(asking: Asking): Promise<Contract> {
  const { contract } = asking;
  const body = jsonOf(await read(asking, contract.operation('content/index')));
  return body === undefined ? contract : discover(contract, body);
}
