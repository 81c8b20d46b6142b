import type {
  AnswerContract,
  BodyContract,
  DocumentName,
  Operation,
  Source as Place,
} from '../model.ts';
import { assertFile, complaint } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { Source } from './source.ts';
import type { Validate } from './validate.ts';

/** An operations file as written; `schemas/files/operations.json` describes it. */
interface OperationsFile {
  readonly document: DocumentName;
  readonly refusal?: string;
  readonly operations: readonly {
    readonly id: string;
    readonly title: string;
    readonly source: Place;
    readonly method: string;
    readonly route: string;
    readonly writes: boolean;
    readonly body?: {
      readonly required: boolean;
      readonly schema: string;
      readonly settled?: string;
      readonly open?: BodyContract['open'];
    };
    readonly answers?: readonly AnswerContract[];
  }[];
}

/**
 * Compiles the operations of one file, every reference resolved.
 * @throws TouchstoneError 'contract-broken' with file and line
 */
export function readOperations(
  source: Source,
  schemas: SchemaFiles,
  validate: Validate,
): readonly Operation[] {
  assertFile(source, resolveSchema(schemas, 'files/operations.json'), validate, 'contract-broken');
  const file = source.value as OperationsFile;
  return file.operations.map((entry, index) => {
    const resolve = (reference: string, member: string) => {
      try {
        return resolveSchema(schemas, reference);
      } catch (error) {
        throw complaint(source, `/operations/${index}/${member}`, String(error));
      }
    };
    for (const answer of entry.answers ?? []) {
      if (answer.schema) resolve(answer.schema, 'answers');
    }
    return {
      id: entry.id,
      document: file.document,
      method: entry.method,
      route: entry.route,
      title: entry.title,
      source: entry.source,
      writes: entry.writes,
      parameters: [],
      answers: entry.answers ?? [],
      ...(file.refusal && { refusal: resolve(file.refusal, '') }),
      ...(entry.body && {
        body: {
          required: entry.body.required,
          schema: resolve(entry.body.schema, 'body'),
          settled: resolve(entry.body.settled ?? entry.body.schema, 'body'),
          open: entry.body.open ?? [],
        },
      }),
    };
  });
}
