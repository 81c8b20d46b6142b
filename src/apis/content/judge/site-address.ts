import {
  type Check,
  HOLDS,
  jsonOf,
  notJudgeable,
  obstacleOf,
  type StepResult,
  textOption,
  violated,
} from '../../../judge/check.ts';
import { describeValue } from '../../../judge/describe.ts';
import {
  type Exchange,
  type Finding,
  isList,
  type JsonSchema,
  valueAt,
} from '../../../model/index.ts';

/** Members in which an index gives the address of its site (2.1). */
const ADDRESSES = ['/url', '/home'];

/**
 * The index names an address of its own site: one of the places has it, at the path of the clause. The address of the
 * site is the one that the index gives, in `url` or `home`, or the one that the index was read at. A proxy may change
 * http to https, so schemes are not compared. Without the object that has the places, nothing is judged.
 */
export const siteAddress: Check = {
  name: 'site-address',
  judge({ steps }, options) {
    const within = textOption(options, 'within');
    const path = textOption(options, 'path');
    return steps.map((shown) => judgeIndex(shown, within, placesOf(options), path));
  },
};

function placesOf({ places }: JsonSchema): readonly string[] {
  if (!isList(places)) throw new TypeError('option "places" is not a list');
  return places.filter((place) => typeof place === 'string');
}

function judgeIndex(
  shown: StepResult,
  within: string,
  places: readonly string[],
  path: string,
): Finding {
  const { standing, exchange } = shown;
  if (standing.kind !== 'succeeded') return obstacleOf(standing);
  const index = jsonOf(standing.answer);
  if (valueAt(index, within) === undefined) {
    return notJudgeable('no-data', `the answer has nothing at ${within}`);
  }
  const sites = [
    ...ADDRESSES.map((pointer) => valueAt(index, pointer)),
    ...(exchange ? askedAt(exchange) : []),
  ].filter((site) => typeof site === 'string');
  const allowed = sites.map((site) => plain(`${site.replace(/\/+$/, '')}${path}`));
  const given = places.filter((place) => valueAt(index, within + place) !== undefined);
  const right = given.some((place) => {
    const value = valueAt(index, within + place);
    return typeof value === 'string' && allowed.includes(plain(value));
  });
  if (right) return HOLDS;
  const pointer = within + (given[0] ?? places[0] ?? '');
  const expected = `${path} at the address of the site (${[...new Set(sites)].join(', ')})`;
  return violated(shown, pointer, describeValue(valueAt(index, pointer)), expected);
}

/**
 * The addresses of the site that an index may have been read at. Where the route is part of the path, the site may be
 * at any folder above it: the URL of such an interface has a prefix of its own.
 */
function askedAt({ url, request }: Exchange): readonly string[] {
  const base = url.endsWith(request.target) ? url.slice(0, -request.target.length) : url;
  if (!URL.canParse(base)) return [];
  const { origin, pathname } = new URL(base);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const isNamedByQuery = /^\/[^?]*\.php\?/.test(request.target);
  const shortest = isNamedByQuery ? segments.length : 0;
  return Array.from({ length: segments.length - shortest + 1 }, (_, fewer) =>
    [origin, ...segments.slice(0, segments.length - fewer)].join('/'),
  );
}

/** An address without its scheme, host and port as a browser would read them; undefined where it is none. */
function plain(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return `${host}${pathname}${search}${hash}`;
}
