/** Clauses about the answers of imported operations. Facts of schemas and refusals are derived by the engine. */

import type { AnswerContract, Json } from '../model/index.ts';
import type { ImportedOperation } from './import.ts';

/** Statuses that refuse a credential, if the document names none. */
const DENIALS: readonly number[] = [401, 403];

export function clausesFor(operations: readonly ImportedOperation[]): readonly Json[] {
  return [
    ...operations.flatMap(clausesOf),
    ...operations.flatMap((one) => statesOf(one, operations)),
  ];
}

const CREATED =
  'What was created is shown as it was sent, and else with the defaults; a taken ID is refused.';
const CHANGED = 'A change is shown as it was sent; a replacement keeps nothing that it leaves out.';
const LISTED = 'What was created is in the list, and in no list below another object.';
const KEPT =
  'A change leaves other members alone, those that only the server writes, and other objects.';

/** Statements about the states of objects, by the actions that they need. */
const STATES: readonly (readonly [part: string, action: string, states: string])[] = [
  ['created', 'get', CREATED],
  ['listed', 'list', LISTED],
  ['updated', 'update', CHANGED],
  ['updated', 'replace', CHANGED],
  ['untouched', 'update', KEPT],
  ['untouched', 'replace', KEPT],
  ['removed', 'delete', 'What was removed is gone, and nothing else.'],
];

/** The clauses about objects that a run can create, read and remove, or only list below an object of its own. */
function statesOf(
  { action, resource, id, source, answers }: ImportedOperation,
  operations: readonly ImportedOperation[],
): readonly Json[] {
  const of = (wanted: string) =>
    operations.find((one) => one.resource === resource && one.action === wanted)?.id;
  const base = id.replace(/\/[^/]*$/, '');
  const clauseOf = (part: string, states: string, about: readonly string[]): Json => ({
    ...{ id: `${base}/state/${part}`, level: 'implied', source: { ...source }, states },
    operations: [...new Set(about)],
    check: { expected: { part } },
  });
  const [read, removal, list] = [of('get'), of('delete'), of('list')];
  const isBelow = action === 'submit' && /^POST .*\}\/[^{}]+$/.test(source.section);
  if (isBelow && list !== undefined && answers.some((one) => includes(one, 201))) {
    return [clauseOf('listed', LISTED, [id, list])];
  }
  if (action !== 'create' || read === undefined || removal === undefined) return [];
  return STATES.flatMap(([part, needed, states]) => {
    const others = STATES.filter(([name]) => name === part).flatMap(([, one]) => of(one) ?? []);
    const isFirst = of(needed) !== undefined && of(needed) === others[0];
    return isFirst ? [clauseOf(part, states, [id, read, ...others])] : [];
  });
}

function clausesOf(operation: ImportedOperation): readonly Json[] {
  const { id, answers, source, demandsCredential, others, hidden, fields } = operation;
  const where = { source: { ...source }, operations: [id] };
  const successes = answers.filter(({ status }) => status < 300);
  const refusals = answers.filter(({ status }) => status >= 400);
  const found: Json[] = [];
  if (successes.length > 0) {
    found.push({
      ...{ id: `${id}/status`, level: 'stated', ...where, on: 'success' },
      states: `A valid request is answered with ${listed(successes)}${others ? ', or with another success' : ''}.`,
      check: { documented: { part: 'status', ...(others && { others }) } },
    });
  }
  if (successes.some(({ types }) => types !== undefined)) {
    found.push({
      ...{ id: `${id}/media-type`, level: 'stated', ...where, on: 'success' },
      states: 'The answer has one of the documented media types.',
      check: { documented: { part: 'type' } },
    });
  }
  const isCreation = operation.action === 'create' && successes.some((one) => includes(one, 201));
  if (isCreation || operation.locates) {
    found.push({
      ...{ id: `${id}/location`, level: 'implied', ...where, on: 'success' },
      states: 'The location in the answer is that of the new object.',
      check: { documented: { part: 'location', ...(operation.locates && { others: true }) } },
    });
  }
  if (fields.length > 0) {
    found.push({
      ...{ id: `${id}/fields`, level: 'implied', ...where, on: 'success' },
      states: 'The answer has the header fields that are required of it.',
      check: { documented: { part: 'fields', fields } },
    });
  }
  if (hidden.length > 0) {
    found.push({
      ...{ id: `${id}/write-only`, level: 'implied', ...where, on: 'success' },
      states: 'The answer shows no member that only clients write.',
      check: { documented: { part: 'hidden', members: [...new Set(hidden)] } },
    });
  }
  found.push({
    ...{ id: `${id}/refusal-status`, level: 'implied', ...where, on: 'answer' },
    states: `A refusal has one of the documented statuses: ${listed(refusals)}.`,
    check: { documented: { part: 'refusal' } },
  });
  if (refusals.some(({ schema }) => schema !== undefined)) {
    found.push({
      ...{ id: `${id}/refusal-body`, level: 'implied', ...where, on: 'answer' },
      states: 'The body of a refusal is as documented for its status.',
      check: { documented: { part: 'refusal-body', schemas: schemasOf(refusals) } },
    });
  }
  if (demandsCredential) {
    const named = DENIALS.filter((status) => answers.some((one) => includes(one, status)));
    found.push({
      ...{ id: `${id}/credential`, level: 'implied', ...where, on: 'unauthorised' },
      states: 'A request without a valid credential is refused.',
      check: { denied: { status: named.length > 0 ? named : DENIALS } },
    });
  }
  return found;
}

function includes({ status, upTo = status }: AnswerContract, other: number): boolean {
  return status <= other && other <= upTo;
}

function listed(answers: readonly AnswerContract[]): string {
  const each = answers.map(({ status, upTo }) => (upTo ? `${status} to ${upTo}` : `${status}`));
  return each.length === 0 ? 'none' : `HTTP ${each.join(', ')}`;
}

/** A status by itself before the range that has it. */
function schemasOf(answers: readonly AnswerContract[]): readonly Json[] {
  return answers
    .toSorted((one, other) => Number(one.upTo ?? 0) - Number(other.upTo ?? 0))
    .flatMap(({ status, upTo, schema }) =>
      schema === undefined ? [] : [{ status, ...(upTo !== undefined && { upTo }), schema }],
    );
}
