import type { Contract, Scenario, ScenarioStep } from '../../../contract/index.ts';
import {
  type Clause,
  type ClauseSource,
  isObject,
  type Json,
  type JsonSchema,
  type Operation,
  type Parameter,
} from '../../../model/index.ts';
import { listingsOf } from './index-listing.ts';
import { type LiveArg, type LiveRoute, readSiteIndex } from './site-index.ts';

const SOURCE: ClauseSource = { section: '4.2', rule: 'last paragraph: any further collections' };

/** Maximum number of values for one parameter. */
const MOST_VALUES = 3;

/**
 * Adds routes of a live index that the content document lacks: each method becomes an operation with a
 * clause of level `unspecified`. Reading routes without a variable part are probed, plainly and with
 * each parameter; nothing that can write is called.
 *
 * @param body the answer to `GET /`; without readable routes the contract is unchanged
 */
export function discover(contract: Contract, body: unknown): Contract {
  const index = readSiteIndex(body);
  if (!index) return contract;
  const documented = contract.operations.filter(({ document }) => document === 'content');
  const listed = new Set(
    listingsOf(index, documented).flatMap(({ live, doubtful }) =>
      [...live, ...doubtful].map(({ pattern }) => pattern),
    ),
  );
  const found = index.routes
    .filter(({ pattern }) => !listed.has(pattern))
    .flatMap(operationsOf)
    .filter(unlike(contract.operations));
  const operations = [...contract.operations, ...found.map(({ operation }) => operation)];
  const clauses = [...contract.clauses, ...found.map(clauseOf)];
  const byId = <T extends { readonly id: string }>(
    items: readonly T[],
    fallback: (id: string) => T,
  ) => {
    const map = new Map(items.map((item) => [item.id, item]));
    return (id: string) => map.get(id) ?? fallback(id);
  };
  return {
    ...contract,
    operations,
    clauses,
    scenarios: [...contract.scenarios, ...found.flatMap(scenarioOf)],
    operation: byId(operations, contract.operation),
    clause: byId(clauses, contract.clause),
  };
}

interface DiscoveryTarget {
  readonly operation: Operation;
  /** Set if it is not probed. */
  readonly why?: string;
}

function operationsOf(route: LiveRoute): readonly DiscoveryTarget[] {
  return (route.endpoints ?? []).flatMap((endpoint) =>
    (endpoint.methods ?? []).map((method): DiscoveryTarget => {
      const operation: Operation = {
        id: `content/discovered/${slugOf(route.pattern)}/${method.toLowerCase()}`,
        document: 'content',
        resource: 'discovered',
        action: method.toLowerCase(),
        method,
        route: route.pattern,
        title: `${method} ${route.pattern}, which only the index lists`,
        source: SOURCE,
        writes: method !== 'GET',
        parameters: (endpoint.args ?? []).map(parameterOf),
        answers: [],
      };
      const why = whyNot(operation);
      return { operation, ...(why !== undefined && { why }) };
    }),
  );
}

function whyNot({ method, route, parameters }: Operation): string | undefined {
  if (method !== 'GET') return 'It may change something, and no document says what.';
  if (!/^\/[\w/.~-]*$/.test(route))
    return 'Its route has a variable part, for which no value is known.';
  const blind = parameters.find(
    ({ required, schema }) => required && valuesFor(schema).length === 0,
  );
  return blind && `It needs \`${blind.name}\`, for which the index suggests no value.`;
}

function parameterOf({ name, attributes = {} }: LiveArg): Parameter {
  const kept = ['type', 'enum', 'default', 'minimum', 'maximum', 'format'].flatMap((keyword) => {
    const value = attributes[keyword];
    return isJson(value) ? [[keyword, value] as const] : [];
  });
  return {
    name,
    in: 'query',
    required: attributes.required === true,
    schema: Object.fromEntries(kept),
  };
}

/** Values that the index suggests for a parameter. */
function valuesFor(schema: JsonSchema): readonly Json[] {
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, MOST_VALUES);
  const named = [schema.default, schema.minimum, schema.maximum].filter(
    (value) => value !== undefined,
  );
  if (named.length > 0) return [...new Set(named)];
  switch (schema.type) {
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [1];
    default:
      return [];
  }
}

function clauseOf({ operation, why }: DiscoveryTarget): Clause {
  return {
    id: operation.id,
    document: 'content',
    level: 'unspecified',
    source: SOURCE,
    states: `${operation.method} ${operation.route} is listed by the index and not by the document.`,
    operations: [operation.id],
    judged: why === undefined ? [{ check: 'observe', with: {} }] : [],
    ...(why !== undefined && { untestable: why }),
  };
}

function scenarioOf({ operation, why }: DiscoveryTarget): readonly Scenario[] {
  if (why !== undefined) return [];
  const needed = Object.fromEntries(
    operation.parameters
      .filter(({ required }) => required)
      .flatMap(({ name, schema }) =>
        valuesFor(schema)
          .slice(0, 1)
          .map((value) => [name, value]),
      ),
  );
  const probe = (id: string, query: { readonly [name: string]: Json }): ScenarioStep => ({
    id,
    role: 'probe',
    operation: operation.id,
    query: { ...needed, ...query },
  });
  const tried = operation.parameters.flatMap(({ name, schema }) =>
    valuesFor(schema).map((value, at) => probe(`${slugOf(name)}-${at + 1}`, { [name]: value })),
  );
  return [
    {
      id: `${operation.id}/probe`,
      document: 'content',
      title: operation.title,
      evidence: [operation.id],
      steps: [probe('plain', {}), ...tried],
    },
  ];
}

/** Two patterns can have the same id; the first is used. */
function unlike(taken: readonly Operation[]): (found: DiscoveryTarget) => boolean {
  const ids = new Set(taken.map(({ id }) => id));
  return ({ operation: { id } }) => {
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  };
}

/** `/acme/v1/things/(?P<id>[\d]+)` as `acme/v1/things/id`. */
function slugOf(pattern: string): string {
  const named = pattern.replace(/\(\?P?<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '$1');
  const segments = named
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/[^a-z0-9@_-]+/g, '-').replace(/^-+|-+$/g, ''))
    .filter((segment) => segment !== '');
  return segments.length === 0 ? 'root' : segments.join('/');
}

function isJson(value: unknown): value is Json {
  if (Array.isArray(value)) return value.every(isJson);
  if (isObject(value)) return Object.values(value).every(isJson);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
