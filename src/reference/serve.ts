import { type Contract, loadContract } from '../contract/index.ts';
import { preflightFields, readableBy } from '../model/index.ts';
import { contentHandler } from './content/handler.ts';
import { readSeed, type Seed, seedStore } from './content/seed.ts';
import type { Store } from './content/store.ts';
import { combine } from './content/variations/index.ts';
import { type Fault, faultsNamed, type Variation, variationsNamed } from './deviations.ts';
import { readOwnFaults } from './faults/files.ts';
import {
  answeringTo,
  type Handler,
  type Reply,
  type RequestWithoutBody,
  type ServedRequest,
  startServer,
} from './http.ts';
import { type InFront, withInFront } from './in-front.ts';
import { type IntegrationChoices, plainChoices } from './integration/choice.ts';
import type { IntegrationVariation } from './integration/deviation.ts';
import { integrationHandler } from './integration/handler.ts';
import { plainReply } from './replies.ts';
import { keepState, loadState } from './state-file.ts';

export { REFERENCE_PASSWORD, REFERENCE_USER } from './content/identity.ts';
export { REFERENCE_TOKEN } from './integration/credential.ts';

/** Path of the content API; all other paths belong to the integration API. */
const CONTENT_PATH = '/content';

export interface ServeOptions {
  /** 1 to 65535; 0 or absent uses a free one. */
  readonly port?: number;
  /** Names of deviations, all applied; for the same choice, the last variation wins. */
  readonly faults: readonly string[];
  readonly variations: readonly string[];
  /** A file of a user's own faults and variations, all applied. */
  readonly faultsFile?: string;
  /** Initial content of the content site; the packaged seed if absent. */
  readonly seedFile?: string;
  /** File for the state of the content site; only in memory if absent. */
  readonly state?: { readonly file: string; readonly reset: boolean };
  /** Pages of any origin may read the answers. */
  readonly cors?: boolean;
  /** Accepted names in `Host`, in addition to localhost and IP addresses; all if absent. */
  readonly allowedHosts?: readonly string[];
  readonly contract?: Contract;
  /** The content site's clock, in milliseconds since 1970; the machine's if absent. */
  readonly now?: () => number;
}

