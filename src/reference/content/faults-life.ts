import type { Json } from '../../model.ts';
import {
  type Alter,
  answering,
  fault,
  field,
  hearing,
  isMembers,
  listed,
  writtenAs,
} from './altering.ts';
import type { Member } from './batch.ts';
import type { Fault } from './deviation.ts';
import type { Item } from './item.ts';
import { rawIn } from './params.ts';
import { isRefusal, json } from './refusal.ts';
import { putItem } from './store.ts';

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

const state = (name: string, what: string, alter: Alter): Fault =>
  fault('state', name, what, alter);

const back = (name: string, what: string, alter: Alter): Fault =>
  fault('read-back', name, what, alter);

const batch = (name: string, what: string, alter: Alter): Fault =>
  fault('batch', name, what, alter);

/** Changes an item that is updated, where the update does not send a field. */
function unsaid(name: string, change: (item: Item) => Partial<Item>): Alter {
  return (parts) => ({
    ...parts,
    settle(item, former, call) {
      const changes = former && !call.given.has(name) ? change(item) : {};
      return parts.settle({ ...item, ...changes }, former, call);
    },
  });
}

/** Does not hear values that many languages take for nothing, where an item is updated. */
function nothingIgnored(isNothing: (value: unknown) => boolean): Alter {
  return (parts) =>
    UPDATES.reduce(
      (altered, method) =>
        hearing({ method, ends: '{id}' }, ({ params, given }) => ({
          params,
          given: new Set([...given].filter((name) => !isNothing(params[name]))),
        }))(altered),
      parts,
    );
}

/** Keeps the texts of an item changed. */
function textsKept(change: (text: string) => string): Alter {
  return (parts) =>
    ['title', 'content', 'excerpt'].reduce(
      (altered, name) =>
        writtenAs(name, (value) => {
          const raw = rawIn(value);
          return raw === undefined ? value : change(raw);
        })(altered),
      parts,
    );
}

/** Shows records in lists as they were when they were first listed. */
const firstListed: Alter = (parts) => {
  const first = new Map<string, Json>();
  return answering({ method: 'GET', avoids: ['{'] }, (value, { template, params }) =>
    listed(value, (list) =>
      list.map((record) => {
        if (!isMembers(record)) return record;
        const key = `${template} ${String(params.context)} ${String(record.id)}`;
        const known = first.get(key) ?? record;
        first.set(key, known);
        return known;
      }),
    ),
  )(parts);
};

/** Answers some members of a batch without carrying them out. */
function notRun(unheeded: (member: Member) => boolean): Alter {
  return (parts) => ({
    ...parts,
    batch: (all, allOrNone, hands) =>
      parts.batch(all, allOrNone, {
        ...hands,
        prepare(member) {
          const ready = hands.prepare(member);
          return isRefusal(ready) || !unheeded(member) ? ready : () => json({});
        },
      }),
  });
}

