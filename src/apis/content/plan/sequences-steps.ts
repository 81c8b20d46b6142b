import { actsOn, type Contract, membersOf, merged } from '../../../contract/index.ts';
import {
  type Credential,
  type FormFile,
  isMembers,
  type Json,
  type JsonSchema,
  type Reference,
  type Role,
  requestTo,
  type Step,
  type Values,
} from '../../../model/index.ts';

/** Collections whose objects a run can create, find and remove (4.2). */
export const LIVED_IN = [
  'posts',
  'pages',
  'menu-items',
  'blocks',
  'templates',
  'template-parts',
] as const;

/** `media` as well: many servers refuse a record without a file, so few cases use it. */
export type Collection = (typeof LIVED_IN)[number] | 'media';

type WriteMethod = 'post' | 'put' | 'patch';

export const UPDATE_METHODS: readonly WriteMethod[] = ['post', 'put', 'patch'];

export type BodyMembers = { readonly [name: string]: Json };

/** Lists of templates are complete: they have no `include` and no `status` (4.2). */
export function isListedWhole(collection: Collection): boolean {
  return collection === 'templates' || collection === 'template-parts';
}

export function fieldsOf(
  contract: Contract,
  collection: Collection,
): ReadonlyMap<string, JsonSchema> {
  const { body } = contract.operation(`content/${collection}/create`);
  return new Map(body ? membersOf(merged(body.schema)) : []);
}

/** A reference to a place in the answer to an earlier step. */
export function from(step: string, pointer = '/id'): { readonly [member: string]: Json } {
  const reference: Reference = { $from: `${step}#${pointer}` };
  return { ...reference };
}

/** The number of a revision or an autosave, in any place of its record. */
export function numberFrom(step: string, pointer = '/id'): { readonly [member: string]: Json } {
  return { ...from(step, pointer), integer: true };
}

interface Sent {
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: BodyMembers;
  readonly credential?: Credential;
}

export function stepFor(id: string, role: Role, operation: string, sent: Sent = {}): Step {
  const { path = {}, query = {}, body, credential = { kind: 'valid' } } = sent;
  return { id, role, request: { ...requestTo(operation, path, query, body), credential } };
}

export function create(collection: Collection, id: string, body: BodyMembers): Step {
  return stepFor(id, 'valid', `content/${collection}/create`, { body });
}

/** Reads an object; by default as its editor. */
export function read(
  collection: Collection,
  id: string,
  of: string,
  query: Values = { context: 'edit' },
  credential: Credential = { kind: 'valid' },
): Step {
  const path = { id: from(of) };
  return stepFor(id, 'valid', `content/${collection}/get`, { path, query, credential });
}

export function update(
  collection: Collection,
  id: string,
  of: string,
  method: WriteMethod,
  body: BodyMembers,
): Step {
  const path = { id: from(of) };
  return stepFor(id, 'valid', `content/${collection}/update/${method}`, { path, body });
}

/** @param force its default if absent */
export function remove(collection: Collection, id: string, of: string, force?: boolean): Step {
  const query: Values = force === undefined ? {} : { force };
  return stepFor(id, 'valid', `content/${collection}/delete`, { path: { id: from(of) }, query });
}

/** Parameters that lists of templates have, too (4.2). */
const OF_WHOLE_LISTS = ['context', 'area'];

/** Lists only the given objects, if the collection allows that. */
export function list(
  collection: Collection,
  id: string,
  of: readonly string[],
  query: Values = {},
): Step {
  const only: Values = isListedWhole(collection)
    ? Object.fromEntries(Object.entries(query).filter(([name]) => OF_WHOLE_LISTS.includes(name)))
    : { include: of.map((name) => from(name)), ...query };
  return stepFor(id, 'valid', `content/${collection}/list`, { query: only });
}

/** A removal for every created object, in reverse, so that children are removed first. */
export function cleanups(contract: Contract, steps: readonly Step[]): readonly Step[] {
  return steps
    .flatMap((step): readonly Step[] => {
      const collection = createdBy(contract, step);
      if (collection === undefined) return [];
      return [
        stepFor(`remove-${step.id}`, 'cleanup', `content/${collection}/delete`, {
          path: { id: from(step.id) },
          query: { force: true },
        }),
      ];
    })
    .toReversed();
}

export function createdBy(contract: Contract, { request }: Step): string | undefined {
  const operation = contract.operation(request.operation);
  return actsOn(operation, 'create') ? operation.resource : undefined;
}

export function besideFile(one: Step, file: FormFile): Step {
  const { body } = one.request;
  const fields = body.kind === 'json' && isMembers(body.value) ? body.value : {};
  return { ...one, request: { ...one.request, body: { kind: 'form', fields, file } } };
}
