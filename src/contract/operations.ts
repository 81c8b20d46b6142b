import {
  type AnswerContract,
  type BodyContract,
  type DocumentName,
  type JsonSchema,
  type Operation,
  type Parameter,
  type ParameterPlace,
  type ClauseSource as Place,
  TouchstoneError,
  type UnaskedPart,
} from '../model/index.ts';
import { assertFile, complaint } from './files.ts';
import { requiredIn } from './schema.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import { parametersOf, tableOf } from './tables.ts';
import type { Validate } from './validate.ts';

/** An operations file as written (see `schemas/files/operations.json`). */
interface OperationsFile {
  readonly document: DocumentName;
  readonly refusal?: string;
  readonly bodies?: {
    readonly open: BodyContract['open'];
    readonly unasked?: readonly (UnaskedPart & { readonly of?: string })[];
  };
  readonly operations: readonly OperationEntry[];
}

/** Schemas are referred to by `$id`. */
interface OperationEntry {
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
  readonly gateway?: true;
  readonly lacks?: string;
  readonly credential?: 'demanded';
  readonly listed?: NonNullable<Operation['listed']>;
  readonly shows?: NonNullable<Operation['shows']>;
  readonly path?: string;
  readonly query?: string;
  readonly body?: EntryBody;
  readonly answers?: readonly AnswerContract[];
}

interface EntryBody {
  readonly schema: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly settled?: string;
  readonly source?: Place;
  readonly open?: BodyContract['open'];
}

/** The context of an entry, for references and errors. */
interface Context {
  readonly file: OperationsFile;
  readonly entry: OperationEntry;
  /** @param member member of the entry whose line an error names */
  resolve(reference: string, member: string): JsonSchema;
  refuse(member: string, reason: string): TouchstoneError;
}

/**
 * Compiles the operations of one file, with references resolved and tables merged.
 *
 * @throws TouchstoneError 'contract-broken' with file and line
 */
export function readOperations(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
): readonly Operation[] {
  assertFile(source, resolveSchema(schemas, 'files/operations.json'), validate, 'contract-broken');
  const file = source.value as OperationsFile;
  return file.operations.flatMap((entry, index) => {
    const refuse = (member: string, reason: string) =>
      complaint(source, `/operations/${index}${member && `/${member}`}`, reason);
    const resolve = (reference: string, member: string) => {
      try {
        return resolveSchema(schemas, reference);
      } catch (error) {
        throw refuse(member, error instanceof TouchstoneError ? error.message : String(error));
      }
    };
    return readEntry({ file, entry, resolve, refuse });
  });
}

function readEntry(context: Context): readonly Operation[] {
  const { file, entry, resolve } = context;
  for (const answer of entry.answers ?? []) {
    if (answer.schema) resolve(answer.schema, 'answers');
  }
  const parameters = [...pathOf(context), ...tabled(context, 'query')];
  const body = entry.body && readBody(context, entry.body);
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
    parameters,
    answers: entry.answers ?? [],
    ...(file.refusal && { refusal: resolve(file.refusal, '') }),
    ...(body && { body }),
    ...(entry.batchable !== undefined && { batchable: entry.batchable }),
    ...(entry.gateway && { gateway: entry.gateway }),
    ...(entry.lacks !== undefined && { lacks: entry.lacks }),
    ...(entry.credential && { credential: entry.credential }),
    ...(entry.listed && { listed: entry.listed }),
    ...(entry.shows && { shows: entry.shows }),
  }));
}

/** The path parameters in route order, exactly those that it captures. */
function pathOf(context: Context): readonly Parameter[] {
  const { route } = context.entry;
  const captured = [...new Set([...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
  const given = tabled(context, 'path');
  const strange = given.find(({ name }) => !captured.includes(name));
  if (strange) throw context.refuse('path', `"${strange.name}" is not in route "${route}"`);
  return captured.map((name) => {
    const parameter = given.find((candidate) => candidate.name === name);
    if (parameter) return parameter;
    throw context.refuse('path', `route "${route}" captures "${name}": describe it`);
  });
}

function tabled(
  context: Context,
  place: ParameterPlace & keyof OperationEntry,
): readonly Parameter[] {
  const reference = context.entry[place];
  if (reference === undefined) return [];
  const parameters = parametersOf(tableOf(context.resolve(reference, place)), place);
  if (parameters.length > 0) return parameters;
  throw context.refuse(place, `"${reference}" has no properties`);
}

function readBody(context: Context, body: EntryBody): BodyContract {
  const { file, entry, resolve } = context;
  const schema = tableOf(resolve(body.schema, 'body'));
  const unasked = (file.bodies?.unasked ?? [])
    .filter(({ of }) => of === undefined || entry.id.endsWith(`/${of}`))
    .map(({ pointer, why }) => ({ pointer, why }));
  return {
    // Without required members, the body can be absent.
    required: body.required ?? requiredIn(schema).length > 0,
    ...(body.type !== undefined && { type: body.type }),
    schema,
    settled: body.settled === undefined ? schema : tableOf(resolve(body.settled, 'body')),
    ...(body.source && { source: body.source }),
    open: body.open ?? file.bodies?.open ?? [],
    ...(unasked.length > 0 && { unasked }),
  };
}
