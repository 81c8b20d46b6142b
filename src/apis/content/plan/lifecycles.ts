/** The cases of `suites/content/lifecycles*.yaml`; the heads of these files explain their words. */

import { type Contract, fillIn } from '../../../contract/index.ts';
import {
  type Case,
  type Credential,
  isList,
  isMembers,
  type Json,
  type MutatedRule,
  type Role,
  type Step,
  type Values,
} from '../../../model/index.ts';
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
import { textUpdates } from './sequences-texts.ts';
import { tagOf } from './sequences-values.ts';
import { creation, fileFor, titleOf } from './writes-test-owned.ts';

interface WrittenCase {
  readonly id: string;
  readonly title: string;
  readonly in?: readonly string[];
  readonly slug?: string;
  readonly alone?: true;
  readonly needs?: string;
  readonly evidence?: readonly string[];
  readonly rules?: readonly string[];
  readonly besides?: readonly string[];
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
  readonly breach?: MutatedRule;
  readonly concurrent?: true;
  readonly requests?: readonly Json[];
  readonly validation?: string | null;
}

const BATCH = 'content/batch/';

/** Deterministic. */
export function lifecycleCases(contract: Contract, seed: number): readonly Case[] {
  return casesOf(contract, seed, (id) => !id.startsWith(BATCH));
}

export function batchCases(contract: Contract, seed: number): readonly Case[] {
  return casesOf(contract, seed, (id) => id.startsWith(BATCH));
}

function casesOf(
  contract: Contract,
  seed: number,
  wanted: (id: string) => boolean,
): readonly Case[] {
  const groups = contract.lifecycles.filter(({ document }) => document === 'content');
  return groups.flatMap(({ in: collections, cases }) => {
    const all = repeated(cases);
    return collections.flatMap((name) => {
      const collection = name as Collection;
      const context = { collection, schemas: fieldsOf(contract, collection), seed };
      return all.flatMap((written) => {
        const fill = (value: unknown) =>
          filled(value as Json, { collection, seed }) as unknown as WrittenCase;
        const { steps, ...head } = written as unknown as WrittenCase;
        const isMeant = wanted(fill({ id: head.id }).id) && isFor(context, fill(head));
        return isMeant ? [caseOf(contract, context, fill(written))] : [];
      });
    });
  });
}

function isFor({ collection, schemas }: LifecycleContext, written: WrittenCase): boolean {
  const { in: collections, needs } = written;
  if (collections?.includes(collection) === false) return false;
  if (needs === undefined) return true;
  // The members of `meta` are unknown if the schema has none.
  return needs === 'meta' ? schemas.get(needs)?.properties !== undefined : schemas.has(needs);
}

/** The written steps, with nested lists flattened and repetitions expanded. */
function repeated(written: Json): readonly Json[] {
  if (isList(written)) return written.flatMap(repeated);
  if (!isMembers(written) || !isList(written.repeat)) return [written];
  const { repeat, of = [] } = written;
  return repeat.flat().flatMap((values) => repeated(filled(of, isMembers(values) ? values : {})));
}

/** Values can contain further names. */
function filled(value: Json, values: { readonly [name: string]: Json }): Json {
  return fillIn(fillIn(value, values), values);
}

/** The context of a case; `tag` begins the slugs of its objects. */
interface CaseContext extends LifecycleContext {
  readonly tag: string;
}

function caseOf(contract: Contract, ground: LifecycleContext, own: WrittenCase): Case {
  const { collection, seed } = ground;
  const { id } = own;
  const place = id.slice(id.lastIndexOf('/') + 1);
  const tag = tagOf(seed, own.slug ?? `${collection}-${place}`);
  const values = { place, tag, words: titleOf(tag) };
  const context = { ...ground, tag };
  const steps = repeated(filled(own.steps, values)).flatMap((step) => stepsOf(context, step));
  return {
    id,
    title: own.title,
    document: 'content',
    evidence: [
      ...(own.evidence ?? stateEvidence(contract, steps, own.rules)),
      ...(own.besides ?? []),
    ],
    origin: { kind: 'scenario' },
    steps: [...steps, ...cleanups(contract, steps)],
    ...(own.compared && { compared: comparedOf(filled(own.compared, values)) }),
    ...(own.alone && { alone: true }),
  };
}

