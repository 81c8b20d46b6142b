import { type Contract, inWords, inWordsOf } from '../../contract/index.ts';
import {
  child,
  type Endpoint,
  type Names,
  type Operation,
  TouchstoneError,
  type WireStyle,
} from '../../model/index.ts';
import type { Asking, IndexPlace, Inspection, Preset } from '../api.ts';
import { failureOf, jsonOf, read } from '../read.ts';
import { discoverFacts } from './facts.ts';
import { indexIn } from './index-link.ts';
import { listingsOf } from './site-index/index-listing.ts';
import { readSiteIndex, type SiteIndex } from './site-index/site-index.ts';

/** Places of an index: `below` precedes routes that are paths. */
const PLACES: readonly {
  readonly routing: string;
  readonly style: WireStyle['routing'];
  readonly below: string;
}[] = [
  {
    routing: 'query',
    style: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
    below: '',
  },
  { routing: 'path', style: { kind: 'path' }, below: '' },
  { routing: 'path', style: { kind: 'path' }, below: '/wp-json' },
];

interface Place {
  readonly routing: string;
  readonly endpoint: Endpoint;
  readonly index: SiteIndex;
  readonly body: unknown;
}

/**
 * Inspects a site with reading requests: the place of its index, its words, the documented routes that it does not
 * list, the views of this login, and its objects.
 *
 * @param presets common settings for kinds of sites
 */
export async function inspect(asking: Asking, presets: readonly Preset[]): Promise<Inspection> {
  const { places, why } = await placesOf(asking);
  const [place, ...others] = places;
  if (place === undefined) return { kind: 'nothing', why };
  const { endpoint, routing, index, body } = place;
  const words = wordsOf(asking.contract, index, presets);
  const contract = inWordsOf(asking.contract, 'content', words.names);
  const at: Asking = { ...asking, contract, endpoint };
  const missing = missingIn(index, contract);
  const isForeign = missing.length === documented(contract).length - 1;
  const remarks = [
    namedIn(body),
    isForeign ? 'It lists no route of the document: say under `names` which words it has.' : '',
    ...others.map(
      (other) =>
        `Addresses have the form of the document. Another form works too: url: ${other.endpoint.baseUrl}, routing: ${other.routing}.`,
    ),
    ...(await viewsOf(at)),
    await objectsOf(at),
  ];
  return {
    kind: 'found',
    url: endpoint.baseUrl,
    routing,
    ...(words.preset === undefined ? { names: words.names } : { preset: words.preset }),
    missing: isForeign ? [] : missing,
    failing: isForeign ? [] : failingWithout(missing, body, contract),
    remarks: remarks.filter((remark) => remark !== ''),
  };
}

async function placesOf(
  asking: Asking,
): Promise<{ readonly places: readonly Place[]; readonly why: string }> {
  const operation = asking.contract.operation('content/index');
  const places: Place[] = [];
  let why = '';
  const { baseUrl } = asking.endpoint;
  // An address that already ends with the path of routes is used as given.
  const isOfRoutes = PLACES.some(({ below }) => below !== '' && baseUrl.endsWith(below));
  const likely = PLACES.filter(({ routing, below }) => !isOfRoutes || routing + below === 'path');
  const linked: IndexPlace[] = [];
  const tryPlace = async (routing: string, style: WireStyle['routing'], url: string) => {
    const endpoint = {
      ...asking.endpoint,
      baseUrl: url,
      style: { ...asking.endpoint.style, routing: style },
    };
    // Most sites have a public index, and a rejected login would prevent reading it.
    const { authorization: _, ...open } = endpoint;
    let outcome = await read({ ...asking, endpoint: open }, operation);
    if (outcome.kind === 'answer' && outcome.status === 401) {
      outcome = await read({ ...asking, endpoint }, operation);
    }
    const body = jsonOf(outcome);
    const index = readSiteIndex(body);
    if (index !== undefined) places.push({ routing, endpoint, index, body });
    why ||= `no index of a site at ${baseUrl}: it ${failureOf(outcome)}`;
    if (outcome.kind !== 'answer') return false;
    const link = indexIn(outcome, url);
    if (link !== undefined) linked.push(link);
    return true;
  };
  for (const { routing, style, below } of likely) {
    // An unreachable host is not tried with other paths.
    if (!(await tryPlace(routing, style, `${baseUrl}${below}`))) break;
  }
  const [elsewhere] = linked;
  if (places.length === 0 && elsewhere !== undefined) {
    const { link, url, routing } = elsewhere;
    const place = PLACES.find((one) => one.routing === routing);
    if (place) await tryPlace(routing, place.style, url);
    if (places.length === 0) why += `; its Link header names an index at ${link}`;
  }
  return { places, why };
}

function documented({ operations }: Contract): readonly Operation[] {
  return operations.filter(({ document }) => document === 'content');
}

/** The words that match most of the index: those of the document, of a preset, or of the site. */
function wordsOf(
  contract: Contract,
  index: SiteIndex,
  presets: readonly Preset[],
): { readonly preset?: string; readonly names: Names } {
  const listed = (names: Names) =>
    listingsOf(index, inWords(contract, names)(documented(contract))).filter(
      ({ live }) => live.length > 0,
    ).length;
  const candidates = [{ names: {} }, ...presets, { names: ownNames(contract, index, presets) }];
  const [best = { names: {} }] = candidates
    .map((words) => ({ words, count: listed(words.names) }))
    .sort((one, other) => other.count - one.count)
    .map(({ words }) => words);
  return best;
}

