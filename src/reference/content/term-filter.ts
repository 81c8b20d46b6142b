import { isObject } from '../../model/index.ts';
import type { Test } from './filters.ts';
import type { Taxonomy } from './item.ts';
import { numbersIn, type Params, textOf } from './params.ts';
import type { ContentSite } from './site.ts';

/** A term filter (4.3), in either form. */
interface TermFilter {
  readonly terms: readonly number[];
  readonly includeChildren: boolean;
  readonly operator: 'AND' | 'OR';
}

function readTermFilter(value: unknown): TermFilter | undefined {
  const list = numbersIn(value);
  if (list) return { terms: list, includeChildren: false, operator: 'OR' };
  if (!isObject(value)) return undefined;
  return {
    terms: numbersIn(value.terms) ?? [],
    includeChildren: value.include_children === true,
    operator: value.operator === 'AND' ? 'AND' : 'OR',
  };
}

/** All term filters of a request, joined as `tax_relation` says. */
export function termTest(
  params: Params,
  taxonomies: readonly Taxonomy[],
  site: ContentSite,
): Test | undefined {
  const tests: Test[] = [];
  const exclusions: Test[] = [];
  for (const taxonomy of taxonomies) {
    const included = testOf(params[taxonomy], taxonomy, site);
    if (included) tests.push(included);
    const excluded = readTermFilter(params[`${taxonomy}_exclude`]);
    if (excluded && excluded.terms.length > 0) {
      const has = anyOf(groupsOf(excluded, site), taxonomy);
      exclusions.push((item) => !has(item));
    }
  }
  const either = relationOf(params, site) === 'OR';
  const related = site.choices['excluded-terms'] === 'related';
  const alternatives = either && related ? [...tests, ...exclusions] : tests;
  const demands = either && related ? [] : exclusions;
  if (alternatives.length + demands.length === 0) return undefined;
  return (item) =>
    (alternatives.length === 0 ||
      (either
        ? alternatives.some((test) => test(item))
        : alternatives.every((test) => test(item)))) &&
    demands.every((test) => test(item));
}

function relationOf(params: Params, site: ContentSite): 'AND' | 'OR' {
  const given = textOf(params, 'tax_relation');
  if (given === 'AND' || given === 'OR') return given;
  return site.choices['tax-relation'] === 'or' ? 'OR' : 'AND';
}

function testOf(value: unknown, taxonomy: Taxonomy, site: ContentSite): Test | undefined {
  const filter = readTermFilter(value);
  if (!filter) return undefined;
  if (filter.terms.length === 0) {
    return site.choices['empty-list-filter'] === 'none' ? () => false : undefined;
  }
  const groups = groupsOf(filter, site);
  if (filter.operator === 'OR') return anyOf(groups, taxonomy);
  return (item) => {
    const terms = item.terms[taxonomy] ?? [];
    return groups.every((group) => terms.some((id) => group.has(id)));
  };
}

function anyOf(groups: readonly ReadonlySet<number>[], taxonomy: Taxonomy): Test {
  const all = new Set(groups.flatMap((group) => [...group]));
  return (item) => (item.terms[taxonomy] ?? []).some((id) => all.has(id));
}

/** Each term with its equivalents: itself, and its descendants if children count. */
function groupsOf(filter: TermFilter, site: ContentSite): readonly ReadonlySet<number>[] {
  return filter.terms.map((id) => {
    const group = new Set([id]);
    if (!filter.includeChildren) return group;
    // Sets are iterated in insertion order, so added children are visited too.
    for (const member of group) {
      for (const term of site.store.terms.values()) {
        if (term.parent === member) group.add(term.id);
      }
    }
    return group;
  });
}
