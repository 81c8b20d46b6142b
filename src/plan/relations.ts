/** Binds relations between lists to every list that accepts their parameters. */

import { plannerOf } from '../apis/planners.ts';
import {
  accepts,
  type Contract,
  collectionOf,
  merged,
  operationOn,
  type Relation,
  textIn,
} from '../contract/index.ts';
import {
  type Case,
  isList as isListOfJson,
  isObject,
  type Json,
  type Operation,
  type Role,
  requestTo,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import type { MadeObjects } from './planner.ts';
import type { FactValues } from './scenarios.ts';
import { idOf, OWN, step } from './stage.ts';

/**
 * A case for each relation and each suitable list of the content document (sections 4.1 to 4.4); for a list below
 * an object, for each way to choose the object. Pure: the case itself finds objects by listing, or creates them.
 *
 * @param seed part of the slugs of created objects, without other effects
 */
export function relationCases(contract: Contract, target: Target, seed: number): readonly Case[] {
  return contract.relations.flatMap((relation) => {
    const endpoint = target.endpoints[relation.document];
    if (!endpoint) return [];
    return contract.operations
      .filter((operation) => isList(operation) && isMeant(relation, operation))
      .flatMap((operation) => casesFor(contract, relation, operation, endpoint.known, seed));
  });
}

/** Returns true for a list operation: section 4.2 has a row for each. */
function isList({ action }: Operation): boolean {
  return action === 'list';
}

function isMeant(
  { document, only, below }: Relation,
  { document: own, id, parent }: Operation,
): boolean {
  if (document !== own || (!below && parent !== undefined)) return false;
  return only === undefined || only.some((start) => id.startsWith(start));
}

function casesFor(
  contract: Contract,
  relation: Relation,
  operation: Operation,
  known: FactValues,
  seed: number,
): readonly Case[] {
  const made = objectsFor(contract, relation, operation, seed);
  const given = boundAll(relation.given, operation);
  const bound = boundQueries(relation, operation);
  if (!made || !given || !bound) return [];
  const { queries, compared, shows } = bound;
  const changes = changesOf(contract, relation, operation);
  const atOnce: Pick<Step, 'concurrent'> = relation.concurrent ? { concurrent: true } : {};
  const asks = (place: Values) => {
    const ask = (role: Role) => (entry: readonly [string, Values]) =>
      step(entry[0], role, requestTo(operation.id, place, entry[1]));
    const looks = Object.entries(given).map(ask('setup'));
    const [first, ...others] = Object.entries(queries).map(ask('valid'));
    const again = first && others.length > 0 ? [{ ...first, id: 'again' }] : [];
    return [
      // Lists below an object change with it; for others, the objects to refer to are read first.
      ...(operation.parent === undefined ? [...looks, ...changes] : [...changes, ...looks]),
      ...(first ? [first] : []),
      ...others.map((one) => ({ ...one, ...shows[one.id], ...atOnce })),
      ...again,
    ];
  };
  const beside = new Set([
    relation.clause,
    ...Object.values(relation.shows ?? {}),
    ...relation.besides,
  ]);
  return placesOf(contract, relation, operation, known).map(
    ({ name, finding, path }): Case => ({
      id: [operation.id, 'relation', relation.id, ...(name === '' ? [] : [name])].join('/'),
      title: relation.title,
      document: relation.document,
      evidence: [...beside].filter(
        (id) => id === relation.clause || contract.clause(id).operations.includes(operation.id),
      ),
      origin: { kind: 'scenario' },
      steps: [...finding, ...made.creations, ...asks(path), ...made.removals],
      compared,
    }),
  );
}

interface BoundQueries {
  readonly queries: { readonly [step: string]: Values };
  readonly compared: Json;
  /** The clause of a step that is evidence for only one. */
  readonly shows: { readonly [step: string]: Pick<Step, 'shows'> };
}

/**
 * The queries for a list, and the comparison of answers; of several comparisons, those whose queries the list accepts.
 * `undefined` if it accepts none, or too few for a single comparison.
 */
function boundQueries(relation: Relation, operation: Operation): BoundQueries | undefined {
  const { cells, clause, shows } = relation;
  const queries = (cells ? boundSome : boundAll)(relation.queries, operation);
  const comparison = withDefaults(relation.comparison, operation);
  if (!queries || !comparison) return undefined;
  const [first = '', second] = Object.keys(queries);
  const again = second === undefined ? {} : { again: [first, 'again'] };
  if (!cells) return { queries, compared: { ...comparison, ...again }, shows: {} };
  const possible = cells.filter(({ left, right }) =>
    [...left, ...right].every((name) => Object.hasOwn(queries, name)),
  );
  if (possible.length === 0) return undefined;
  const shown = possible.flatMap(({ left }) =>
    shows ? left.map((name) => [name, { shows: [shows[name] ?? clause] }] as const) : [],
  );
  return {
    queries,
    compared: { pattern: 'each', cells: possible.map((cell) => ({ ...cell, ...again })) },
    shows: Object.fromEntries(shown),
  };
}

/** The objects that the relation needs; `undefined` if the list shows nothing that a run may create. */
function objectsFor(
  contract: Contract,
  relation: Relation,
  operation: Operation,
  seed: number,
): MadeObjects | undefined {
  if (Object.keys(relation.made).length === 0) return { creations: [], removals: [] };
  const tag = `${OWN}-${seed}-${operation.resource}-${relation.id.replace(/[^a-z0-9]+/g, '-')}`;
  const wanted = { tag, fields: relation.made };
  return plannerOf(operation.document)?.objectsFor(contract, operation, wanted);
}

/** Each field by itself: a referenced object can be missing. */
function changesOf(
  { operations }: Contract,
  { changed }: Relation,
  list: Operation,
): readonly Step[] {
  const updating = operationOn(operations, list.document, collectionOf(list), 'update');
  if (updating === undefined) return [];
  return Object.entries(changed).flatMap(([of, fields]) =>
    Object.entries(fields).map(([name, value]) => {
      const path = { id: idOf(of) };
      const id = `${of}-${name.replaceAll('_', '-')}`;
      return step(id, 'setup', requestTo(updating.id, path, {}, { [name]: value }));
    }),
  );
}

interface Place {
  /** Identifies the place; empty if there is only one. */
  readonly name: string;
  readonly finding: readonly Step[];
  readonly path: Values;
}

/** The places of the list: without path parameters there is one. */
function placesOf(
  contract: Contract,
  { parents, made }: Relation,
  operation: Operation,
  known: FactValues,
): readonly Place[] {
  const [parameter] = operation.parameters.filter(({ in: part }) => part === 'path');
  if (!parameter) return [{ name: '', finding: [], path: {} }];
  const [own] = Object.keys(made);
  if (own !== undefined) return [{ name: '', finding: [], path: { [parameter.name]: idOf(own) } }];
  const above = operation.route.slice(0, operation.route.indexOf(`/{${parameter.name}}`));
  const lists = contract.operations.find((one) => isList(one) && one.route === above);
  const [value] = known[textIn(merged(parameter.schema), 'x-known') ?? ''] ?? [];
  if (!lists) {
    return value === undefined
      ? []
      : [{ name: '', finding: [], path: { [parameter.name]: value } }];
  }
  const places = parents.map(({ id, query, at }): Place => {
    const taken = Object.entries(query).filter(([name, value]) => bound({ [name]: value }, lists));
    return {
      name: id,
      finding: [step('parents', 'setup', requestTo(lists.id, {}, Object.fromEntries(taken)))],
      path: { [parameter.name]: { $from: `parents#${at}` } },
    };
  });
  // If a list accepts none of the parameters, all ways to choose are the same.
  const same = places.every(
    ({ finding, path }) =>
      JSON.stringify([finding, path]) === JSON.stringify([places[0]?.finding, places[0]?.path]),
  );
  if (!same) return places;
  // The first listed object can belong to another case, or have no history.
  return places
    .slice(0, 1)
    .map((place) =>
      value === undefined ? place : { ...place, finding: [], path: { [parameter.name]: value } },
    );
}

function boundAll(
  queries: { readonly [step: string]: Values },
  operation: Operation,
): { readonly [step: string]: Values } | undefined {
  const all: { [step: string]: Values } = {};
  for (const [name, query] of Object.entries(queries)) {
    const values = bound(query, operation);
    if (values === undefined) return undefined;
    all[name] = values;
  }
  return all;
}

function boundSome(queries: { readonly [step: string]: Values }, operation: Operation) {
  return Object.fromEntries(
    Object.entries(queries).flatMap(([name, query]) => {
      const values = bound(query, operation);
      return values === undefined ? [] : [[name, values] as const];
    }),
  );
}

/** The query with defaults filled in; `undefined` if the operation does not accept it. */
function bound(query: Values, operation: Operation): Values | undefined {
  const values: { [name: string]: Json } = {};
  for (const [name, written] of Object.entries(query)) {
    const schema = schemaOf(operation, name);
    const value = written === '$default' ? schema?.default : written;
    if (schema === undefined || value === undefined) return undefined;
    if (!SAMPLES.some((sample) => accepts(schema, sampled(value, sample)))) return undefined;
    values[name] = value;
  }
  return values;
}

function schemaOf(operation: Operation, name: string) {
  const found = operation.parameters.find(
    (parameter) => parameter.in === 'query' && parameter.name === name,
  );
  return found && merged(found.schema);
}

/** Samples for values that are not known yet: an ID, a slug or title, a date, a format. */
const SAMPLES: readonly Json[] = [1, 'a-b', '2020-01-02T03:04:05Z', 'standard'];

function sampled(value: Json, sample: Json): Json {
  if (isListOfJson(value)) return value.map((one) => sampled(one, sample));
  if (!isObject(value)) return value;
  if (typeof value.$from === 'string') {
    return value.$from.includes('*') && value.plain !== true ? [sample] : sample;
  }
  return mapped(value, (member) => sampled(member, sample));
}

function withDefaults(
  comparison: { readonly [member: string]: Json },
  operation: Operation,
): { readonly [member: string]: Json } | undefined {
  let missing = false;
  const fill = (value: Json): Json => {
    if (typeof value === 'string' && value.startsWith('$default:')) {
      const found = schemaOf(operation, value.slice('$default:'.length))?.default;
      missing ||= found === undefined;
      return found ?? null;
    }
    if (isListOfJson(value)) return value.map(fill);
    return isObject(value) ? mapped(value, fill) : value;
  };
  const filled = mapped(comparison, fill);
  return missing ? undefined : filled;
}

function mapped(members: { readonly [name: string]: Json }, change: (value: Json) => Json) {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, change(member)]),
  );
}
