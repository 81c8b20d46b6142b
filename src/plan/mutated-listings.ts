/** Values that an `enum` or a `const` does not list, including similar ones. */

import { listIn } from '../contract/index.ts';
import { type Json, tokens } from '../model/index.ts';
import type { Breaking, BreakingOptions } from './mutated-rules.ts';
import { inWords, type Node } from './nodes.ts';
import { jsonOf, valueRows } from './value-tables.ts';

const MADE_UP = 'touchstone';

export function unlisted({ schema }: Node): readonly Breaking[] {
  return ['enum', 'const']
    .filter((keyword) => schema[keyword] !== undefined)
    .flatMap((keyword) =>
      unlistedValues().map((value) => ({
        keyword,
        title: `${inWords(value)}, which is not listed`,
        value,
      })),
    );
}

/** Values that few schemas list. */
function unlistedValues(): readonly Json[] {
  return jsonOf(valueRows().filter(({ type }) => type === 'listed'));
}

/** A listed word in another letter case, and words in other tables. */
export function nearlyListed(
  { schema, pattern }: Node,
  options: BreakingOptions,
): readonly Breaking[] {
  const listed = listIn(schema, 'enum');
  if (listed === undefined) return [];
  const [swapped] = listed
    .flatMap((value) => (typeof value === 'string' ? [otherLetters(value)] : []))
    .filter((value) => !listed.includes(value));
  const name = tokens(pattern).findLast((token) => token !== '*');
  const foreign = name === undefined ? [] : (options.elsewhere?.(name, listed) ?? []);
  return [
    ...(swapped === undefined
      ? []
      : [
          {
            keyword: 'enum',
            title: `${inWords(swapped)}, which is listed in other letters`,
            value: swapped,
            nearMiss: 'letter-case',
          } as const,
        ]),
    ...foreign.map(
      (value) =>
        ({
          keyword: 'enum',
          title: `${inWords(value)}, which is listed elsewhere`,
          value,
          nearMiss: 'other-table',
        }) as const,
    ),
  ];
}

function otherLetters(word: string): string {
  const capitals = word.toUpperCase();
  return word === capitals ? word.toLowerCase() : capitals;
}

/** An unlisted word after a listed one: a server can check only the first. */
export function behindListed({ schema }: Node): readonly Breaking[] {
  return listIn(schema, 'enum') === undefined
    ? []
    : [
        {
          keyword: 'enum',
          title: `${inWords(MADE_UP)}, which is not listed, behind a listed value`,
          value: MADE_UP,
          nearMiss: 'later-element',
        },
      ];
}
