import { TouchstoneError } from '../errors.ts';
import type {
  AnswerContract,
  BodyContract,
  DocumentName,
  JsonSchema,
  Operation,
  Source as Place,
  UnaskedPart,
} from '../model.ts';
import { isObject, valueAt } from '../pointer.ts';
import { complaint } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { Source } from './source.ts';
import { compose, hold, type Library, objectSchema, type Part, parametersOf } from './tables.ts';
import type { Validate } from './validate.ts';

/** An operations file as written; `schemas/files/operations.json` describes it. */
interface OperationsFile {
  readonly document: DocumentName;
  readonly refusal?: string;
  readonly bodies?: {
    readonly open: BodyContract['open'];
    readonly unasked?: readonly (UnaskedPart & { readonly of?: string })[];
  };
  readonly operations?: readonly Entry[];
  readonly instances?: readonly Instance[];
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly resource: string;
  readonly parent?: string;
  readonly action: string;
  readonly source: Place;
  readonly method?: string;
  readonly methods?: readonly string[];
  readonly route: string;
  readonly writes: boolean;
  readonly batchable?: boolean;
  readonly listed?: NonNullable<Operation['listed']>;
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: { readonly [member: string]: unknown };
  readonly answers?: readonly AnswerContract[];
}

/** The operations of a file of routes, with its `$words` filled in. */
interface Instance {
  readonly of: string;
  readonly let: { readonly [word: string]: string };
  readonly batchable?: boolean;
  readonly listed?: NonNullable<Operation['listed']>;
}

interface WholeBody {
  readonly required: boolean;
  readonly schema: string;
  readonly settled?: string;
  readonly open?: BodyContract['open'];
}

/**
 * Compiles the operations of one file: every reference resolved, every composition of tables made,
 * every instance of shared routes filled in.
 * @throws TouchstoneError 'contract-broken' with file and line
 */
export function readOperations(
  source: Source,
  schemas: SchemaFiles,
  validate: Validate,
): readonly Operation[] {
  const library = { files: schemas, validate };
  hold(library, 'file', { source, pointer: '', value: source.value });
  const file = source.value as OperationsFile;
  const own = (file.operations ?? []).flatMap((entry, index) =>
    readEntry(library, file, entry, { source, pointer: `/operations/${index}`, value: entry }),
  );
  const shared = (file.instances ?? []).flatMap((instance, index) => {
    try {
      return readInstance(library, file, instance);
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      throw complaint(source, `/instances/${index}`, error.message);
    }
  });
  return [...own, ...shared];
}

/** One operation for each method of an entry. */
function readEntry(
  library: Library,
  file: OperationsFile,
  entry: Entry,
  part: Part,
): readonly Operation[] {
  const below = (member: string, value: unknown): Part => ({
    ...part,
    pointer: `${part.pointer}/${member}`,
    value,
  });
  const resolve = (reference: string, member: string): JsonSchema => {
    try {
      return resolveSchema(library.files, reference);
    } catch (error) {
      throw complaint(part.source, below(member, undefined).pointer, String(error));
    }
  };
  for (const answer of entry.answers ?? []) {
    if (answer.schema) resolve(answer.schema, 'answers');
  }
  const body = entry.body && readBody(library, file, entry.id, below('body', entry.body), resolve);
  const methods = entry.methods ?? (entry.method === undefined ? [] : [entry.method]);
  return methods.map((method) => ({
    id: entry.methods ? `${entry.id}/${method.toLowerCase()}` : entry.id,
    document: file.document,
    resource: entry.resource,
    ...(entry.parent !== undefined && { parent: entry.parent }),
    action: entry.action,
    method,
    route: entry.route,
    title: entry.title,
    source: entry.source,
    writes: entry.writes,
    parameters: [
      ...pathOf(library, entry.route, below('path', entry.path)),
      ...(entry.query === undefined
        ? []
        : parametersOf(compose(library, below('query', entry.query)), 'query')),
    ],
    answers: entry.answers ?? [],
    ...(file.refusal && { refusal: resolve(file.refusal, '') }),
    ...(body && { body }),
    ...(entry.batchable !== undefined && { batchable: entry.batchable }),
    ...(entry.listed && { listed: entry.listed }),
  }));
}

