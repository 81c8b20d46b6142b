import type { Contract } from '../contract/contract.ts';
import { statusOf, statusTold } from '../contract/told.ts';
import type { Validate } from '../contract/validate.ts';
import type { Answer, Json, Operation, Outcome, PlannedRequest } from '../model.ts';
import { valueAt } from '../pointer.ts';

/** Something that a target created for us, and the request that removes it for good. */
export interface Made {
  /** `content/posts 4711` */
  readonly what: string;
  readonly removal: PlannedRequest;
}

/** Something was created, but its answer does not say under which ID. */
export interface Nameless {
  readonly what: string;
  readonly why: string;
}

/** What one answer says about things created and things removed for good. */
export interface Changes {
  readonly made: readonly Made[];
  readonly nameless: readonly Nameless[];
  /** As in `Made.what`. */
  readonly removed: readonly string[];
}

export type ChangesOf = (
  operation: Operation,
  request: PlannedRequest,
  answer: Answer,
) => Changes | undefined;

/** A collection whose objects can be created, and removed again. */
interface Shelf {
  readonly name: string;
  /** Route under which objects are created; theirs are below it. */
  readonly route: string;
  readonly removal: Operation;
  /** The path parameter that carries the ID. */
  readonly id: string;
  /** Whether removing takes a `force`, without which it may only trash (section 3). */
  readonly forced: boolean;
}

/** One call by itself, or as a member of a batch. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly force: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** What answers are read by. */
export type Law = Pick<Contract, 'operations' | 'validate'>;

/** The batch route of the content document (4.2), whose members are calls of their own. */
const BATCH = '/batch/v1';

/**
 * Learns from the operations what creates and what removes: where a route takes POST and the route of
 * its members takes DELETE, an accepted POST has made something, with its ID at `/id` of the answer.
 * Edited media (4.2) may become media of their own. What no route removes is not kept account of.
 */
export function changesBy({ operations, validate }: Law): ChangesOf {
  const shelves = shelvesOf(operations);
  if (shelves.size === 0) return () => undefined;
  return (operation, request, received) => {
    const method = request.method ?? operation.method;
    if (method !== 'POST' && method !== 'DELETE') return undefined;
    const answer = { ...received, status: statusOf(operation, received, validate) };
    if (operation.route === BATCH && isUntold(request, answer, shelves)) {
      const why = 'its answer does not tell what its members created';
      return { ...NOTHING, nameless: [{ what: operation.id, why }] };
    }
    const calls =
      operation.route === BATCH
        ? membersOf(request, answer).map((call): Call => {
            const status = statusTold(operation.refusal, call.status, call.body, validate);
            return { ...call, status };
          })
        : [callOf(operation, request, answer, method)];
    const all = calls.map((call) => changesOf(call, shelves));
    return {
      made: all.flatMap(({ made }) => made),
      nameless: all.flatMap(({ nameless }) => nameless),
      removed: all.flatMap(({ removed }) => removed),
    };
  };
}

/**
 * Tells whether a request changes something that was there before: neither makes a thing that can be removed
 * again, nor is about one of those that were made. What is no thing, such as a setting, was there before.
 */
export function strangersBy(
  operations: readonly Operation[],
): (operation: Operation, request: PlannedRequest, own: ReadonlySet<string>) => boolean {
  const shelves = shelvesOf(operations);
  const isOwn = (path: string, own: ReadonlySet<string>) =>
    [...shelves.values()].some(({ name, route }) => {
      const rest = path.startsWith(`${route}/`) ? path.slice(route.length + 1) : undefined;
      // An identifier may have several segments, and more may follow.
      return [...own].some((what) => `${name} ${rest}/`.startsWith(`${what}/`));
    });
  return (operation, request, own) =>
    callsIn(operation, request).some(
      ({ method, path }) =>
        !SAFE.has(method) && !(method === 'POST' && shelves.has(path)) && !isOwn(path, own),
    );
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function shelvesOf(operations: readonly Operation[]): ReadonlyMap<string, Shelf> {
  return new Map(operations.flatMap((one) => shelfOf(one, operations)));
}

/** The routes that the members of a batch call; of what is no batch, none. */
export function membersIn(operation: Operation, request: PlannedRequest): readonly string[] {
  return operation.route === BATCH ? requestsOf(request).map(({ path }) => path) : [];
}

/** What a request calls: its own route, or those of the members of a batch. */
function callsIn(
  operation: Operation,
  request: PlannedRequest,
): readonly Pick<Call, 'method' | 'path'>[] {
  if (operation.route === BATCH) return requestsOf(request);
  return [{ method: request.method ?? operation.method, path: pathOf(operation, request) }];
}

function pathOf({ route }: Operation, { path }: PlannedRequest): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name] ?? ''));
}

function shelfOf(
  removal: Operation,
  operations: readonly Operation[],
): readonly (readonly [string, Shelf])[] {
  const [, route = '', id = ''] = /^([^{}]+)\/\{(\w+)\}$/.exec(removal.route) ?? [];
  if (removal.method !== 'DELETE' || route === '') return [];
  if (!operations.some((one) => one.method === 'POST' && one.route === route)) return [];
  const name = removal.id.replace(/\/delete$/, '');
  const forced = removal.parameters.some((one) => one.in === 'query' && one.name === 'force');
  return [[route, { name, route, removal, id, forced }]];
}

