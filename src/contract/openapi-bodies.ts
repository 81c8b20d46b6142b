/** Describes bodies of requests and answers in OpenAPI. */

import { canonical, type Json, type JsonSchema, type Operation } from '../model/index.ts';
import type { Contract } from './contract.ts';
import type { About } from './openapi-about.ts';
import { type Components, published, type SchemaUse, shared } from './openapi-components.ts';
import { textIn } from './schema.ts';

type Members = { readonly [member: string]: Json };

/** Each distinct body with a name: an answer has the name of its file, a request the common part of its operations. */
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
      // Files of answers are named after their content.
      if (schema)
        add(published(contract.schema(schema)), operation, /([^/]+)\.\w+$/.exec(schema)?.[1]);
    }
  }
  return [...uses.values()].map(({ stem, ...use }) => ({
    ...use,
    name: stem ?? `${shared(use.operations)}Request`,
  }));
}

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

/** The documented answers, and a `default` that says that no others are shown. */
export function responsesOf(
  contract: Contract,
  operation: Operation,
  { refer }: Components,
  { statuses }: About,
): Members {
  const shown = operation.answers.map(({ name, status, schema }): readonly [string, Json] => {
    const whole = schema === undefined ? undefined : contract.schema(schema);
    return [
      // If the document shows no status, the whole class is possible.
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