/** Faults in what becomes of items that show in one field, one text, or one kind of batch alone. */
export const lifeFaults: readonly Fault[] = [
  // ---- what an update leaves out ----------------------------------------------------------------------
  state(
    'update-resets-status',
    'makes a draft of what is updated without a status',
    unsaid('status', () => ({ status: 'draft' })),
  ),
  state(
    'update-makes-standard-format',
    'sets the format back where an update does not send it',
    unsaid('format', () => ({ format: 'standard' })),
  ),
  state(
    'update-unsticks',
    'takes the stickiness away where an update does not send it',
    unsaid('sticky', () => ({ sticky: false })),
  ),
  state(
    'update-clears-meta',
    'empties meta where an update does not send it',
    unsaid('meta', () => ({ meta: {} })),
  ),
  state(
    'update-clears-tags',
    'takes the tags away where an update does not send them',
    unsaid('tags', ({ terms }) => ({ terms: { ...terms, tags: [] } })),
  ),
  state(
    'update-opens-comments',
    'opens comments where an update does not send their status',
    unsaid('comment_status', () => ({ commentStatus: 'open' })),
  ),
  state('update-renames-slug', 'makes the slug anew where an update sends a title', (parts) => ({
    ...parts,
    settle(item, former, call) {
      const retitled = former && call.given.has('title') && !call.given.has('slug');
      return parts.settle(retitled && !item.layout ? { ...item, slug: '' } : item, former, call);
    },
  })),
  state('one-sticky-only', 'lets no other post be sticky beside a new one', (parts) => ({
    ...parts,
    settle(item, former, call) {
      const settled = parts.settle(item, former, call);
      if (isRefusal(settled) || !settled.sticky || !call.given.has('sticky')) return settled;
      const shelf = call.site.store.shelves.get('posts');
      for (const other of shelf?.items.values() ?? []) {
        if (other.sticky && other.id >= 1000 && other.id !== settled.id) {
          putItem(call.site.store, { ...other, sticky: false });
        }
      }
      return settled;
    },
  })),
  state(
    'lists-show-first-version',
    'shows records in lists as they were first listed',
    firstListed,
  ),
  state('revision-delete-takes-all', 'deletes all revisions of an item with one', (parts) => ({
    ...parts,
    answer(outcome, leaving, site) {
      if (
        !isRefusal(outcome) &&
        leaving.method === 'DELETE' &&
        leaving.template.endsWith('/revisions/{id}')
      ) {
        const { parent } = leaving.params;
        if (typeof parent === 'number') site.store.kept.set(parent, []);
      }
      return parts.answer(outcome, leaving, site);
    },
  })),
  state('revisions-of-others-kept', 'keeps a revision of another item with the first', (parts) => ({
    ...parts,
    keepRevision(before, after, call) {
      const { kept } = call.site.store;
      const foreign = [...kept.values()]
        .flat()
        .find(
          ({ role, collection, parent }) =>
            role === 'revision' && collection === after.collection && parent !== after.id,
        );
      if (foreign && !kept.has(after.id)) kept.set(after.id, [{ ...foreign, parent: after.id }]);
      parts.keepRevision(before, after, call);
    },
  })),

  // ---- what is kept of a write ------------------------------------------------------------------------
  back(
    'zero-not-written',
    'leaves a number as it was where an update sends 0',
    nothingIgnored((value) => value === 0),
  ),
  back(
    'false-not-written',
    'leaves a boolean as it was where an update sends false',
    nothingIgnored((value) => value === false),
  ),
  back(
    'empty-text-not-written',
    'leaves a text as it was where an update sends an empty one',
    nothingIgnored((value) => value === '' || rawIn(value) === ''),
  ),
  back(
    'empty-list-not-written',
    'leaves a list as it was where an update sends an empty one',
    nothingIgnored((value) => Array.isArray(value) && value.length === 0),
  ),
  back(
    'rare-characters-lost',
    'keeps texts without what is beyond the first 65536 characters',
    textsKept((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  ),
  back(
    'accents-lost',
    'keeps texts in ASCII',
    textsKept((text) => text.replace(/[^ -~\n]/g, '?')),
  ),
  back(
    'backslashes-lost',
    'keeps texts without backslashes',
    textsKept((text) => text.replaceAll('\\', '')),
  ),
  back(
    'quotes-escaped',
    'keeps quotation marks with a backslash before them',
    textsKept((text) => text.replaceAll('"', '\\"')),
  ),
  back(
    'line-ends-lost',
    'keeps texts in one line',
    textsKept((text) => text.replaceAll('\n', ' ')),
  ),
  back(
    'title-cut-at-60',
    'keeps the first 60 characters of a title',
    writtenAs('title', (value) => rawIn(value)?.slice(0, 60)),
  ),
  back(
    'sticky-shown-false-in-lists',
    'shows no post as sticky in the view context',
    field(
      'sticky',
      (one) => ({
        ...one,
        read: (item, view, site) => (view.context === 'view' ? false : one.read(item, view, site)),
      }),
      ['posts'],
    ),
  ),

  // ---- batches ----------------------------------------------------------------------------------------
  batch(
    'batch-put-not-run',
    'answers PUT and PATCH in a batch without carrying them out',
    notRun(({ method }) => method === 'PUT' || method === 'PATCH'),
  ),
  batch(
    'batch-pages-not-run',
    'answers what a batch asks of pages without carrying it out',
    notRun(({ path }) => path.startsWith('/cms/v2/pages')),
  ),
  batch('batch-of-25-refused', 'takes no more than 24 requests in a batch', (parts) => ({
    ...parts,
    rules(rules, method, template) {
      const before = parts.rules(rules, method, template);
      const requests = before.schemas.get('requests');
      if (template !== '/batch/v1' || !requests) return before;
      const schemas = new Map(before.schemas);
      schemas.set('requests', { ...requests, maxItems: 24 });
      return { ...before, schemas };
    },
  })),
];
