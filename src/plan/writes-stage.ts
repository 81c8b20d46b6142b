import { collectionOf, deedOn } from '../contract/resources.ts';
import { sameJson } from '../contract/schema.ts';
import type { FormFile, Json, Operation, PlannedRequest, Step, Values } from '../model.ts';
import { valueOfBody, withValue } from '../planned-body.ts';
import { isObject } from '../pointer.ts';
import { numberFrom } from './sequences-steps.ts';
import {
  beginningOf,
  creation,
  fileFor,
  from,
  idOf,
  isOwnable,
  removal,
  requestTo,
  step,
  text,
} from './writes-own.ts';

/**
 * What an operation needs around it to be called on an object of the case's own, and how it is called.
 * The values of a request stand as they would be sent, so that a rule broken in them can be proven;
 * references take the place of `standIns` when all is planned.
 */
export interface Stage {
  readonly collection: string;
  /** Of what the case creates. */
  readonly slug: string;
  readonly setup: readonly Step[];
  readonly path: Values;
  readonly query: Values;
  readonly body: Json | undefined;
  /** What stands for a value that an earlier step brings. */
  readonly standIns: readonly (readonly [Json, Json])[];
  /** Travels beside the body, whose members are fields of a form then. */
  readonly file?: FormFile;
  /** The operation takes away what it is called on, so it may succeed only once, at the end. */
  readonly final: boolean;
  /** Each success makes an object of its own. */
  readonly creates: boolean;
  readonly cleanup: readonly Step[];
}

const NUMBER = 4_711_001;
const KEPT = 4_711_002;
const SEGMENTS = 'touchstone/stand-in';
const SOURCE = 'https://example.com/touchstone-stand-in.png';
const MEMBER = '/cms/v2/posts/4711001';

/** Most that a batch may hold (section 8). */
export const BATCH_LIMIT = 25;

/**
 * The stage of an operation of the content document that writes, or that reads what only writing leaves
 * behind; `undefined` where there is none, since no object of the run's own can be had, or none can be
 * removed again.
 * @param slug of what the case creates
 */
export function stageOf(operation: Operation, slug: string): Stage | undefined {
  if (operation.action === 'batch') return batchStage(slug);
  const collection = collectionOf(operation);
  if (!isOwnable(collection)) return undefined;
  const segmented = collection === 'templates' || collection === 'template-parts';
  const id = segmented ? SEGMENTS : NUMBER;
  const plain: Stage = {
    collection,
    slug,
    setup: [creation('own', collection, slug)],
    path: { id },
    query: {},
    body: undefined,
    standIns: [[id, idOf('own')]],
    final: false,
    creates: false,
    cleanup: [removal('own', collection)],
  };
  const words = { title: text('A plain title') };
  switch (deedOn(operation)) {
    case 'create':
      return {
        ...plain,
        setup: [],
        path: {},
        body: beginningOf(collection, slug),
        ...(collection === 'media' && { file: fileFor(slug) }),
        creates: true,
        cleanup: [],
      };
    case 'update':
    case 'autosaves/create':
      return { ...plain, body: words };
    case 'delete':
      return { ...plain, query: { force: true }, final: true };
    case 'revisions/delete':
      return { ...revisionStage(plain, id), query: { force: true }, final: true };
    case 'revisions/list':
      return { ...revisionStage(plain, id), path: { parent: id } };
    case 'autosaves/list':
      return { ...autosaveStage(plain, id), path: { id } };
    case 'revisions/get':
      return revisionStage(plain, id);
    case 'autosaves/get':
      return autosaveStage(plain, id);
    case 'post-process':
      return { ...plain, body: { action: 'create-image-subsizes' } };
    case 'edit':
      return {
        ...plain,
        body: { src: SOURCE, modifiers: [flipped()] },
        standIns: [...plain.standIns, [SOURCE, from('own#/source_url')]],
        creates: true,
      };
    default:
      return undefined;
  }
}

function flipped(): Json {
  return { type: 'flip', args: { flip: { horizontal: true, vertical: false } } };
}

