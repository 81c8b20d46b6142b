import { CHOICE_NAMES, CHOICES, type ChoiceName, optionsOf } from '../choices.ts';
import type { ContentVariation } from '../deviation.ts';

/**
 * Every option that is not a default, as a variation of its own. Derived, so that the suite is tested on every option.
 */
export const contentVariations: readonly ContentVariation[] = CHOICE_NAMES.flatMap((name) =>
  optionsOf(name)
    .slice(1)
    .map((option) => variationOf(name, option)),
);

function variationOf(name: ChoiceName, option: string): ContentVariation {
  const { section, leaves } = CHOICES[name];
  return {
    kind: 'variation',
    name: `${name}-${option}`,
    document: 'content',
    leaves: `${section}: ${leaves}`,
    choose: { [name]: option },
  };
}

/** The options of several variations; for the same choice, the last wins. */
export function combine(variations: readonly ContentVariation[]): ContentVariation['choose'] {
  return Object.assign({}, ...variations.map((variation) => variation.choose));
}
