/** Cases about the state of objects that a run creates, for APIs without a planner of their own. */

import { plannerOf } from '../apis/planners.ts';
import { type Contract, operationOn } from '../contract/index.ts';
import {
  type Case,
  isMembers,
  type Json,
  type Operation,
  requestTo,
  type Step,
  type Target,
  type Values,
} from '../model/index.ts';
import type { PlanTarget } from './generated.ts';
import {
  changeOf,
  defaultsFor,
  replaces,
  serverMembers,
  smallBody,
  VARIANTS,
  writableIn,
} from './own-changes.ts';
import {
  creationSteps,
  nameOfCreation,
  type OwnCollection,
  ownCollection,
  ownPath,
  removalSteps,
} from './own-collection.ts';
import { countsOf, expectationsOf, filtersOf, pageOf } from './own-expectations.ts';
import { lettersOf, plainValue, withLongTexts, withOwnTexts } from './plain-values.ts';
import { evidenceOf } from './scenarios.ts';
import { step } from './stage.ts';

/** The parts of such a case, each with a clause `…/state/<part>` of its resource. */
const STATE_PARTS = ['created', 'listed', 'updated', 'untouched', 'removed'] as const;

const [MISSING, CONFLICT] = [404, 409];

/** The variant that creates an object of its required members. */
const SMALL = 4;

/** Prefixes of steps that create further objects: another in the collection, and another below which it is not. */
const [OTHER, APART] = ['other-', 'apart-'];

/** Creates, reads, changes and removes one object of each collection, in several variants. */
export function ownStateCases(contract: Contract, target: Target, seed: number): readonly Case[] {
  return contract.operations.flatMap((creation) => {
    const endpoint = target.endpoints[creation.document];
    if (creation.action !== 'create' || !endpoint || plannerOf(creation.document)) return [];
    const of = (action: string, resource = creation.resource) =>
      operationOn(contract.operations, creation.document, resource, action);
    const read = of('get');
    const collection = read && ownCollection(contract.operations, read, endpoint);
    if (read === undefined || collection === undefined) return [];
    const clauses = clausesOf(contract, creation);
    if (clauses.length === 0) return [];
    const { above } = collection;
    const changes = [of('update'), of('replace')].flatMap((one) => one ?? []);
    const readAbove = above && of('get', above.creation.resource);
    const shown = readAbove?.answers.find(({ status, schema }) => schema && status < 300)?.schema;
    const fixed = {
      ...{ collection, read, list: of('list'), replace: of('replace'), target: endpoint },
      ...{ readAbove, counts: shown ? countsOf(collection, contract.schema(shown)) : [] },
      isPartial: of('update') !== undefined,
    };
    return [...VARIANTS, SMALL].flatMap((variant) => {
      const update = changes[(variant - 1) % Math.max(1, changes.length)];
      return caseOf(contract, { ...fixed, update, variant, seed }, clauses);
    });
  });
}

/** The clauses of a resource about its states. */
function clausesOf({ clauses }: Contract, { document, resource }: Operation): readonly string[] {
  const known = new Set(clauses.map(({ id }) => id));
  return STATE_PARTS.map((part) => `${document}/${resource}/state/${part}`).filter((id) =>
    known.has(id),
  );
}

/** The operations of one case, and what it plans. */
interface Parts {
  readonly collection: OwnCollection;
  readonly read: Operation;
  readonly readAbove: Operation | undefined;
  readonly list: Operation | undefined;
  readonly update: Operation | undefined;
  readonly replace: Operation | undefined;
  readonly counts: readonly string[];
  /** Clients can change single members. */
  readonly isPartial: boolean;
  readonly variant: number;
  readonly seed: number;
  readonly target: PlanTarget;
}

function caseOf(contract: Contract, parts: Parts, clauses: readonly string[]): readonly Case[] {
  const { collection, variant, seed } = parts;
  const { resource, document, body: sent } = collection.creation;
  const id = `${document}/${resource}/state/${variant}`;
  const letters = lettersOf(`${seed} ${id}`);
  const plain = sent && plainValue(sent.schema, variant, parts.target.known);
  const texts = sent && plain && withOwnTexts(sent.schema, plain, letters);
  const whole = sent && texts && variant === 2 ? withLongTexts(sent.schema, texts) : texts;
  if (!isMembers(whole)) return [];
  const planned = variant === SMALL ? smallCase(id, parts, whole) : wholeCase(id, parts, whole);
  if (planned === undefined) return [];
  const { steps, compared } = planned;
  return [
    {
      id,
      title: 'creates, reads, changes and removes an object of its own',
      document,
      evidence: evidenceOf(contract, {
        steps: steps.map(({ role, request }) => ({ role, operation: request.operation })),
        evidence: clauses,
      }),
      origin: { kind: 'scenario' },
      steps,
      compared,
    },
  ];
}

interface Planned {
  readonly steps: readonly Step[];
  readonly compared: Json;
}

/** Answers about an object of the run show what those about others do not. */
function judged(one: Step): Step {
  return { ...one, role: 'valid' };
}

/** The steps that create the object with a body, below its own parents. */
function creationOf(id: string, { collection, target }: Parts, body: Values): readonly Step[] {
  return creationSteps(collection, target, id).map((one) => {
    const { path, query, operation } = one.request;
    const isOwn = one.id === nameOfCreation(collection);
    return isOwn ? { ...one, request: requestTo(operation, path, query, body) } : one;
  });
}

