/** Addresses of a recorded target that stand in requests, and those of another target in their place. */

import type { BaseUrls } from '../run/endpoints.ts';

export type Move = (text: string) => string;

export function urlRewriter(recorded: BaseUrls, there: BaseUrls): Move {
  const pairs = Object.keys(recorded)
    .flatMap((name): readonly (readonly [string, string])[] => {
      const [was, is] = [recorded[name], there[name]];
      return was === undefined || is === undefined || was === is ? [] : [[was, is]];
    })
    // The longest first: one may begin like another.
    .toSorted(([a], [b]) => b.length - a.length)
    .flatMap(([was, is]) => [
      [was, is] as const,
      [encodeURIComponent(was), encodeURIComponent(is)] as const,
    ]);
  return (text) => pairs.reduce((rest, [was, is]) => rest.replaceAll(was, is), text);
}
