import type { DocumentName, Json } from '../model/index.ts';
import { assertFile } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';

/** Lifecycle tests for several collections; a planner of the API reads their content. */
export interface LifecycleGroup {
  readonly document: DocumentName;
  readonly in: readonly string[];
  readonly cases: readonly Json[];
}

/** @throws TouchstoneError 'contract-broken' with file and line */
export function readLifecycles(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
): readonly LifecycleGroup[] {
  assertFile(source, resolveSchema(schemas, 'files/lifecycles.json'), validate, 'contract-broken');
  const { document, lifecycles } = source.value as {
    readonly document: DocumentName;
    readonly lifecycles: readonly Omit<LifecycleGroup, 'document'>[];
  };
  return lifecycles.map((group) => ({ ...group, document }));
}