/** The path parameters, in the order of the route: neither more nor fewer than it captures. */
function pathOf(library: Library, route: string, part: Part) {
  const captured = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const given = part.value === undefined ? [] : parametersOf(compose(library, part), 'path');
  const strange = given.find(({ name }) => !captured.includes(name));
  if (strange) {
    throw complaint(part.source, part.pointer, `"${strange.name}" is not in route "${route}"`);
  }
  return captured.map((name) => {
    const parameter = given.find((candidate) => candidate.name === name);
    if (parameter) return parameter;
    throw complaint(part.source, part.pointer, `route "${route}" captures "${name}": describe it`);
  });
}

function readBody(
  library: Library,
  file: OperationsFile,
  operation: string,
  part: Part,
  resolve: (reference: string, member: string) => JsonSchema,
): BodyContract {
  if (valueAt(part.value, '/schema') !== undefined) {
    hold(library, 'whole-body', part);
    const { required, schema, settled, open = [] } = part.value as WholeBody;
    const whole = resolve(schema, 'body');
    return { required, schema: whole, settled: settled ? resolve(settled, 'body') : whole, open };
  }
  hold(library, 'composed-body', part);
  const { settled, ...composition } = part.value as { readonly [member: string]: unknown };
  const table = compose(library, { ...part, value: composition });
  const narrower =
    settled === undefined
      ? table
      : compose(library, { ...part, pointer: `${part.pointer}/settled`, value: settled }, table);
  return {
    // Where nothing in it is required, there may as well be none.
    required: table.required.length > 0,
    schema: objectSchema(table),
    settled: objectSchema(narrower),
    open: file.bodies?.open ?? [],
    ...unaskedIn(file, operation),
  };
}

function unaskedIn({ bodies }: OperationsFile, operation: string): Pick<BodyContract, 'unasked'> {
  const unasked = (bodies?.unasked ?? [])
    .filter(({ of }) => of === undefined || operation.endsWith(`/${of}`))
    .map(({ pointer, why }) => ({ pointer, why }));
  return unasked.length > 0 ? { unasked } : {};
}

/** An instance is the file of routes with its words filled in, read as an operations file. */
function readInstance(
  library: Library,
  file: OperationsFile,
  instance: Instance,
): readonly Operation[] {
  const routes = library.files.get(instance.of);
  if (!routes) {
    throw new TouchstoneError(
      'contract-broken',
      `there is no file of routes "${instance.of}"`,
      'name a file below schemas/',
    );
  }
  const used = new Set<string>();
  const value = filled(routes.value, (word) => {
    used.add(word);
    const text = instance.let[word];
    if (text !== undefined) return text;
    throw complaint(routes, '', `the word "$${word}" is not given`);
  });
  const idle = Object.keys(instance.let).find((word) => !used.has(word));
  if (idle) throw complaint(routes, '', `no "$${idle}" stands in it`);
  const source: Source = { ...routes, value };
  hold(library, 'file', { source, pointer: '', value });
  const { operations = [] } = value as OperationsFile;
  return operations
    .flatMap((entry, index) =>
      readEntry(library, { ...file, instances: [] }, entry, {
        source,
        pointer: `/operations/${index}`,
        value: entry,
      }),
    )
    .map((operation) => ({
      ...operation,
      ...(instance.batchable !== undefined && { batchable: instance.batchable }),
      ...(instance.listed && { listed: instance.listed }),
    }));
}

/** A value with `$word` replaced in its texts; names of members stay. */
function filled(value: unknown, fill: (word: string) => string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$([a-z]+)/g, (_, word: string) => fill(word));
  }
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, fill));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, filled(item, fill)]),
  );
}
