import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Clause,
  type DocumentName,
  type JsonSchema,
  type Operation,
  type RecordShape,
  type SchemeName,
  schemeNamed,
  TouchstoneError,
  valueAt,
} from '../model/index.ts';
import { askedClauses } from './asked-lists.ts';
import { readClauses } from './clauses.ts';
import { deriveClauses, firstOfEachId } from './derive.ts';
import { type AnswerReading, deriveAnswers } from './derive-answers.ts';
import { assertFile, complaint, type FileTexts, parseAll, readTexts } from './files.ts';
import { withLevels } from './levels.ts';
import { type LifecycleGroup, readLifecycles } from './lifecycles.ts';
import { readOperations } from './operations.ts';
import { readRecordShape } from './record-shape.ts';
import { withIds } from './referred-ids.ts';
import { type Relation, readRelations } from './relations.ts';
import { readScenarios, type Scenario } from './scenarios.ts';
import { resolveSchema, schemaFiles } from './schemas.ts';
import { readSnapshot, recall, type Snapshot, writeSnapshot } from './snapshot.ts';
import type { SourceFile } from './source.ts';
import { type Validate, validate } from './validate.ts';

/** Both documents as validated data, with all references resolved. */
export interface Contract {
  /** Digest of all source files but those on how records are written. */
  readonly digest: string;
  readonly operations: readonly Operation[];
  /** Written clauses in file order, then those derived from schemas. */
  readonly clauses: readonly Clause[];
  /** Each fact of each answer's schema, with the clause that reads it. */
  readonly answers: readonly AnswerReading[];
  readonly scenarios: readonly Scenario[];
  readonly relations: readonly Relation[];
  readonly lifecycles: readonly LifecycleGroup[];
  /** @throws TouchstoneError 'contract-broken' for an unknown id */
  operation(id: string): Operation;
  clause(id: string): Clause;
  /** @param reference such as `integration/timezone-entry.json#/properties/label` */
  schema(reference: string): JsonSchema;
  readonly validate: Validate;
  /** The authentication scheme of each API, if its lists of operations name one. */
  readonly schemes: { readonly [document: DocumentName]: SchemeName };
}

/** An API that is not in the package: its folder, or the files of one by name. */
export interface FurtherApi {
  readonly name: DocumentName;
  readonly from: string | ReadonlyMap<string, SourceFile>;
}

/** The folder with `schemas/` and `suites/`: the package's own, for sources and `dist`. */
export const CONTRACT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The package's own contract. Its files do not change while a process runs. */
let packaged: Contract | undefined;

/**
 * The contract in a folder. That of the package itself is read once.
 *
 * @param snapshot the build's snapshot of the files if absent; ignored for other texts
 * @param further additional APIs
 * @throws TouchstoneError 'contract-broken' with file, line and reason
 */
export function loadContract(
  root: string = CONTRACT_ROOT,
  snapshot?: Snapshot,
  further: readonly FurtherApi[] = [],
): Contract {
  const isPackaged = root === CONTRACT_ROOT && snapshot === undefined && further.length === 0;
  if (!isPackaged) return readContract(root, snapshot ?? readSnapshot(), further);
  packaged ??= readContract(root, readSnapshot(), further);
  return packaged;
}

function readContract(
  root: string,
  snapshot: Snapshot | undefined,
  further: readonly FurtherApi[],
): Contract {
  const texts = textsBelow(root);
  const recalled = recall(snapshot, texts);
  const own = recalled ?? parseAll(texts);
  const added = further.flatMap((api) => [...filesOf(api)]);
  const held = recalled === undefined ? [] : own.keys();
  return compile(
    new Map([...own, ...added]),
    new Set(held),
    further.map(({ name }) => name),
  );
}

const SUITE = /^(clauses|answers|scenarios|relations|lifecycles)[^/\\]*\.yaml$/;

/** The files of a further API, with paths as in the package. */
function filesOf({ name, from }: FurtherApi): ReadonlyMap<string, SourceFile> {
  const files =
    typeof from === 'string'
      ? parseAll(readTexts(from, '.', (file) => /\.(json|yaml)$/.test(file)))
      : from;
  return new Map(
    [...files].map(([file, source]) => [
      `${SUITE.test(basename(file)) ? 'suites' : 'schemas'}/${name}/${file}`,
      source,
    ]),
  );
}

/**
 * Reads the whole contract, and writes its snapshot next to the compiled sources.
 *
 * @throws TouchstoneError like `loadContract`
 */
export function rememberContract(root: string = CONTRACT_ROOT, place?: string): void {
  const texts = textsBelow(root);
  const files = parseAll(texts);
  compile(files, new Set());
  writeSnapshot(files, texts, place);
}

function textsBelow(root: string): FileTexts {
  return new Map([
    ...readTexts(root, 'schemas', (name) => /\.(json|yaml)$/.test(name)),
    ...readTexts(root, 'suites', (name) => SUITE.test(basename(name))),
  ]);
}

/**
 * @param held files that are already validated
 * @param further the names of additional APIs
 */
