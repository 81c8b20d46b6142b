/** The cases of `suites/content/lifecycles.yaml`, whose head says what its words stand for. */

import type { Contract } from '../../../contract/contract.ts';
import { fillIn } from '../../../contract/relations.ts';
import { isList, isMembers } from '../../../json.ts';
import type { Case, Credential, Json, Role, Step, Values } from '../../../model.ts';
import { stateEvidence } from './sequences-evidence.ts';
import { looksFor, oneByOne } from './sequences-fields.ts';
import { GENERATED, type LifecycleContext, withDefaults } from './sequences-ground.ts';
import {
  besideFile,
  type Collection,
  cleanups,
  create,
  fieldsOf,
  from,
  list,
  stepFor,
  UPDATE_METHODS,
} from './sequences-steps.ts';
import { tagOf } from './sequences-values.ts';
import { fileFor } from './writes-test-owned.ts';

interface WrittenCase {
  readonly id: string;
  readonly title: string;
  readonly in?: readonly string[];
  readonly needs?: string;
  readonly evidence?: readonly string[];
  readonly rules?: readonly string[];
  readonly steps: readonly Json[];
  readonly compared?: Json;
}

interface WrittenStep {
  readonly id: string;
  readonly do: string;
  readonly collection?: Collection;
  readonly in?: readonly string[];
  readonly role?: Role;
  readonly of?: string | readonly string[];
  readonly path?: Values;
  readonly query?: Values;
  readonly body?: Values;
  readonly file?: boolean;
  readonly credential?: Credential;
}

/** The same options give the same cases. */
export function lifecycleCases(contract: Contract, seed: number): readonly Case[] {
  return contract.lifecycles.flatMap(({ in: collections, cases }) =>
    collections.flatMap((name) => {
      const collection = name as Collection;
      const context = { collection, schemas: fieldsOf(contract, collection), seed };
      return repeated(cases).flatMap((written) => {
        const item = caseOf(contract, context, written as unknown as WrittenCase);
        return item === undefined ? [] : [item];
      });
    }),
  );
}

/** What is written, lists within lists put together, and what is repeated as often as it is. */
function repeated(written: Json): readonly Json[] {
  if (isList(written)) return written.flatMap(repeated);
  if (!isMembers(written) || !isList(written.repeat)) return [written];
  const { repeat, of = [] } = written;
  return repeat.flatMap((values) => repeated(filled(of, isMembers(values) ? values : {})));
}

/** What a value brings may name others. */
function filled(value: Json, values: { readonly [name: string]: Json }): Json {
  return fillIn(fillIn(value, values), values);
}

function caseOf(
  contract: Contract,
  context: LifecycleContext,
  written: WrittenCase,
): Case | undefined {
  const { collection, schemas, seed } = context;
  const { needs } = written;
  if (written.in?.includes(collection) === false) return undefined;
  const isThere = needs === undefined || schemas.has(needs);
  // Without members of its own, nothing says what `meta` may hold.
  if (!isThere || (needs === 'meta' && !schemas.get(needs)?.properties)) return undefined;
  const place = written.id.slice(written.id.lastIndexOf('/') + 1);
  const values = { place, seed, tag: tagOf(seed, `${collection}-${place}`) };
  const steps = repeated(filled(written.steps, values)).flatMap((step) =>
    stepsOf(context, place, step),
  );
  const { evidence = stateEvidence(contract, steps, written.rules), compared } = written;
  return {
    id: `content/${collection}/${written.id}`,
    title: written.title,
    document: 'content',
    evidence,
    origin: { kind: 'scenario' },
    steps: [...steps, ...cleanups(contract, steps)],
    ...(compared !== undefined && { compared }),
  };
}

function stepsOf(context: LifecycleContext, place: string, written: Json): readonly Step[] {
  const { collection } = context;
  const read = (id: string, of: string) =>
    stepOf(context, place, { id, do: 'get', of, query: { context: 'edit' } });
  if (!isMembers(written)) return [];
  const { kept, given, fields, links, each } = written;
  const tag = tagOf(context.seed, `${collection}-${place}`);
  if (links === true) return looksFor(context, tag);
  if (isMembers(each)) {
    const at = UPDATE_METHODS.findIndex((one) => one === each.method);
    return oneByOne(context, UPDATE_METHODS[at] ?? 'post', at, tag);
  }
  if (isMembers(kept)) {
    const body = { $spare: 1, status: 'publish', ...kept };
    return [stepOf(context, place, { id: 'create', do: 'create', body }), read('read', 'create')];
  }
  if (isMembers(given)) {
    const body = withDefaults(context, bodyOf(context, place, given), fields);
    return body ? [create(collection, 'given', body), read('read-given', 'given')] : [];
  }
  const step = written as unknown as WrittenStep;
  return step.in?.includes(collection) === false ? [] : [stepOf(context, place, step)];
}

function stepOf(context: LifecycleContext, place: string, written: WrittenStep): Step {
  const {
    id,
    do: action,
    collection = context.collection,
    of = 'create',
    role = 'valid',
  } = written;
  const body = written.body && bodyOf(context, place, written.body);
  const { credential = { kind: 'valid' as const } } = written;
  if (action === 'create') {
    const step = { ...create(collection, id, body ?? {}), role };
    const tag = tagOf(context.seed, `${collection}-${place}`);
    return written.file ? besideFile(step, fileFor(tag)) : step;
  }
  if (action === 'list' && typeof of !== 'string') {
    return { ...list(collection, id, of, written.query), role };
  }
  const operation = /^(?:post|put|patch)$/.test(action) ? `update/${action}` : action;
  const own = { [action.startsWith('revisions/') ? 'parent' : 'id']: from(String(of)) };
  const {
    path = action === 'list' ? {} : own,
    query = action === 'get' ? { context: 'edit' } : {},
  } = written;
  return stepFor(id, role, `content/${collection}/${operation}`, {
    path,
    query,
    ...(body && { body }),
    credential,
  });
}

/** Members in the order in which they are written; the later of one name counts. */
function bodyOf(context: LifecycleContext, place: string, written: Values): Values {
  return Object.assign(
    {},
    ...Object.entries(written).map(([name, value]) => {
      const generate = name.startsWith('$') ? GENERATED[name.slice(1)] : undefined;
      if (generate === undefined) return { [name]: value };
      const told = isMembers(value) ? value : { n: value };
      const at = typeof told.place === 'string' ? told.place : place;
      const tag = tagOf(context.seed, `${context.collection}-${at}`);
      return generate(context, tag, Number(told.n), told);
    }),
  );
}
