import type { Operation, Parameter } from '../../../model/index.ts';
import type { LiveRoute, SiteIndex } from './site-index.ts';

/** A documented route, and what a live index lists for it. */
export interface Listing {
  readonly route: string;
  readonly operations: readonly Operation[];
  /** The patterns that stand for it; usually one, none where it is not listed. */
  readonly live: readonly LiveRoute[];
  /** Paths that the document allows for it and that no pattern that stands for it accepts. */
  readonly left: readonly string[];
  /** Patterns that cannot be read and may be the missing one. */
  readonly doubtful: readonly LiveRoute[];
}

/** What the patterns of a route are tried on, built from the route as the document writes it. */
interface Trial {
  readonly route: string;
  readonly operations: readonly Operation[];
  /** Of each group at least one has to be accepted. */
  readonly samples: readonly (readonly string[])[];
  /** The samples with one literal segment changed: a pattern that accepts one is about something else. */
  readonly strangers: readonly string[];
  /** The samples with a variable part that the document does not allow: a narrow pattern accepts none. */
  readonly wide: readonly string[];
}

/** No route has such a segment. */
const NONSENSE = 'zqx';

const DIGITS = [['7'], ['4096']];
/** One segment; several, in either of the two ways in which such identifiers are joined. */
const SEGMENTS = [['index'], ['theme-1//home', 'folder/child-2']];
const WORD = [['meadow']];

/**
 * Finds each documented route in a live index. A pattern stands for a route if it accepts what the
 * document says of the route (section 4, first paragraph), and nothing that differs from it in a literal
 * segment: else `/templates/{id}` would stand for `/templates/lookup` as well. Of several patterns the
 * narrowest count.
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

/** How a text begins that a pattern accepts, as far as that shows without reading the pattern. */
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
