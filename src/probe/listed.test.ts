import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Target } from '../model/index.ts';
import { importOpenApi, readDocuments } from '../openapi/index.ts';
import { openStream } from '../plan/index.ts';
import { liveTransport } from '../send/live.ts';
import { withListedIds } from './listed.ts';

const answer = (schema: string) =>
  `{ 200: { description: ok, content: { application/json: { schema: ${schema} } } } }`;
const PET = '{ type: object, required: [id], properties: { id: { type: integer } } }';
const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      responses: ${answer(`{ type: object, properties: { items: { type: array, items: ${PET} } } }`)}
  /pets/{petId}:
    get:
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
      responses: ${answer(PET)}
`;

const folder = mkdtempSync(join(tmpdir(), 'touchstone-listed-'));
const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  const items = [17, 18, 19, 20, 21, 22].map((id) => ({ id }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it('a campaign reads objects that the lists of an API of one’s own show', async () => {
  const file = join(folder, 'pets.yaml');
  writeFileSync(file, DOCUMENT);
  const api = importOpenApi(readDocuments(file), 'pets');
  const contract = loadContract(undefined, undefined, [{ name: 'pets', from: api.files }]);
  const place = server.address();
  const port = typeof place === 'object' ? place?.port : 0;
  const target: Target = {
    ...{ name: 'pets', concurrency: 1, off: [], knownFailures: [], tls: { insecure: false } },
    limits: { timeoutMs: 10_000, totalMs: 10_000, maxBodyBytes: 100_000 },
    endpoints: {
      pets: {
        ...{ baseUrl: `http://127.0.0.1:${port}`, secrets: [], known: {} },
        credentialFrom: { scheme: 'Bearer', variable: 'A' },
        style: { arrays: 'repeat', routing: { kind: 'path' } },
      },
    },
  };
  const { limits, tls } = target;
  const transport = liveTransport({ limits, tls, connections: 1 });
  const found = await withListedIds(contract, target, transport, new AbortController().signal);
  await transport.close();
  expect(asked).toEqual(['/pets']);
  expect(found.endpoints.pets?.known).toEqual({ pets: [17, 18, 19, 20, 21] });
  const reads = (one: Target) => {
    const options = {
      seed: 1,
      modes: ['valid'],
      only: ['pets/pets/get'],
      writes: 'loopback',
    } as const;
    return openStream(contract, one, options)
      .at(0)
      ?.case.steps.map(({ request }) => request.path);
  };
  expect(reads(found)).toEqual([{ petId: expect.toSatisfy((id) => id > 16 && id < 22) }]);
  expect(reads(target)).toBeUndefined();
});