function comparedOf(written: Json): Json {
  const parts = Object.entries(isMembers(written) ? written : {});
  return Object.fromEntries(
    parts.map(([part, value]) => [part, isList(value) ? repeated(value) : value]),
  );
}

function stepsOf(context: CaseContext, written: Json): readonly Step[] {
  const { collection, tag } = context;
  if (!isMembers(written)) return [];
  const { kept, given, fields, objects, readings, title, links, each, texts } = written;
  if (links === true) return looksFor(context, tag);
  if (typeof texts === 'string') return textUpdates(context, texts, tag);
  if (isMembers(each)) {
    const method = UPDATE_METHODS.find((one) => one === each.method) ?? 'post';
    return oneByOne(context, method, UPDATE_METHODS.indexOf(method), tag);
  }
  const read = (id: string, of: string, role: Role = 'valid') =>
    stepOf(context, { id, do: 'get', of, role });
  if (isMembers(kept)) {
    const body = { $spare: 1, status: 'publish', ...kept };
    return [stepOf(context, { id: 'create', do: 'create', body }), read('read', 'create')];
  }
  if (isMembers(given)) {
    const body = withDefaults(context, bodyOf(context, given) ?? {}, fields);
    return body ? [create(collection, 'given', body), read('read-given', 'given')] : [];
  }
  if (isList(objects)) {
    const words = typeof title === 'string' ? title : undefined;
    return objects.map((name) => creation(String(name), collection, `${tag}-${name}`, words));
  }
  if (isList(readings)) {
    return readings.map((name) => read(`read-${name}`, String(name), 'setup'));
  }
  const step = written as unknown as WrittenStep;
  return step.in?.includes(collection) === false ? [] : [stepOf(context, step)];
}

function stepOf(context: CaseContext, written: WrittenStep): Step {
  const step = plainStepOf(context, written);
  return written.concurrent ? { ...step, concurrent: true } : step;
}

function plainStepOf(context: CaseContext, written: WrittenStep): Step {
  const { id, do: action, of = 'create', role = 'valid', breach } = written;
  const { collection = context.collection, credential = { kind: 'valid' } } = written;
  const body = written.requests ? batchOf(context, written) : bodyOf(context, written.body);
  if (action === 'create') {
    const step = { ...create(collection, id, body ?? {}), role };
    return written.file ? besideFile(step, fileFor(context.tag)) : step;
  }
  if (action === 'list' && typeof of !== 'string') {
    return { ...list(collection, id, of, written.query), role };
  }
  const own = { [action.startsWith('revisions/') ? 'parent' : 'id']: from(String(of)) };
  const {
    path = action === 'list' || action === 'batch' ? {} : own,
    query = action === 'get' ? { context: 'edit' } : {},
  } = written;
  const sent = { path, query, ...(body && { body }), credential };
  return {
    ...stepFor(id, role, operationOf(collection, action), sent),
    ...(breach && { breach }),
  };
}

function operationOf(collection: Collection, action: string): string {
  if (action.startsWith('content/')) return action;
  if (action === 'batch') return 'content/batch';
  const isUpdate = /^(?:post|put|patch)$/.test(action);
  return `content/${collection}/${isUpdate ? 'update/' : ''}${action}`;
}

function batchOf(context: CaseContext, { requests, validation }: WrittenStep): Values {
  const members = repeated(requests ?? []).map((member) =>
    isMembers(member) && isMembers(member.body)
      ? { ...member, body: bodyOf(context, member.body) ?? {} }
      : member,
  );
  return { requests: members, ...(validation && { validation }) };
}

/** Members in written order; of equal names the later one counts. */
function bodyOf(context: CaseContext, written: Values | undefined): Values | undefined {
  const { collection, seed, tag } = context;
  return (
    written &&
    Object.assign(
      {},
      ...Object.entries(written).map(([name, value]) => {
        const generate = name.startsWith('$') ? GENERATED[name.slice(1)] : undefined;
        if (generate === undefined) return { [name]: value };
        const given = isMembers(value) ? value : { n: value };
        const own =
          typeof given.place === 'string' ? tagOf(seed, `${collection}-${given.place}`) : tag;
        return generate(context, own, Number(given.n), given);
      }),
    )
  );
}
