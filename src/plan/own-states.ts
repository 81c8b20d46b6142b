/** Cases about the state of objects that a run creates, for APIs without a planner of their own. */

import { plannerOf } from '../apis/planners.ts';
import {
  type Contract,
  membersOf,
  merged,
  operationOn,
  requiredIn,
  sameJson,
  sizeIn,
} from '../contract/index.ts';
import {
  type Case,
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  pointerOf,
  recordsOf,
  requestTo,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import type { PlanTarget } from './generated.ts';
import {
  creationSteps,
  nameOfCreation,
  type OwnCollection,
  ownCollection,
  ownPath,
  removalSteps,
} from './own-collection.ts';
import { lettersOf, plainValue, withOwnTexts } from './plain-values.ts';
import { evidenceOf } from './scenarios.ts';
import { step, valuesOf } from './stage.ts';

/** The parts of such a case, each with a clause `…/state/<part>` of its resource. */
export const STATE_PARTS = ['created', 'listed', 'updated', 'untouched', 'removed'] as const;

type Part = (typeof STATE_PARTS)[number];

/** Answers of a list without a page parameter can be cut without a word. */
const UNPAGED = 20;

/** Variants of plain values: a creation, and a change of each of its members. */
const VARIANTS = [1, 2, 3] as const;

/** Creates, reads, changes and removes one object of each collection, in several variants. */
export function ownStateCases(contract: Contract, target: Target, seed: number): readonly Case[] {
  return contract.operations.flatMap((creation) => {
    const endpoint = target.endpoints[creation.document];
    if (creation.action !== 'create' || !endpoint || plannerOf(creation.document)) return [];
    const of = (action: string) =>
      operationOn(contract.operations, creation.document, creation.resource, action);
    const read = of('get');
    const collection = read && ownCollection(contract.operations, read, endpoint);
    if (read === undefined || collection === undefined) return [];
    const clauses = clausesOf(contract, creation);
    if (clauses.size === 0) return [];
    const changes = [of('update'), of('replace')].flatMap((one) => one ?? []);
    return VARIANTS.flatMap((variant) => {
      const update = changes[(variant - 1) % Math.max(1, changes.length)];
      const parts = { read, list: of('list'), update };
      return caseOf(contract, { variant, seed }, collection, { ...parts, clauses }, endpoint);
    });
  });
}

/** The clauses of a resource about its states, by part. */
function clausesOf(
  { clauses }: Contract,
  { document, resource }: Operation,
): ReadonlyMap<Part, string> {
  const known = new Set(clauses.map(({ id }) => id));
  return new Map(
    STATE_PARTS.flatMap((part) => {
      const id = `${document}/${resource}/state/${part}`;
      return known.has(id) ? [[part, id]] : [];
    }),
  );
}

interface Parts {
  readonly read: Operation;
  readonly list: Operation | undefined;
  readonly update: Operation | undefined;
  readonly clauses: ReadonlyMap<Part, string>;
}

function caseOf(
  contract: Contract,
  { variant, seed }: { readonly variant: number; readonly seed: number },
  collection: OwnCollection,
  { read, list, update, clauses }: Parts,
  target: PlanTarget,
): readonly Case[] {
  const { creation, removal, above } = collection;
  const { resource, document } = creation;
  const id = `${document}/${resource}/state/${variant}`;
  const plain = creation.body && plainValue(creation.body.schema, variant);
  const letters = lettersOf(`${seed} ${id}`);
  const body = creation.body && plain && withOwnTexts(creation.body.schema, plain, letters);
  if (!isMembers(body)) return [];
  const path = ownPath(collection);
  const setup = (id: string, operation: Operation, value?: Json, query: Values = {}) => {
    const place = operation === list ? ownPath(above) : path;
    return step(id, 'setup', requestTo(operation.id, place, query, value));
  };
  const creations = creationSteps(collection, target, id).map((one) => {
    const { path, query, operation } = one.request;
    const isOwn = one.id === nameOfCreation(collection);
    return isOwn ? { ...one, request: requestTo(operation, path, query, body) } : one;
  });
  const change = update && changeOf(update, body, { variant, own: letters });
  const pages = list && pageOf(list);
  const listing = (id: string) => (list && pages ? [setup(id, list, undefined, pages.query)] : []);
  // Answers about an object of the run show what those about others do not.
  const judged = (one: Step): Step => ({ ...one, role: 'valid' });
  const steps: readonly Step[] = [
    ...creations,
    judged(setup('read', read)),
    ...listing('list').map(judged),
    ...(update && change
      ? [setup('change', update, { ...change }), judged(setup('read-changed', read))]
      : []),
    setup('remove', removal),
    { ...setup('read-removed', read), role: 'probe' },
    ...listing('list-removed'),
    ...removalSteps(collection),
  ];
  return [
    {
      id,
      title: 'creates, reads, changes and removes an object of its own',
      document,
      evidence: evidenceOf(contract, {
        steps: steps.map(({ role, request }) => ({ role, operation: request.operation })),
        evidence: [...clauses.values()],
      }),
      origin: { kind: 'scenario' },
      steps,
      compared: expectationsOf({ collection, read, update, body, change, pages }),
    },
  ];
}

interface Planned {
  readonly collection: OwnCollection;
  readonly read: Operation;
  readonly update: Operation | undefined;
  readonly body: Values;
  readonly change: Values | undefined;
  readonly pages: Page | undefined;
}

function expectationsOf({ collection, read, update, body, change, pages }: Planned): Json {
  const id = recordsOf(collection.creation).id ?? '/id';
  const own = nameOfCreation(collection);
  const entry = { step: own, at: id };
  const created = { step: own, carried: true };
  const changed = { step: 'change', carried: true };
  const removed = { step: 'remove', carried: true };
  const whole = id.replace(/\/[^/]*$/, '');
  const shown = comparable(read, body);
  // What a whole object leaves out may go; both reads have the form of the server.
  const isWhole = update !== undefined && replaces(update);
  const changes = leavesOf(change ?? {});
  const isChanged = (place: string) => changes.some(([one]) => one === place);
  const kept = leavesOf(isWhole ? {} : body).filter(([place]) => !isChanged(place));
  const inner = new Set(changes.map(([place]) => place.split('/')[1] ?? ''));
  // A member that is not changed is compared whole.
  const others = kept.flatMap(([place]) => {
    const [, name = ''] = place.split('/');
    return isMembers(change?.[name]) ? [place] : inner.has(name) ? [] : [pointerOf([name])];
  });
  return {
    created: Object.entries(shown).map(([name, equals]) => ({
      ...{ step: 'read', at: whole + pointerOf([name]), equals, given: [created] },
    })),
    listed: pages
      ? [{ step: 'list', entry, there: true, below: pages.below, given: [created] }]
      : [],
    updated: changes
      .filter(([, value]) => read.answers.length > 0 && isKept(value))
      .map(([place, equals]) => ({
        ...{ step: 'read-changed', at: whole + place, equals, given: [changed] },
      })),
    untouched: [...new Set(others)].map((place) => ({
      ...{ step: 'read-changed', at: whole + place, as: { step: 'read' }, given: [changed] },
    })),
    removed: [
      { step: 'read-removed', carried: false, given: [removed] },
      ...(pages ? [{ step: 'list-removed', entry, there: false, given: [removed] }] : []),
    ],
  };
}

/** Members that a read shows as they were sent: no moments, addresses or fractions, which servers write anew. */
function comparable(read: Operation, sent: Values): Values {
  const { answers } = read;
  return answers.length === 0
    ? {}
    : Object.fromEntries(Object.entries(sent).filter(([, value]) => isKept(value)));
}

/** Members with their pointers, those of inner objects in place of the objects. */
function leavesOf(value: Values): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([name, one]) =>
    isMembers(one)
      ? Object.entries(one).map(([inner, own]) => [pointerOf([name, inner]), own] as const)
      : [[pointerOf([name]), one] as const],
  );
}

