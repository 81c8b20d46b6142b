import { collectionOf, membersOf, merged, operationOn } from '../../../contract/index.ts';
import {
  type Check,
  type CheckContext,
  HOLDS,
  judgeEach,
  MOST,
  notJudgeable,
  type StepResult,
  violated,
} from '../../../judge/check.ts';
import { describeSchema, describeValue } from '../../../judge/describe.ts';
import { type Finding, isObject, type JsonSchema, pointerOf } from '../../../model/index.ts';
import { misfit, statusAsShown } from './read-side.ts';

type FieldTable = ReadonlyMap<string, JsonSchema>;

/**
 * Fields of a record have the type and values of their table (2.2, 2.3). Missing and null fields are accepted: the
 * documents do not say which fields are shown, or how unset ones look. An array is a list of records, and an object a
 * record. A body without `id` can be anything, such as an envelope, since bodies of answers are unspecified (4.2).
 */
export const fields: Check = {
  name: 'fields',
  judge: judgeEach((value, shown, _, { operations, validate }) => {
    const { operation } = shown;
    const table = tableFor(collectionOf(operation), operations);
    const records =
      operation.action === 'list'
        ? (Array.isArray(value) ? value : []).map((record: unknown, at) => ({
            record,
            at: `/${at}`,
          }))
        : [{ record: value, at: '' }];
    const judged = records.flatMap(({ record, at }) =>
      isObject(record) && Object.hasOwn(record, 'id')
        ? [judgeRecord(shown, record, at, { table, validate })]
        : [],
    );
    const wrong = judged.flatMap(({ found }) => found ?? []);
    if (wrong.length > 0) return wrong.slice(0, MOST);
    if (judged.some(({ shows }) => shows)) return HOLDS;
    const why =
      judged.length === 0 ? 'the answer shows no record' : 'it shows no field of its table';
    return notJudgeable('no-data', why);
  }),
};

function judgeRecord(
  shown: StepResult,
  record: Readonly<Record<string, unknown>>,
  at: string,
  { table, validate }: { readonly table: FieldTable; readonly validate: CheckContext['validate'] },
): { readonly shows: boolean; readonly found?: Finding } {
  let shows = false;
  for (const [name, schema] of table) {
    const value = record[name];
    if (value === undefined || value === null || !Object.hasOwn(record, name)) continue;
    shows = true;
    const wrong = misfit(schema, value, validate);
    if (wrong === undefined) continue;
    const pointer = `${at}${pointerOf([name])}${wrong}`;
    const expected = wrong === '' ? describeSchema(schema) : 'as the table of fields gives it';
    return { shows, found: violated(shown, pointer, describeValue(value), expected) };
  }
  return { shows };
}

/** The writable fields of the collection of an operation. */
function tableFor(collection: string, operations: CheckContext['operations']): FieldTable {
  const writing = ['create', 'update'].flatMap(
    (action) => operationOn(operations, 'content', collection, action)?.body ?? [],
  );
  const [body] = writing;
  const members = body ? membersOf(merged(body.schema)) : [];
  const status = statusAsShown(operations);
  return new Map(members.map(([name, schema]) => [name, name === 'status' ? status : schema]));
}
