import { actionOn, collectionOf } from '../../../contract/index.ts';
import {
  isObject,
  type Json,
  type Operation,
  requestTo,
  type Step,
  type Values,
} from '../../../model/index.ts';
import { from, idOf, type Stage, step, valuesOf } from '../../../plan/stage.ts';
import { numberFrom } from './sequences-steps.ts';
import { beginningOf, creation, fileFor, isOwnable, removal, text } from './writes-test-owned.ts';

const NUMBER = 4_711_001;
const KEPT = 4_711_002;
const SEGMENTS = 'touchstone/stand-in';
const SOURCE = 'https://example.com/touchstone-stand-in.png';
const MEMBER = '/cms/v2/posts/4711001';

/** Maximum number of members of a batch (section 8). */
const BATCH_LIMIT = 25;

/**
 * The fixture for an operation that writes, or that reads data which only writing creates. `undefined` if a run cannot
 * create such an object, or not remove it.
 *
 * @param slug of the created object
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
  switch (actionOn(operation)) {
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

/** An update creates a revision, which a list then shows. */
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
  // An autosave of one's own draft can change the draft itself, without a separate record.
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
