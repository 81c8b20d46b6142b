import { TouchstoneError } from '../errors.ts';
import type { Json, JsonSchema, Parameter, ParameterPlace } from '../model.ts';
import { isObject, pointerOf } from '../pointer.ts';
import { complaint } from './files.ts';
import { isSchema, resolveSchema, type SchemaFiles } from './schemas.ts';
import type { Source } from './source.ts';
import type { Validate } from './validate.ts';

/** The parameters, fields or members of one table of the document, in its order. */
export interface Table {
  readonly members: { readonly [name: string]: JsonSchema };
  readonly required: readonly string[];
}

/**
 * A table made of others, as a sentence of the document makes it ("as 2.2 without …; plus …").
 * The steps are taken in the order in which they stand here.
 */
export interface Composition {
  readonly tables?: readonly string[];
  readonly take?: Lists;
  readonly without?: readonly string[];
  readonly drop?: Lists;
  readonly allow?: { readonly [name: string]: readonly Json[] };
  readonly change?: Members;
  readonly named?: readonly string[];
  readonly with?: Members;
  readonly require?: readonly string[];
}

type Lists = { readonly [name: string]: readonly string[] };
type Members = { readonly [name: string]: JsonSchema };

/** What tables are read from, and held against. */
export interface Library {
  readonly files: SchemaFiles;
  readonly validate: Validate;
}

/** A part of a file, for complaints about it. */
export interface Part {
  readonly source: Source;
  readonly pointer: string;
  readonly value: unknown;
}

/** What parts of a file are held against, by its name in `schemas/files/operations.json`. */
type Shape = 'file' | 'composition' | 'composed-body' | 'whole-body' | 'table' | 'attributes';

const EMPTY: Table = { members: {}, required: [] };

// Both hold what was read from one set of files: tables are shared, and reading one costs.
const SHAPES = new WeakMap<SchemaFiles, Map<Shape, JsonSchema>>();
const TABLES = new WeakMap<SchemaFiles, Map<string, Table>>();

/**
 * Holds a part of a file against a shape.
 * @throws TouchstoneError 'contract-broken' with file, line and reason
 */
export function hold({ files, validate }: Library, shape: Shape, part: Part): void {
  const schema = remembered(SHAPES, files, shape, () =>
    resolveSchema(files, `files/operations.json${shape === 'file' ? '' : `#/$defs/${shape}`}`),
  );
  const [error] = [...validate(schema, part.value)].sort(
    (a, b) => b.pointer.length - a.pointer.length,
  );
  if (!error) return;
  const place = part.pointer + error.pointer;
  throw complaint(part.source, place, `${place || 'the file'} ${error.message}`);
}

function remembered<K, V>(
  memory: WeakMap<SchemaFiles, Map<K, V>>,
  files: SchemaFiles,
  key: K,
  read: () => V,
): V {
  const known = memory.get(files) ?? new Map<K, V>();
  memory.set(files, known);
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

/**
 * The table in a file: an object schema, or a composition of other tables.
 * @param name file below `schemas/`
 * @param cited where it is named, for the complaint that there is no such file
 */
function readTable(library: Library, name: string, cited: Part, trail: readonly string[]): Table {
  const source = library.files.get(name);
  if (!source) throw complaint(cited.source, cited.pointer, `there is no table "${name}"`);
  if (trail.includes(name)) {
    const circle = [...trail, name].join(' -> ');
    throw complaint(cited.source, cited.pointer, `the tables run in a circle: ${circle}`);
  }
  return remembered(TABLES, library.files, name, () => {
    const part = { source, pointer: '', value: source.value };
    if (!isObject(source.value) || !('properties' in source.value)) {
      hold(library, 'composition', part);
      return build(library, part, EMPTY, [...trail, name]);
    }
    hold(library, 'table', part);
    const { properties, required = [] } = source.value as {
      readonly properties: Members;
      readonly required?: readonly string[];
    };
    const members = schemasAt(library, { source, pointer: '/properties', value: properties });
    return { members, required };
  });
}

/**
 * The table that a composition describes.
 * @param base what it is composed on top of
 * @throws TouchstoneError 'contract-broken' with file and line: an unknown table, a member that is not
 * there to be left out or changed, a new member that is there already
 */
export function compose(library: Library, part: Part, base: Table = EMPTY): Table {
  hold(library, 'composition', part);
  return build(library, part, base, []);
}

function build(library: Library, part: Part, base: Table, trail: readonly string[]): Table {
  const composition = part.value as Composition;
  const members: Record<string, JsonSchema> = { ...base.members };
  const required = new Set(base.required);
  const at = (...path: readonly (string | number)[]): Part => ({
    ...part,
    pointer: part.pointer + pointerOf(path),
  });
  const refuse = (where: Part, reason: string) =>
    complaint(where.source, where.pointer, `${where.pointer} ${reason}`);
  const present = (name: string, where: Part, there = members): JsonSchema => {
    const schema = there[name];
    if (schema) return schema;
    const names = Object.keys(there).join(', ');
    throw refuse(where, `names "${name}", which is not in the tables: ${names}`);
  };
  const add = (name: string, schema: JsonSchema, where: Part) => {
    if (members[name]) throw refuse(where, `names "${name}", which is in the tables already`);
    members[name] = schema;
  };

  composition.tables?.forEach((name, index) => {
    const table = readTable(library, name, at('tables', index), trail);
    Object.assign(members, table.members);
    for (const member of table.required) required.add(member);
  });
  for (const [name, wanted] of Object.entries(composition.take ?? {})) {
    const table = readTable(library, name, at('take', name), trail);
    wanted.forEach((member, index) => {
      const where = at('take', name, index);
      add(member, present(member, where, { ...table.members }), where);
      if (table.required.includes(member)) required.add(member);
    });
  }
  composition.without?.forEach((name, index) => {
    present(name, at('without', index));
    delete members[name];
    required.delete(name);
  });
  for (const [name, attributes] of Object.entries(composition.drop ?? {})) {
    const every = name === '*';
    for (const member of every ? Object.keys(members) : [name]) {
      const schema = { ...present(member, at('drop', name)) };
      attributes.forEach((attribute, index) => {
        if (!every && !(attribute in schema)) {
          throw refuse(at('drop', name, index), `names "${attribute}", which "${name}" has not`);
        }
        delete schema[attribute];
      });
      members[member] = schema;
    }
  }
  for (const [name, values] of Object.entries(composition.allow ?? {})) {
    const schema = present(name, at('allow', name));
    if (!Array.isArray(schema.enum)) throw refuse(at('allow', name), 'widens no enumeration');
    members[name] = { ...schema, enum: [...schema.enum, ...values] };
  }
  const change = schemasAt(library, { ...at('change'), value: composition.change ?? {} });
  for (const [name, attributes] of Object.entries(change)) {
    members[name] = { ...present(name, at('change', name)), ...attributes };
  }
  composition.named?.forEach((name, index) => {
    members[name] = { ...present(name, at('named', index)), 'x-inherited': true };
  });
  const own = schemasAt(library, { ...at('with'), value: composition.with ?? {} });
  for (const [name, schema] of Object.entries(own)) add(name, schema, at('with', name));
  composition.require?.forEach((name, index) => {
    present(name, at('require', index));
    required.add(name);
  });
  return { members, required: [...required] };
}

/** Member schemas as they stand in a file, their references resolved and their attributes known ones. */
function schemasAt(library: Library, part: Part): Members {
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, written] of Object.entries(isObject(part.value) ? part.value : {})) {
    const place = { ...part, pointer: part.pointer + pointerOf([name]) };
    const schema = resolved(library, { ...place, value: written });
    assertAttributes(library, { ...place, value: schema });
    schemas[name] = schema;
  }
  return schemas;
}

