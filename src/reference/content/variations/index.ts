import { CHOICE_NAMES, CHOICES, type ChoiceName, optionsOf } from '../choices.ts';
import type { ContentLiberty } from '../deviation.ts';

/**
 * Every option that is not a default, as a liberty of its own. They are derived, so that nothing can be
 * chosen that is not also proven to be left alone by the suite.
 */
export const contentLiberties: readonly ContentLiberty[] = CHOICE_NAMES.flatMap((name) =>
  optionsOf(name)
    .slice(1)
    .map((option) => libertyOf(name, option)),
);

function libertyOf(name: ChoiceName, option: string): ContentLiberty {
  const { section, leaves } = CHOICES[name];
  return {
    kind: 'liberty',
    name: `${name}-${option}`,
    document: 'content',
    leaves: `${section}: ${leaves}`,
    choose: { [name]: option },
  };
}

/** The options that several liberties choose together; of two for the same choice, the last wins. */
export function combine(liberties: readonly ContentLiberty[]): ContentLiberty['choose'] {
  return Object.assign({}, ...liberties.map((liberty) => liberty.choose));
}