function compile(
  all: ReadonlyMap<string, SourceFile>,
  held: ReadonlySet<string>,
  further: readonly DocumentName[] = [],
): Contract {
  const holderOf = (file: string): Validate => (held.has(file) ? () => [] : validate);
  const files = [...all].filter(([file]) => file.startsWith('schemas/'));
  const suites = [...all].filter(([file]) => file.startsWith('suites/'));
  const schemas = schemaFiles(
    files
      .filter(([file]) => file.endsWith('.json'))
      .map(([file, source]) => [file.slice('schemas/'.length), source]),
  );
  const schemaFile = resolveSchema(schemas, 'files/schema.json');
  for (const source of schemas.values()) {
    assertFile(source, schemaFile, holderOf(source.file), 'contract-broken');
  }

  for (const [file, source] of [...files, ...suites]) assertDocument(file, source);
  const lists = files.filter(([file]) => isOperationsFile(file));
  const shapeFiles = files.filter(([file]) => isShapeFile(file));
  const shapes = new Map(
    shapeFiles.map(([file, source]) => readRecordShape(source, schemas, holderOf(file))),
  );
  const described = lists
    .flatMap(([file, source]) => readOperations(source, schemas, holderOf(file)))
    .map((operation) => withRecords(operation, shapes.get(operation.document)));
  const schemaAt = (reference: string) => resolveSchema(schemas, reference);
  const operations = withIds(described, new Set(further), schemaAt);
  const operationById = byId(operations, 'operation');

  const written = suites
    .filter(([file]) => file.includes('clauses'))
    .flatMap(([file, source]) =>
      readClauses(source, schemas, holderOf(file), new Set(operationById.keys())),
    );
  const tables = suites.filter(([file]) => file.includes('answers'));
  const answers = deriveAnswers(
    operations,
    schemas,
    tables.map(([, source]) => source),
    holderOf(tables[0]?.[0] ?? ''),
  );
  const asked = operations.flatMap((one) =>
    further.includes(one.document) ? askedClauses(one, schemaAt) : [],
  );
  const clauses = withLevels(
    [...written, ...firstOfEachId(answers.clauses, operations.flatMap(deriveClauses), asked)],
    lists.map(([, { value }]) => value),
  );
  const clauseById = byId(clauses, 'clause');
  const scenarios = suites
    .filter(([file]) => file.includes('scenarios'))
    .flatMap(([file, source]) =>
      readScenarios(source, schemas, holderOf(file), {
        operations: new Set(operationById.keys()),
        clauses: new Set(clauseById.keys()),
      }),
    );
  byId(scenarios, 'scenario');
  assertIds([...operations, ...scenarios]);
  const relations = suites
    .filter(([file]) => file.includes('relations'))
    .flatMap(([file, source]) =>
      readRelations(source, schemas, holderOf(file), new Set(clauseById.keys()), shapes),
    );
  const lifecycles = suites
    .filter(([file]) => file.includes('lifecycles'))
    .flatMap(([file, source]) => readLifecycles(source, schemas, holderOf(file)));

  // The forms of records and of a corpus demand nothing, so recordings and baselines stay valid.
  const demanding = [...all].filter(
    ([file]) => !isShapeFile(file) && file !== SHAPE_SCHEMA && file !== CORPUS_SCHEMA,
  );
  return {
    digest: digestOf(demanding.map(([file, source]) => [file, source.value])),
    operations,
    clauses,
    answers: answers.readings,
    scenarios,
    relations,
    lifecycles,
    operation: (id) => found(operationById, id, 'operation'),
    clause: (id) => found(clauseById, id, 'clause'),
    schema: (reference) => resolveSchema(schemas, reference),
    validate,
    schemes: Object.fromEntries(lists.flatMap(([, { value }]) => schemeIn(value))),
  };
}

function withRecords(operation: Operation, records: RecordShape | undefined): Operation {
  return records === undefined ? operation : { ...operation, records };
}

/** A file belongs to the document of its folder: ids begin with that name. */
function assertDocument(file: string, source: SourceFile): void {
  const [, folder] = file.split('/');
  const document = valueAt(source.value, '/document');
  if (typeof document !== 'string' || folder === 'files' || document === folder) return;
  const reason = `its document is "${document}", and it stands in the folder of ${folder}`;
  throw complaint(source, '/document', reason);
}

/** @throws TouchstoneError 'contract-broken' for an id without the name of its document */
function assertIds(items: readonly { readonly id: string; readonly document: string }[]): void {
  const stray = items.find(({ id, document }) => !id.startsWith(`${document}/`));
  if (stray === undefined) return;
  throw new TouchstoneError(
    'contract-broken',
    `the id "${stray.id}" does not begin with ${stray.document}/, its document`,
    'rename it: ids are chosen by their beginning',
  );
}

function schemeIn(value: unknown): readonly (readonly [DocumentName, SchemeName])[] {
  const scheme = schemeNamed(valueAt(value, '/auth'));
  return scheme === undefined ? [] : [[String(valueAt(value, '/document')), scheme]];
}

const SHAPE_SCHEMA = 'schemas/files/records.json';

function isShapeFile(file: string): boolean {
  return /^schemas\/[\w-]+\/records\.yaml$/.test(file);
}

function isOperationsFile(file: string): boolean {
  return /^schemas\/[\w-]+\/operations(\/[^/]+)?\.yaml$/.test(file);
}

function byId<T extends { readonly id: string }>(items: readonly T[], what: string) {
  const map = new Map<string, T>();
  for (const item of items) {
    if (map.has(item.id)) {
      throw new TouchstoneError(
        'contract-broken',
        `${what} "${item.id}" is defined twice`,
        'rename one of them: an id stands for one thing',
      );
    }
    map.set(item.id, item);
  }
  return map;
}

function found<T>(map: ReadonlyMap<string, T>, id: string, what: string): T {
  const item = map.get(id);
  if (item) return item;
  throw new TouchstoneError(
    'contract-broken',
    `there is no ${what} "${id}"`,
    `\`touchstone contract ${what}s\` lists them`,
  );
}

/** Uses parsed values, so comments, layout and line ends do not count. */
const CORPUS_SCHEMA = 'schemas/files/corpus.json';

function digestOf(files: readonly (readonly [string, unknown])[]): string {
  const hash = createHash('sha256');
  for (const [file, value] of files) hash.update(`${file}\n${JSON.stringify(value)}\n`);
  return hash.digest('hex').slice(0, 16);
}
