import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { readProfile, withApisOf } from '../profiles/index.ts';

const TASK = `application/json: { schema: { properties: { id: { type: string }, title: { type: string }, priority: { type: string }, created: { type: string, format: date-time } } } }`;
const LIST = TASK.replace('schema: {', 'schema: { type: array, items: {').replace(/ }$/, ' } }');
const query = (name: string, schema: string) => `{ name: ${name}, in: query, schema: ${schema} }`;

/** A document that the example of the page fits. */
const DOCUMENT = `openapi: 3.1.0
paths:
  /tasks:
    get:
      parameters:
        - ${query('urgent', '{ type: string, enum: [low, high] }')}
        - ${query('since', '{ type: string, format: date-time }')}
        - ${query('by', '{ enum: [newest, title] }')}
        - ${query('n', '{ type: integer }')}
        - ${query('q', '{ type: string }')}
      responses: { 200: { content: { ${LIST} } } }
    delete: { operationId: removeAll, responses: { 204: { description: gone } } }
  /tasks/new:
    post:
      requestBody: { required: true, content: { ${TASK} } }
      responses: { 201: { content: { application/json: { schema: { properties: { task: { type: object, properties: { id: { type: string } } } } } } } } }
  /tasks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { 200: { content: { ${TASK} } } } }
    delete: { responses: { 204: { description: gone } } }
`;

it('the example of the page can be loaded, and does what the page says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-overlay-page-'));
  const page = readFileSync(new URL('../../docs/overlay.md', import.meta.url), 'utf8');
  const [, example = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
  const file = join(folder, 'touchstone.yaml');
  writeFileSync(join(folder, 'openapi.yaml'), DOCUMENT);
  writeFileSync(file, example);
  const contract = loadContract();
  const profile = readProfile(file, contract, { TASKS_TOKEN: 'a-token' });
  const { clauses, operation } = withApisOf(contract, profile);
  rmSync(folder, { recursive: true });
  const levels = new Map(clauses.map(({ id, level }) => [id, level]));
  const asked = ['urgent', 'since', 'by', 'n', 'q'].map((name) =>
    levels.get(`tasks/tasks/list/asked/${name}`),
  );
  expect(asked).toEqual(['unspecified', 'implied', 'implied', 'implied', undefined]);
  expect(levels.get('tasks/tasks/state/created')).toBe('stated');
  expect(operation('tasks/tasks/create')).toMatchObject({ route: '/tasks/new', action: 'create' });
  expect(clauses.some(({ id }) => id === 'tasks/tasks/create/status')).toBe(true);
});
