import type { Json } from '../../../model/index.ts';
import { answering, hearing, ignoring, uncheckedAnywhere, writtenAs } from '../altering.ts';
import { storingNothing, undone } from '../altering-items.ts';
import { inFamily } from '../deviation.ts';
import { COLLECTIONS } from '../item.ts';
import { READ_BY_NOBODY } from './consequences.ts';

const AFTERWARDS =
  'what was not carried out by its answer is not looked for, or not there, afterwards';

/** Parameters of lists, but those of a whole state or hierarchy, of templates, and of how filters go together. */
const IGNORED = Object.keys(READ_BY_NOBODY).filter(
  (name) => !/^(?:status|parent|cms_id|area|search_.*|tax_relation)$/.test(name),
);

/**
 * Ten kinds of fault, each in the whole site at once, that any request can reach. Published tools find few of them if
 * answers have no schema.
 */
export const wholeSiteFaults = inFamily('ten-kinds', [
  {
    name: 'maximums-ignored',
    what: 'takes numbers above their maximum, and more elements than a list may have',
    breaks: [
      'content/*/query/per-page/maximum',
      'content/batch/body/requests/max-items',
      'content/media/edit/body/rotation/exclusive-maximum',
      'content/media/edit/body/*/maximum',
    ],
    alter: uncheckedAnywhere('maximum', 'exclusiveMaximum', 'maxItems'),
  },
  {
    name: 'minimums-ignored',
    what: 'takes numbers below their minimum, and fewer elements or characters than there must be',
    breaks: [
      'content/*/query/per-page/minimum',
      'content/*/query/page/minimum',
      'content/menu-items/*/body/*/minimum',
      'content/media/edit/body/modifiers/min-items',
      'content/media/edit/body/rotation/exclusive-minimum',
      'content/media/edit/body/*/minimum',
      'content/template*/body/slug/min-length',
    ],
    alter: uncheckedAnywhere('minimum', 'exclusiveMinimum', 'minItems', 'minLength'),
  },
  {
    name: 'enumerations-ignored',
    what: 'takes any word where some are listed',
    breaks: [
      'content/*/query/*/enum',
      'content/*/body/*/enum',
      // A value that is not a list is read as one word, which then need not be an allowed one.
      'content/*/list/query/search-columns/type',
      'content/*/list/query/status/type',
      'content/media/list/query/media-type/type',
      'content/posts/list/query/format/type',
      // Only its words show a wrong operator.
      'content/*/list/query/*/one-of',
    ],
    alter: uncheckedAnywhere('enum'),
  },
  {
    name: 'required-ignored',
    what: 'does without what is required',
    breaks: [
      'content/*/body/*/required',
      'content/templates/lookup/query/slug/required',
      'content/media/edit/body/modifiers/items/one-of',
    ],
    alter: (parts) => {
      const altered = uncheckedAnywhere('required')(parts);
      return {
        ...altered,
        rules: (rules, method, template) => ({
          ...altered.rules(rules, method, template),
          required: [],
        }),
      };
    },
  },

  {
    name: 'creation-stores-nothing',
    what: 'answers every creation, and keeps nothing',
    breaks: ['content/state/created-is-there'],
    mayBreak: { clauses: ['content/*/writes-accepted'], because: AFTERWARDS },
    alter: storingNothing(COLLECTIONS),
  },
  {
    name: 'put-updates-half',
    what: 'takes the first half of the fields of a PUT, and leaves the others as they were',
    breaks: ['content/state/put-updates', 'content/global-styles/update-stored'],
    alter: hearing({ method: 'PUT', ends: '{id}' }, ({ params, given }) => {
      const fields = [...given].filter((name) => name !== 'id');
      return { params, given: new Set(fields.slice(0, Math.floor(fields.length / 2))) };
    }),
  },
  {
    name: 'delete-does-nothing',
    what: 'answers every DELETE of an item, and does not change it',
    breaks: [
      'content/state/trash-moves',
      'content/state/trashed-is-unlisted',
      'content/state/force-deletes',
      'content/state/deleted-is-unlisted',
    ],
    alter: (parts) => ({
      ...parts,
      discard: undone(parts.discard),
      destroy: undone(parts.destroy),
    }),
  },

  {
    name: 'read-answers-another',
    what: 'answers a read with what was read first on that route',
    breaks: [
      'content/written/*',
      'content/templates/id-segments',
      'content/global-styles/update-stored',
    ],
    mayBreak: {
      clauses: ['content/state/*', 'content/record/*', 'content/default/*', 'content/batch/*'],
      because: 'how another object differs from the one that is asked for is a matter of chance',
    },
    alter: (parts) => {
      const first = new Map<string, Json>();
      return answering({ method: 'GET', ends: '/{id}' }, (value, { template }) => {
        const known = first.get(template) ?? value;
        first.set(template, known);
        return known;
      })(parts);
    },
  },
  {
    name: 'filters-ignored',
    what: 'lists everything, regardless of exclusions',
    breaks: [...new Set(IGNORED.flatMap((name) => READ_BY_NOBODY[name] ?? []))],
    mayBreak: {
      clauses: ['content/lists/order', 'content/lists/term-children'],
      because:
        'what is looked at for these is chosen by filters, and stays unjudged where these choose nothing',
    },
    alter: ignoring({ method: 'GET', avoids: ['/{id}', '/lookup'] }, ...IGNORED),
  },
  {
    name: 'read-only-written',
    what: 'keeps what is sent as `rendered` of a text',
    breaks: ['content/record/read-only-rendered'],
    alter: (parts) =>
      ['title', 'content', 'excerpt'].reduce(
        (made, name) => writtenAs(name, renderedIn)(made),
        parts,
      ),
  },
]);

function renderedIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'rendered' in value
    ? String(value.rendered)
    : value;
}