/** Members that are left out have the value that the document gives. */
function smallCase(id: string, parts: Parts, whole: Values): Planned | undefined {
  const { collection, read } = parts;
  const small = smallBody(collection.creation, whole);
  const usual = small && defaultsFor(collection.creation, small);
  if (small === undefined || usual === undefined || Object.keys(usual).length === 0)
    return undefined;
  const path = ownPath(collection);
  const steps = [
    ...creationOf(id, parts, small),
    judged(step('read', 'setup', requestTo(read.id, path))),
    ...removalSteps(collection),
  ];
  const has = new Set(steps.map((one) => one.id));
  return { steps, compared: expectationsOf({ collection, created: { ...usual, ...small }, has }) };
}

function wholeCase(id: string, parts: Parts, body: Values): Planned {
  const { collection, read, readAbove, list, update, replace, variant, target } = parts;
  const { above, removal } = collection;
  const path = ownPath(collection);
  const isFirst = variant === VARIANTS[0];
  const own = lettersOf(`${parts.seed} ${id}`);
  const setup = (name: string, operation: Operation, value?: Json) =>
    step(name, 'setup', requestTo(operation.id, path, {}, value));
  const pages = list && pageOf(list);
  const listing = (name: string, prefix = '', query: Values = {}): readonly Step[] => {
    const asked = { ...pages?.query, ...query };
    return list && pages
      ? [step(name, 'setup', requestTo(list.id, ownPath(above, prefix), asked))]
      : [];
  };
  const reading = (name: string) =>
    isFirst && above && readAbove
      ? [step(name, 'setup', requestTo(readAbove.id, ownPath(above)))]
      : [];
  const filters = isFirst && list ? filtersOf(list, body) : [];
  const creations = creationOf(id, parts, body);
  const change = update && changeOf(update, body, { variant, own, known: target.known });
  // Each variant has some of the further steps.
  const taken =
    isFirst && collection.creation.chooses !== undefined && shows(collection.creation, CONFLICT)
      ? creations.slice(-1).map((one): Step => ({ ...one, id: 'again', role: 'probe' }))
      : [];
  const other = isFirst ? creationSteps(collection, target, `${id} ${OTHER}`).slice(-1) : [];
  const others = other.map((one) => ({ ...one, id: OTHER + one.id }));
  const otherPath = { ...path, ...lastOf(ownPath(collection, OTHER)) };
  const readOther = (name: string) =>
    others.map(() => step(name, 'setup', requestTo(read.id, otherPath)));
  const apart = variant === 2 && pages ? creationSteps(above, target, `${id} ${APART}`, APART) : [];
  const servers = variant === 2 && update ? serverMembers(update) : {};
  const replacement = variant === 3 && replace ? smallBody(replace, body) : undefined;
  const steps: readonly Step[] = [
    ...apart,
    ...(apart.length > 0 ? listing('list-apart-before', APART) : []),
    ...creations.slice(0, -1),
    ...reading('read-above-before'),
    ...creations.slice(-1),
    ...taken,
    ...others,
    judged(setup('read', read)),
    ...listing('list').map(judged),
    ...filters.flatMap(({ name, query }) => listing(name, '', query)),
    ...(apart.length > 0 ? listing('list-apart', APART) : []),
    ...(above && apart.length > 0 && shows(read, MISSING)
      ? [step('read-apart', 'probe', requestTo(read.id, { ...path, ...ownPath(above, APART) }))]
      : []),
    ...readOther('read-other'),
    ...(update && change
      ? [setup('change', update, { ...change }), judged(setup('read-changed', read))]
      : []),
    ...(update && Object.keys(servers).length > 0
      ? [
          setup('change-servers', update, withServers(update, body, servers)),
          setup('read-servers', read),
        ]
      : []),
    ...(replace && replacement
      ? [setup('replace', replace, replacement), setup('read-replaced', read)]
      : []),
    ...reading('read-above'),
    setup('remove', removal),
    { ...setup('read-removed', read), role: 'probe' },
    ...(shows(removal, MISSING)
      ? [{ ...setup('remove-again', removal), role: 'probe' as const }]
      : []),
    ...listing('list-removed'),
    ...readOther('read-other-left'),
    ...reading('read-above-left'),
    ...others.map((one) => step(`remove-${one.id}`, 'cleanup', requestTo(removal.id, otherPath))),
    ...removalSteps(collection),
    ...(apart.length > 0 ? removalSteps(above, APART) : []),
  ];
  const compared = expectationsOf({
    ...{ collection, update, change, pages, servers, replacement, filters },
    ...{ created: body, isPartial: parts.isPartial, counts: parts.counts },
    usual: replace && defaultsFor(replace, replacement ?? {}),
    replaceable: replace && writableIn(replace, body),
    has: new Set(steps.map((one) => one.id)),
  });
  return { steps, compared };
}

/** A change of members that only the server writes, in the whole object if it is replaced. */
function withServers(update: Operation, body: Values, servers: Values): Values {
  return { ...(replaces(update) ? writableIn(update, body) : {}), ...servers };
}

/** Returns true if the document shows an answer with the status. */
function shows({ answers }: Operation, status: number): boolean {
  return answers.some((one) => one.status === status);
}

function lastOf(path: Values): Values {
  return Object.fromEntries(Object.entries(path).slice(-1));
}
