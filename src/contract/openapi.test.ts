import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { apiNamed, plainApi } from '../apis/index.ts';
import {
  type DocumentName,
  isObject,
  type Operation,
  TouchstoneError,
  valueAt,
} from '../model/index.ts';
import { loadContract } from './contract.ts';
import { encode } from './encode.ts';
import { openApiOf } from './openapi.ts';
import type { Routing } from './openapi-about.ts';
import { publishedParameter } from './openapi-parameters.ts';
import { published } from './openapi-schemas.ts';
import { BRACKETS } from './wire.fixture.ts';

const contract = loadContract();

const EXPORTS: readonly (readonly [DocumentName, Routing])[] = [
  ['integration', 'path'],
  ['content', 'path'],
  ['content', 'query'],
];

function aboutOf(document: DocumentName) {
  return (apiNamed(document) ?? plainApi(document, 'Bearer')).about;
}

/** As a reader of the file gets it. */
function exported(document: DocumentName, routing: Routing, baseUrl?: string) {
  const options = { about: aboutOf(document), routing, ...(baseUrl !== undefined && { baseUrl }) };
  const read: unknown = JSON.parse(JSON.stringify(openApiOf(contract, document, options)));
  if (!isObject(read)) throw new Error('an OpenAPI document is an object');
  return read;
}

/** A value with every `$ref` below it replaced by what it points at. */
function followed(whole: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => followed(whole, item));
  if (!isObject(value)) return value;
  if (typeof value.$ref === 'string') {
    const target = valueAt(whole, value.$ref.slice(1));
    if (!value.$ref.startsWith('#/') || target === undefined) throw new Error(value.$ref);
    return followed(whole, target);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, followed(whole, item)]),
  );
}

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: Readonly<Record<string, unknown>>;
}

/** Every operation of a document, with its references followed. */
function entriesOf(whole: Readonly<Record<string, unknown>>): readonly Entry[] {
  return Object.entries(isObject(whole.paths) ? whole.paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) => {
      const resolved = followed(whole, operation);
      return { path, method, operation: isObject(resolved) ? resolved : {} };
    }),
  );
}

function parametersOf(operation: Entry['operation']): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(operation.parameters) ? operation.parameters.filter(isObject) : [];
}

function membersNamed(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(membersNamed);
  if (!isObject(value)) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(membersNamed)];
}

function schemasOf(whole: unknown): Readonly<Record<string, unknown>> {
  const schemas = valueAt(whole, '/components/schemas');
  return isObject(schemas) ? schemas : {};
}

