/** Reads without a credential of what was read with one. */

import { expect, it } from 'vitest';
import type { Reply } from '../reference/http.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { BASE, campaignOver, contract } from './site.fixture.ts';

it('what was refused without a credential is not shown without one after a read with it', async () => {
  const url = `${BASE}/content`;
  const parts = { faults: [], variations: [], contract };
  const { handler } = referenceHandler(parts, () => url);
  const kept = new Map<string, Reply>();
  const transport = inProcess(async (request) => {
    const { method, target } = request;
    const answer = kept.get(target) ?? (await handler(request));
    if (method === 'GET' && answer.status === 200) kept.set(target, answer);
    else kept.clear();
    return answer;
  });
  const { report } = await campaignOver(transport, url, {
    ...{ modes: ['edge'], only: ['content/posts/update', 'content/pages/update', 'strings/'] },
    ...{ bounds: { runs: 16 }, graceMs: 60_000 },
  });
  const own = report.findings.filter(({ clause }) => clause === 'robust/stays-private');
  expect(own).toMatchObject([{ verdict: 'warn', class: 'after other requests' }]);
  const [{ case: item } = { case: { steps: [] } }] = own;
  const steps = item.steps.filter(({ id }) => /^re(?:ad|quest)-/.test(id));
  expect(steps.map(({ request }) => request.credential.kind)).toEqual(['none', 'valid', 'none']);
});
