/** The bodies of requests and answers as OpenAPI describes them. */

import { canonical, type Json, type JsonSchema, type Operation } from '../model/index.ts';
import type { Contract } from './contract.ts';
import type { About } from './openapi-about.ts';
import { type Components, published, type SchemaUse, shared } from './openapi-components.ts';
import { textIn } from './schema.ts';

type Members = { readonly [member: string]: Json };

/**
 * The bodies of requests and answers, each different one once, with a name for it: of an answer the
 * name of its file, of a request what the operations that take it have in common.
 */
export function wholeBodies(
  contract: Contract,
  operations: readonly Operation[],
): readonly SchemaUse[] {
  const uses = new Map<string, Omit<SchemaUse, 'name'> & { readonly stem?: string }>();
  const add = (schema: JsonSchema, operation: Operation, stem?: string) => {
    const key = canonical(schema);
    uses.set(key, {
      schema,
      whole: true,
      operations: [...(uses.get(key)?.operations ?? []), operation.id],
      ...(stem !== undefined && { stem }),
    });
  };
  for (const operation of operations) {
    if (operation.body) add(published(operation.body.schema), operation);
    for (const { schema } of operation.answers) {
      // Files of answers are named for what they describe.
      if (schema)
        add(published(contract.schema(schema)), operation, /([^/]+)\.\w+$/.exec(schema)?.[1]);
    }
  }
  return [...uses.values()].map(({ stem, ...use }) => ({
    ...use,
    name: stem ?? `${shared(use.operations)}Request`,
  }));
}

/** The request body of an operation that takes one. */
export function bodyOf({ body, document }: Operation, { refer }: Components): Members {
  if (!body) return {};
  return {
    requestBody: {
      required: body.required,
      description: `JSON; the ${document} document does not show the content type.`,
      content: { 'application/json': { schema: refer(published(body.schema)) } },
    },
  };
}

/** The answers that the document describes, and a `default` that says that it shows no others. */
export function responsesOf(
  contract: Contract,
  operation: Operation,
  { refer }: Components,
  { statuses }: About,
): Members {
  const shown = operation.answers.map(({ name, status, schema }): readonly [string, Json] => {
    const whole = schema === undefined ? undefined : contract.schema(schema);
    return [
      // Where no status is shown, all of its class may be meant.
      statuses ? String(status) : `${Math.floor(status / 100)}XX`,
      {
        description: (whole && textIn(whole, 'title')) ?? name,
        ...(whole && { content: { 'application/json': { schema: refer(published(whole)) } } }),
      },
    ];
  });
  const rest = shown.length === 0 ? 'NotShown' : 'OthersNotShown';
  return { ...Object.fromEntries(shown), default: { $ref: `#/components/responses/${rest}` } };
}
