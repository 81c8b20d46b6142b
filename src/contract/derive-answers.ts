/** Derives clauses from schemas of answers, one for each fact. */

import {
  type AnswerContract,
  type Clause,
  type DocumentName,
  groupedBy,
  type Operation,
} from '../model/index.ts';
import { type AnswerFact, answerFactsOf, type PathStep } from './answer-facts.ts';
import { sentenceOf } from './fact-words.ts';
import { assertFile, complaint } from './files.ts';
import { sameJson } from './schema.ts';
import { resolveSchema, type SchemaFiles, shortened } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';
import { idToken, kebab } from './words-of-ids.ts';

/** The answers file of a document, as written (see `schemas/files/answers.json`). */
interface AnswersFile {
  readonly document: DocumentName;
  /** Schema files used by several operations: the prefix of clause ids, by reference. */
  readonly components?: Texts;
  /** Own ids of clauses, by the reference of their fact. */
  readonly ids?: Texts;
  /** Reasons for facts that no derived clause reads, by reference. */
  readonly unread?: Texts;
}

type Texts = { readonly [reference: string]: string };

/** A fact of an answer, and its clause. */
export interface AnswerReading {
  readonly operation: string;
  readonly reference: string;
  readonly clause?: string;
  /** Reason why no clause reads it. */
  readonly reason?: string;
}

interface DerivedAnswers {
  readonly clauses: readonly Clause[];
  readonly readings: readonly AnswerReading[];
}

/** A document's table about the clauses of its answers, with its file. */
interface Table {
  readonly source?: SourceFile;
  readonly file: AnswersFile;
}

interface Derived {
  readonly id: string;
  readonly fact: AnswerFact;
  readonly operation: Operation;
  readonly answer: AnswerContract;
}

/**
 * The clauses of all named answers, with the facts that they read.
 *
 * @param sources the answers files of documents
 * @throws TouchstoneError 'contract-broken' for a row without a fact, and for facts that nothing reads in a document
 * with a table
 */
export function deriveAnswers(
  operations: readonly Operation[],
  files: SchemaFiles,
  sources: readonly SourceFile[],
  validate: Validate,
): DerivedAnswers {
  const schema = () => resolveSchema(files, 'files/answers.json');
  const tables = new Map(
    sources.map((source) => {
      assertFile(source, schema(), validate, 'contract-broken');
      const file = source.value as AnswersFile;
      return [file.document, { source, file }] as const;
    }),
  );
  const documents = [...new Set(operations.map(({ document }) => document))];
  const all = documents.map((document) =>
    ofDocument(
      operations.filter((one) => one.document === document),
      files,
      tables.get(document) ?? { file: { document } },
    ),
  );
  return {
    clauses: all.flatMap(({ clauses }) => clauses),
    readings: all.flatMap(({ readings }) => readings),
  };
}

function ofDocument(
  operations: readonly Operation[],
  files: SchemaFiles,
  table: Table,
): DerivedAnswers {
  const found = operations.flatMap((operation) =>
    operation.answers.flatMap((answer) =>
      answer.schema === undefined || isCheckedByStatus(answer)
        ? []
        : answerFactsOf(files, answer.schema, operation.source).map((fact): Derived => {
            const base = `${operation.id}/${idToken(answer.name)}`;
            return {
              id: idOf(fact, base, fileFor(operation, answer, table)),
              fact,
              operation,
              answer,
            };
          }),
    ),
  );
  assertTable(table, found);
  const derived = found.filter(({ fact, answer }) => reasonIn(table, fact, answer) === undefined);
  const distinct = withoutRepeats(derived, table);
  const groups = groupedBy(distinct, ({ id }) => id);
  const readers = new Map(distinct.map((one) => [keyOf(one), one.id]));
  return {
    clauses: [...groups].flatMap(([id, group]) => clauseOf(id, group)),
    readings: found.map((one) => {
      const { fact, operation, answer } = one;
      const reason = reasonIn(table, fact, answer);
      const read =
        reason === undefined ? { clause: readers.get(keyOf(one)) ?? one.id } : { reason };
      return { operation: operation.id, reference: shortened(fact.reference), ...read };
    }),
  };
}

/** The check `documented` judges refusals whose media types are listed. */
function isCheckedByStatus({ status, types }: AnswerContract): boolean {
  return status >= 300 && types !== undefined;
}

/** Of several successes, each has clauses of its own: a fact is judged at its status. */
function fileFor(operation: Operation, answer: AnswerContract, { file }: Table): AnswersFile {
  const isOneOfSeveral = isSuccess(answer) && statusIn(operation, answer) !== undefined;
  if (!isOneOfSeveral) return file;
  const { components: _, ...rest } = file;
  return rest;
}

/** Equal statements of two schemas of one answer are one fact: the one with an id in the table, or the first. */
function withoutRepeats(derived: readonly Derived[], { file }: Table): readonly Derived[] {
  const one = new Map<string, Derived>();
  for (const item of derived) {
    const key = keyOf(item);
    if (!one.has(key) || isNamed(item, file)) one.set(key, item);
  }
  return [...one.values()];
}

function isNamed({ fact }: Derived, { ids = {} }: AnswersFile): boolean {
  return Object.hasOwn(ids, shortened(fact.reference));
}

