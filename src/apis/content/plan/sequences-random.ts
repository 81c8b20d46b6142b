/** Random lifecycles: actions drawn by fast-check, and their requests. */

import fc from 'fast-check';
import { listIn } from '../../../contract/index.ts';
import type { Step } from '../../../model/index.ts';
import { type LifecycleContext, plainBody } from './sequences-ground.ts';
import {
  type BodyMembers,
  create,
  from,
  isListedWhole,
  list,
  read,
  remove,
  stepFor,
  UPDATE_METHODS,
  update,
} from './sequences-steps.ts';
import { PLAIN, tagOf, valuesFor } from './sequences-values.ts';

/** One action; `which` selects an object, and `n` a value. */
type RandomAction =
  | { readonly kind: 'create'; readonly n: number; readonly status: number }
  | {
      readonly kind: 'update';
      readonly which: number;
      readonly method: number;
      readonly fields: number;
      readonly n: number;
    }
  | { readonly kind: 'trash'; readonly which: number; readonly given: boolean }
  | { readonly kind: 'delete'; readonly which: number }
  | { readonly kind: 'autosave'; readonly which: number; readonly n: number }
  | { readonly kind: 'list' };

const small = fc.nat({ max: 99 });

const ACTION: fc.Arbitrary<RandomAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('create' as const), n: small, status: small }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      which: small,
      method: small,
      fields: fc.nat({ max: 0xffff }),
      n: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('trash' as const),
      which: small,
      given: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: small }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('autosave' as const), which: small, n: small }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const) }) },
);

const ACTIONS = fc.array(ACTION, { minLength: 3, maxLength: 7 });

/** The given number of action lists; deterministic by seed. */
export function drawActions(seed: number, count: number): readonly (readonly RandomAction[])[] {
  return count === 0 ? [] : fc.sample(ACTIONS, { seed, numRuns: count });
}

interface Living {
  readonly name: string;
  readonly status: string;
}

/**
 * The requests of a list of actions. After each write, its object and one other are read, so that a change can be
 * attributed to one request. Actions without an object are skipped; a case begins with a creation.
 *
 * @param index of the case in its collection
 */
export function stepsOf(
  ground: LifecycleContext,
  actions: readonly RandomAction[],
  index: number,
): readonly Step[] {
  const { collection } = ground;
  const tag = tagOf(ground.seed, `${collection}-${index}`);
  const steps: Step[] = [];
  const living: Living[] = [];
  const all: string[] = [];
  const say = (make: (id: string) => Step) => steps.push(make(`step-${steps.length + 1}`));
  const look = (of: string) => say((id) => read(collection, id, of));
  const beside = (of: string) => {
    const other = living.find(({ name }) => name !== of);
    if (other) look(other.name);
  };
  const everything = () => {
    const context: BodyMembers = index % 2 === 0 ? {} : { context: 'edit' };
    if (all.length > 0) {
      say((id) => list(collection, id, all, { ...statusQuery(living), ...context }));
    }
  };
  const opening: RandomAction = { kind: 'create', n: index % 7, status: 0 };
  for (const action of [opening, ...actions]) {
    const subject = 'which' in action ? living[action.which % living.length] : undefined;
    switch (action.kind) {
      case 'create': {
        const name = `create-${all.length + 1}`;
        const status = statusOf(ground, action.status);
        steps.push(
          create(collection, name, bodyOf(ground, `${tag}-${all.length + 1}`, action.n, status)),
        );
        living.push({ name, status });
        all.push(name);
        look(name);
        beside(name);
        break;
      }
      case 'update': {
        if (!subject) break;
        const method = UPDATE_METHODS[action.method % UPDATE_METHODS.length] ?? 'post';
        const body = changesOf(ground, `${tag}-${subject.name}`, action.fields, action.n);
        say((id) => update(collection, id, subject.name, method, body));
        look(subject.name);
        beside(subject.name);
        break;
      }
      case 'trash':
      case 'delete': {
        if (!subject) break;
        const force = action.kind === 'delete' ? true : action.given ? false : undefined;
        say((id) => remove(collection, id, subject.name, force));
        living.splice(living.indexOf(subject), 1);
        look(subject.name);
        if (!isListedWhole(collection)) {
          say((id) => list(collection, id, [subject.name], { status: ['trash'] }));
        }
        say((id) => list(collection, id, [subject.name]));
        beside(subject.name);
        break;
      }
      case 'autosave': {
        // The effect of an autosave on a draft of its own author is unspecified.
        if (subject?.status !== 'publish') break;
        const body = valuesFor(ground.schemas, ['title', 'content'], action.n + 100, tag);
        say((id) =>
          stepFor(id, 'valid', `content/${collection}/autosaves/create`, {
            path: { id: from(subject.name) },
            body,
          }),
        );
        look(subject.name);
        break;
      }
      case 'list':
        everything();
    }
  }
  everything();
  return steps;
}

/** Lists show only published objects by default (4.1). */
function statusQuery(living: readonly Living[]): BodyMembers {
  const statuses = [...new Set(['publish', ...living.map(({ status }) => status)])];
  return statuses.length === 1 ? {} : { status: statuses };
}

/** Mostly published; not `future`, which needs a date. */
function statusOf(ground: LifecycleContext, n: number): string {
  const all = listIn(ground.schemas.get('status') ?? {}, 'enum') ?? [];
  const others = all.filter((status) => status !== 'future' && status !== 'publish');
  const status = n % 10 < 7 ? 'publish' : others[n % others.length];
  return typeof status === 'string' ? status : 'publish';
}

const MORE: readonly string[] = ['format', 'sticky', 'meta', 'date'];

function bodyOf(ground: LifecycleContext, tag: string, n: number, status: string): BodyMembers {
  const more = status === 'publish' ? MORE : [];
  return { ...plainBody(ground, tag, n), ...valuesFor(ground.schemas, more, n, tag), status };
}

/** Some of the fields, by the bits of a number; at least one. */
function changesOf(ground: LifecycleContext, tag: string, bits: number, n: number): BodyMembers {
  const names = [...PLAIN, 'format', 'sticky', 'meta'].filter(
    (name) => name !== 'slug' && ground.schemas.has(name),
  );
  const some = names.filter((_, at) => (bits >> (at % 16)) % 2 === 1);
  return valuesFor(ground.schemas, some.length === 0 ? ['title'] : some, n + 50, tag);
}
