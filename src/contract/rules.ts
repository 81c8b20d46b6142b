import {
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  type MutatedRule,
  type Operation,
  pointerOf,
} from '../model/index.ts';
import { choiceOf, merged } from './merge.ts';
import { membersOf, requiredIn } from './schema.ts';

/** A rule of a request's schema that a request can violate. */
export interface RequestRule {
  readonly part: MutatedRule['part'];
  /** Pointer pattern into the part; `*` stands for every element, and for members that no schema names. */
  readonly pointer: string;
  readonly keyword: string;
  /** The full schema at the keyword: for a required member, that of its object. */
  readonly schema: JsonSchema;
  /** For a rule inside a branch: the outermost choice, which a violation violates. */
  readonly within?: Within;
  /** For a member that clients do not send, so that no request can violate it. */
  readonly readOnly?: true;
}

interface Within {
  readonly pointer: string;
  readonly keyword: 'oneOf' | 'anyOf';
  readonly branch: number;
  /** The branch, merged with the schema around the choice. */
  readonly schema: JsonSchema;
}

/** Keywords whose violation makes the value itself invalid. */
const RULES: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['anyOf', 'oneOf', 'not'],
]);

/**
 * Every rule of an operation's request, in schema order; rules in branches of `oneOf` and `anyOf`, and of read-only
 * members, are marked.
 */
export function rulesOf(operation: Operation): readonly RequestRule[] {
  const parts = (['path', 'query'] as const).flatMap((part) =>
    operation.parameters
      .filter((parameter) => parameter.in === part)
      .flatMap(({ name, required, schema }) => {
        const pointer = pointerOf([name]);
        const missing = { part, pointer, keyword: 'required', schema: { required: [name] } };
        return [
          ...(required && part === 'query' ? [missing] : []),
          ...walk({ part, pointer }, schema),
        ];
      }),
  );
  const { body } = operation;
  return body ? [...parts, ...walk({ part: 'body', pointer: '' }, body.schema)] : parts;
}

type At = Omit<RequestRule, 'keyword' | 'schema'>;

function walk(at: At, given: Json): readonly RequestRule[] {
  if (!isMembers(given)) return [];
  const schema = merged(given);
  const here: At = schema.readOnly === true ? { ...at, readOnly: true } : at;
  const below = (token: string, inside: Json): readonly RequestRule[] =>
    walk({ ...here, pointer: at.pointer + pointerOf([token]) }, inside);
  const own = Object.keys(schema)
    .filter((keyword) => RULES.has(keyword) && schema[keyword] !== false)
    .map((keyword) => ({ ...here, keyword, schema }));
  const required = requiredIn(schema).map((name) => ({
    ...here,
    pointer: at.pointer + pointerOf([name]),
    keyword: 'required',
    schema,
  }));
  const { additionalProperties: rest, items } = schema;
  const surplus = rest === false ? [{ ...here, keyword: 'additionalProperties', schema }] : [];
  return [
    ...own,
    ...required,
    ...surplus,
    ...membersOf(schema).flatMap(([name, member]) => below(name, member)),
    ...(isMembers(rest) ? below('*', rest) : []),
    ...(items === undefined ? [] : below('*', items)),
    ...inBranches(here, schema),
  ];
}

function inBranches(at: At, schema: JsonSchema): readonly RequestRule[] {
  const choice = choiceOf(schema);
  if (choice === undefined) return [];
  const { keyword, branches } = choice;
  const inside = schema[keyword];
  if (!isList(inside)) return [];
  return inside.filter(isMembers).flatMap((own, branch) => {
    const whole = branches[branch] ?? own;
    return walk(
      { ...at, within: at.within ?? { pointer: at.pointer, keyword, branch, schema: whole } },
      own,
    );
  });
}
