import { isList } from '../json.ts';
import type { DocumentName, Json, Values } from '../model.ts';
import { isObject } from '../pointer.ts';
import { assertFile, complaint } from './files.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';

/** How one list is chosen for the lists that stand below an object of it. */
export interface Parent {
  readonly id: string;
  /** What to ask the list for, as far as it takes these parameters. */
  readonly query: Values;
  /** JSON Pointer to the ID, in the answer. */
  readonly at: string;
}

type Queries = { readonly [step: string]: Values };

/**
 * A relation between the answers to several queries of one list, before it is bound to a list. Of the
 * comparison nothing is read here: it goes with the cases to those that judge them
 * (`schemas/files/relations.json` describes it).
 */
export interface Relation {
  readonly id: string;
  readonly document: DocumentName;
  readonly clause: string;
  /** Further clauses, about the records that the lists show. */
  readonly besides: readonly string[];
  readonly title: string;
  /** Beginnings of the ids of the lists that it is about; absent for all that fit. */
  readonly only?: readonly string[];
  /** Also about lists that stand below an object, such as revisions. */
  readonly below: boolean;
  /** Objects that are created first, by their names: fields beside a title and a slug. */
  readonly made: Queries;
  /** Found out first: what the queries and the comparison refer to. */
  readonly given: Queries;
  /** The lists to compare, in the order in which they are asked for. */
  readonly queries: Queries;
  readonly comparison: { readonly [member: string]: Json };
  readonly parents: readonly Parent[];
}

/** Parameters that are paired with those of the other entries, but for the named ones, on all lists or some. */
interface PairMember {
  readonly name: string;
  readonly query: Values;
  readonly alone?: readonly string[];
  readonly only?: readonly string[];
}

interface Written {
  readonly id: string;
  readonly clause: string;
  readonly besides?: readonly string[];
  readonly title: string;
  readonly each?: readonly { readonly [name: string]: Json }[];
  readonly pairs?: readonly PairMember[];
  readonly only?: readonly string[];
  readonly below?: true;
  readonly made?: Queries;
  readonly given?: Queries;
  readonly queries: Queries;
  readonly left?: readonly string[];
  readonly right?: readonly string[];
}

interface RelationsFile {
  readonly document: DocumentName;
  readonly parents: readonly Parent[];
  readonly relations: readonly (Written & { readonly [member: string]: Json })[];
}

/** Members of a written relation that do not belong to its comparison. */
const OWN: ReadonlySet<string> = new Set([
  ...['id', 'clause', 'besides', 'title', 'each', 'pairs', 'only', 'below'],
  ...['made', 'given', 'queries'],
]);

/**
 * Reads the relations of one file, each as many times as its `each` has entries.
 * @throws TouchstoneError 'contract-broken' with file and line; also where a relation cites a clause that
 * there is not, or compares a step that it does not ask for
 */
export function readRelations(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
  clauses: ReadonlySet<string>,
): readonly Relation[] {
  assertFile(source, resolveSchema(schemas, 'files/relations.json'), validate, 'contract-broken');
  const file = source.value as RelationsFile;
  return file.relations.flatMap((written, index) =>
    instancesOf(written).map((instance) => {
      const { each: _, pairs: __, ...plain } = written;
      const relation = relationOf(plain, instance, file);
      if (!clauses.has(relation.clause)) {
        const reason = `there is no clause "${relation.clause}"`;
        throw complaint(source, `/relations/${index}/clause`, reason);
      }
      for (const clause of relation.besides) {
        if (clauses.has(clause)) continue;
        throw complaint(source, `/relations/${index}/besides`, `there is no clause "${clause}"`);
      }
      for (const side of ['left', 'right'] as const) {
        for (const step of written[side] ?? []) {
          if (Object.hasOwn(written.queries, step)) continue;
          throw complaint(source, `/relations/${index}/${side}`, `there is no query "${step}"`);
        }
      }
      return relation;
    }),
  );
}

interface Instance {
  readonly values: { readonly [name: string]: Json };
  /** Parameters by the query that they are added to. */
  readonly added: Queries;
  readonly only?: readonly string[];
}

/** How often a relation is meant: for each entry of `each`, or for every two of `pairs`. */
function instancesOf({ each = [{}], pairs }: Written): readonly Instance[] {
  if (pairs === undefined) return each.map((values) => ({ values, added: {} }));
  return pairs.flatMap((one, at) =>
    pairs
      .slice(at + 1)
      .filter((other) => !one.alone?.includes(other.name) && !other.alone?.includes(one.name))
      .map((other) => {
        const only =
          one.only && other.only ? inBoth(one.only, other.only) : (one.only ?? other.only);
        return {
          values: { one: one.name, other: other.name },
          added: { one: one.query, other: other.query, both: { ...one.query, ...other.query } },
          ...(only && { only }),
        };
      }),
  );
}

function inBoth(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.filter((start) => other.includes(start));
}

function withAdded(queries: Queries, added: Queries): Queries {
  return Object.fromEntries(
    Object.entries(queries).map(([step, query]) => [step, { ...query, ...added[step] }]),
  );
}

function relationOf(
  written: Omit<Written, 'each' | 'pairs'> & { readonly [member: string]: Json },
  { values, added, only: paired }: Instance,
  { document, parents }: RelationsFile,
): Relation {
  // A value may name others, so that what it brings is filled in too.
  const filled = (value: Json): Json => fillIn(fillIn(value, values), values);
  const only = typeof values.only === 'string' ? [values.only] : (paired ?? written.only);
  const comparison = Object.entries(written).flatMap(([name, member]) =>
    OWN.has(name) ? [] : [[name, filled(member)] as const],
  );
  return {
    id: textIn(filled(written.id)),
    document,
    clause: textIn(filled(written.clause)),
    besides: written.besides ?? [],
    title: textIn(filled(written.title)),
    ...(only && { only }),
    below: written.below === true,
    made: queriesIn(filled(written.made ?? {})),
    given: queriesIn(filled(written.given ?? {})),
    queries: withAdded(queriesIn(filled(written.queries)), added),
    comparison: Object.fromEntries(comparison),
    parents,
  };
}

/** Puts values in the place of `$name`: whole values, and parts of texts and of names. */
function fillIn(value: Json, values: { readonly [name: string]: Json }): Json {
  if (typeof value === 'string') {
    const whole = value.startsWith('$') ? values[value.slice(1)] : undefined;
    return whole === undefined ? fillText(value, values) : whole;
  }
  if (isList(value)) return value.map((one) => fillIn(one, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [fillText(name, values), fillIn(member, values)]),
  );
}

function fillText(text: string, values: { readonly [name: string]: Json }): string {
  return text.replace(/\$([a-z]+)/g, (written, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : written;
  });
}

function queriesIn(value: Json): Queries {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([step, query]) => [step, isObject(query) ? (query as Values) : {}]),
  );
}

function textIn(value: Json): string {
  return typeof value === 'string' ? value : String(value);
}
