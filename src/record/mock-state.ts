/** Selects among recorded answers by the state that clients have created. */

import type { WireStyle } from '../model/index.ts';

/** A recorded answer on its resource. */
export interface ResourceState {
  /** Its path, or the route in its query. */
  readonly resource: string;
  /** True if it changed the resource, and everything that contains it. */
  readonly writes: boolean;
  /** Number of earlier changes of its resource. */
  readonly before: number;
}

/** The collection of a target's route. */
export function resourceOf(target: string, { routing }: Pick<WireStyle, 'routing'>): string {
  const [path = '', query = ''] = target.split('?', 2);
  const route = routing.kind === 'query' && new URLSearchParams(query).get(routing.parameter);
  return (route || path).replace(/\/+$/, '');
}

/** Counts changes of resources. */
export interface ChangeCounter {
  readonly of: (resource: string) => number;
  readonly add: (resource: string) => void;
}

export function changeCounter(): ChangeCounter {
  const counts = new Map<string, number>();
  const of = (resource: string) => counts.get(resource) ?? 0;
  return {
    of,
    add: (resource) => {
      // A change of an item changes its list.
      for (let at = resource.length; at > 0; at = resource.lastIndexOf('/', at - 1)) {
        const whole = resource.slice(0, at);
        counts.set(whole, of(whole) + 1);
      }
    },
  };
}

/**
 * The answer recorded after the same number of changes of its resource, or the nearest one. Each is used once
 * before any is repeated.
 *
 * @param group in order of time
 * @param repeats true if an answer can be used twice
 */
export function nearestInState<T extends ResourceState>(
  group: readonly T[],
  changes: number,
  isServed: (one: T) => boolean,
  repeats: boolean,
): T | undefined {
  const distance = ({ before }: T) => Math.abs(before - changes);
  const offered = repeats ? group : group.filter((one) => !isServed(one));
  const least = offered.reduce((nearest, one) => Math.min(nearest, distance(one)), Infinity);
  const near = offered.filter((one) => distance(one) === least);
  return near.find((one) => !isServed(one)) ?? near.at(-1);
}
