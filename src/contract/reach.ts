/** Finds rules that no request can violate by itself, by trying and by neighbouring keywords. */

import {
  type Json,
  type JsonSchema,
  type MutatedRule,
  PLAIN_RECORDS,
  type RecordShape,
} from '../model/index.ts';
import { lenientReading } from './lenient.ts';
import { choiceOf, merged } from './merge.ts';
import { isOfType, listIn, membersOf, numberIn, textIn, typesOf } from './schema.ts';
import { accepts, schemaViolationsOf } from './schema-violations.ts';
import { strictReading } from './strict.ts';

/** A rule, with the full schema at its place. */
interface Stated extends MutatedRule {
  readonly schema: JsonSchema;
}

type Raw = Parameters<typeof strictReading>[1];

/** At least one value of each type, for rules about types. */
const VALUES: readonly Json[] = [
  ...[null, true, 7, 1.5, 'touchstone', '7', 'true'],
  ...[[], ['touchstone'], {}, { touchstone: true }],
];

/** Values of a path, and further ones of a query. */
const TEXTS: readonly Raw[] = ['touchstone', '7', '1.5', 'true'];
const PARAMETERS: readonly Raw[] = [...TEXTS, '', ['touchstone'], { touchstone: 'true' }];

/**
 * Why no request can violate only this rule in a way that no server can read as valid; `undefined` if one can, as far
 * as the schema shows.
 */
export function reasonAgainst(
  { part, keyword, schema, pointer }: Stated,
  { texts }: RecordShape = PLAIN_RECORDS,
  isRequired = true,
): string | undefined {
  switch (keyword) {
    case 'type':
      return againstType(part, schema, texts);
    case 'enum':
    case 'const':
      return againstListing(schema);
    case 'minLength':
      return againstLength(schema, isRequired || pointer.endsWith('/*'));
    case 'required':
      return againstRequired(schema, pointer);
    default:
      return undefined;
  }
}

function againstType(
  part: MutatedRule['part'],
  schema: JsonSchema,
  texts: readonly string[],
): string | undefined {
  const carried =
    part === 'body'
      ? VALUES.map((value) => ({ value, raw: value }))
      : (part === 'path' ? TEXTS : PARAMETERS).map((raw) => ({
          value: strictReading(schema, raw),
          raw,
        }));
  const types = typesOf({ type: schema.type ?? [] });
  const mistyped = carried.filter(({ value }) => !types.some((type) => isOfType(value, type)));
  if (mistyped.length === 0) return `a ${part} carries texts, and every text is of this type`;
  const breaks = mistyped.map(({ value }) => schemaViolationsOf(schema, value).filter(isOther));
  const [other] = breaks.find((others) => others.length > 0) ?? [];
  if (other !== undefined && breaks.every((others) => others.length > 0)) {
    return `a value of another type breaks the adjacent \`${other.keyword}\` too`;
  }
  const harsh = mistyped.some(({ raw }) => !accepts(schema, lenientReading(schema, raw, texts)));
  return harsh ? undefined : 'a lenient server may read a value of any other type as one of these';
}

/** A value of another type is also unlisted, which is no second violation. */
function isOther({ keyword }: { readonly keyword: string }): boolean {
  return keyword !== 'type' && keyword !== 'enum' && keyword !== 'const';
}

function againstListing(schema: JsonSchema): string | undefined {
  const types = schema.type === undefined ? [] : typesOf({ type: schema.type });
  const all = types.flatMap((type) =>
    type === 'boolean' ? [true, false] : type === 'null' ? [null] : [undefined],
  );
  const listed = schema.const === undefined ? (listIn(schema, 'enum') ?? []) : [schema.const];
  const whole = all.length > 0 && all.every((one) => one !== undefined && listed.includes(one));
  return whole ? 'every value of its type is listed' : undefined;
}

function againstLength(schema: JsonSchema, isRequired: boolean): string | undefined {
  const pattern = textIn(schema, 'pattern');
  if (numberIn(schema, 'minLength') !== 1) return undefined;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test('')) {
    return 'a shorter text breaks the adjacent `pattern` too';
  }
  return isRequired
    ? undefined
    : 'a lenient server may read an empty text as one that is not given';
}

/** If a member has a different value in every branch of a choice, it distinguishes the branches. */
function againstRequired(schema: JsonSchema, pointer: string): string | undefined {
  const choice = choiceOf(schema);
  if (choice === undefined || choice.branches.length < 2) return undefined;
  const tells = choice.branches.every((branch) =>
    membersOf(branch).some(
      ([name, member]) => pointer.endsWith(`/${name}`) && merged(member).const !== undefined,
    ),
  );
  return tells && choice.keyword === 'oneOf'
    ? 'without it the branches of the adjacent `oneOf` are ambiguous, and that is broken too'
    : undefined;
}
