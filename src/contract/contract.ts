import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { TouchstoneError } from '../errors.ts';
import type { Clause, JsonSchema, Operation } from '../model.ts';
import { readClauses } from './clauses.ts';
import { deriveClauses } from './derive.ts';
import { assertFile, parseAll, readTexts, type Texts } from './files.ts';
import { readOperations } from './operations.ts';
import { type Relation, readRelations } from './relations.ts';
import { readScenarios, type Scenario } from './scenarios.ts';
import { resolveSchema, schemaFiles } from './schemas.ts';
import { readSnapshot, recall, type Snapshot, writeSnapshot } from './snapshot.ts';
import type { Source } from './source.ts';
import { createValidator, type Validate } from './validate.ts';

/** Both documents as data, read, checked and with every reference resolved. */
export interface Contract {
  /** Of everything the contract was read from; the same files give the same digest. */
  readonly digest: string;
  readonly operations: readonly Operation[];
  /** Written clauses in the order of their files, then those derived from schemas. */
  readonly clauses: readonly Clause[];
  readonly scenarios: readonly Scenario[];
  readonly relations: readonly Relation[];
  /** @throws TouchstoneError 'contract-broken' for an id that there is not */
  operation(id: string): Operation;
  clause(id: string): Clause;
  /** @param reference `integration/timezone-entry.json#/properties/label` and the like */
  schema(reference: string): JsonSchema;
  readonly validate: Validate;
}

/** The folder that holds `schemas/` and `suites/`: the package's own, from sources and from `dist` alike. */
export const CONTRACT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Reads the contract below a folder.
 * @param snapshot what a build remembers of the files; where it is of other texts it does not count
 * @throws TouchstoneError 'contract-broken' with file, line and reason
 */
export function loadContract(
  root: string = CONTRACT_ROOT,
  snapshot: Snapshot | undefined = readSnapshot(),
): Contract {
  const texts = textsBelow(root);
  const recalled = recall(snapshot, texts);
  return compile(recalled ?? parseAll(texts), recalled === undefined ? 'unheld' : 'held');
}

/**
 * Reads the contract in full, and writes down beside the compiled sources that it is in order.
 * @throws TouchstoneError like `loadContract`
 */
export function rememberContract(root: string = CONTRACT_ROOT, place?: string): void {
  const texts = textsBelow(root);
  const files = parseAll(texts);
  compile(files, 'unheld');
  writeSnapshot(files, texts, place);
}

function textsBelow(root: string): Texts {
  return new Map([
    ...readTexts(root, 'schemas', (name) => /\.(json|yaml)$/.test(name)),
    ...readTexts(root, 'suites', (name) =>
      /(clauses|scenarios|relations)[^/\\]*\.yaml$/.test(name),
    ),
  ]);
}

/** @param state whether the files have been held against their schemas already */
function compile(all: ReadonlyMap<string, Source>, state: 'held' | 'unheld'): Contract {
  const validate = createValidator();
  const hold: Validate = state === 'held' ? () => [] : validate;
  const files = [...all].filter(([file]) => file.startsWith('schemas/'));
  const suites = [...all].filter(([file]) => file.startsWith('suites/'));
  const schemas = schemaFiles(
    files
      .filter(([file]) => file.endsWith('.json'))
      .map(([file, source]) => [file.slice('schemas/'.length), source]),
  );
  const schemaFile = resolveSchema(schemas, 'files/schema.json');
  for (const source of schemas.values()) assertFile(source, schemaFile, hold, 'contract-broken');

  const operations = files
    .filter(([file]) => isOperationsFile(file))
    .flatMap(([, source]) => readOperations(source, schemas, hold));
  const operationById = byId(operations, 'operation');

  const written = suites
    .filter(([file]) => file.includes('clauses'))
    .flatMap(([, source]) => readClauses(source, schemas, hold, new Set(operationById.keys())));
  const clauses = [...written, ...operations.flatMap(deriveClauses)];
  const clauseById = byId(clauses, 'clause');
  const scenarios = suites
    .filter(([file]) => file.includes('scenarios'))
    .flatMap(([, source]) =>
      readScenarios(source, schemas, hold, {
        operations: new Set(operationById.keys()),
        clauses: new Set(clauseById.keys()),
      }),
    );
  byId(scenarios, 'scenario');
  const relations = suites
    .filter(([file]) => file.includes('relations'))
    .flatMap(([, source]) => readRelations(source, schemas, hold, new Set(clauseById.keys())));

  return {
    digest: digestOf([...all].map(([file, source]) => [file, source.value])),
    operations,
    clauses,
    scenarios,
    relations,
    operation: (id) => found(operationById, id, 'operation'),
    clause: (id) => found(clauseById, id, 'clause'),
    schema: (reference) => resolveSchema(schemas, reference),
    validate,
  };
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

/** Over parsed values, so that comments, layout and line ends do not count. */
function digestOf(files: readonly (readonly [string, unknown])[]): string {
  const hash = createHash('sha256');
  for (const [file, value] of files) hash.update(`${file}\n${JSON.stringify(value)}\n`);
  return hash.digest('hex').slice(0, 16);
}
