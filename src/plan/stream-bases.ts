/** The base of every generated request of an operation. */

import { plannerOf } from '../apis/planners.ts';
import {
  type Contract,
  collectionOf,
  listIn,
  operationOn,
  rulesOf,
  typesOf,
} from '../contract/index.ts';
import {
  type Endpoint,
  isObject,
  type JsonSchema,
  type Operation,
  type PlannedRequest,
  type Role,
  recordsOf,
  type Step,
  type Values,
} from '../model/index.ts';
import { lackFor, partsOf, plannableSchema, type RequestParts, requestOf } from './generated.ts';
import { writesToOthers } from './own-objects.ts';
import { withReferredIds } from './referred-objects.ts';
import { refusalsOf, withoutOptions } from './refusals.ts';
import { evidenceOf } from './scenarios.ts';
import { OWN, type Stage, withReferences } from './stage.ts';
import { samplesOf } from './values.ts';

/** The plainest request of an operation, with everything needed to send it. */
export interface BaseRequest {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly parts: RequestParts;
  readonly request: PlannedRequest;
  /** Present for operations on objects of the campaign. */
  readonly stage: Stage | undefined;
  /** The clauses that a valid request is evidence for. */
  readonly evidence: readonly string[];
  readonly refusals: ReadonlySet<string>;
  /** Clauses about answers to requests on which the document is silent. */
  readonly probed: readonly string[];
  /** Clauses about a credential that was never issued; empty if the document does not mention it. */
  readonly unauthorised: readonly string[];
  /** Weight by the rules of its schemas and the clauses about its answers. */
  readonly weight: number;
  /** Schema of the generated parts, each as a member. */
  readonly schema: JsonSchema;
  /** The read of the object that a write changes, with all that may be shown of it. */
  readonly read?: PlannedRequest;
  /** It writes objects whose IDs consist of words, in an unspecified way. */
  readonly named: boolean;
}

const SLUG = `${OWN}-fuzz`;

/**
 * The base of an operation, or why it has none: the target lacks something, or the write would affect foreign objects.
 */
export function baseOf(
  contract: Contract,
  operation: Operation,
  asked: Endpoint,
): BaseRequest | string {
  const planner = plannerOf(operation.document);
  const endpoint = planner ? asked : withReferredIds(contract, operation.document, asked);
  const about = (role: Role) =>
    evidenceOf(contract, { steps: [{ role, operation: operation.id }] });
  const evidence = about('valid');
  const rules = rulesOf(operation).length;
  const common = {
    operation,
    endpoint,
    ...{ evidence, unauthorised: about('unauthorised'), probed: probedAt(contract, operation) },
    refusals: refusalsOf(contract, operation),
    named: isNamed(contract, operation),
    weight: 2 + Math.ceil((rules + evidence.length) / 2),
  };
  if (operation.writes && planner) {
    const stage = planner.stageOf(operation, SLUG);
    if (stage === undefined) return 'nothing of its own can be created here and removed again';
    const { path, query, body } = stage;
    const parts: RequestParts = { path, query, body };
    const schema = plannableSchema(operation, endpoint);
    const read = stage.creates || stage.final ? undefined : readOf(contract, operation, path);
    const request = requestOf(operation, parts);
    return { ...common, parts, request, stage, schema, ...(read && { read }) };
  }
  const lack = writesToOthers(contract.operations, operation) ?? lackFor(operation, endpoint);
  if (lack !== undefined) return lack;
  const schema = plannableSchema(operation, endpoint);
  const [sample] = samplesOf(withoutOptions(schema), 1, { known: endpoint.known });
  if (sample === undefined) return 'it has no valid request';
  const parts = partsOf(sample);
  return { ...common, parts, request: requestOf(operation, parts), stage: undefined, schema };
}

function readOf({ operations }: Contract, { route, document }: Operation, path: Values) {
  const read = operations.find(
    (one) => one.method === 'GET' && one.route === route && one.document === document,
  );
  const listed = (read?.parameters ?? []).flatMap(({ name, in: place, schema }) => {
    const last = place === 'query' ? listIn(schema, 'enum')?.at(-1) : undefined;
    return last === undefined ? [] : [[name, last] as const];
  });
  return read && requestOf(read, { path, query: Object.fromEntries(listed), body: undefined });
}

function probedAt({ clauses }: Contract, { id }: Operation): readonly string[] {
  return clauses
    .filter(({ on, level }) => on === 'probe' && level !== 'unspecified')
    .filter(({ operations }) => operations.includes(id))
    .map((clause) => clause.id);
}

function isNamed({ operations }: Contract, operation: Operation): boolean {
  if (!operation.writes) return false;
  const removal = operationOn(operations, operation.document, collectionOf(operation), 'delete');
  const ids = removal?.parameters.filter((one) => one.in === 'path') ?? [];
  return ids.some(({ schema }) => typesOf(schema).includes('string'));
}

/** Returns true if any valid body may be sent: bodies of batches name foreign objects. */
export function isFree({ operation }: BaseRequest): boolean {
  return operation.action !== 'batch';
}

/** A request of the base with other parts; constant parts of a write stay. */
export function requestWith(base: BaseRequest, parts: RequestParts): PlannedRequest {
  if (base.stage === undefined) return requestOf(base.operation, parts);
  return requestOf(base.operation, { ...base.parts, body: parts.body });
}

/** Adds fixture steps with their own slug; references replace the object's id. */
export function staged(base: BaseRequest, own: string, steps: readonly Step[]): readonly Step[] {
  const { stage, operation } = base;
  const planner = plannerOf(operation.document);
  if (stage === undefined || planner === undefined) return steps;
  const renamed = (step: Step) => planner.renamed(step, SLUG, own);
  const filled = steps.map((step) => ({ ...step, request: withReferences(step.request, stage) }));
  return [...stage.setup.map(renamed), ...filled.map(renamed), ...stage.cleanup];
}

/**
 * Members that identify an object of the campaign, even if the answer to its creation is lost. They are not generated.
 */
export function marksOf({ stage, operation, parts: { body } }: BaseRequest): Values {
  if (!stage?.creates || !isObject(body)) return {};
  const { slug, title, link } = recordsOf(operation);
  return Object.fromEntries(
    Object.entries(body as Values).filter(([name]) => [slug, title, link].includes(name)),
  );
}