function resolved({ files }: Library, { source, pointer, value }: Part): JsonSchema {
  if (!isSchema(value)) throw complaint(source, pointer, `${pointer} is no schema`);
  if (!JSON.stringify(value).includes('"$ref"')) return value;
  try {
    return resolveSchema(files, `${source.file.replace(/^schemas\//, '')}#${pointer}`);
  } catch (error) {
    throw complaint(source, pointer, error instanceof TouchstoneError ? error.message : `${error}`);
  }
}

/** A schema holds only attributes that a document gives, at every depth: a misspelt one would forbid nothing. */
function assertAttributes(library: Library, part: Part): void {
  hold(library, 'attributes', part);
  if (!isSchema(part.value)) return;
  const { items, oneOf, properties, additionalProperties } = part.value;
  const below = (value: unknown, ...path: readonly (string | number)[]) =>
    assertAttributes(library, { ...part, pointer: part.pointer + pointerOf(path), value });
  if (isSchema(items)) below(items, 'items');
  if (isSchema(additionalProperties)) below(additionalProperties, 'additionalProperties');
  if (Array.isArray(oneOf)) {
    for (const [index, branch] of oneOf.entries()) below(branch, 'oneOf', index);
  }
  if (isSchema(properties)) {
    for (const [name, member] of Object.entries(properties)) below(member, 'properties', name);
  }
}

/** The parameters that a table describes, all in one place; whatever is in the path is required. */
export function parametersOf(table: Table, place: ParameterPlace): readonly Parameter[] {
  return Object.entries(table.members).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || table.required.includes(name),
    schema,
  }));
}

/** A table as the schema of an object. Members that it does not name are neither shown nor forbidden. */
export function objectSchema({ members, required }: Table): JsonSchema {
  return { type: 'object', ...(required.length > 0 && { required }), properties: members };
}

/**
 * Whether the document lists a parameter among those of its route. Some routes capture an ID that their
 * row does not list (autosaves of one object, image edit): such a parameter has no type, since the
 * document gives types to the parameters that it lists, and an index need not list it either.
 */
export function isListed(parameter: Parameter): boolean {
  return parameter.in !== 'path' || 'type' in parameter.schema;
}