function keyOf({ fact: { at, schema, given }, operation, answer }: Derived): string {
  return JSON.stringify([operation.id, answer.name, at, schema, given]);
}

/** One clause for the facts with one id, in all operations that have them. */
function clauseOf(id: string, group: readonly Derived[]): readonly Clause[] {
  const [first] = group;
  if (first === undefined) return [];
  const { fact, answer, operation } = first;
  const facts = group
    .map((one) => one.fact)
    .filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at);
  const status = statusIn(operation, answer);
  return [
    {
      id,
      document: operation.document,
      level: fact.level,
      source: fact.source,
      states: [...new Set(facts.map(sentenceOf))].join(' '),
      operations: [...new Set(group.map((one) => one.operation.id))],
      on: isSuccess(answer) ? 'success' : 'unauthorised',
      judged: facts.map((one) => {
        const { at, within, schema, given } = one;
        return {
          check: 'conforms',
          with: { at, within, schema, given, ...(status !== undefined && { status }) },
          ...limitedTo(one, group),
        };
      }),
      derived: 'answer',
    },
  ];
}

/** The operations with a fact, where others of the clause have it elsewhere in their answers. */
function limitedTo(fact: AnswerFact, group: readonly Derived[]) {
  const operations = group.filter((one) => isSame(one.fact, fact)).map((one) => one.operation.id);
  return group.every(({ operation }) => operations.includes(operation.id)) ? {} : { operations };
}

function isSame(one: AnswerFact, other: AnswerFact): boolean {
  return (
    one.at === other.at && sameJson(one.schema, other.schema) && sameJson(one.given, other.given)
  );
}

function isSuccess({ status }: AnswerContract): boolean {
  return status < 300;
}

/** The status that identifies an answer of its operation; undefined for the only success. */
function statusIn({ answers }: Operation, answer: AnswerContract): number | undefined {
  const alike = answers.filter((one) => isSuccess(one));
  return isSuccess(answer) && alike.length === 1 ? undefined : answer.status;
}

/** Reason why no derived clause reads a fact: the table states it, or the fact is unreadable. */
function reasonIn(table: Table, fact: AnswerFact, answer: AnswerContract): string | undefined {
  return rowFor(table, fact) ?? obstacleTo(fact, answer);
}

function rowFor({ file }: Table, { reference }: AnswerFact): string | undefined {
  const rows = Object.entries(file.unread ?? {});
  return rows.find(([part]) => isWithin(shortened(reference), part))?.[1];
}

function obstacleTo({ keyword }: AnswerFact, { status }: AnswerContract): string | undefined {
  if (UNREADABLE.has(keyword)) return `\`${keyword}\` says nothing without the other keywords`;
  if (status < 300 || status === 401) return undefined;
  return `no request of a plan is sure to be answered with HTTP ${status}`;
}

const UNREADABLE: ReadonlySet<string> = new Set([
  ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef'],
]);

function isWithin(reference: string, part: string): boolean {
  return reference === part || reference.startsWith(`${part}/`);
}

/** The id of a fact: from the table, or the nearest id above it, followed by the members and the keyword. */
function idOf(fact: AnswerFact, start: string, file: AnswersFile): string {
  const ids = Object.entries(file.ids ?? {});
  const own = file.ids?.[shortened(fact.reference)];
  if (own !== undefined) return own;
  const base = fact.path.reduce((id, step) => further(id, step, file, ids), start);
  return `${base}/${kebab(fact.keyword)}`;
}

function further(
  id: string,
  step: PathStep,
  { components }: AnswersFile,
  ids: readonly (readonly [string, string])[],
): string {
  if (step.kind === 'member') return `${id}/${idToken(step.name)}`;
  const reference = shortened(step.reference);
  const whole = reference.includes('#') ? reference : `${reference}#`;
  const named = ids.find(
    ([one]) => one.startsWith(`${whole}/`) && isKeyword(one.slice(whole.length + 1)),
  );
  return named?.[1] ?? components?.[reference] ?? id;
}

function isKeyword(rest: string): boolean {
  return !rest.includes('/');
}

/**
 * Checks that each row of a table has a fact, and that each unread fact has a row.
 *
 * @throws TouchstoneError 'contract-broken' with the line
 */
function assertTable(table: Table, found: readonly Derived[]): void {
  const { source, file } = table;
  if (source === undefined) return;
  for (const { fact, answer } of found) {
    const why = rowFor(table, fact) === undefined ? obstacleTo(fact, answer) : undefined;
    if (why === undefined) continue;
    const reason = `no clause reads "${shortened(fact.reference)}" (${why}), and \`unread\` gives no reason`;
    throw complaint(source, '', reason);
  }
  const facts = new Set(found.map(({ fact }) => shortened(fact.reference)));
  for (const name of ['ids', 'unread'] as const) {
    for (const reference of Object.keys(file[name] ?? {})) {
      const isThere =
        name === 'ids'
          ? facts.has(reference)
          : [...facts].some((fact) => isWithin(fact, reference));
      if (isThere) continue;
      const reason = `no answer has the fact "${reference}"`;
      throw complaint(
        source,
        `/${name}/${reference.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        reason,
      );
    }
  }
}
