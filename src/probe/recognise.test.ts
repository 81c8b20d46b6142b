import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { chooseTarget } from '../profiles/choose.ts';

it('a target that does not answer is not waited for once the user asked to stop', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const integration = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const contract = loadContract();
  const signal = AbortSignal.timeout(100);
  const before = performance.now();
  const { kind } = await chooseTarget(contract, { integration }, { env: {}, cwd: '/', signal });
  expect(kind).toBe('given');
  expect(performance.now() - before).toBeLessThan(5_000);
  server.closeAllConnections();
  server.close();
});
