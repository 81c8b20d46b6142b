import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode, encode, loadContract } from '../contract/index.ts';
import { type Json, requestTo, type Values, type WireStyle } from '../model/index.ts';
import { importOpenApi, readDocuments } from './index.ts';

const STYLE: WireStyle = { arrays: 'repeat', routing: { kind: 'path' } };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-places-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The operation of a document with these members. */
function operationWith(members: string) {
  const file = join(folder, 'api.yaml');
  const responses = 'responses: { 200: { description: ok } }';
  writeFileSync(file, `openapi: 3.0.3\npaths:\n  /a:\n    post: { ${members}, ${responses} }\n`);
  const imported = importOpenApi(readDocuments(file, 'api.yaml'), 'api');
  const contract = loadContract(undefined, undefined, [{ name: 'api', from: imported.files }]);
  return { operation: contract.operation('api/a/submit'), contract, notes: imported.notes };
}

/** What travels for a query and a body, and what a server reads from it. */
function sentOf(members: string, query: Values, body?: Json) {
  const { operation } = operationWith(members);
  const wire = encode(operation, requestTo(operation.id, {}, query, body), { style: STYLE });
  const text = wire.body === undefined ? undefined : Buffer.from(wire.body).toString();
  const fields = Object.fromEntries(wire.headers);
  return { target: wire.target, fields, text, read: decode(operation, wire, STYLE) };
}

const parameter = (name: string, place: string, schema: string) =>
  `parameters: [{ name: ${name}, in: ${place}, required: true, schema: ${schema} }]`;

const form = (type: string, schema: string) =>
  `requestBody: { required: true, content: { ${type}: { schema: ${schema} } } }`;

describe('a parameter', () => {
  it.each(['header', 'cookie'])('in a %s is not sent, and the operation lacks it', (place) => {
    const { operation, notes } = operationWith(parameter('mode', place, '{ type: string }'));
    const what = `a ${place} parameter is not sent`;
    expect(operation.parameters).toEqual([]);
    expect(operation.lacks).toBe(`${what}, and "mode" is required`);
    expect(notes).toMatchObject([{ what }]);
  });
});

describe('a body', () => {
  const PHOTO =
    '{ type: object, required: [photo], properties: { photo: { type: string, format: binary }, note: { type: string } } }';

  it('of several parts has its files as files', () => {
    const { fields, text, read } = sentOf(
      form('multipart/form-data', PHOTO),
      {},
      { photo: 'ab', note: 'c' },
    );
    expect(fields['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(text).toContain(
      'name="photo"; filename="touchstone.txt"\r\nContent-Type: text/plain\r\n\r\nab\r\n',
    );
    expect(text).toContain('name="note"\r\n\r\nc\r\n');
    expect(read).toMatchObject({ body: { kind: 'form', fields: { photo: 'ab', note: 'c' } } });
  });

  it('that is a text travels as it is, and is not empty', () => {
    const members = form('text/csv', '{ type: string }');
    const { fields, text, read } = sentOf(members, {}, 'a;b');
    expect({ type: fields['content-type'], text }).toEqual({ type: 'text/csv', text: 'a;b' });
    expect(read).toMatchObject({ body: { kind: 'json', value: 'a;b' } });
    expect(operationWith(members).operation.body?.schema).toMatchObject({ minLength: 1 });
  });

  it.each([
    [
      '{ type: object, properties: { a: { type: object } } }',
      'a part of a form that is no plain value is not made',
    ],
    [
      '{ type: object, properties: { a: { type: string, contentMediaType: image/png } } }',
      'a part of type image/png is not made',
    ],
  ])('is not made with a part of another form: %s', (schema, what) => {
    expect(operationWith(form('multipart/form-data', schema)).operation.lacks).toBe(what);
  });
});
