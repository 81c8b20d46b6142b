/** Reads of objects that lists show, for APIs without a planner of their own: nothing is written to them. */

import { actsOn, type Contract, merged, recordSchema } from '../contract/index.ts';
import {
  type Case,
  type Json,
  type Operation,
  type Parameter,
  pointerOf,
  recordsOf,
  requestTo,
  type Step,
  tokens,
  type Values,
} from '../model/index.ts';
import { credentialCases } from './credential-cases.ts';
import { lackFor, type PlanTarget, validCases } from './generated.ts';
import { joinedByRule } from './joined-cases.ts';
import { placeholderFor } from './own-collection.ts';
import { boundaryCases, refusalCases } from './refusals.ts';
import { from, step } from './stage.ts';
import type { RowOptions } from './value-tables.ts';

/** Number of generated valid requests for a read. */
const RUNS = 6;

/** A path parameter, and the list that shows its values. */
interface Found {
  readonly parameter: Parameter;
  readonly kind: string;
  readonly list: Operation;
  /** Pointer to the ID of the first record. */
  readonly at: string;
  /** Stands for the ID in planned requests. */
  readonly placeholder: Json;
}

/** The cases of a read, below the first object of each list; empty if no list shows one. */
export function foundCases(
  contract: Contract,
  operation: Operation,
  target: PlanTarget,
  options: RowOptions & { readonly seed: number },
): readonly Case[] {
  if (operation.writes || operation.lacks !== undefined) return [];
  const found = foundIn(contract, operation, target);
  if (found === undefined || found.length === 0) return [];
  const reached = { ...target, known: { ...target.known, ...standInsOf(found) } };
  if (lackFor(operation, reached) !== undefined) return [];
  const path = (until: number) => pathOf(found, until);
  const finding = findingSteps(found);
  const onFound = (one: Step): Step => {
    const given = one.request.path;
    const names = found.filter(
      ({ parameter, placeholder }) => given[parameter.name] === placeholder,
    );
    const own = Object.entries(path(found.length)).filter(([name]) =>
      names.some(({ parameter }) => parameter.name === name),
    );
    const request = { ...one.request, path: { ...given, ...Object.fromEntries(own) } };
    return { ...one, request };
  };
  return [
    ...validCases(contract, operation, reached, { seed: options.seed, runs: RUNS }),
    ...boundaryCases(contract, operation, reached, options),
    ...joinedByRule(refusalCases(contract, operation, reached, options)),
    ...credentialCases(contract, operation, reached),
  ].map((item) =>
    item.steps.length === 0
      ? item
      : {
          ...item,
          origin: { kind: 'scenario' },
          steps: [...finding, ...item.steps.map(onFound)],
        },
  );
}

function standInsOf(found: readonly Found[]) {
  return Object.fromEntries(found.map(({ kind, placeholder }) => [kind, [placeholder]] as const));
}

/** The path that leads to the first object of each list. */
function pathOf(found: readonly Found[], until = found.length): Values {
  return Object.fromEntries(
    found
      .slice(0, until)
      .map(({ parameter, at }, index) => [parameter.name, from(`find-${index + 1}#${at}`)]),
  );
}

function findingSteps(found: readonly Found[]): readonly Step[] {
  return found.map(({ list }, index) =>
    step(`find-${index + 1}`, 'setup', requestTo(list.id, pathOf(found, index))),
  );
}

/** The steps that find the objects above a list, its path and the facts with them; undefined if no list shows one. */
export function wayTo(contract: Contract, operation: Operation, target: PlanTarget) {
  const found = foundIn(contract, operation, target);
  if (found === undefined) return undefined;
  const known = { ...target.known, ...standInsOf(found) };
  return { steps: findingSteps(found), path: pathOf(found), known };
}

/** The lists above an operation, outermost first; undefined if one of its parameters is in none. */
function foundIn(
  { operations, schema: schemaAt }: Contract,
  operation: Operation,
  target: PlanTarget,
): readonly Found[] | undefined {
  const parameters = operation.parameters.filter((one) => one.in === 'path');
  const all = parameters.flatMap((parameter, index): readonly Found[] => {
    const kind = parameter.schema['x-known'];
    const above = parameters.slice(0, index).map(({ name }) => name);
    const list = operations.find(
      (one) =>
        one.document === operation.document &&
        one.resource === kind &&
        actsOn(one, 'list') &&
        sameNames(one, above) &&
        firstIdIn(one, schemaAt) !== undefined,
    );
    const at = list && firstIdIn(list, schemaAt);
    if (list === undefined || at === undefined || typeof kind !== 'string') return [];
    const placeholder = placeholderFor(merged(parameter.schema), index, target);
    return placeholder === undefined ? [] : [{ parameter, kind, list, at, placeholder }];
  });
  return all.length === parameters.length ? all : undefined;
}

/** Pointer to the ID of the first record of a list that can be asked for without values; undefined for others. */
export function firstIdIn(list: Operation, schemaAt: Contract['schema']): string | undefined {
  const isNeeding = list.parameters.some(({ required, in: where }) => required && where !== 'path');
  const answer = list.answers.find(({ status, schema }) => schema && status < 300)?.schema;
  if (isNeeding || list.lacks !== undefined || answer === undefined) return undefined;
  const { items, id = '/id' } = recordsOf(list);
  const record = recordSchema(schemaAt(answer), items);
  const member = tokens(id).at(-1) ?? 'id';
  const isShown = record !== undefined && Object.hasOwn(Object(record.properties), member);
  return isShown ? `${items ?? ''}${pointerOf(['0', member])}` : undefined;
}

function sameNames({ parameters }: Operation, names: readonly string[]): boolean {
  const own = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  return own.length === names.length && own.every((name, at) => name === names[at]);
}