/**
 * The site's own words, from a namespace with a documented route. Each word that presets replace has to begin like that
 * namespace, or end another listed one.
 */
function ownNames(contract: Contract, index: SiteIndex, presets: readonly Preset[]): Names {
  const words = [...new Set(presets.flatMap(({ names }) => Object.keys(names)))];
  const namespaces = [...new Set(index.routes.flatMap(({ namespace = '' }) => namespace))];
  const paths = new Set(documented(contract).map(({ route }) => route.slice(1)));
  const main = words.find((word) => paths.has(word));
  const collection = documented(contract).find(({ route }) => route.startsWith(`/${main}/`));
  const ending = collection?.route.slice(`/${main}`.length) ?? '';
  const own = namespaces.find((name) =>
    index.routes.some(({ pattern }) => pattern === `/${name}${ending}`),
  );
  if (main === undefined || own === undefined || own === main) return {};
  const [stem = '', ownStem = ''] = [main.split('/')[0], own.split('/')[0]];
  const others = words.flatMap((word): (readonly [string, string])[] => {
    if (word === main) return [];
    const rest = word.slice(stem.length);
    const site = word.includes('/')
      ? namespaces.find((name) => name.includes(rest.slice(1)))
      : `${ownStem}${rest}`;
    return site === undefined || site === word ? [] : [[word, site]];
  });
  const pairs = [...others, [main, own] as const].filter((pair) => isAccepted(contract, pair));
  return Object.fromEntries(pairs);
}

/** Returns true if the contract accepts the replacement of a word. */
function isAccepted(contract: Contract, [word, site]: readonly [string, string]): boolean {
  try {
    inWordsOf(contract, 'content', { [word]: site });
    return true;
  } catch (error) {
    if (error instanceof TouchstoneError) return false;
    throw error;
  }
}

function missingIn(index: SiteIndex, contract: Contract): readonly string[] {
  return listingsOf(index, documented(contract)).flatMap(({ operations, live, doubtful }) => {
    const methods = live.flatMap((route) => route.methods ?? []);
    // If the methods cannot be read, the route counts as complete.
    const isOffered = ({ method }: Operation) =>
      doubtful.length > 0 ||
      (live.length > 0 && (methods.length === 0 || methods.includes(method)));
    // The index itself has answered, listed or not.
    return operations.filter((one) => one.route !== '/' && !isOffered(one)).map(({ id }) => id);
  });
}

/** The clauses of the index that fail without these operations. */
function failingWithout(
  missing: readonly string[],
  body: unknown,
  { operation, schema, validate }: Contract,
): readonly string[] {
  const listed = child(body, 'namespaces');
  const namespaces = Array.isArray(listed) ? listed.map((name) => `/${name}/`) : [];
  const isBelowOne = (id: string) =>
    namespaces.some((namespace) => `${operation(id).route}/`.startsWith(namespace));
  if (missing.length === 0) return [];
  const others = schema('content/answers/index.json#/$defs/other-namespaces');
  const lacksOthers = validate(others, listed).length > 0;
  return [
    ...(missing.every(isBelowOne) ? [] : ['content/index/namespaces-listed']),
    'content/index/routes-listed',
    // Namespaces without a route go with the parts of the site that have routes.
    ...(lacksOthers ? ['content/index/other-namespaces-listed'] : []),
  ];
}

function namedIn(body: unknown): string {
  const name = child(body, 'name');
  return typeof name === 'string' && name !== ''
    ? `The site calls itself ${JSON.stringify(name)}.`
    : '';
}

/** Lists that this login may read as an editor. */
async function viewsOf(asking: Asking): Promise<readonly string[]> {
  const lists = documented(asking.contract).filter(
    ({ action, parameters }) =>
      action === 'list' &&
      parameters.every(({ in: place }) => place === 'query') &&
      parameters.some(({ name }) => name === 'context'),
  );
  const views = await Promise.all(
    lists.map(async (list) => {
      const has = (wanted: string) => list.parameters.some(({ name }) => name === wanted);
      const query = { context: 'edit', ...(has('per_page') && { per_page: 1 }) };
      const outcome = await read(asking, list, { query });
      return { list: list.resource, status: outcome.kind === 'answer' ? outcome.status : 0 };
    }),
  );
  const how = asking.endpoint.authorization === undefined ? 'Without a login' : 'With this login';
  const sentence = (words: string, wanted: readonly number[]) => {
    const named = views.filter(({ status }) => wanted.includes(status)).map(({ list }) => list);
    return named.length === 0 ? '' : `${how} ${words} as an editor: ${named.join(', ')}.`;
  };
  return [sentence('it shows', [200]), sentence('it does not show', [401, 403])];
}

/** Objects that a run discovers by itself, so the profile does not need them. */
async function objectsOf(asking: Asking): Promise<string> {
  const known = await discoverFacts(asking);
  const kinds = Object.entries(known).filter(([kind]) => !kind.includes('-with-'));
  const none = kinds.filter(([, values]) => values.length === 0).map(([kind]) => kind);
  const themes = (known.themes ?? []).join(', ');
  return [
    themes === '' ? 'No theme was found.' : `Its theme is ${themes}.`,
    none.length === 0 ? '' : ` Nothing was found of: ${none.join(', ')}.`,
  ].join('');
}
