import { readFileSync } from 'node:fs';
import type table from './choices.json';

/**
 * All points that the content document leaves open, each as a named choice with its section, and what each option does.
 * The first option is the site's default; any other is a variation.
 */
export const CHOICES: typeof table = JSON.parse(
  readFileSync(new URL('choices.json', import.meta.url), 'utf8'),
);

export type ChoiceName = keyof typeof CHOICES;

type OptionOf<N extends ChoiceName> = keyof (typeof CHOICES)[N]['options'];

export type ContentChoices = { readonly [N in ChoiceName]: OptionOf<N> };

export const CHOICE_NAMES: readonly ChoiceName[] = Object.keys(CHOICES).filter(isChoiceName);

function isChoiceName(name: string): name is ChoiceName {
  return Object.hasOwn(CHOICES, name);
}

export function optionsOf(name: ChoiceName): readonly string[] {
  return Object.keys(CHOICES[name].options);
}

/**
 * Returns the given options, and defaults for all other choices.
 *
 * @throws RangeError for an unknown option
 */
export function choose(selected: Readonly<Record<string, string>> = {}): ContentChoices {
  for (const [name, option] of Object.entries(selected)) {
    if (!isChoiceName(name) || !optionsOf(name).includes(option)) {
      throw new RangeError(`there is no option "${option}" of "${name}"`);
    }
  }
  const entries = CHOICE_NAMES.map((name) => [name, selected[name] ?? optionsOf(name)[0]]);
  // Each entry pairs a choice with an option of its own table.
  return Object.fromEntries(entries) as ContentChoices;
}
