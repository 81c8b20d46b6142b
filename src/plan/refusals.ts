import { arrivesAs, type Contract, membersOf, partSchemaOf, refusalId } from '../contract/index.ts';
import {
  type Case,
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  type MutatedRule,
  type Operation,
} from '../model/index.ts';
import { boundariesOf } from './boundaries.ts';
import {
  type PlanTarget,
  partsOf,
  plannableSchema,
  type RequestParts,
  requestOf,
} from './generated.ts';
import { listedElsewhere } from './listed-elsewhere.ts';
import { plainValue } from './plain-values.ts';
import { proofOf } from './proof.ts';
import { evidenceOf } from './scenarios.ts';
import { step } from './stage.ts';
import type { RowOptions } from './value-tables.ts';
import { samplesOf } from './values.ts';
import { violationsOf } from './violations.ts';

/** Cases on the inner side of every limit of an operation's request. */
export function boundaryCases(
  contract: Contract,
  operation: Operation,
  reached: PlanTarget,
  { isPlain = false, ...rows }: RowOptions & { readonly isPlain?: boolean } = {},
): readonly Case[] {
  const { known } = reached;
  const schema = plannableSchema(operation, reached);
  const base = controlOf(operation, reached, isPlain);
  if (base === undefined) return [];
  const evidence = evidenceOf(contract, { steps: [{ role: 'valid', operation: operation.id }] });
  const seen = new Set([JSON.stringify(base)]);
  const names = new Set<string>();
  return boundariesOf(schema, base, { known, ...rows }).flatMap(
    ({ pointer, keyword, title, value }): readonly Case[] => {
      const text = JSON.stringify(value);
      if (seen.has(text)) return [];
      seen.add(text);
      const parts = partsOf(value);
      // An empty text can also be an empty list.
      if (Object.values(parts.query).some(isWithoutMembers)) return [];
      return [
        {
          id: unique(`${operation.id}/boundary${slugOf(pointer)}/${slugOf(title).slice(1)}`, names),
          title: `carries out a request at a boundary: ${title}`,
          document: operation.document,
          evidence,
          origin: { kind: 'boundary', keyword, pointer },
          steps: [step('request', 'valid', requestOf(operation, parts))],
        },
      ];
    },
  );
}

function isWithoutMembers(value: Json): boolean {
  return isMembers(value) && Object.keys(value).length === 0;
}

/**
 * Cases that violate one rule each, with a control (`isPlain`: with plain values in its body). Each is verified on its bytes: readings that a lenient target may
 * accept make no case, and a failed verification is marked as Touchstone's own error. A clause without a possible case
 * in this target's encoding gets one that says so.
 */
export function refusalCases(
  contract: Contract,
  operation: Operation,
  reached: PlanTarget,
  { isPlain = false, ...rows }: RowOptions & { readonly isPlain?: boolean } = {},
): readonly Case[] {
  const { known, style } = reached;
  const sample = controlOf(operation, reached, isPlain);
  if (sample === undefined) return [];
  const base = partsOf(sample);
  const clauses = refusalsOf(contract, operation);
  const elsewhere = listedElsewhere(contract, operation.document);
  const onRefusals = refusalFormsOf(contract, operation);
  const names = new Set<string>();
  const shown = new Set<string>();
  const dismissed = new Set<string>();
  const cases = (['path', 'query', 'body'] as const).flatMap((part) => {
    const schema = partSchemaOf(operation, part);
    const whole = base[part];
    if (schema === undefined || whole === undefined || isRisky(operation, part)) return [];
    const arrives = arrivesAs(operation, part, style);
    return violationsOf(schema, whole, { known, arrives, elsewhere, ...rows }).flatMap(
      (violation): readonly Case[] => {
        const rule = { part, pointer: violation.schemaPointer, keyword: violation.keyword };
        const clause = refusalId(operation.id, rule);
        if (!clauses.has(clause)) return [];
        const breach: MutatedRule = { ...rule, pointer: violation.pointer };
        const broken = requestOf(operation, withPart(base, part, violation.value));
        const proof = proofOf(contract, operation, broken, style, breach);
        if (proof.kind === 'lenient') {
          dismissed.add(clause);
          return [];
        }
        shown.add(clause);
        return [
          {
            id: unique(`${clause}/${slugOf(violation.title).slice(1)}`, names),
            title: `refuses ${violation.title}`,
            document: operation.document,
            evidence: [clause, ...onRefusals],
            origin: { kind: 'violation' },
            steps: [
              step('control', 'control', requestOf(operation, base)),
              { ...step('violation', 'violation', broken), breach },
            ],
            ...(proof.kind === 'unproven' && {
              unproven: `the case fails its own proof: ${proof.why}`,
            }),
          },
        ];
      },
    );
  });
  const isOfPath = (id: string) =>
    isRisky(operation, 'path') && id.startsWith(`${operation.id}/path/`);
  const hidden = [...clauses].filter((id) => !shown.has(id));
  const risky = hidden.filter(isOfPath);
  return [
    ...cases,
    ...risky.map((id) => unsentCase(operation, `${id}/none`, [id], OF_OTHERS)),
    ...unsentCasesFor(
      operation,
      hidden.filter((id) => !isOfPath(id)),
      dismissed,
    ),
  ];
}