function isKept(value: Json): boolean {
  if (typeof value === 'string') return !/^\d{4}-\d\d-\d\dT|:\/\/|@/.test(value);
  if (typeof value === 'number') return Number.isInteger(value);
  // Servers may add members to inner objects, and put lists in order.
  return value === null || typeof value === 'boolean';
}

function replaces({ action }: Operation): boolean {
  return action === 'replace';
}

/** A change of one member that the object has with another value, in the whole object if it is replaced. */
function changeOf(
  update: Operation,
  before: Values,
  { variant, own }: { readonly variant: number; readonly own: string },
): Values | undefined {
  const schema = update.body && merged(update.body.schema);
  const required = schema?.required;
  if (schema === undefined) return undefined;
  const plain = replaces(update) ? plainValue(schema, variant) : {};
  const whole = plain && withOwnTexts(schema, plain, own);
  const isPartial = !(Array.isArray(required) && required.length > 0);
  if (!isMembers(whole) || !(isPartial || replaces(update))) return undefined;
  const changes = membersOf(schema).flatMap(([name, member]): Values[] => {
    const value = merged(member).readOnly === true ? undefined : otherValue(member, before[name]);
    return value === undefined || !isKept(value) ? [] : [{ [name]: value }];
  });
  if (update.body?.type === MERGE_PATCH) changes.push(...innerChanges(schema, before));
  const one = changes[(variant - 1) % Math.max(1, changes.length)];
  // The last variant changes all at once: each member is changed in one of them.
  const given = variant === VARIANTS.length ? Object.assign({}, ...changes) : one;
  return one && { ...whole, ...valuesOf(withOwnTexts(schema, given, `${own}x`)) };
}

/** With a merge patch, a part of an inner object changes nothing else in it (RFC 7396). */
const MERGE_PATCH = 'application/merge-patch+json';

/** Changes of one member of each inner object that the object has. */
function innerChanges(schema: JsonSchema, before: Values): readonly Values[] {
  return membersOf(schema).flatMap(([name, member]): readonly Values[] => {
    const [shown, own] = [before[name], merged(member)];
    if (!isMembers(shown) || own.readOnly === true) return [];
    const inner = membersOf(own).flatMap(([part, one]): readonly Values[] => {
      const value = otherValue(one, shown[part]);
      const isPart = requiredIn(own).every((required) => required === part);
      return value === undefined || !isKept(value) || !isPart ? [] : [{ [part]: value }];
    });
    return inner.slice(0, 1).map((one) => ({ [name]: one }));
  });
}

function otherValue(schema: JsonSchema, before: Json | undefined): Json | undefined {
  return [4, 5, 6, 7]
    .map((variant) => plainValue(schema, variant))
    .find((value) => value !== undefined && value !== null && !sameJson(value, before ?? null));
}

interface Page {
  readonly query: Values;
  /** The number of entries below which the list is whole. */
  readonly below: number;
}

/** The largest page of a list; undefined for a list that wants more than that. */
function pageOf(list: Operation): Page | undefined {
  const parameters = list.parameters.filter((one) => one.in !== 'path');
  if (parameters.some(({ required }) => required)) return undefined;
  const size = sizeIn({ parameters });
  if (typeof size?.schema.maximum === 'number') {
    const most = Math.min(size.schema.maximum, 1_000);
    return { query: { [size.name]: most }, below: most };
  }
  return { query: {}, below: parameters.some(({ name }) => PAGED.test(name)) ? 1 : UNPAGED };
}

const PAGED = /page|limit|offset|cursor|skip|start|after|top|first|size/i;
