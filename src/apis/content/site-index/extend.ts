import type { Contract } from '../../../contract/index.ts';
import type { Asking } from '../../api.ts';
import { jsonOf, read } from '../../read.ts';
import { discover } from './discover.ts';

/** The contract with additions from the site's own index; unchanged without an index. */
export async function extendContract(asking: Asking): Promise<Contract> {
  const { contract } = asking;
  const body = jsonOf(await read(asking, contract.operation('content/index')));
  return body === undefined ? contract : discover(contract, body);
}
