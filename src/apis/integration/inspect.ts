import { valueAt } from '../../pointer.ts';
import type { Asking, Inspection } from '../api.ts';
import { failureOf, jsonOf, read } from '../read.ts';

/** Looks at a platform by asking for its time zones, which needs nothing but a token. */
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
  return {
    kind: 'found',
    url: endpoint.baseUrl,
    missing: [],
    remarks: [
      ...(isDenied ? [`${asked} ${failureOf(outcome)}.`] : []),
      ...(Array.isArray(zones) ? [`It lists ${zones.length} time zones.`] : []),
    ],
  };
}
