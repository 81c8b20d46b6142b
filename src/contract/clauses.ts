import {
  type Clause,
  type DocumentName,
  isList,
  isMembers,
  type JsonSchema,
  type Level,
  type ClauseSource as Place,
  type Subject,
} from '../model/index.ts';
import { assertFile, complaint } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';

/** A clauses file as written (see `schemas/files/clauses.json`). */
interface ClausesFile {
  readonly document: DocumentName;
  readonly clauses: readonly {
    readonly id: string;
    readonly level: Level;
    readonly source: Place;
    readonly states: string;
    readonly operations?: readonly string[];
    readonly on?: Subject;
    readonly check?: { readonly [name: string]: JsonSchema };
    readonly untestable?: string;
    readonly unbreakable?: string;
  }[];
}

/**
 * Compiles the clauses of one file, with schemas in place of references to them.
 *
 * @throws TouchstoneError 'contract-broken' with file and line; also if an id belongs to another document
 */
export function readClauses(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
  operations: ReadonlySet<string>,
): readonly Clause[] {
  assertFile(source, resolveSchema(schemas, 'files/clauses.json'), validate, 'contract-broken');
  const file = source.value as ClausesFile;
  return file.clauses.map((entry, index) => {
    // Prefixes select clauses, so `--only content/` must not match others.
    if (!entry.id.startsWith(`${file.document}/`)) {
      const reason = `the id "${entry.id}" does not begin with ${file.document}/, the document of the file`;
      throw complaint(source, `/clauses/${index}/id`, reason);
    }
    for (const id of entry.operations ?? []) {
      if (!operations.has(id)) {
        throw complaint(source, `/clauses/${index}/operations`, `there is no operation "${id}"`);
      }
    }
    const judged = Object.entries(entry.check ?? {}).map(([check, options]) => {
      try {
        return { check, with: withSchemas(options, (cited) => resolveSchema(schemas, cited)) };
      } catch (error) {
        throw complaint(source, `/clauses/${index}/check`, String(error));
      }
    });
    return {
      id: entry.id,
      document: file.document,
      level: entry.level,
      source: entry.source,
      states: entry.states,
      operations: entry.operations ?? [],
      judged,
      ...(entry.on && { on: entry.on }),
      ...(entry.untestable && { untestable: entry.untestable }),
      ...(entry.unbreakable && { unbreakable: entry.unbreakable }),
    };
  });
}

/** Options of a check with schemas in place of references: its own, or those of a list. */
function withSchemas(options: JsonSchema, schemaAt: (cited: string) => JsonSchema): JsonSchema {
  const { schema, schemas } = options;
  if (typeof schema === 'string') return { ...options, schema: schemaAt(schema) };
  if (!isList(schemas)) return options;
  const each = schemas.filter(isMembers).map((one) => withSchemas(one, schemaAt));
  return { ...options, schemas: each };
}

/** Traffic asks this for each exchange, and there are hundreds of clauses. */
const byOperation = new WeakMap<readonly Clause[], ReadonlyMap<string, readonly Clause[]>>();

/** The clauses about an operation, in their order. */
export function clausesAbout(
  { clauses }: { readonly clauses: readonly Clause[] },
  operation: string,
): readonly Clause[] {
  const known = byOperation.get(clauses) ?? indexed(clauses);
  return known.get(operation) ?? [];
}

function indexed(clauses: readonly Clause[]): ReadonlyMap<string, readonly Clause[]> {
  const index = new Map<string, Clause[]>();
  for (const clause of clauses) {
    for (const id of new Set(clause.operations)) {
      const own = index.get(id);
      if (own) own.push(clause);
      else index.set(id, [clause]);
    }
  }
  byOperation.set(clauses, index);
  return index;
}
