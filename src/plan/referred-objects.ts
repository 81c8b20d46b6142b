/** Objects of other collections that bodies name: each case creates them, or finds them in a list, before it does. */

import { plannerOf } from '../apis/planners.ts';
import {
  type Contract,
  factUsesIn,
  fitting,
  merge,
  operationOn,
  referredIn,
} from '../contract/index.ts';
import {
  type Case,
  type DocumentName,
  groupedBy,
  isList,
  isMembers,
  type Json,
  type PlannedRequest,
  recordsOf,
  requestTo,
  type Step,
  type Target,
} from '../model/index.ts';
import { firstIdIn } from './found-objects.ts';
import { type PlanTarget, requestSchema } from './generated.ts';
import {
  creationSteps,
  nameOfCreation,
  ownCollection,
  placeholderFor,
  removalSteps,
} from './own-collection.ts';
import { from, step, withReferences } from './stage.ts';

/** The placeholders of these differ from those of objects in paths. */
const FIRST_PLACE = 5;

interface ReferredObject {
  readonly fact: string;
  /** Stands for the ID in planned requests. */
  readonly placeholder: Json;
  /** The step whose answer shows the ID, and where. */
  readonly source: { readonly step: string; readonly at: string };
  readonly setup: (text: string) => readonly Step[];
  readonly cleanup: readonly Step[];
}

/** The target, as if it had the objects that bodies of an API name. */
export function withReferredIds<T extends PlanTarget>(
  contract: Contract,
  document: DocumentName,
  target: T,
): T {
  const known = referredObjects(contract, document, target).map(
    ({ fact, placeholder }) => [fact, [placeholder]] as const,
  );
  const given = [...factsOf(contract, document).keys()].map((fact) => {
    return [fact, target.known[referredIn(fact) ?? ''] ?? []] as const;
  });
  return { ...target, known: { ...target.known, ...Object.fromEntries([...given, ...known]) } };
}

/** All targets with the objects that bodies name. */
export function reachedTarget(contract: Contract, target: Target): Target {
  const endpoints = Object.entries(target.endpoints).map(([document, endpoint]) => [
    document,
    endpoint && !plannerOf(document) ? withReferredIds(contract, document, endpoint) : endpoint,
  ]);
  return { ...target, endpoints: Object.fromEntries(endpoints) };
}

/**
 * The case with the steps that find or create the objects that its bodies name. Paths never name them: a run changes
 * only what it created.
 */
export function withReferredObjects(
  contract: Contract,
  target: PlanTarget,
  item: Case,
  seed: number,
): Case {
  const used = referredObjects(contract, item.document, target).filter(({ placeholder }) =>
    item.steps.some(({ request }) => names(request, placeholder)),
  );
  if (used.length === 0) return item;
  const standIns = used.map(
    ({ placeholder, source }) => [placeholder, from(`${source.step}#${source.at}`)] as const,
  );
  const steps = item.steps.map((one): Step => {
    const { path } = one.request;
    return {
      ...one,
      request: { ...withReferences({ ...one.request, path: {} }, { standIns }), path },
    };
  });
  const compared = isMembers(item.compared)
    ? Object.fromEntries(
        Object.entries(item.compared).map(([part, all]) => [part, comparedWith(all, used)]),
      )
    : item.compared;
  return {
    ...item,
    origin: { kind: 'scenario' },
    steps: [
      ...used.flatMap(({ setup }) => setup(`${seed} ${item.id}`)),
      ...steps,
      ...used.flatMap(({ cleanup }) => cleanup),
    ],
    ...(compared !== undefined && { compared }),
  };
}

function names({ query, body }: PlannedRequest, placeholder: Json): boolean {
  const text = JSON.stringify([query, body]);
  return text.includes(JSON.stringify(placeholder));
}

/** Expectations of an ID are about the answer that shows it. */
function comparedWith(all: Json, used: readonly ReferredObject[]): Json {
  if (!isList(all)) return all;
  return all.flatMap((one): readonly Json[] => {
    if (!isMembers(one) || one.equals === undefined) return [one];
    const { equals, ...others } = one;
    const found = used.find(({ placeholder }) => placeholder === equals);
    if (found !== undefined) return [{ ...others, as: { ...found.source } }];
    const text = JSON.stringify(equals);
    return used.some(({ placeholder }) => text.includes(JSON.stringify(placeholder))) ? [] : [one];
  });
}

type Facts = ReadonlyMap<string, ReturnType<typeof factUsesIn>>;

const FACTS = new WeakMap<Contract, Map<DocumentName, Facts>>();

/** The facts of an API that are IDs of other objects, with the schemas of their members. */
function factsOf(contract: Contract, document: DocumentName): Facts {
  const known = FACTS.get(contract) ?? new Map<DocumentName, Facts>();
  FACTS.set(contract, known);
  const made = known.get(document);
  if (made !== undefined) return made;
  const uses = contract.operations
    .filter((one) => one.document === document)
    .flatMap((one) => factUsesIn(requestSchema(one)))
    .filter(([fact]) => referredIn(fact) !== undefined);
  const facts = groupedBy(uses, ([fact]) => fact);
  known.set(document, facts);
  return facts;
}

/** The objects that a run can create and remove, or find in a list. Those that the profile names need no steps. */
function referredObjects(
  contract: Contract,
  document: DocumentName,
  target: PlanTarget,
): readonly ReferredObject[] {
  return [...factsOf(contract, document)].flatMap(([fact, uses], at): readonly ReferredObject[] => {
    const resource = referredIn(fact) ?? '';
    const schema = uses.map(([, one]) => one).reduce(merge);
    if (fitting(schema, target.known[resource] ?? []).length > 0) return [];
    const placeholder = placeholderFor(schema, FIRST_PLACE + at, target);
    const source =
      placeholder === undefined ? undefined : sourceOf(contract, document, resource, target);
    return source === undefined || placeholder === undefined
      ? []
      : [{ fact, placeholder, ...source }];
  });
}

function sourceOf(
  { operations, schema }: Contract,
  document: DocumentName,
  resource: string,
  target: PlanTarget,
): Pick<ReferredObject, 'source' | 'setup' | 'cleanup'> | undefined {
  const [read, list] = ['get', 'list'].map((one) =>
    operationOn(operations, document, resource, one),
  );
  const own = read && ownCollection(operations, read, target);
  const prefix = `${resource}-`;
  if (own !== undefined && own.above === undefined) {
    return {
      source: { step: nameOfCreation(own, prefix), at: recordsOf(own.creation).id ?? '/id' },
      setup: (text) => creationSteps(own, target, `${text} ${resource}`, prefix),
      cleanup: removalSteps(own, prefix),
    };
  }
  const at = list && firstIdIn(list, schema);
  if (list === undefined || at === undefined) return undefined;
  const name = `find-${resource}`;
  const setup = [step(name, 'setup', requestTo(list.id))];
  return { source: { step: name, at }, setup: () => setup, cleanup: [] };
}
