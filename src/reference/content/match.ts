import { ROUTES, type SiteRoute } from './routes.ts';

/**
 * A custom matcher: template identifiers span several segments with further segments after them. Routers with one
 * segment per parameter, such as find-my-way, cannot express that.
 */
export interface MatchedRoute {
  readonly route: SiteRoute;
  readonly path: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: SiteRoute;
  readonly names: readonly string[];
  readonly expression: RegExp;
}

const FIXED = new Map(
  ROUTES.filter((route) => !route.template.includes('{')).map((route) => [route.template, route]),
);

/** By the first three segments, such as `/cms/v2/posts`, so that few expressions are tried. */
const PATTERNS = new Map<string, readonly Pattern[]>();
for (const route of ROUTES) {
  if (!route.template.includes('{')) continue;
  const stem = stemOf(route.template);
  PATTERNS.set(stem, [...(PATTERNS.get(stem) ?? []), patternOf(route)]);
}

function stemOf(path: string): string {
  return path.split('/', 4).join('/');
}

function patternOf(route: SiteRoute): Pattern {
  const names: string[] = [];
  const segments = route.template.split('/').map((segment) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined) return segment;
    names.push(name);
    if (name === 'stylesheet') return '([^/]+)';
    return route.segments.includes(name) ? '([^/]+(?:/+[^/]+)*?)' : '(\\d+)';
  });
  return { route, names, expression: new RegExp(`^${segments.join('/')}$`) };
}

const MOST_SEGMENTS = 60;

/** The route of a path with its parameters, if there is one. */
export function matchRoute(path: string): MatchedRoute | undefined {
  const fixed = FIXED.get(path);
  if (fixed) return { route: fixed, path: {} };
  // A path with many segments matches nothing, and would be slow to test.
  if (path.split('/').length > MOST_SEGMENTS) return undefined;
  for (const { route, names, expression } of PATTERNS.get(stemOf(path)) ?? []) {
    const match = expression.exec(path);
    if (!match) continue;
    return {
      route,
      path: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])),
    };
  }
  return undefined;
}