describe.each(EXPORTS)('the %s document with routes by %s', (document, routing) => {
  const whole = exported(document, routing);
  const entries = entriesOf(whole);
  const operations = contract.operations.filter((operation) => operation.document === document);
  const entryOf = ({ id }: Operation): Entry => {
    const entry = entries.find(({ operation }) => operation['x-touchstone-operation'] === id);
    if (!entry) throw new Error(`${id} is not there`);
    return entry;
  };

  it('is valid OpenAPI 3.1, and its references point at something', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(whole))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has every operation under its route and method, and no other', () => {
    expect(
      entries.map(({ path, method, operation }) => [
        operation['x-touchstone-operation'],
        method.toUpperCase(),
        path,
      ]),
    ).toEqual(
      expect.arrayContaining(operations.map(({ id, method, route }) => [id, method, route])),
    );
    expect(entries).toHaveLength(operations.length);
  });

  it('has operation ids that generators can make names of, each once', () => {
    const ids = entries.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  it('captures in each path what its path parameters name', () => {
    for (const { path, operation } of entries) {
      const captured = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = parametersOf(operation).filter((parameter) => parameter.in === 'path');
      expect(named.map(({ name }) => name)).toEqual(captured);
      expect(named.every(({ required }) => required === true)).toBe(true);
    }
  });

  it('has every parameter, required where the document says so, and with all of its schema', () => {
    for (const operation of operations) {
      const described = parametersOf(entryOf(operation).operation);
      for (const parameter of operation.parameters) {
        const { description, deprecated, ...schema } = publishedParameter(parameter);
        const same = described.filter(
          ({ in: place, name }) =>
            place === parameter.in && String(name).replace(/\[\]$/, '') === parameter.name,
        );
        const forms = Array.isArray(schema.oneOf) ? schema.oneOf : [schema];
        expect(same.map((one) => one.schema)).toEqual(forms);
        expect(same.every(({ required }) => (required ?? false) === parameter.required)).toBe(true);
        expect(same.every((one) => (one.deprecated ?? false) === (deprecated ?? false))).toBe(true);
        expect(String(same[0]?.description ?? '')).toContain(description ?? '');
      }
      const names = described.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('has every body, in full', () => {
    for (const operation of operations) {
      const body = entryOf(operation).operation.requestBody;
      expect(valueAt(body, '/content/application~1json/schema')).toEqual(
        operation.body && published(operation.body.schema),
      );
      expect(valueAt(body, '/required')).toBe(operation.body?.required);
    }
  });

  it('has every answer that the document describes, and says of the others that none is shown', () => {
    for (const operation of operations) {
      const { responses } = entryOf(operation).operation;
      if (!isObject(responses)) throw new Error(`${operation.id} has no responses`);
      const { default: others, ...shown } = responses;
      expect(valueAt(others, '/description')).toMatch(/shows no (other )?answer/);
      expect(
        Object.values(shown).map((one) => valueAt(one, '/content/application~1json/schema')),
      ).toEqual(
        operation.answers.map(({ schema }) => schema && published(contract.schema(schema))),
      );
    }
  });

  it('gives an answer the status that the document shows, or the class where it shows none', () => {
    const statuses = entries.flatMap(({ operation }) =>
      isObject(operation.responses) ? Object.keys(operation.responses) : [],
    );
    expect([...new Set(statuses)].sort()).toEqual(
      document === 'content' ? ['2XX', 'default'] : ['200', '401', 'default'],
    );
  });

  it('says where each operation stands, and whether it may be batched', () => {
    for (const operation of operations) {
      const entry = entryOf(operation).operation;
      expect(entry['x-touchstone-source']).toEqual(operation.source);
      expect(entry['x-batchable']).toBe(operation.batchable);
      expect(entry.tags).toEqual([operation.id.split('/')[1]]);
    }
  });

  it('holds none of the annotations that only Touchstone reads', () => {
    const strange = membersNamed(whole).filter((name) => name.startsWith('x-'));
    expect([...new Set(strange)].sort()).toEqual(
      [
        ...(document === 'content' ? ['x-batchable'] : []),
        'x-touchstone-operation',
        'x-touchstone-source',
      ].sort(),
    );
  });

  it('tells no parameter twice, and no schema of several members', () => {
    const objects: string[] = [];
    const look = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(look);
      if (!isObject(value)) return;
      if (isObject(value.properties) || 'in' in value) objects.push(JSON.stringify(value));
      Object.values(value).forEach(look);
    };
    look(whole);
    expect(objects.filter((text, index) => objects.indexOf(text) !== index)).toEqual([]);
  });

  it('has schemas that a validator of JSON Schema compiles in strict mode', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    const plugin = 'default' in addFormats ? addFormats.default : addFormats;
    plugin(ajv);
    ajv.addVocabulary(['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components']);
    ajv.addSchema(whole, 'openapi');
    const names = Object.keys(schemasOf(whole));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const schema = { $ref: `openapi#/components/schemas/${name}` };
      expect(() => ajv.compile(schema)).not.toThrow();
    }
    for (const { operation } of entries) {
      for (const { schema } of parametersOf(operation)) {
        if (isObject(schema)) expect(() => ajv.compile({ ...schema })).not.toThrow();
      }
    }
  });
});