/** An update leaves a revision behind, which is then found by listing. */
function revisionStage(plain: Stage, parent: Json): Stage {
  const { collection } = plain;
  const of = `content/${collection}`;
  const update = requestTo(
    `${of}/update/post`,
    { id: idOf('own') },
    {},
    {
      title: text('A title to come back to'),
      content: text('Other words.'),
    },
  );
  const list = requestTo(`${of}/revisions/list`, { parent: idOf('own') }, {}, undefined);
  return {
    ...plain,
    setup: [...plain.setup, step('changed', 'setup', update), step('revisions', 'setup', list)],
    path: { parent, id: KEPT },
    standIns: [...plain.standIns, [KEPT, numberFrom('revisions', '/0/id')]],
  };
}

function autosaveStage(plain: Stage, parent: Json): Stage {
  const words = { title: text('A title kept for later') };
  const of = `content/${plain.collection}`;
  // An autosave of a draft of one's own may change the draft itself, and then there is none to read.
  const setup = plain.setup.map(published);
  const save = requestTo(`${of}/autosaves/create`, { id: idOf('own') }, {}, words);
  return {
    ...plain,
    setup: [...setup, step('autosave', 'setup', save)],
    path: { parent, id: KEPT },
    standIns: [...plain.standIns, [KEPT, numberFrom('autosave')]],
  };
}

function published(one: Step): Step {
  const { body } = one.request;
  if (body.kind !== 'json' || !isObject(body.value) || !Object.hasOwn(body.value, 'status'))
    return one;
  const value: Values = { ...valuesOf(body.value), status: 'publish' };
  return { ...one, request: { ...one.request, body: { ...body, value } } };
}

function batchStage(slug: string): Stage {
  const members = Array.from({ length: BATCH_LIMIT }, (_, index) => ({
    path: MEMBER,
    method: 'POST',
    body: { title: text(`A plain title, ${index + 1}`) },
  }));
  return {
    collection: 'posts',
    slug,
    setup: [creation('own', 'posts', slug)],
    path: {},
    query: {},
    body: { requests: members },
    standIns: [[MEMBER, from('own#/id', '/cms/v2/posts/{}')]],
    final: false,
    creates: false,
    cleanup: [removal('own', 'posts')],
  };
}

/** A request with references in the place of stand-ins. */
export function withReferences(request: PlannedRequest, { standIns }: Stage): PlannedRequest {
  if (standIns.length === 0) return request;
  return mapped(request, (value) => standIns.find(([standIn]) => standIn === value)?.[1]);
}

/** The same the other way round: a request as it would be sent, in which a rule can be proven to be broken. */
export function withStandIns(request: PlannedRequest, { standIns }: Stage): PlannedRequest {
  return mapped(
    request,
    (value) => standIns.find(([, reference]) => sameJson(reference, value))?.[0],
  );
}

/** With other values where some are given. */
function mapped(request: PlannedRequest, other: (value: Json) => Json | undefined): PlannedRequest {
  const put = (value: Json): Json => {
    const found = other(value);
    if (found !== undefined) return found;
    if (typeof value !== 'object' || value === null) return value;
    // Most of a request holds nothing to be put: it is handed back as it is.
    const inner: readonly Json[] = isList(value) ? value : Object.values(value);
    const others = inner.map(put);
    if (others.every((one, at) => one === inner[at])) return value;
    if (isList(value)) return others;
    return Object.fromEntries(
      Object.entries(value).map(([name, inside], at) => [name, others[at] ?? inside]),
    );
  };
  const { body } = request;
  const value = valueOfBody(body);
  return {
    ...request,
    path: valuesOf(put(request.path)),
    query: valuesOf(put(request.query)),
    body: value === undefined ? body : withValue(body, put(value)),
  };
}

/** The call of a stage: its body as JSON, or as a form beside the file. */
export function callOn(
  stage: Pick<Stage, 'file'>,
  operation: Operation,
  { path, query, body }: Pick<Stage, 'path' | 'query' | 'body'>,
): PlannedRequest {
  const request = requestTo(operation.id, path, query, body);
  const { file } = stage;
  if (file === undefined || body === undefined || !isObject(body)) return request;
  return { ...request, body: { kind: 'form', fields: valuesOf(body), file } };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function valuesOf(value: Json): Values {
  return isObject(value) ? (Object.fromEntries(Object.entries(value)) as Values) : {};
}
