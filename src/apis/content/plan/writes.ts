import { accepts, type Contract, membersOf, merged } from '../../../contract/index.ts';
import {
  type Case,
  isMembers,
  type Json,
  type Operation,
  requestTo,
  type Step,
  type Values,
  type WireStyle,
} from '../../../model/index.ts';
import { NOTHING_OF_ITS_OWN } from '../../../plan/own-objects.ts';
import { refusalsOf, unsentCase } from '../../../plan/refusals.ts';
import { evidenceOf } from '../../../plan/scenarios.ts';
import { OWN, type Stage, step, withReferences } from '../../../plan/stage.ts';
import type { RowOptions } from '../../../plan/value-tables.ts';
import { batchCases } from './lifecycles.ts';
import { stageOf } from './writes-fixtures.ts';
import { pictureCases } from './writes-pictures.ts';
import { refusalCases } from './writes-refusals.ts';
import { staged } from './writes-steps.ts';
import { acceptableBodies, EDITS } from './writes-values.ts';

/**
 * Cases of a writing operation of the content document: bodies that a sensible server accepts, and one violation of
 * each rule with a control. All objects are created and removed by the case. Pure; the seed decides combinations and
 * names.
 */
export function writeCases(
  contract: Contract,
  operation: Operation,
  style: WireStyle,
  { seed, ...rows }: RowOptions & { readonly seed: number },
): readonly Case[] {
  const clauses = refusalsOf(contract, operation);
  const slug = slugFor(operation, seed);
  const stage = stageOf(operation, slug);
  if (!stage) {
    return clauses.size === 0
      ? []
      : [unsentCase(operation, `${operation.id}/generated`, [...clauses], NOTHING_OF_ITS_OWN)];
  }
  return [
    ...acceptedCases(contract, operation, stage, slug, seed),
    ...refusalCases(contract, operation, stage, clauses, { style, ...rows }),
    ...(operation.action === 'batch' ? batchCases(contract, seed) : []),
    ...(operation.action === 'edit' ? pictureCases(operation, stage, slug) : []),
  ];
}

/**
 * Cases of an operation that reads revisions or autosaves, if no known object has any: the case creates its own, and
 * reads them validly and with one violation of each rule. Empty for other operations.
 */
export function recordedCases(
  contract: Contract,
  operation: Operation,
  style: WireStyle,
  { seed, ...rows }: RowOptions & { readonly seed: number },
): readonly Case[] {
  if (operation.document !== 'content' || operation.parent === undefined || operation.writes) {
    return [];
  }
  const slug = slugFor(operation, seed);
  const stage = stageOf(operation, slug);
  if (!stage) return [];
  const request = withReferences(requestTo(operation.id, stage.path, {}, undefined), stage);
  const evidence = evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] });
  const read: Case = {
    id: `${operation.id}/own`,
    title: 'reads what is kept about an object of its own',
    document: 'content',
    evidence,
    origin: { kind: 'scenario' },
    steps: staged(stage, `${slug}-own`, [step('request', 'valid', request)]),
  };
  return [
    ...(evidence.length > 0 ? [read] : []),
    ...refusalCases(contract, operation, stage, refusalsOf(contract, operation), {
      style,
      ...rows,
    }),
  ];
}

function acceptedCases(
  contract: Contract,
  operation: Operation,
  stage: Stage,
  slug: string,
  seed: number,
): readonly Case[] {
  const clause =
    operation.action === 'delete'
      ? 'content/state/deletions-accepted'
      : `content/${stage.collection}/writes-accepted`;
  if (!contract.clause(clause).operations.includes(operation.id)) return [];
  const steps = bodiesFor(operation, stage, slug, seed).map((body, index) => {
    const request = requestTo(operation.id, stage.path, stage.query, body);
    return step(`valid-${index + 1}`, 'valid', withReferences(request, stage));
  });
  const acceptedCase = (place: string, some: readonly Step[]): Case => ({
    id: `${operation.id}/accepted${place}`,
    title: 'carries out valid writes, each listed value in one of them',
    document: 'content',
    evidence: evidenceOf(contract, {
      steps: [{ role: 'valid', operation: operation.id }],
      evidence: [clause],
    }),
    origin: { kind: 'scenario' },
    steps: staged(stage, `${slug}-accepted${place.replace('/', '-')}`, some),
  });
  // A write can be refused because of an earlier one, so each has its own object.
  return isFieldWrite(operation)
    ? steps.map((one, index) => acceptedCase(index === 0 ? '' : `/${index + 1}`, [one]))
    : [acceptedCase('', steps)];
}

function isFieldWrite({ action, parent }: Operation): boolean {
  return action === 'update' || (action === 'create' && parent !== undefined);
}

function bodiesFor(
  operation: Operation,
  { collection, body, creates }: Stage,
  slug: string,
  seed: number,
): readonly (Json | undefined)[] {
  if (!isMembers(body)) return [body];
  if (operation.action === 'post-process') return [body];
  if (operation.action === 'edit') return EDITS.map((edit) => ({ src: body.src ?? '', ...edit }));
  const bodies = acceptableBodies(collection, seed);
  if (!creates) return [body, ...bodies, ...movesOf(operation, collection, slug)];
  const named = Object.hasOwn(body, 'slug');
  return [
    body,
    ...bodies.map((one, index) => ({ ...one, ...(named && { slug: `${slug}-${index + 2}` }) })),
    ...unusualNames(operation, slug).map((one) => ({ ...body, slug: one })),
  ];
}

/**
 * Characters that a pattern of slugs allows in addition to letters, digits and hyphens: an underscore, and
 * percent-encoded letters of another script, which servers can decode and encode again.
 */
function unusualNames({ body }: Operation, slug: string): readonly string[] {
  const schema = body && membersOf(merged(body.settled)).find(([name]) => name === 'slug')?.[1];
  if (schema?.pattern === undefined) return [];
  return [`${slug}_%e6%97%a5`].filter((name) => accepts(schema, name));
}

/** Another slug for objects whose slug is not part of their ID. */
function movesOf(operation: Operation, collection: string, slug: string): readonly Values[] {
  const moves = ['posts', 'pages', 'blocks'].includes(collection);
  return moves && operation.action === 'update' ? [{ slug: `${slug}-moved` }] : [];
}

function slugFor(operation: Operation, seed: number): string {
  return `${OWN}-${seed}-${operation.id.split('/').slice(1).join('-')}`;
}