function callOf(
  operation: Operation,
  request: PlannedRequest,
  { status, body }: Answer,
  method: string,
): Call {
  const path = pathOf(operation, request);
  const value = body.content.kind === 'json' ? body.content.value : undefined;
  return { method, path, force: isTrue(request.query.force), status, body: value };
}

/** The members of a batch with their own answers, as far as the answer to the batch has any. */
function membersOf(request: PlannedRequest, answer: Answer): readonly Call[] {
  const responses = responsesOf(answer) ?? [];
  return requestsOf(request).flatMap(({ method, path, force }, index): readonly Call[] => {
    const status = valueAt(responses, `/${index}/status`);
    if (typeof status !== 'number') return [];
    return [{ method, path, force, status, body: valueAt(responses, `/${index}/body`) }];
  });
}

function requestsOf(request: PlannedRequest): readonly Omit<Call, 'status' | 'body'>[] {
  const requests = valueAt(bodyOf(request), '/requests');
  if (!Array.isArray(requests)) return [];
  return requests.map((member: unknown) => {
    const [path = '', query = ''] = String(valueAt(member, '/path') ?? '').split('?');
    const force = new URLSearchParams(query).get('force') ?? valueAt(member, '/body/force');
    const method = String(valueAt(member, '/method') ?? 'POST').toUpperCase();
    return { method, path, force: isTrue(force) };
  });
}

/** The document does not show the answer to a batch; where it is a list, it is one of answers. */
export function responsesOf({ body }: Answer): readonly unknown[] | undefined {
  const content = body.content.kind === 'json' ? body.content.value : undefined;
  const responses = Array.isArray(content) ? content : valueAt(content, '/responses');
  return Array.isArray(responses) ? responses : undefined;
}

/** Whether members of a batch may have created something that its answer keeps to itself. */
function isUntold(
  request: PlannedRequest,
  answer: Answer,
  shelves: ReadonlyMap<string, Shelf>,
): boolean {
  if (answer.status < 200 || answer.status > 299 || responsesOf(answer)) return false;
  return requestsOf(request).some(({ method, path }) => method === 'POST' && shelves.has(path));
}

function bodyOf({ body }: PlannedRequest): unknown {
  if (body.kind === 'json') return body.value;
  if (body.kind !== 'text') return undefined;
  try {
    return JSON.parse(body.text);
  } catch {
    return undefined;
  }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

const NOTHING: Changes = { made: [], nameless: [], removed: [] };

function changesOf(call: Call, shelves: ReadonlyMap<string, Shelf>): Changes {
  if (call.method === 'DELETE') return removedBy(call, shelves);
  if (call.method !== 'POST' || call.status < 200 || call.status > 299) return NOTHING;
  const own = shelves.get(call.path.replace(/\/$/, ''));
  const id = valueAt(call.body, '/id');
  if (own !== undefined) {
    if (isId(id)) return { ...NOTHING, made: [madeOn(own, id)] };
    const why = 'the answer to its creation has no `id`';
    return { ...NOTHING, nameless: [{ what: own.name, why }] };
  }
  const [, route = '', source = ''] = /^(.*)\/([^/]+)\/edit$/.exec(call.path) ?? [];
  const edited = shelves.get(route);
  if (edited === undefined || !isId(id) || String(id) === source) return NOTHING;
  return { ...NOTHING, made: [madeOn(edited, id)] };
}

/** Without `force`, what is answered with success may be in trash, and what is not may be still there. */
function removedBy(call: Call, shelves: ReadonlyMap<string, Shelf>): Changes {
  for (const shelf of shelves.values()) {
    if (!call.path.startsWith(`${shelf.route}/`)) continue;
    if (shelf.forced && !call.force) return NOTHING;
    if (!isGone(call.status)) return NOTHING;
    return { ...NOTHING, removed: [nameOn(shelf, call.path.slice(shelf.route.length + 1))] };
  }
  return NOTHING;
}

/** Why something may still be there after a request to remove it for good; undefined where it is not. */
export function whyNotGone(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
): string | undefined {
  if (outcome.kind === 'fault') return outcome.message;
  const status = statusOf(operation, outcome, validate);
  return isGone(status) ? undefined : `HTTP ${status}`;
}

/** Whether the answer to removing something for good says that it is not there, or no longer. */
function isGone(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 404 || status === 410;
}

function isId(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function nameOn(shelf: Shelf, id: number | string): string {
  return `${shelf.name} ${id}`;
}

function madeOn(shelf: Shelf, id: number | string): Made {
  const path: { readonly [name: string]: Json } = { [shelf.id]: id };
  return {
    what: nameOn(shelf, id),
    removal: {
      operation: shelf.removal.id,
      path,
      query: shelf.forced ? { force: true } : {},
      headers: [],
      body: { kind: 'none' },
      credential: { kind: 'valid' },
    },
  };
}
