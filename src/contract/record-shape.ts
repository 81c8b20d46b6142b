import { type DocumentName, PLAIN_RECORDS, type RecordShape } from '../model/index.ts';
import { assertFile } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';

/**
 * Reads `records.yaml` of one API. What it leaves out is as in an API without the file.
 * @throws TouchstoneError 'contract-broken' with file and line
 */
export function readRecordShape(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
): readonly [DocumentName, RecordShape] {
  assertFile(source, resolveSchema(schemas, 'files/records.json'), validate, 'contract-broken');
  const { document, list, ...shape } = source.value as Partial<RecordShape> & {
    readonly document: DocumentName;
  };
  return [document, { ...PLAIN_RECORDS, ...shape, list: { ...PLAIN_RECORDS.list, ...list } }];
}
