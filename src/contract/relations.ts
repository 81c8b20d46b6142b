import {
  type DocumentName,
  isList,
  isObject,
  type Json,
  type RecordShape,
  type Values,
} from '../model/index.ts';
import { assertFile, complaint } from './files.ts';
import { type Cell, crossed, type Grid } from './grid.ts';
import { resolveSchema, type SchemaFiles } from './schemas.ts';
import type { SourceFile } from './source.ts';
import type { Validate } from './validate.ts';

/** The choice of an object whose sub-lists are tested. */
interface Parent {
  readonly id: string;
  /** The list query, as far as the list takes these parameters. */
  readonly query: Values;
  /** JSON Pointer to the ID in the answer. */
  readonly at: string;
}

type Queries = { readonly [step: string]: Values };

/**
 * A relation between answers to several queries of one list, not yet bound to a list. The comparison is passed to the
 * judge unread (see `schemas/files/relations.json`).
 */
export interface Relation {
  readonly id: string;
  readonly document: DocumentName;
  readonly clause: string;
  /** Further clauses, about the listed records. */
  readonly besides: readonly string[];
  readonly title: string;
  /** Prefixes of ids of its lists; all suitable ones if absent. */
  readonly only?: readonly string[];
  /** Also for lists below an object, such as revisions. */
  readonly below: boolean;
  /** Objects that are created first, by name: fields in addition to a title and a slug. */
  readonly made: Queries;
  /** Updates of these objects, each named after the object and a field; referenced values are discovered. */
  readonly changed: Queries;
  /** Discovered first, for the queries and the comparison. */
  readonly given: Queries;
  /** The lists to compare, in request order. */
  readonly queries: Queries;
  /** Each list is asked for while the one before is under way. */
  readonly concurrent?: true;
  readonly comparison: { readonly [member: string]: Json };
  /** Several comparisons of some queries each, instead of one of all. */
  readonly cells?: readonly Cell[];
  /** In a grid, clauses by query if they differ from the relation's. */
  readonly shows?: { readonly [step: string]: string };
  readonly parents: readonly Parent[];
}

interface Written {
  readonly id: string;
  readonly clause: string;
  readonly besides?: readonly string[];
  readonly title: string;
  readonly each?: readonly { readonly [name: string]: Json }[];
  readonly only?: readonly string[];
  readonly below?: true;
  readonly grid?: Grid;
  readonly compare?: readonly Cell[];
  readonly made?: Queries;
  readonly changed?: Queries;
  readonly given?: Queries;
  readonly queries?: Queries;
  readonly concurrent?: true;
  readonly left?: readonly string[];
  readonly right?: readonly string[];
}

interface RelationsFile {
  readonly document: DocumentName;
  readonly parents?: readonly Parent[];
  /** Clauses for which the lists of every relation are evidence. */
  readonly besides?: readonly string[];
  readonly relations: readonly (Written & { readonly [member: string]: Json })[];
}

/** Members of a written relation outside of its comparison. */
const OWN: ReadonlySet<string> = new Set([
  ...['id', 'clause', 'besides', 'title', 'each', 'grid', 'compare', 'only', 'below'],
  ...['made', 'changed', 'given', 'queries', 'concurrent'],
]);

/**
 * Reads the relations of one file, each once for every entry of its `each`.
 *
 * @throws TouchstoneError 'contract-broken' with file and line; also for an unknown clause, or a compared step without
 * a query
 */
export function readRelations(
  source: SourceFile,
  schemas: SchemaFiles,
  validate: Validate,
  clauses: ReadonlySet<string>,
  shapes: ReadonlyMap<DocumentName, RecordShape>,
): readonly Relation[] {
  assertFile(source, resolveSchema(schemas, 'files/relations.json'), validate, 'contract-broken');
  const file = source.value as RelationsFile;
  return file.relations.flatMap((written, index) =>
    (written.each ?? [{}]).map((values) => {
      const { each: _, ...plain } = written;
      const relation = relationOf(plain, values, file, shapes.get(file.document)?.list.size);
      const { clause, besides, shows = {} } = relation;
      const named = { clause: [clause], besides, grid: Object.values(shows) };
      for (const [place, ids] of Object.entries(named)) {
        const unknown = ids.find((id) => !clauses.has(id));
        if (unknown === undefined) continue;
        throw complaint(source, `/relations/${index}/${place}`, `there is no clause "${unknown}"`);
      }
      for (const [place, step] of comparedSteps(written)) {
        if (Object.hasOwn(written.queries ?? {}, step)) continue;
        throw complaint(source, `/relations/${index}/${place}`, `there is no query "${step}"`);
      }
      return relation;
    }),
  );
}

/** The compared steps of a relation, each with its place in the file. */
function comparedSteps({ compare = [], ...one }: Written): readonly (readonly [string, string])[] {
  const all = [['', one] as const, ...compare.map((cell, at) => [`compare/${at}/`, cell] as const)];
  return all.flatMap(([place, sides]) =>
    (['left', 'right'] as const).flatMap((side) =>
      (sides[side] ?? []).map((step) => [`${place}${side}`, step] as const),
    ),
  );
}

function relationOf(
  written: Omit<Written, 'each'> & { readonly [member: string]: Json },
  values: { readonly [name: string]: Json },
  { document, parents = [], besides = [] }: RelationsFile,
  size: string | undefined,
): Relation {
  // Values can contain further names.
  const filled = (value: Json): Json => fillIn(fillIn(value, values), values);
  const only = typeof values.only === 'string' ? [values.only] : written.only;
  const { grid, compare, queries = {}, ...others } = written;
  const grown = grid && crossed(grid, size);
  const cellOf = (members: { readonly [member: string]: Json }) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, filled(member)]));
  const comparison = Object.entries(others).flatMap(([name, member]) =>
    OWN.has(name) ? [] : [[name, filled(member)] as const],
  );
  return {
    id: textIn(filled(written.id)),
    document,
    clause: textIn(filled(written.clause)),
    besides: [...besides, ...(written.besides ?? [])],
    title: textIn(filled(written.title)),
    ...(only && { only }),
    below: written.below === true,
    made: queriesIn(filled(written.made ?? {})),
    changed: queriesIn(filled(written.changed ?? {})),
    given: queriesIn(filled(written.given ?? {})),
    queries: grown?.queries ?? queriesIn(filled(queries)),
    ...(written.concurrent && { concurrent: true }),
    comparison: Object.fromEntries(comparison),
    ...(compare && {
      cells: compare.map(({ left, right, ...cell }) => ({ ...cellOf(cell), left, right })),
    }),
    ...(grown && { cells: grown.cells, shows: grown.shows }),
    parents,
  };
}

/** Replaces `$name` with values: whole values, and parts of texts and names. */
export function fillIn(value: Json, values: { readonly [name: string]: Json }): Json {
  if (typeof value === 'string') {
    const whole = value.startsWith('$') ? values[value.slice(1)] : undefined;
    return whole === undefined ? fillText(value, values) : whole;
  }
  if (isList(value)) {
    const filled = value.map((one) => fillIn(one, values));
    return filled.some((one, at) => one !== value[at]) ? filled : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  const filled = members.map(
    ([name, member]) => [fillText(name, values), fillIn(member, values)] as const,
  );
  const isSame = filled.every(
    ([name, member], at) => name === members[at]?.[0] && member === members[at]?.[1],
  );
  return isSame ? value : Object.fromEntries(filled);
}

function fillText(text: string, values: { readonly [name: string]: Json }): string {
  if (!text.includes('$')) return text;
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
