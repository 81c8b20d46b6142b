/** Assigns clauses about state to cases. */

import { actionOn, type Contract } from '../../../contract/index.ts';
import { type Clause, isObject, type Step, valueOfBody } from '../../../model/index.ts';
import { isUnusualText } from '../unusual-text.ts';
import { createdBy } from './sequences-steps.ts';
import { SHOWS } from './writes-values.ts';

/**
 * Clauses about state that the steps can show: their operation is called, their rule shows in the actions, and their
 * field is sent or omitted.
 *
 * @param rules all if absent
 */
export function stateEvidence(
  contract: Contract,
  steps: readonly Step[],
  rules?: readonly string[],
): readonly string[] {
  const doing = steps.filter(({ role }) => role !== 'cleanup');
  const actions = actionsOf(contract, doing);
  const operations = new Set(doing.map(({ request }) => request.operation));
  return stateClauses(contract).flatMap((clause) => {
    const concerned = clause.operations.some((id) => operations.has(id));
    const shown = clause.judged.some(
      ({ check, with: options }) =>
        check === 'state' &&
        (rules?.includes(String(options.rule)) ?? true) &&
        isShown(contract, options, actions, doing),
    );
    return concerned && shown ? [clause.id] : [];
  });
}

export function stateClauses(contract: Contract): readonly Clause[] {
  return contract.clauses.filter(({ judged }) => judged.some(({ check }) => check === 'state'));
}

function isShown(
  contract: Contract,
  options: Clause['judged'][number]['with'],
  actions: ReadonlySet<string>,
  steps: readonly Step[],
): boolean {
  const { rule, field, collection } = options;
  if (typeof rule !== 'string') return false;
  if (!(SHOWS[rule] ?? []).every((action) => actions.has(action))) return false;
  if (typeof field !== 'string' || rule === 'read-only') return true;
  const [name = ''] = field.split('/');
  return steps.some((step) => {
    const made = createdBy(contract, step);
    if (made === undefined || (collection !== undefined && collection !== made)) return false;
    const sent = Object.hasOwn(bodyOf(step), name);
    if (rule === 'default') return !sent;
    // A text with unusual characters is for the clause about those.
    return sent && !isUnusual(bodyOf(step)[name]);
  });
}

function bodyOf({ request }: Step): { readonly [name: string]: unknown } {
  const value = valueOfBody(request.body);
  return isObject(value) ? value : {};
}

function actionsOf(contract: Contract, steps: readonly Step[]): ReadonlySet<string> {
  const creations = steps.filter((step) => createdBy(contract, step) !== undefined);
  const slugs = steps.flatMap((step) => {
    const { slug } = bodyOf(step);
    return typeof slug === 'string' ? [slug] : [];
  });
  return new Set<string>([
    ...steps.flatMap((step) => actionOf(contract, step)),
    ...(creations.length > 1 ? ['two'] : []),
    ...(new Set(slugs).size < slugs.length ? ['same-slug'] : []),
    ...(readsAgain(contract, steps) ? ['read-twice'] : []),
  ]);
}

function readsAgain(contract: Contract, steps: readonly Step[]): boolean {
  return steps.some((step, at) => {
    const before = steps[at - 1];
    return (
      before !== undefined &&
      actionOf(contract, step).includes('read') &&
      JSON.stringify(before.request) === JSON.stringify(step.request)
    );
  });
}

const UPDATES: { readonly [method: string]: string } = {
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
};

function actionOf(contract: Contract, step: Step): readonly string[] {
  const { query, credential } = step.request;
  const operation = contract.operation(step.request.operation);
  const body = bodyOf(step);
  switch (actionOn(operation)) {
    case 'create':
      return [
        'create',
        ...(typeof body.password === 'string' ? ['password'] : []),
        ...(sendsReadOnly(body) ? ['read-only-sent'] : []),
        ...(sendsUnusualText(body) ? ['unusual-text'] : []),
      ];
    case 'get':
      if (credential.kind === 'none') return ['anonymous'];
      return query.context === 'edit' ? ['read'] : ['read-in-view'];
    case 'update':
      return [
        UPDATES[operation.method] ?? 'post',
        ...(sendsUnusualText(body) ? ['unusual-text'] : []),
      ];
    case 'delete':
      if (query.force === true) return ['force'];
      return ['trash', query.force === undefined ? 'trash-by-default' : 'trash-given'];
    case 'list':
      if (credential.kind === 'none') return ['anonymous'];
      if (query.status !== undefined) return ['list', 'list-of-status'];
      // An unfiltered list shows records like a read.
      if (query.context === undefined) return ['list'];
      return query.context === 'edit' ? ['list', 'read'] : ['list', 'read-in-view'];
    case 'revisions/get':
      return ['revision-read'];
    case 'revisions/delete':
      return [query.force === true ? 'revision-forced' : 'revision-unforced'];
    case 'autosaves/create':
      return ['autosave'];
    case 'autosaves/list':
      return ['autosave-list'];
    case 'autosaves/get':
      return ['autosave-read'];
    default:
      return [];
  }
}

const READ_ONLY: readonly string[] = ['rendered', 'protected', 'block_version'];

function sendsReadOnly(body: { readonly [name: string]: unknown }): boolean {
  return Object.values(body).some(
    (value) => isObject(value) && READ_ONLY.some((member) => Object.hasOwn(value, member)),
  );
}

function sendsUnusualText(body: { readonly [name: string]: unknown }): boolean {
  return Object.values(body).some(isUnusual);
}

function isUnusual(value: unknown): boolean {
  const text = isObject(value) ? value.raw : value;
  return typeof text === 'string' && isUnusualText(text);
}
