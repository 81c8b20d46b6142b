/** Finds paths below which something in front of the target removes `Authorization`. */

import { apiNamed } from '../apis/index.ts';
import { type Contract, encode } from '../contract/index.ts';
import {
  type Answer,
  type Credential,
  type DocumentName,
  type Endpoint,
  requestTo,
  type Target,
  type Transport,
} from '../model/index.ts';

/** A refusal counts only if it is repeated so often: some servers refuse now and then. */
const REPEATS = 2;

/** Maximum number of routes in a message. */
const MOST_NAMED = 3;

interface Read {
  readonly route: string;
  readonly ask: (credential: Credential) => Promise<Answer | undefined>;
}

/**
 * Reads each collection with the login. Notes routes that answer 401 exactly as without a login, if the same login
 * works at another route.
 */
export async function strippedPaths(
  contract: Contract,
  target: Target,
  documents: readonly DocumentName[],
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const document of documents) {
    const endpoint = target.endpoints[document];
    if (endpoint?.authorization === undefined) continue;
    const reads = readsOf(contract, document, endpoint, transport, signal);
    const refused: Read[] = [];
    const succeeded: Read[] = [];
    for (const read of reads) {
      const status = (await read.ask({ kind: 'valid' }))?.status ?? 0;
      if (status === 401) refused.push(read);
      if (status >= 200 && status < 300) succeeded.push(read);
    }
    if (refused.length === 0) continue;
    const works = await firstOf(succeeded, needsLogin);
    if (works === undefined) continue;
    const stripped: string[] = [];
    for (const read of refused) if (await ignoresLogin(read)) stripped.push(`GET ${read.route}`);
    if (stripped.length > 0) notes.push(noteOn(stripped, works.route));
  }
  return notes;
}

function noteOn(stripped: readonly string[], works: string): string {
  const more = stripped.length - MOST_NAMED;
  const routes = `${stripped.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `\`Authorization\` does not reach ${routes}: HTTP 401, as without a login; the same login works at GET ${works}. Does something in front remove the header?`;
}

function readsOf(
  contract: Contract,
  document: DocumentName,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
): readonly Read[] {
  const probes = apiNamed(document)?.readsWithLogin?.(contract.operations) ?? [];
  return probes.map(({ operation: id, query = {} }) => {
    const operation = contract.operation(id);
    return {
      route: operation.route,
      ask: async (credential) => {
        const planned = { ...requestTo(id), query, credential };
        const wire = encode(operation, planned, endpoint);
        const { outcome } = await transport.send(wire, endpoint.baseUrl, signal);
        return outcome.kind === 'answer' ? outcome : undefined;
      },
    };
  });
}

async function needsLogin({ ask }: Read): Promise<boolean> {
  const status = (await ask({ kind: 'none' }))?.status;
  return status === 401 || status === 403;
}

/** Returns true if the login makes no difference, each time. */
async function ignoresLogin({ ask }: Read): Promise<boolean> {
  const none = await ask({ kind: 'none' });
  if (none?.status !== 401) return false;
  for (let round = 0; round < REPEATS; round += 1) {
    const own = await ask({ kind: 'valid' });
    if (own?.status !== 401 || !Buffer.from(own.body.bytes).equals(none.body.bytes)) return false;
  }
  return true;
}

async function firstOf<Item>(
  items: readonly Item[],
  test: (item: Item) => Promise<boolean>,
): Promise<Item | undefined> {
  for (const item of items) if (await test(item)) return item;
  return undefined;
}
