import type { Json } from '../../model.ts';
import {
  type Alter,
  answering,
  fault,
  hearing,
  ignoring,
  uncheckedAnywhere,
  writtenAs,
} from './altering.ts';
import type { Fault } from './deviation.ts';
import { COLLECTIONS } from './item.ts';
import { isRefusal } from './refusal.ts';
import { putItem } from './store.ts';

const kind = (name: string, what: string, alter: Alter): Fault =>
  fault('ten-kinds', name, what, alter);

/**
 * Ten kinds of fault that any request to any collection can reach, each in the whole site at once. Published
 * tools find few of them where answers have no schema.
 */
export const tenFaults: readonly Fault[] = [
  // ---- what a schema says and nobody checks ------------------------------------------------------------
  kind(
    'maximums-ignored',
    'takes numbers above their maximum, and more elements than a list may have',
    uncheckedAnywhere('maximum', 'exclusiveMaximum', 'maxItems'),
  ),
  kind(
    'minimums-ignored',
    'takes numbers below their minimum, and fewer elements or characters than there must be',
    uncheckedAnywhere('minimum', 'exclusiveMinimum', 'minItems', 'minLength'),
  ),
  kind('enumerations-ignored', 'takes any word where some are listed', uncheckedAnywhere('enum')),
  kind('required-ignored', 'does without what is required', (parts) => {
    const altered = uncheckedAnywhere('required')(parts);
    return {
      ...altered,
      rules: (rules, method, template) => ({
        ...altered.rules(rules, method, template),
        required: [],
      }),
    };
  }),

  // ---- what is asked for and not done ------------------------------------------------------------------
  kind('creation-stores-nothing', 'answers every creation, and keeps nothing', (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      const collection = COLLECTIONS.find((name) => leaving.template === `/cms/v2/${name}`);
      if (!isRefusal(outcome) && leaving.method === 'POST' && collection) {
        const shelf = site.store.shelves.get(collection);
        const last = [...(shelf?.items.keys() ?? [])].at(-1);
        if (last !== undefined) shelf?.items.delete(last);
        shelf?.derived.clear();
      }
      return parts.answer(outcome, leaving, site);
    },
  })),
  kind(
    'put-updates-half',
    'takes the first half of the fields of a PUT, and leaves the others as they were',
    hearing({ method: 'PUT', ends: '{id}' }, ({ params, given }) => {
      const fields = [...given].filter((name) => name !== 'id');
      return { params, given: new Set(fields.slice(0, Math.floor(fields.length / 2))) };
    }),
  ),
  kind('delete-does-nothing', 'answers every DELETE of an item, and leaves it alone', (parts) => ({
    ...parts,
    discard(item, call) {
      const told = parts.discard(item, call);
      putItem(call.site.store, item);
      return told;
    },
    destroy(item, call) {
      const told = parts.destroy(item, call);
      putItem(call.site.store, item);
      return told;
    },
  })),

  // ---- what is answered in place of what was asked for -------------------------------------------------
  kind('read-answers-another', 'answers a read with what was read first on that route', (parts) => {
    const first = new Map<string, Json>();
    return answering({ method: 'GET', ends: '/{id}' }, (value, { template }) => {
      const known = first.get(template) ?? value;
      first.set(template, known);
      return known;
    })(parts);
  }),
  kind(
    'filters-ignored',
    'lists everything, whatever it is asked to leave out',
    ignoring(
      { method: 'GET', avoids: ['/{id}', '/lookup'] },
      'search',
      'after',
      'before',
      'modified_after',
      'modified_before',
      'author',
      'author_exclude',
      'include',
      'exclude',
      'slug',
      'parent_exclude',
      'menu_order',
      'sticky',
      'format',
      'categories',
      'categories_exclude',
      'tags',
      'tags_exclude',
      'menus',
      'menus_exclude',
      'cms_pattern_category',
      'cms_pattern_category_exclude',
      'media_type',
      'mime_type',
    ),
  ),
  kind('read-only-written', 'keeps what is sent as `rendered` of a text', (parts) =>
    ['title', 'content', 'excerpt'].reduce(
      (made, name) => writtenAs(name, renderedIn)(made),
      parts,
    ),
  ),
];

function renderedIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'rendered' in value
    ? String(value.rendered)
    : value;
}