export interface ServedReference {
  readonly url: string;
  readonly integrationUrl: string;
  /** Base URL of the content document's API, in either routing. */
  readonly contentUrl: string;
  /** Both URLs, by API. */
  readonly urls: Readonly<Record<string, string>>;
  /** Names in the file of a user's own faults. */
  readonly own: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts the reference target on the loopback interface: both documents on one port.
 *
 * @throws TouchstoneError `unknown-deviation`, `port-unavailable`, or `usage` for an
 * unreadable seed or state
 */
export async function serveReference(options: ServeOptions): Promise<ServedReference> {
  const address = { url: '' };
  const { handler, own, saved } = referenceHandler(options, () => `${address.url}${CONTENT_PATH}`);
  const { url, close } = await startServer(
    answeringTo(options.allowedHosts, options.cors ? readable(handler) : handler),
    options.port === undefined ? {} : { port: options.port },
  );
  address.url = url;
  return {
    url,
    integrationUrl: url,
    contentUrl: `${url}${CONTENT_PATH}`,
    urls: { integration: url, content: `${url}${CONTENT_PATH}` },
    own,
    close: async () => {
      await close();
      saved();
    },
  };
}

/** Answers preflights, and allows the requesting page to read. */
function readable(handler: Handler): Handler {
  const leave = (request: RequestWithoutBody, reply: Reply): Reply => ({
    ...reply,
    headers: readableBy({ method: request.method, headers: request.rawHeaders }, reply.headers),
  });
  const reply = async (request: ServedRequest): Promise<Reply> => {
    const { method, rawHeaders } = request;
    const fields = preflightFields({ method, headers: rawHeaders });
    if (fields) return { status: 204, headers: fields, body: '' };
    return leave(request, await handler(request));
  };
  return Object.assign(reply, {
    tooLarge: (head: RequestWithoutBody) =>
      leave(head, handler.tooLarge?.(head) ?? plainReply(413)),
  });
}

/** The handler of both documents; `own` are the names in a user's file, and `saved` writes the state to its file, if any. */
export function referenceHandler(
  options: Omit<ServeOptions, 'port'>,
  contentUrl: () => string,
): { readonly handler: Handler; readonly own: readonly string[]; readonly saved: () => void } {
  const own = ownDeviations(options);
  const faults = [...faultsNamed(options.faults), ...own.faults];
  const variations = [...variationsNamed(options.variations), ...own.variations];
  const faultsHere = faults.filter(isIntegration);
  const variationsHere = variations.filter(isIntegration);
  const integration = withInFront(
    integrationHandler(withVariations(variationsHere)),
    [...faultsHere, ...variationsHere].filter(isInFront),
    '',
  );
  // Lazy: filling the site takes time, and most runs of one document do not need the other.
  let site: ServedSite | undefined;
  const content = () => {
    site ??= openSite(options, faults.filter(isContent), variations.filter(isContent), contentUrl);
    return site;
  };
  if (options.seedFile !== undefined || options.state) content();
  const handlerOf = ({ target }: RequestWithoutBody): Handler =>
    /^\/content(?:[/?]|$)/.test(target) ? content().handler : integration;
  return {
    handler: Object.assign((request: ServedRequest) => handlerOf(request)(request), {
      tooLarge: (head: RequestWithoutBody) => handlerOf(head).tooLarge?.(head) ?? plainReply(413),
    }),
    // An entry for both APIs is there twice.
    own: [...new Set([...own.faults, ...own.variations].map(({ name }) => name))],
    saved: () => site?.saved(),
  };
}

function ownDeviations({ faultsFile, contract }: Pick<ServeOptions, 'faultsFile' | 'contract'>) {
  if (faultsFile === undefined) return { faults: [], variations: [] };
  return readOwnFaults(faultsFile, contract ?? loadContract());
}

interface ServedSite {
  readonly handler: Handler;
  readonly saved: () => void;
}

function openSite(
  { contract = loadContract(), seedFile, state, now = Date.now }: Omit<ServeOptions, 'port'>,
  faults: readonly Extract<Fault, { document: 'content' }>[],
  variations: readonly Extract<Variation, { document: 'content' }>[],
  baseUrl: () => string,
): ServedSite {
  const seed = seedFile === undefined ? ownSeed() : readSeed(seedFile);
  const store: Store = (state && !state.reset && loadState(state.file)) || seedStore(seed);
  const site = contentHandler({
    contract,
    seed,
    store,
    choices: combine(variations),
    faults: faults.flatMap((fault) => ('alter' in fault ? [fault.alter] : [])),
    now,
    baseUrl,
  });
  const handler = withInFront(site, [...faults, ...variations].filter(isInFront), CONTENT_PATH);
  if (!state) return { handler, saved: () => {} };
  const kept = keepState(store, state.file);
  const keeping = async (request: ServedRequest) => {
    const reply = await handler(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') kept.changed();
    return reply;
  };
  return { handler: Object.assign(keeping, handler), saved: kept.save };
}

/** Cached: a self-test starts hundreds of sites. */
function ownSeed(): Seed {
  known ??= readSeed();
  return known;
}

let known: Seed | undefined;

function isIntegration<T extends { readonly document: string }>(
  deviation: T,
): deviation is Extract<T, { document: 'integration' }> {
  return deviation.document === 'integration';
}

function isContent<T extends { readonly document: string }>(
  deviation: T,
): deviation is Extract<T, { document: 'content' }> {
  return deviation.document === 'content';
}

/** The default choices, changed by variations in order. */
export function withVariations(variations: readonly IntegrationVariation[]): IntegrationChoices {
  let made = plainChoices;
  for (const { choose } of variations) made = { ...made, ...choose };
  return made;
}

function isInFront<T extends object>(deviation: T): deviation is T & InFront {
  return 'inFront' in deviation && deviation.inFront !== undefined;
}
