import type { Operation, Parameter } from '../../../model/index.ts';
import type { LiveRoute, SiteIndex } from './site-index.ts';

/** A documented route, and its entries in a live index. */
export interface Listing {
  readonly route: string;
  readonly operations: readonly Operation[];
  /** Its matching patterns; usually one, none if it is not listed. */
  readonly live: readonly LiveRoute[];
  /** Documented paths that no matching pattern accepts. */
  readonly left: readonly string[];
  /** Unreadable patterns, one of them possibly the missing one. */
  readonly doubtful: readonly LiveRoute[];
}

/** Test paths for patterns of a route, built from its documented form. */
interface Trial {
  readonly route: string;
  readonly operations: readonly Operation[];
  /** At least one of each group must be accepted. */
  readonly samples: readonly (readonly string[])[];
  /** The samples with another literal segment: a pattern that accepts one belongs to another route. */
  readonly strangers: readonly string[];
  /** The samples with an undocumented variable part: a narrow pattern accepts none. */
  readonly wide: readonly string[];
}

/** No route has such a segment. */
const NONSENSE = 'zqx';

const DIGITS = [['7'], ['4096']];
/** One segment; or several, in both forms of such identifiers. */
const SEGMENTS = [['index'], ['theme-1//home', 'folder/child-2']];
const WORD = [['meadow']];

/**
 * Finds each documented route in a live index. A pattern matches a route if it accepts its documented paths (section 4,
 * first paragraph), and no path with another literal segment: otherwise `/templates/{id}` would match
 * `/templates/lookup`. Of several patterns the narrowest count.
 */
export function listingsOf(index: SiteIndex, operations: readonly Operation[]): readonly Listing[] {
  const routes = new Set(operations.map(({ route }) => route));
  return [...routes].map((route) => {
    const own = operations.filter((operation) => operation.route === route);
    return listingOf(index, trialOf(route, own));
  });
}

function listingOf({ routes }: SiteIndex, trial: Trial): Listing {
  const { route, operations, samples, strangers, wide } = trial;
  const fitting = routes.filter(
    (live) =>
      samples.some((group) => group.some((path) => accepts(live, path))) &&
      !strangers.some((path) => accepts(live, path)),
  );
  const widths = fitting.map((live) => wide.filter((path) => accepts(live, path)).length);
  const narrowest = Math.min(...widths);
  const live = fitting.filter((_, at) => widths[at] === narrowest);
  return {
    route,
    operations,
    live,
    left: samples.flatMap((group) =>
      group.some((path) => live.some((pattern) => accepts(pattern, path))) ? [] : group.slice(0, 1),
    ),
    doubtful: routes.filter(
      (pattern) =>
        pattern.accepts.kind === 'unreadable' &&
        samples.some((group) => group.some((path) => path.startsWith(literalStart(pattern)))),
    ),
  };
}

function accepts({ pattern, accepts }: LiveRoute, path: string): boolean {
  if (pattern === path) return true;
  return accepts.kind === 'read' && accepts.accepts(path);
}

/** The literal beginning of a pattern, as far as it shows without parsing. */
function literalStart({ pattern }: LiveRoute): string {
  if (pattern.includes('|')) return '';
  // A quantifier makes the character before it optional.
  return /^\^?([^\\^$.?*+()[\]{}]*)(?![?*{])/.exec(pattern)?.[1] ?? '';
}

function trialOf(route: string, operations: readonly Operation[]): Trial {
  const segments = route.split('/');
  const variables = segments.flatMap((segment, at) =>
    isVariable(segment) ? [{ at, groups: groupsFor(segment.slice(1, -1), operations) }] : [],
  );
  const first = segments.map(
    (segment, at) => variables.find((variable) => variable.at === at)?.groups[0]?.[0] ?? segment,
  );
  const having = (at: number, value: string) => first.with(at, value).join('/');
  const plain = first.join('/');
  return {
    route,
    operations,
    samples: [
      [plain],
      ...variables.flatMap(({ at, groups }) =>
        groups.slice(1).map((group) => group.map((value) => having(at, value))),
      ),
    ],
    strangers: segments.flatMap((segment, at) => {
      if (isVariable(segment) || (segment === '' && route !== '/')) return [];
      return at === 0 ? [] : [having(at, NONSENSE)];
    }),
    wide: variables.flatMap(({ at }) => [having(at, NONSENSE), having(at, `${NONSENSE}/x:y`)]),
  };
}

function isVariable(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

function groupsFor(name: string, operations: readonly Operation[]) {
  const parameter = operations
    .flatMap(({ parameters }): readonly Parameter[] => parameters)
    .find((candidate) => candidate.in === 'path' && candidate.name === name);
  if (parameter?.schema['x-segments'] === true) return SEGMENTS;
  return parameter?.schema.type === 'string' ? WORD : DIGITS;
}
