/** Judges routes, namespaces, methods and batch flags in an index. */

import {
  HOLDS,
  notJudgeable,
  observed,
  type StepResult,
  violated,
} from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { type Finding, isObject } from '../../../../model/index.ts';
import type { Listing } from '../../site-index/index-listing.ts';
import type { Comparand } from './index-comparand.ts';

/** Every documented route is listed under a pattern that accepts all its documented paths. */
export function judgeRoutes({ shown, routes }: Comparand): readonly Finding[] {
  return routes.map(({ route, live, left, doubtful }) => {
    const [path] = left;
    if (path === undefined) return HOLDS;
    const [unread] = doubtful;
    if (unread?.accepts.kind === 'unreadable') {
      const why = `whether ${unread.pattern} accepts ${path} cannot be said: ${unread.accepts.why}`;
      return notJudgeable('precondition', why);
    }
    const [nearest] = live;
    if (!nearest) {
      return violated(shown, '/routes', 'without this route', `a pattern for ${route}`, [route]);
    }
    const expected = `a pattern that accepts ${path}, as ${route} does`;
    return violated(shown, nearest.pointer, describeValue(nearest.pattern), expected);
  });
}

/** A route is in the namespace at the beginning of its path; a root route is in no named namespace. */
export function judgeNamespaces({ shown, routes }: Comparand): readonly Finding[] {
  const namespaces = namespacesIn(routes);
  return routes.flatMap(({ route, live }) => {
    const own = namespaces.find((name) => `${route}/`.startsWith(`/${name}/`));
    return live.flatMap(({ pointer, namespace }): readonly Finding[] => {
      // The clause about its type judges a namespace that is no text.
      if (namespace === undefined) return [];
      const right = own === undefined ? !namespaces.includes(namespace) : namespace === own;
      if (right) return [HOLDS];
      const expected = own === undefined ? 'none of the named namespaces' : describeValue(own);
      return [violated(shown, `${pointer}/namespace`, describeValue(namespace), expected)];
    });
  });
}

/** A named namespace has an index of its own, which takes it as a parameter. */
function namespacesIn(routes: readonly Listing[]): readonly string[] {
  return routes
    .filter(({ operations }) =>
      operations.some(({ parameters }) => parameters.some(({ name }) => name === 'namespace')),
    )
    .map(({ route }) => route.slice(1));
}

/** The methods of the row are in the list of the route and in its endpoints. */
export function judgeMethods(comparand: Comparand): readonly Finding[] {
  return methodLists(comparand, (shown, pointer, wanted, names) => {
    if (wanted.every((method) => names.includes(method))) return [HOLDS];
    return [violated(shown, pointer, names.join(', ') || 'none', wanted.join(', '))];
  });
}

/** Servers answer these by default, and an index can omit them. */
const GIVEN: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/** There are no methods except those of the row. */
export function judgeOtherMethods(comparand: Comparand): readonly Finding[] {
  return methodLists(comparand, (shown, pointer, wanted, names) => {
    const surplus = names.filter((method) => !wanted.includes(method.toUpperCase()));
    if (surplus.length === 0) return [HOLDS];
    if (surplus.every((method) => GIVEN.has(method))) {
      return [HOLDS, observed(shown, pointer, `also ${surplus.sort().join(', ')}`)];
    }
    return [violated(shown, pointer, names.join(', '), `${wanted.join(', ')}, and no others`)];
  });
}

type JudgeList = (
  shown: StepResult,
  pointer: string,
  wanted: readonly string[],
  names: readonly string[],
) => readonly Finding[];

function methodLists({ shown, routes }: Comparand, judge: JudgeList): readonly Finding[] {
  return routes.flatMap(({ operations, live }): readonly Finding[] => {
    const [first] = live;
    if (!first) return [];
    const wanted = operations.map(({ method }) => method);
    const judged = (pointer: string, found: readonly string[]) =>
      judge(shown, pointer, wanted, [...new Set(found)]);
    const named = whole(live.map(({ methods }) => methods));
    const endpoints = whole(live.map((route) => route.endpoints));
    const served = endpoints && whole(endpoints.map(({ methods }) => methods));
    return [
      ...(named ? judged(`${first.pointer}/methods`, named) : []),
      ...(served ? judged(`${first.pointer}/endpoints`, served) : []),
    ];
  });
}

/** All elements of some lists; `undefined` if a list is missing, which the clause about its type judges. */
function whole<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const there = lists.filter((list) => list !== undefined);
  return there.length === lists.length ? there.flat() : undefined;
}

/** The batch flag of every endpoint whose row mentions batches. */
export function judgeBatch({ shown, served }: Comparand, batchable: boolean): readonly Finding[] {
  return served.flatMap(({ operation, endpoint }): readonly Finding[] => {
    if (operation.batchable !== batchable) return [];
    const { allowBatch } = endpoint;
    const flag = isObject(allowBatch) ? allowBatch.v1 : allowBatch;
    // The clause about its form judges a flag of another form.
    const formed = allowBatch === undefined || isObject(allowBatch);
    if (!formed || (flag !== undefined && typeof flag !== 'boolean')) return [];
    if ((flag === true) === batchable) return [HOLDS];
    const expected = batchable ? 'v1 true' : 'no v1, or false';
    return [
      violated(shown, `${endpoint.pointer}/allow_batch`, describeValue(allowBatch), expected),
    ];
  });
}
