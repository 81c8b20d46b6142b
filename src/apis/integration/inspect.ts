import { isObject, valueAt } from '../../model/index.ts';
import type { Asking, Inspection } from '../api.ts';
import { failureOf, jsonOf, read } from '../read.ts';

/** Inspects a platform: requests its time zones, which needs only a token, and the given systems. */
export async function inspect(asking: Asking): Promise<Inspection> {
  const { contract, endpoint } = asking;
  const operation = contract.operation('integration/timezones');
  const outcome = await read(asking, operation);
  const body = jsonOf(outcome);
  const zones = valueAt(body, '/data/timezones');
  const isDenied = outcome.kind === 'answer' && [401, 403].includes(outcome.status);
  const asked = `${operation.method} ${operation.route}`;
  if (!isDenied && body === undefined) {
    return { kind: 'nothing', why: `${asked} at ${endpoint.baseUrl} ${failureOf(outcome)}` };
  }
  const unknown = isDenied ? [] : await unknownSystems(asking);
  return {
    kind: 'found',
    url: endpoint.baseUrl,
    missing: [],
    refused: { systems: unknown },
    remarks: [
      ...(isDenied ? [`${asked} ${failureOf(outcome)}.`] : []),
      ...(Array.isArray(zones) ? [`It lists ${zones.length} time zones.`] : []),
      ...remarksOn(unknown, asking),
    ],
  };
}

/** The given systems without an entry. */
async function unknownSystems(asking: Asking): Promise<readonly string[]> {
  const { systems: given = [] } = asking.endpoint.known;
  const systems = given.map(String);
  if (systems.length === 0) return [];
  const operation = asking.contract.operation('integration/dependencies');
  const known = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const body = { kind: 'json', value: { systems: ids } } as const;
    const data = valueAt(jsonOf(await read(asking, operation, { body })), '/data');
    return new Set(isObject(data) ? Object.keys(data) : []);
  };
  const together = await known(systems);
  const unknown: string[] = [];
  for (const id of systems.filter((one) => !together.has(one))) {
    // One unknown system can make it refuse all of them.
    if (!(await known([id])).has(id)) unknown.push(id);
  }
  return unknown;
}

function remarksOn(unknown: readonly string[], { contract }: Asking): readonly string[] {
  if (unknown.length === 0) return [];
  const { method, route } = contract.operation('integration/dependencies');
  const ids = unknown.map((id) => `"${id}"`).join(', ');
  return [
    `It has no entry for ${ids} (${method} ${route}). The profile leaves them out of \`systems\`.`,
  ];
}
