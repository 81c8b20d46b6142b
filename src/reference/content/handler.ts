import type { Contract } from '../../contract/index.ts';
import { BODY_LIMIT, type Handler, type Reply, type ServedRequest } from '../http.ts';
import { type ContentChoices, choose } from './choices.ts';
import { ZONES } from './moment.ts';
import { plainParts, type SiteParts } from './parts.ts';
import { present } from './present.ts';
import { type QueryValue, readQuery } from './query.ts';
import { notFound, type Refusal, refuse, type SiteResult } from './refusal.ts';
import { remembered } from './remember.ts';
import { allRules, type RuleBook } from './rule-book.ts';
import { type Seed, seedStore } from './seed.ts';
import { type Incoming, newRun, type SiteRun, serve } from './serve.ts';
import type { ContentSite } from './site.ts';
import { keepingStickiesTogether } from './sticky-list.ts';
import type { Store } from './store.ts';

export interface ContentOptions {
  readonly contract: Contract;
  /** The initial content of the site, without a store. */
  readonly seed: Seed;
  /** An existing state to continue. */
  readonly store?: Store;
  /** Options that differ from the defaults in `CHOICES`. */
  readonly choices?: Partial<ContentChoices>;
  /** Faults, each a change of the parts; applied in order. */
  readonly faults?: readonly ((parts: SiteParts) => SiteParts)[];
  readonly now: () => number;
  /**
   * `{site_base_url}` as clients see it, such as `http://127.0.0.1:8080/content`, without a final slash. Read at the
   * first request, when the port is known.
   */
  readonly baseUrl: () => string;
}

const TOO_LARGE = refuse(413, 'too_large', `The body is longer than ${BODY_LIMIT} bytes.`);

/**
 * The content API of the document as an HTTP handler. Routes are served at `{baseUrl}/index.php?rest_route=<route>` and
 * at `{baseUrl}<route>`, uploaded files at `{baseUrl}/uploads/<file>`.
 */
export function contentHandler(options: ContentOptions): Handler {
  const site = createSite(options);
  const running: Running = {
    site,
    rules: allRules(options.contract, site.parts),
    run: newRun(),
    places: new Map(),
    replies: new Map(),
    repeats: (options.faults ?? []).length === 0 && site.choices['embed-token'] === 'none',
  };
  const reply = (request: ServedRequest) => replyTo(request, running);
  const together = site.choices['sticky-list'] === 'together';
  return Object.assign(together ? keepingStickiesTogether(reply, site.store) : reply, {
    tooLarge: () => present(TOO_LARGE, [], site.choices),
  });
}

interface Running {
  readonly site: ContentSite;
  readonly rules: RuleBook;
  readonly run: SiteRun;
  readonly places: Map<string, Located>;
  /** Cached answers to reads, by credential and address, until the next change. */
  readonly replies: Map<string, Reply>;
  /** True if equal reads have equal answers until then. A fault or a token can prevent that. */
  readonly repeats: boolean;
}

/** Lists have long answers, so few are cached. */
const MOST_REPLIES = 200;

function replyTo(request: ServedRequest, running: Running): Reply {
  const { site, replies, repeats } = running;
  if (!repeats || request.method !== 'GET') return answer(request, running);
  const { counter } = site.store;
  const key = `${counter.changes} ${request.headers.authorization ?? ''} ${request.target}`;
  return remembered(replies, key, () => answer(request, running), MOST_REPLIES);
}

/** The site by itself, to inspect its state. */
export function createSite(options: ContentOptions): ContentSite {
  const choices = choose(options.choices);
  const parts = (options.faults ?? []).reduce((made, fault) => fault(made), plainParts);
  return {
    store: options.store ?? seedStore(options.seed),
    themes: options.seed.themes,
    choices,
    parts,
    get baseUrl() {
      return options.baseUrl();
    },
    zone: ZONES[choices['site-zone']].zone,
    now: options.now,
    texts: new WeakMap(),
  };
}

function answer(request: ServedRequest, { site, rules, run, places }: Running): Reply {
  try {
    const located = remembered(places, request.target, () => locate(request.target, mountOf(site)));
    if (located.kind === 'refusal') return present(located, [], site.choices);
    if (located.kind === 'file') return present(fileAt(located.name, site), ['GET'], site.choices);
    const incoming: Incoming = {
      method: request.method,
      route: located.route,
      queryText: located.queryText,
      query: located.query,
      headers: request.headers,
      body: { kind: 'bytes', bytes: request.body },
    };
    const { outcome, methods } = serve(incoming, site, rules, run);
    return present(outcome, methods, site.choices);
  } catch {
    // Any error here is a defect of this program, and no reason to stop serving.
    return present(refuse(500, 'internal', 'The site failed.'), [], site.choices);
  }
}

function mountOf(site: ContentSite): string {
  const { baseUrl } = site;
  const host = baseUrl.indexOf('//') + 2;
  const slash = baseUrl.indexOf('/', host);
  return slash < 0 ? '' : baseUrl.slice(slash);
}

type Located =
  | {
      readonly kind: 'route';
      readonly route: string;
      readonly queryText: string;
      readonly query: ReadonlyMap<string, QueryValue>;
    }
  | { readonly kind: 'file'; readonly name: string }
  | Refusal;

/** Resolves a request target: a route in either form (section 1), or an uploaded file. */
function locate(target: string, mount: string): Located {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const queryText = mark < 0 ? '' : target.slice(mark + 1);
  if (!path.startsWith(mount)) return notFound('address');
  const below = path.slice(mount.length);
  try {
    const query = readQuery(queryText);
    if (below === '/index.php') {
      const route = query.get('rest_route');
      return {
        kind: 'route',
        route: trimmed(typeof route === 'string' ? route : '/'),
        queryText,
        query,
      };
    }
    const decoded = decodeURIComponent(below);
    if (decoded.startsWith('/uploads/')) {
      return { kind: 'file', name: decoded.slice('/uploads/'.length) };
    }
    return { kind: 'route', route: trimmed(decoded), queryText, query };
  } catch {
    return refuse(400, 'invalid_address', 'The address holds an escape that is not UTF-8.');
  }
}

function trimmed(route: string): string {
  const bare = route.startsWith('/') ? route : `/${route}`;
  return bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare;
}

function fileAt(name: string, site: ContentSite): SiteResult | Refusal {
  const bytes = site.store.files.get(name);
  if (!bytes) return notFound('file');
  const type = name.endsWith('.png') ? 'image/png' : 'application/octet-stream';
  return { kind: 'result', status: 200, headers: [], body: { kind: 'bytes', bytes, type } };
}