/** Servers rarely refuse plain values for a reason of their own. */
export function controlOf(
  operation: Operation,
  reached: PlanTarget,
  isPlain: boolean,
): Json | undefined {
  const schema = withoutOptions(plannableSchema(operation, reached));
  const [sample] = samplesOf(schema, 1, { known: reached.known });
  const body = membersOf(schema).find(([name]) => name === 'body')?.[1];
  const plain = isPlain && body ? plainValue(body, 1, reached.known) : undefined;
  return plain === undefined || !isMembers(sample) ? sample : { ...sample, body: plain };
}

const OF_OTHERS =
  'a lenient target can read an invalid ID as that of another object, which the write would change';

/** Returns true for the path of a write: `1.5` can reach the object 1 of others. */
export function isRisky({ writes }: Operation, part: MutatedRule['part']): boolean {
  return writes && part === 'path';
}

/**
 * A case for each clause without a possible violation on this target.
 *
 * @param dismissed clauses whose violations a lenient server may read as valid
 */
export function unsentCasesFor(
  operation: Operation,
  clauses: readonly string[],
  dismissed: ReadonlySet<string>,
): readonly Case[] {
  return clauses.map((clause) =>
    unsentCase(
      operation,
      `${clause}/none`,
      [clause],
      dismissed.has(clause)
        ? 'in the encoding of this target, every violation can be read as valid'
        : 'in the encoding of this target, no request can violate it',
    ),
  );
}

/** Ids of the clauses about refusals of an operation that can be shown. */
export function refusalsOf(contract: Contract, operation: Operation): ReadonlySet<string> {
  return new Set(
    contract.clauses
      .filter(
        ({ on, operations, untestable }) =>
          on === 'refusal' && untestable === undefined && operations.includes(operation.id),
      )
      .map(({ id }) => id),
  );
}

/** Ids of the clauses about the status and the body of refusals of an operation. */
function refusalFormsOf({ clauses }: Contract, { id }: Operation): readonly string[] {
  return clauses
    .filter(
      ({ on, operations, judged }) =>
        on === 'answer' &&
        judged.some(({ check }) => check === 'documented') &&
        operations.includes(id),
    )
    .map((clause) => clause.id);
}

/** An unsent case for clauses without possible cases, which are skipped with the reason. */
export function unsentCase(
  operation: Operation,
  id: string,
  evidence: readonly string[],
  lacks: string,
): Case {
  return {
    id,
    title: 'stands for requests that are not sent',
    document: operation.document,
    evidence,
    origin: { kind: 'scenario' },
    steps: [],
    lacks,
  };
}

function withPart(base: RequestParts, part: MutatedRule['part'], value: Json): RequestParts {
  const { path, query, body } = base;
  return partsOf({ path, query, ...(body !== undefined && { body }), [part]: value });
}

/**
 * A request schema with only required parts. A random option can be refused for its own reasons, such as a page beyond
 * the last, and a control must succeed.
 */
export function withoutOptions(schema: JsonSchema): JsonSchema {
  const parts = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return {
    ...schema,
    properties: Object.fromEntries(
      parts.map(([name, part]) => [name, isMembers(part) ? onlyRequired(part) : part]),
    ),
  };
}

function onlyRequired(part: JsonSchema): JsonSchema {
  if (!isObject(part.properties)) return part;
  const required = Array.isArray(part.required) ? part.required : [];
  // Otherwise the members would be ones that the schema does not name.
  if (Number(part.minProperties ?? 0) > required.length) return part;
  const kept = Object.entries(part.properties).filter(([name]) => required.includes(name));
  return { ...part, properties: Object.fromEntries(kept) };
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/[^a-z0-9@_]+/g, '-').replace(/^-+|-+$/g, ''))
    .filter((segment) => segment !== '')
    .join('/');
  return slug === '' ? '' : `/${slug}`;
}

function unique(id: string, names: Set<string>): string {
  let name = id;
  for (let next = 2; names.has(name); next++) name = `${id}-${next}`;
  names.add(name);
  return name;
}
