import { arrivesAs, listIn, partSchemaOf, refusalId } from '../contract/index.ts';
import { isMembers, type Json, type JsonSchema, type MutatedRule } from '../model/index.ts';
import { boundariesOf } from './boundaries.ts';
import { partsOf, type RequestParts } from './generated.ts';
import { pairwise } from './pairwise.ts';
import { isRisky } from './refusals.ts';
import { type BaseRequest, isFree, marksOf } from './stream-bases.ts';
import { samplesOf } from './values.ts';
import { type ViolatingValue, violationsOf } from './violations.ts';

/** More values of one parameter add little in combination. */
const LEVELS = 6;

/** Members of a request that can vary, each with some values; the first is its absence. */
interface Varied {
  readonly name: string;
  readonly part: 'query' | 'body';
  readonly values: readonly (Json | undefined)[];
}

/** Requests that contain every two values of every two optional members. */
export function pairwiseParts(base: BaseRequest): readonly RequestParts[] {
  if (!isFree(base)) return [];
  const factors = (['query', 'body'] as const).flatMap((part) => {
    if (part === 'query' && base.stage !== undefined) return [];
    return variedIn(base, part);
  });
  if (factors.length < 2) return [];
  return pairwise(factors.map(({ values }) => values.length)).map((row) => {
    const chosen = factors.map(({ part, name, values }, at) => ({
      part,
      name,
      value: values[row[at] ?? 0],
    }));
    const of = (part: 'query' | 'body') =>
      Object.fromEntries(
        chosen.flatMap((one) =>
          one.part === part && one.value !== undefined ? [[one.name, one.value]] : [],
        ),
      );
    const { body } = base.parts;
    return {
      path: base.parts.path,
      query: { ...base.parts.query, ...of('query') },
      body: isMembers(body) ? { ...body, ...of('body') } : body,
    };
  });
}

function variedIn(base: BaseRequest, part: 'query' | 'body'): readonly Varied[] {
  const schema = partIn(base.schema, part);
  if (schema === undefined || !isMembers(schema.properties)) return [];
  const own = base.parts[part];
  const fixed = isMembers(own) ? Object.keys(own) : [];
  return Object.entries(schema.properties).flatMap(([name, member]): readonly Varied[] => {
    if (fixed.includes(name) || !isMembers(member) || member.readOnly === true) return [];
    const listed = listIn(member, 'enum');
    const some = listed ?? samplesOf(member, LEVELS, { known: base.endpoint.known });
    return [{ part, name, values: [undefined, ...some.slice(0, LEVELS)] }];
  });
}

function partIn(schema: JsonSchema, part: string): JsonSchema | undefined {
  const { properties } = schema;
  const found = isMembers(properties) ? properties[part] : undefined;
  return isMembers(found) ? found : undefined;
}

interface BoundaryParts {
  readonly parts: RequestParts;
  readonly keyword: string;
  readonly place: string;
}

/** Whole valid requests next to every limit. Creations keep the members that identify their object. */
export function boundaryParts(base: BaseRequest): readonly BoundaryParts[] {
  if (!isFree(base)) return [];
  const marks = marksOf(base);
  const { path, query, body } = base.parts;
  const whole: JsonSchema = { path, query, ...(body !== undefined && { body }) };
  const seen = new Set<string>();
  return boundariesOf(base.schema, onlyParts(base.schema, whole), {
    known: base.endpoint.known,
  }).flatMap(({ pointer, keyword, value }) => {
    const text = JSON.stringify(value);
    if (seen.has(text)) return [];
    seen.add(text);
    if (base.stage !== undefined && !pointer.startsWith('/body')) return [];
    const parts = partsOf(value);
    const marked = isMembers(parts.body) ? { ...parts, body: { ...marks, ...parts.body } } : parts;
    return [{ parts: marked, keyword, place: placeOf(pointer) }];
  });
}

function onlyParts(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(whole).filter(([part]) => partIn(schema, part) !== undefined),
  );
}

/** `/query/per_page` as `query /per_page`. */
function placeOf(pointer: string): string {
  const [, part = '', rest = ''] = /^\/(\w+)(.*)$/s.exec(pointer) ?? [];
  return `${part} ${rest}`.trim();
}

export interface MutatedPart {
  readonly part: MutatedRule['part'];
  readonly violation: ViolatingValue;
  readonly clause: string;
}

/** Every violation of one rule of the base's request that a clause is about. */
export function brokenParts(base: BaseRequest): readonly MutatedPart[] {
  const { operation, endpoint, stage, refusals } = base;
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    const schema = partSchemaOf(operation, part);
    const whole = base.parts[part];
    if (schema === undefined || whole === undefined) return [];
    const arrives = arrivesAs(operation, part, endpoint.style);
    return violationsOf(schema, whole, { known: endpoint.known, arrives }).flatMap(
      (violation): readonly MutatedPart[] => {
        const rule = { part, pointer: violation.schemaPointer, keyword: violation.keyword };
        const clause = refusalId(operation.id, rule);
        if (!refusals.has(clause)) return [];
        // A write must not reach the object that a lenient target reads from an invalid ID.
        if (isRisky(operation, part) && !(stage && isWord(violation.value))) return [];
        return [{ part, violation, clause }];
      },
    );
  });
}

function isWord(value: Json): boolean {
  return isMembers(value) && Object.values(value).includes('touchstone');
}
