/** Addresses of a recorded target that stand in requests, and those of another target in their place. */

import type { DocumentName, Target } from '../model.ts';

export type Move = (text: string) => string;

/** Base URLs by document. */
export type Addresses = { readonly [D in DocumentName]?: string };

export function addressesOf({ endpoints }: Pick<Target, 'endpoints'>): Addresses {
  const { integration, content } = endpoints;
  return {
    ...(integration && { integration: integration.baseUrl }),
    ...(content && { content: content.baseUrl }),
  };
}

export function mover(recorded: Addresses, there: Addresses): Move {
  const names: readonly DocumentName[] = ['content', 'integration'];
  const pairs = names
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
