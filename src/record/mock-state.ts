/** Selects among several recorded answers by the state that clients have created. */

import type { WireStyle } from '../model/index.ts';

/** A recorded answer on its resource. */
export interface ResourceState {
  /** Its path, or the route that is in its query. */
  readonly resource: string;
  /** It changed the resource, and all that it is a part of. */
  readonly writes: boolean;
  /** So many changes of its resource came before it. */
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
      // A list changes with what is in it.
      for (let at = resource.length; at > 0; at = resource.lastIndexOf('/', at - 1)) {
        const whole = resource.slice(0, at);
        counts.set(whole, of(whole) + 1);
      }
    },
  };
}

/**
 * The answer that was recorded after as many changes of its resource as there have been; among several, or where there
 * is none, as near to it as may be, each once before one comes again.
 *
 * @param group in the order of time
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
