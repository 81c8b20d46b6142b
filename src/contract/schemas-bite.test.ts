/** Each fact of each schema says something: changed, it changes what is judged or planned, or there is a reason. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { isObject, tokens } from '../model/index.ts';
import { validateExchange } from '../run/index.ts';
import { type AnswerFact, answerFactsOf } from './answer-facts.ts';
import { CONTRACT_ROOT, type Contract, loadContract } from './contract.ts';
import { deriveAnswers } from './derive-answers.ts';
import { parseAll, readTexts } from './files.ts';
import { type SchemaFiles, schemaFiles, shortened } from './schemas.ts';

const contract = loadContract();
const texts = readTexts(CONTRACT_ROOT, 'schemas', (name) => /\.(json|yaml)$/.test(name));
const sources = [...parseAll(texts)];
const own = sources.filter(([file]) => file.endsWith('.json'));
const schemas = schemaFiles(own.map(([file, source]) => [file.slice('schemas/'.length), source]));
const suites = readdirSync(join(CONTRACT_ROOT, 'suites'), { withFileTypes: true });
const answerTables = suites
  .map(({ name }) => `suites/${name}/answers.yaml`)
  .filter((file) => existsSync(join(CONTRACT_ROOT, file)));
const tables = answerTables.map((file) => {
  return { file, value: parse(readFileSync(join(CONTRACT_ROOT, file), 'utf8')), lineOf: () => 1 };
});
const passing = () => [];

/** A keyword with another value, such that what fitted before does not fit any more. */
function otherwise({ keyword, value }: AnswerFact): readonly (readonly [string, unknown])[] {
  const number = Number(value);
  switch (keyword) {
    case 'type':
      return [['type', value === 'null' ? 'string' : 'null']];
    case 'required':
      return [['required', ['touchstone']]];
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return [[keyword, number + 1_000_000]];
    case 'maximum':
    case 'exclusiveMaximum':
      return [[keyword, number - 1_000_000]];
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return [[keyword.replace('max', 'min'), number + 1]];
    case 'pattern':
      return [['pattern', '^touchstone$']];
    case 'format':
      return [['format', value === 'uri' ? 'date-time' : 'uri']];
    case 'enum':
      return [['enum', ['touchstone']]];
    case 'uniqueItems':
      return [['uniqueItems', false]];
    case 'anyOf':
    case 'oneOf':
      return [[keyword, [{ const: 'touchstone' }, { const: 'touchstone-2' }]]];
    case 'additionalProperties':
      return [
        ['properties', { touchstone: true }],
        ['additionalProperties', false],
      ];
    default:
      return [[keyword, keyword === 'const' ? 'touchstone' : { const: 'touchstone' }]];
  }
}

/** The schema files with one fact changed. */
function changed(fact: AnswerFact): SchemaFiles {
  const [id = '', pointer = ''] = fact.reference.split('#');
  const source = schemas.get(id);
  const value: unknown = structuredClone(source?.value);
  const path = tokens(decodeURIComponent(pointer));
  const place = path.slice(0, fact.keyword === 'required' ? -2 : -1);
  const schema = place.reduce<unknown>((part, token) => Object(part)[token], value);
  if (!source || !isObject(schema)) throw new Error(`there is no ${fact.reference}`);
  const kept = Object.entries(schema).filter(([keyword]) => keyword !== fact.keyword);
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
  Object.assign(schema, Object.fromEntries([...kept, ...otherwise(fact)]));
  return new Map([...schemas, [id, { ...source, value }]]);
}

function recordingOf(operation: string): string {
  return join(CONTRACT_ROOT, `recordings/reference/${operation}.har`);
}

/** The answers of an operation in the reference recording, one of each status. */
function recorded(operation: string) {
  const text = readFileSync(recordingOf(operation), 'utf8');
  const entries: readonly Entry[] = JSON.parse(text).log.entries;
  const last = new Map(entries.map(({ response }) => [response.status, response]));
  return [...last.values()].map(({ status, content }) => ({ status, body: content.text ?? '' }));
}

interface Entry {
  readonly response: {
    readonly status: number;
    readonly content: { readonly text?: string };
  };
}

// An API that the reference target does not serve has no recording.
const answering = contract.operations.filter(
  ({ id, answers }) => answers.length > 0 && existsSync(recordingOf(id)),
);
const answers = new Map(answering.map(({ id }) => [id, recorded(id)]));

function brokenIn(clauses: Contract['clauses']): readonly string[] {
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  const view = {
    ...contract,
    clauses,
    clause: (id: string) => byId.get(id) ?? contract.clause(id),
  };
  return answering.flatMap(({ id }) =>
    (answers.get(id) ?? []).flatMap((response) =>
      validateExchange(view, { operation: id, response }).violations.map(({ clause }) => clause),
    ),
  );
}

it('each answer of the two APIs with a schema has a reference recording', () => {
  const judged = contract.operations.filter(({ answers }) => answers.length > 0);
  const lacking = judged.filter(({ id }) => !existsSync(recordingOf(id)));
  expect(lacking.filter(({ document }) => /^(?:integration|content)$/.test(document))).toEqual([]);
});

it('of an answer: what breaks it in the reference recording is found, or nothing reads it for a reason', () => {
  const { clauses, readings } = deriveAnswers(answering, schemas, tables, passing);
  const known = new Set(clauses.map((clause) => JSON.stringify(clause)));
  expect(brokenIn(clauses)).toEqual([]);
  const facts = distinct(
    answering.flatMap((operation) =>
      operation.answers.flatMap(({ schema = '' }) =>
        answerFactsOf(schemas, schema, { section: '' }),
      ),
    ),
  );
  expect(facts.length).toBeGreaterThan(90);
  const reasoned = new Set(
    readings.filter(({ reason }) => reason).map(({ reference }) => reference),
  );
  const toothless = facts.filter((fact) => {
    const open = tables.map((table) => ({
      ...table,
      value: { ...table.value, ids: {}, unread: {} },
    }));
    const after = deriveAnswers(answering, changed(fact), open, passing).clauses;
    const fresh = after.filter((clause) => !known.has(JSON.stringify(clause)));
    return brokenIn(fresh).length === 0;
  });
  expect(
    toothless.map(({ reference }) => shortened(reference)).filter((one) => !reasoned.has(one)),
  ).toEqual([]);
});

function distinct(facts: readonly AnswerFact[]): readonly AnswerFact[] {
  return [...new Map(facts.map((fact) => [fact.reference, fact])).values()];
}
