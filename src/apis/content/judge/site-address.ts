import {
  type Check,
  HOLDS,
  judgeEach,
  notJudgeable,
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

/** Index members with the address of the site (2.1). */
const ADDRESSES = ['/url', '/home'];

/**
 * The index names an address of its own site at one of the places, at the path of the clause. The site's address is in
 * `url` or `home`, or is where the index was read. Schemes are not compared, as a proxy can change http to https. Not
 * judged without the object of places.
 */
export const siteAddress: Check = {
  name: 'site-address',
  judge: judgeEach((index, shown, options) => {
    const within = textOption(options, 'within');
    const path = textOption(options, 'path');
    return judgeIndex(index, shown, within, placesOf(options), path);
  }),
};

function placesOf({ places }: JsonSchema): readonly string[] {
  if (!isList(places)) throw new TypeError('option "places" is not a list');
  return places.filter((place) => typeof place === 'string');
}

function judgeIndex(
  index: unknown,
  shown: StepResult,
  within: string,
  places: readonly string[],
  path: string,
): Finding {
  const { exchange } = shown;
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
 * Possible addresses of the site by the index URL. If the route is part of the path, any folder above it is possible:
 * such an interface has its own prefix.
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

/** An address without scheme, host and port, as a browser would read them; undefined for an invalid address. */
function plain(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return `${host}${pathname}${search}${hash}`;
}
