/** A document's contract as an OpenAPI document, for other tools. */

import {
  canonical,
  type DocumentName,
  type Json,
  type Operation,
  TouchstoneError,
} from '../model/index.ts';
import type { Contract } from './contract.ts';
import type { About, Routing } from './openapi-about.ts';
import { bodyOf, responsesOf, wholeBodies } from './openapi-bodies.ts';
import { type Components, joined, namesOf, shareSchemas } from './openapi-components.ts';
import { type DescribedParameter, describeParameter } from './openapi-parameters.ts';
import { collectionOf } from './resources.ts';

interface OpenApiOptions {
  readonly about: About;
  readonly routing: Routing;
  /** Default value of the server's variable; without it, an address that stands for none. */
  readonly baseUrl?: string;
}

const SLASHES: { readonly [R in Routing]: string } = {
  path: 'It may hold slashes, which OpenAPI has no means to leave as they are in a path: tools write %2F. Touchstone sends plain slashes; whether a server reads %2F the same is not shown.',
  query:
    'It may hold slashes. Tools write %2F for them, which in a query, where this route travels, means the same.',
};

/**
 * One document of the contract in OpenAPI 3.1: every operation with its parameters, body and documented
 * answers. What several operations share is told once, under `components`. Where the document shows no
 * answer, the `default` response says so. Extensions: `x-touchstone-operation` (our id),
 * `x-touchstone-source` (section and rule) and, where the document says it, `x-batchable`.
 *
 * With routing `path` a route is the path below the base URL, and the base URL has to hold whatever
 * prefix the site gives its routes. With routing `query` it is the value of `rest_route`, as in
 * section 1 of the content document.
 * @throws TouchstoneError 'usage' for routing `query` of a document that has none
 */
export function openApiOf(
  contract: Contract,
  document: DocumentName,
  { about, routing, baseUrl }: OpenApiOptions,
): Json {
  if (!about.routings.includes(routing)) {
    throw new TouchstoneError(
      'usage',
      `the routes of the ${document} document are paths; there is no query form of them`,
      'leave `--routing` out, or export another document',
    );
  }
  const operations = contract.operations.filter((operation) => operation.document === document);
  const parameters = gatherParameters(operations, SLASHES[routing]);
  const components = shareSchemas([
    ...parameters.map(({ described, operations: users }) => ({
      schema: described.schema,
      name: described.name,
      operations: users,
      whole: false,
    })),
    ...wholeBodies(contract, operations),
  ]);
  const shared = shareParameters(parameters, components);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const item = paths[operation.route] ?? {};
    paths[operation.route] = item;
    item[operation.method.toLowerCase()] = {
      operationId: operationIdOf(operation),
      summary: operation.title,
      tags: [collectionOf(operation)],
      parameters: describeAll(operation, SLASHES[routing]).map(shared.refer),
      ...bodyOf(operation, components),
      responses: responsesOf(contract, operation, components, about),
      'x-touchstone-operation': operation.id,
      'x-touchstone-source': { ...operation.source },
      ...(operation.batchable !== undefined && { 'x-batchable': operation.batchable }),
    };
  }
  const written = shared.written();
  return {
    openapi: '3.1.1',
    info: {
      title: about.title,
      description: about.description,
      // The version of this description, which changes with the contract; neither API states one as a whole.
      version: contract.digest,
    },
    servers: [serverOf(about, routing, baseUrl)],
    security: about.security,
    tags: [...new Set(operations.map(collectionOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components.schemas,
      parameters: Object.fromEntries(written),
      responses: {
        NotShown: { description: 'The document shows no answer of this operation.' },
        OthersNotShown: { description: 'The document shows no other answer of this operation.' },
      },
      securitySchemes: about.schemes,
    },
  };
}

/** Parameters that several operations have are written once, and referred to. */
function shareParameters(parameters: readonly GatheredParameter[], components: Components) {
  const common = parameters.filter(({ operations }) => operations.length > 1);
  const names = namesOf(common.map(({ described, operations }) => ({ ...described, operations })));
  const nameByKey = new Map(
    common.map(({ described }, index) => [keyOf(described), names[index] ?? '']),
  );
  const write = (described: DescribedParameter): Json => ({
    ...described.head,
    schema: components.refer(described.schema),
  });
  return {
    refer: (described: DescribedParameter): Json => {
      const name = nameByKey.get(keyOf(described));
      return name === undefined ? write(described) : { $ref: `#/components/parameters/${name}` };
    },
    /** Those that are referred to, by name. */
    written: (): readonly (readonly [string, Json])[] =>
      common
        .map(({ described }, index) => [names[index] ?? '', write(described)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/**
 * For routing `query`: a query must not stand in a path key, a fragment neither, and `rest_route` as a
 * query parameter of one path `/index.php` would merge all operations of a method into one. What is left
 * is the server's URL: version 3.1 does not restrict it, and says that a path is appended to it as it
 * stands (3.2 forbids a query there, so this form stays at 3.1). A tool that joins by URL rules then
 * adds parameters with `&`; one that adds `?` and them by hand makes a wrong route, so this is said.
 */
function serverOf({ base }: About, routing: Routing, baseUrl = base.stand): Json {
  const variables = {
    [base.name]: {
      default: baseUrl.replace(/\/+$/, ''),
      description: 'Base URL, no slash at its end.',
    },
  };
  const url = `{${base.name}}`;
  if (routing === 'path') return { url, variables };
  return {
    url: `${url}/index.php?rest_route=`,
    description:
      'The path of an operation is appended as the value of `rest_route`. The URL has a query by then, so query parameters are joined on with `&` and never with a second `?`.',
    variables,
  };
}

function describeAll(operation: Operation, slashes: string): readonly DescribedParameter[] {
  return operation.parameters.flatMap((parameter) => describeParameter(parameter, slashes));
}

function keyOf({ head, schema }: DescribedParameter): string {
  return canonical([head, schema]);
}

interface GatheredParameter {
  readonly described: DescribedParameter;
  readonly operations: readonly string[];
}

/** Every different parameter once, with the operations that have it. */
function gatherParameters(
  operations: readonly Operation[],
  slashes: string,
): readonly GatheredParameter[] {
  const gathered = new Map<string, GatheredParameter>();
  for (const operation of operations) {
    for (const described of describeAll(operation, slashes)) {
      const known = gathered.get(keyOf(described));
      gathered.set(keyOf(described), {
        described,
        operations: [...(known?.operations ?? []), operation.id],
      });
    }
  }
  return [...gathered.values()];
}

/** `content/menu-items/update/put` is `menuItemsUpdatePut`: generators make the names of functions of it. */
function operationIdOf({ id }: Operation): string {
  const name = joined(id.split('/').slice(1).join('-'));
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