describe('for generators of types', () => {
  const content = exported('content', 'path');
  const entries = entriesOf(content);
  const whole = exported('integration', 'path');

  it.each(EXPORTS)(
    'variables of the server of %s by %s have no description',
    (document, routing) => {
      const variables = valueAt(exported(document, routing), '/servers/0/variables');
      if (!isObject(variables)) throw new Error('there are no variables');
      expect(Object.values(variables).map((one) => Object.keys(Object(one)))).toEqual([
        ['default'],
      ]);
    },
  );

  it('an answer says in one object what it has', () => {
    const data = valueAt(schemasOf(whole), '/DependenciesSuccess/properties/data');
    expect(data).toEqual({
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/DependencyEntry' },
    });
    const value = valueAt(schemasOf(whole), '/TimezoneEntry/properties/value/anyOf');
    expect(Object(value).map((one: unknown) => valueAt(one, '/type'))).toEqual([
      'string',
      'string',
    ]);
  });

  it('a choice between modifiers requires their members in each branch', () => {
    const modifiers = valueAt(schemasOf(content), '/MediaEditRequest/properties/modifiers/items');
    const branches = valueAt(followed(content, modifiers), '/oneOf');
    expect(Object(branches).map((one: unknown) => valueAt(one, '/required'))).toEqual([
      ['type', 'args'],
      ['type', 'args'],
      ['type', 'args'],
    ]);
  });

  it('a file travels as a body or as a part of a form, where one is uploaded', () => {
    const taking = entries.filter(({ operation }) => {
      const types = valueAt(operation, '/requestBody/content');
      return isObject(types) && Object.keys(types).length > 1;
    });
    expect(taking.map(({ operation }) => operation.operationId)).toEqual(['mediaCreate']);
    const types = valueAt(taking[0]?.operation, '/requestBody/content');
    expect(Object.keys(Object(types))).toEqual(['application/json', 'multipart/form-data', '*/*']);
    const file = { type: 'string', format: 'binary' };
    expect(valueAt(types, '/multipart~1form-data/schema/properties/file')).toEqual(file);
    expect(valueAt(types, '/multipart~1form-data/schema/properties/alt_text')).toBeDefined();
    expect(valueAt(types, '/*~1*/schema')).toEqual(file);
  });

  it('IDs in paths are digits, and identifiers of templates are not', () => {
    const idOf = (name: string) => {
      const entry = entries.find(({ operation }) => operation.operationId === name);
      return entry && parametersOf(entry.operation)[0]?.schema;
    };
    const digits = { type: ['integer', 'string'], minimum: 0, pattern: '^[0-9]+$' };
    expect(['postsGet', 'postsAutosavesList', 'mediaEdit'].map(idOf)).toEqual([
      digits,
      digits,
      digits,
    ]);
    expect(idOf('templatesGet')).toEqual({ type: 'string' });
  });

  it('a text is of the edit context where the document says so, and nowhere else', () => {
    const titled = entries.flatMap(({ operation }) => {
      const schema = valueAt(operation, '/requestBody/content/application~1json/schema');
      const members = valueAt(schema, '/properties');
      return Object.entries(Object(members)).flatMap(([name, member]) =>
        JSON.stringify(member).includes('edit context') ? [name] : [],
      );
    });
    expect([...new Set(titled)]).toEqual(['title']);
  });
});

describe('parameters in a query', () => {
  const entries = entriesOf(exported('content', 'path'));
  const listPosts = entries.find(({ operation }) => operation.operationId === 'postsList');
  const described = listPosts ? parametersOf(listPosts.operation) : [];

  it.each([
    ['page', { style: undefined, explode: undefined }],
    ['include[]', { style: 'form', explode: true }],
    ['categories[]', { style: 'form', explode: true }],
    ['categories', { style: 'deepObject', explode: true }],
  ])('are told with the form of %s', (name, form) => {
    const { style, explode } = described.find((one) => one.name === name) ?? {};
    expect({ style, explode }).toEqual(form);
  });

  it('have the names under which Touchstone sends them', () => {
    const query = { page: 1, include: [1, 2], categories: [3], tags: { operator: 'AND' } };
    const { target } = encode(
      contract.operation('content/posts/list'),
      {
        operation: 'content/posts/list',
        path: {},
        query,
        headers: [],
        body: { kind: 'none' },
        credential: { kind: 'none' },
      },
      { style: BRACKETS },
    );
    const sent = [...new URL(target, 'http://127.0.0.1').searchParams.keys()];
    expect(sent).toEqual(['page', 'include[]', 'include[]', 'categories[]', 'tags[operator]']);
    const names = described.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['page', 'include[]', 'categories[]', 'tags']));
  });
});

describe('the address', () => {
  const serverOf = (whole: unknown, variable: string) => {
    const base = valueAt(whole, `/servers/0/variables/${variable}/default`);
    return String(valueAt(whole, '/servers/0/url')).replace(`{${variable}}`, String(base));
  };

  it('takes the base URL without the slash at its end', () => {
    const whole = exported('integration', 'path', 'https://staging.example/platform/');
    expect(serverOf(whole, 'base_url')).toBe('https://staging.example/platform');
  });

  it('puts every route whole into rest_route, where parameters can be joined on', () => {
    const whole = exported('content', 'query', 'https://docs.example/site');
    for (const { path } of entriesOf(whole)) {
      const url = new URL(serverOf(whole, 'site_base_url') + path);
      url.searchParams.append('context', 'edit');
      expect(url.pathname).toBe('/site/index.php');
      expect([...url.searchParams]).toEqual([
        ['rest_route', path],
        ['context', 'edit'],
      ]);
    }
  });

  it.each([
    ['path', /no means to leave as they are/],
    ['query', /means the same/],
  ] as const)(
    'says what becomes of slashes in template ids when routes go by %s',
    (routing, says) => {
      const get = entriesOf(exported('content', routing)).find(
        ({ operation }) => operation.operationId === 'templatesGet',
      );
      const [id] = get ? parametersOf(get.operation) : [];
      expect(id?.description).toMatch(says);
    },
  );

  it('is a path alone in the integration document', () => {
    expect(() =>
      openApiOf(contract, 'integration', { about: aboutOf('integration'), routing: 'query' }),
    ).toThrow(TouchstoneError);
  });
});
