/** Exports a document's contract as OpenAPI, for other tools. */

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
  /** Default value of the server variable; a placeholder if absent. */
  readonly baseUrl?: string;
}

const SLASHES: { readonly [R in Routing]: string } = {
  path: 'It may hold slashes, which OpenAPI has no means to leave as they are in a path: tools write %2F. Touchstone sends plain slashes; whether a server reads %2F the same is not shown.',
  query:
    'It may hold slashes. Tools write %2F for them, which in a query, where this route travels, means the same.',
};

/**
 * One document of the contract in OpenAPI 3.1: every operation with its parameters, body and documented
 * answers. Shared parts are under `components`. If the document shows no
 * answer, the `default` response says so. Extensions: `x-touchstone-operation` (our id),
 * `x-touchstone-source` (section and rule) and, if the document states it, `x-batchable`.
 *
 * With routing `path` a route is the path below the base URL, and the base URL has to contain the
 * prefix of the site's routes. With routing `query` it is the value of `rest_route`, as in
 * section 1 of the content document.
 * @throws TouchstoneError 'usage' for routing `query` of a document without it
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
      ...bodyOf(operation, components, about),
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
      // The version of this description, which changes with the contract; the APIs have no version as a whole.
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

/** Shared parameters are written once, and referred to. */
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
    /** Shared parameters, by name. */
    written: (): readonly (readonly [string, Json])[] =>
      common
        .map(({ described }, index) => [names[index] ?? '', write(described)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/**
 * For routing `query`, the server's URL has the query. A path key cannot have one, and `rest_route` as a parameter of
 * `/index.php` would merge all operations of a method. Version 3.1 appends paths to that URL unchanged; 3.2 forbids it.
 * Tools that join by URL rules add parameters with `&`. Others make a wrong route, so the description says so.
 */
function serverOf({ base }: About, routing: Routing, baseUrl = base.stand): Json {
  const variables = { [base.name]: { default: baseUrl.replace(/\/+$/, '') } };
  const url = `{${base.name}}`;
  const noSlash = `\`${base.name}\` is the base URL, with no slash at its end.`;
  // Validators refuse a description at the variable itself.
  if (routing === 'path') return { url, description: noSlash, variables };
  return {
    url: `${url}/index.php?rest_route=`,
    description: `${noSlash} The path of an operation is appended as the value of \`rest_route\`. The URL has a query by then, so query parameters are joined on with \`&\` and never with a second \`?\`.`,
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

/** `content/menu-items/update/put` is `menuItemsUpdatePut`: generators use it as a function name. */
function operationIdOf({ id }: Operation): string {
  const name = joined(id.split('/').slice(1).join('-'));
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
