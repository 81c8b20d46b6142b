/** Writes that violate one rule of their schema, in cases with valid controls. */

import { arrivesAs, type Contract, partSchemaOf, refusalId } from '../../../contract/index.ts';
import {
  type Case,
  chunks,
  isMembers,
  type Json,
  type MutatedRule,
  type Operation,
  type PlannedRequest,
  type Step,
  type WireStyle,
} from '../../../model/index.ts';
import { listedElsewhere } from '../../../plan/listed-elsewhere.ts';
import { proofOf } from '../../../plan/proof.ts';
import { unsentCasesFor } from '../../../plan/refusals.ts';
import { callOn, type Stage, step, withReferences } from '../../../plan/stage.ts';
import type { RowOptions } from '../../../plan/value-tables.ts';
import { type ViolatingValue, violationsOf } from '../../../plan/violations.ts';
import { LEAVES_NOTHING, lookStep } from './writes-inspection.ts';
import { staged } from './writes-steps.ts';

/** Maximum number of violations with one object and one control: a lost connection loses few. */
const TOGETHER = 24;

interface Refusal {
  readonly clause: string;
  readonly title: string;
  readonly request: PlannedRequest;
  readonly breach: MutatedRule;
  readonly isPlain: boolean;
  readonly unproven?: string;
}

export interface WriteRefusalOptions extends RowOptions {
  readonly style: WireStyle;
}

export function refusalCases(
  contract: Contract,
  operation: Operation,
  stage: Stage,
  clauses: ReadonlySet<string>,
  options: WriteRefusalOptions,
): readonly Case[] {
  const { found, dismissed } = refusalsFor(contract, operation, stage, clauses, options);
  const shown = new Set(found.map(({ clause }) => clause));
  const hidden = [...clauses].filter((id) => !shown.has(id));
  const control = withReferences(callOn(stage, operation, stage), stage);
  const cases = chunks(found, TOGETHER).map((some, index): Case => {
    const own = slugIn(stage, `refused-${index + 1}`);
    const controls = [step('control', 'control', named(control, stage, own))];
    const violations = some.map(
      ({ clause, request, breach }, at): Step => ({
        ...step(
          `violation-${at + 1}`,
          'violation',
          named(withReferences(request, stage), stage, `${own}-${at + 1}`),
        ),
        shows: [clause],
        breach,
      }),
    );
    const slugs = [...controls, ...violations].flatMap(({ request }) => slugOf(request) ?? []);
    const look = stage.creates ? lookStep(contract, stage.collection, slugs) : undefined;
    const steps = stage.final
      ? [...violations, ...controls]
      : [...controls, ...violations, ...(look ? [look] : [])];
    const unproven = some.find((one) => one.unproven !== undefined)?.unproven;
    const [only] = some;
    return {
      id: `${operation.id}/refused/${index + 1}`,
      title: `refuses ${some.length === 1 && only ? only.title : `${some.length} breaches of its rules`}`,
      document: 'content',
      evidence: [...new Set(some.map(({ clause }) => clause)), ...(look ? [LEAVES_NOTHING] : [])],
      origin: { kind: 'scenario' },
      steps: staged(stage, own, steps, look ? ['look'] : []),
      ...(unproven !== undefined && { unproven }),
    };
  });
  return [...cases, ...unsentCasesFor(operation, hidden, dismissed)];
}

function slugIn(stage: Stage, suffix: string): string {
  const [own] = stage.setup;
  const slug =
    (own && slugOf(own.request)) ?? (isMembers(stage.body) ? stage.body.slug : undefined);
  return `${typeof slug === 'string' ? slug : stage.slug}-${suffix}`;
}

function slugOf({ body }: PlannedRequest): string | undefined {
  const slug = body.kind === 'json' && isMembers(body.value) ? body.value.slug : undefined;
  return typeof slug === 'string' ? slug : undefined;
}

/** A creation with its own slug, so that its result can be identified; an invalid slug stays. */
function named(request: PlannedRequest, stage: Stage, slug: string): PlannedRequest {
  const { body } = request;
  if (!stage.creates || !isMembers(stage.body) || body.kind !== 'json') return request;
  const plain = stage.body.slug;
  if (plain === undefined || !isMembers(body.value) || body.value.slug !== plain) return request;
  return { ...request, body: { ...body, value: { ...body.value, slug } } };
}

/** For each rule the first verified violation, for some rules all of them, followed by the near misses. */
function refusalsFor(
  contract: Contract,
  operation: Operation,
  stage: Stage,
  clauses: ReadonlySet<string>,
  { style, ...rows }: WriteRefusalOptions,
): { readonly found: readonly Refusal[]; readonly dismissed: ReadonlySet<string> } {
  const found = new Map<string, Refusal>();
  const dismissed = new Set<string>();
  const elsewhere = listedElsewhere(contract, operation.document);
  for (const part of ['path', 'query', 'body'] as const) {
    const schema = partSchemaOf(operation, part);
    const whole = stage[part];
    if (schema === undefined || whole === undefined) continue;
    const arrives = arrivesAs(operation, part, style, stage.file);
    const violations = violationsOf(schema, whole, { known: {}, arrives, elsewhere, ...rows });
    for (const violation of [...violations].sort(byPlainness)) {
      const { pointer, keyword, schemaPointer, value, title, nearMiss } = violation;
      const clause = refusalId(operation.id, { part, pointer: schemaPointer, keyword });
      // A choice has rules in each branch, and a pattern excludes several characters. A list with values from another
      // table can accept one wrong word and not the next.
      const isEach =
        ['oneOf', 'anyOf', 'pattern'].includes(keyword) ||
        nearMiss === 'table-row' ||
        (nearMiss === 'other-table' && !operation.writes);
      // A server may round what it would refuse as a word; in a path, that is the ID of another object.
      const kind = part === 'body' && title === '1.5' ? title : nearMiss;
      const key = `${clause} ${isEach ? JSON.stringify(value) : kind}`;
      if (!clauses.has(clause) || found.has(key)) continue;
      const breach: MutatedRule = { part, pointer, keyword };
      const request = withPart(operation, stage, part, value);
      const proof = proofOf(contract, operation, request, style, breach);
      if (proof.kind === 'lenient') {
        dismissed.add(clause);
        continue;
      }
      found.set(key, {
        clause,
        title,
        request,
        breach,
        isPlain: nearMiss === undefined,
        ...(proof.kind === 'unproven' && {
          unproven: `the case fails its own proof (${clause}): ${proof.why}`,
        }),
      });
    }
  }
  // Actions that can trash the object come last, as it cannot be used afterwards.
  const all = [...found.values()];
  const ordered = [
    ...all.filter(({ isPlain }) => isPlain),
    ...all.filter(({ isPlain }) => !isPlain),
  ];
  return { found: ordered, dismissed };
}

/** Words for other types come first, then lists and objects: a server is most likely to convert numbers. */
function byPlainness(one: ViolatingValue, other: ViolatingValue): number {
  return plainness(one) - plainness(other);
}

function plainness({ title }: ViolatingValue): number {
  if (title.startsWith('"touchstone"')) return 0;
  return /^[[{]/.test(title) ? 1 : 2;
}

function withPart(
  operation: Operation,
  stage: Stage,
  part: MutatedRule['part'],
  value: Json,
): PlannedRequest {
  const path = part === 'path' && isMembers(value) ? value : stage.path;
  const query = part === 'query' && isMembers(value) ? value : stage.query;
  return callOn(stage, operation, { path, query, body: part === 'body' ? value : stage.body });
}
