/** Describes bodies of requests and answers in OpenAPI. */

import {
  canonical,
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
} from '../model/index.ts';
import type { Contract } from './contract.ts';
import type { About } from './openapi-about.ts';
import { type Components, type SchemaUse, shared } from './openapi-components.ts';
import { published } from './openapi-schemas.ts';
import { actsOn } from './resources.ts';
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

export function bodyOf(
  operation: Operation,
  { refer }: Components,
  { uploads = [] }: About,
): Members {
  const { body, document, resource } = operation;
  if (!body) return {};
  const schema = published(body.schema);
  const json = { [body.type ?? 'application/json']: { schema: refer(schema) } };
  const required = { required: body.required };
  if (!uploads.includes(resource) || !actsOn(operation, 'create')) {
    const description = `JSON; the ${document} document does not show the content type.`;
    return { requestBody: { ...required, description, content: json } };
  }
  const fields = refer({ ...schema, properties: { ...membersIn(schema), file: FILE } });
  return {
    requestBody: {
      ...required,
      description: `JSON, or a file: as the whole body, or as the part \`file\` of a form. The ${document} document does not show how a file is sent.`,
      content: { ...json, 'multipart/form-data': { schema: fields }, '*/*': { schema: FILE } },
    },
  };
}

const FILE: JsonSchema = { type: 'string', format: 'binary' };

function membersIn({ properties }: JsonSchema): Members {
  return isMembers(properties) ? properties : {};
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
