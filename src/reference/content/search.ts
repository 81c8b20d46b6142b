import type { Test } from './filters.ts';
import type { Item } from './item.ts';
import { type Params, textOf, textsOf } from './params.ts';
import type { ContentSite } from './site.ts';

type Column = 'post_title' | 'post_content' | 'post_excerpt';

const COLUMNS: Readonly<Record<Column, (item: Item) => string>> = {
  post_title: (item) => item.title,
  post_content: (item) => item.content,
  post_excerpt: (item) => item.excerpt,
};

function isColumn(name: string): name is Column {
  return Object.hasOwn(COLUMNS, name);
}

/** The combined test of `search`, `search_columns` and `search_semantics` (4.1). */
export function searchTest(params: Params, site: ContentSite): Test | undefined {
  const search = textOf(params, 'search')?.trim().toLowerCase();
  if (search === undefined || search === '') return undefined;
  const named = (textsOf(params, 'search_columns') ?? []).filter(isColumn);
  const columns = named.length > 0 ? named : Object.keys(COLUMNS).filter(isColumn);
  const texts = (item: Item): readonly string[] =>
    columns.map((column) => COLUMNS[column](item).toLowerCase());
  if (textOf(params, 'search_semantics') === 'exact') {
    return site.choices['search-exact'] === 'whole'
      ? (item) => texts(item).some((text) => text.trim() === search)
      : (item) => texts(item).some((text) => text.includes(search));
  }
  const phrase = site.choices.search === 'phrase';
  const words = phrase ? [search] : search.split(/\s+/);
  const every = site.choices.search !== 'any';
  return (item) => {
    const found = texts(item);
    const holds = (word: string): boolean => found.some((text) => text.includes(word));
    return every ? words.every(holds) : words.some(holds);
  };
}

/** The relevance of an item for a search: matches in the title first, then excerpt, then content. */
export function relevanceOf(item: Item, search: string): number {
  const words = search.trim().toLowerCase().split(/\s+/);
  let score = 0;
  for (const word of words) {
    if (item.title.toLowerCase().includes(word)) score += 4;
    if (item.excerpt.toLowerCase().includes(word)) score += 2;
    if (item.content.toLowerCase().includes(word)) score += 1;
  }
  return score;
}
