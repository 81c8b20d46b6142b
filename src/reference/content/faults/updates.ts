import type { Json } from '../../../model.ts';
import {
  type Alter,
  answering,
  field,
  hearing,
  isMembers,
  listed,
  writtenAs,
} from '../altering.ts';
import { notRun } from '../altering-items.ts';
import { type Fault, inFamily } from '../deviation.ts';
import type { Item } from '../item.ts';
import { rawIn } from '../params.ts';
import { isRefusal } from '../refusal.ts';
import { putItem } from '../store.ts';

const UPDATES = ['POST', 'PUT', 'PATCH'] as const;

/** What an update did not send is not as it was, whichever method it came by. */
const REST = ['post', 'put', 'patch'].map((method) => `content/state/${method}-leaves-the-rest`);
const UPDATED = ['post', 'put', 'patch'].map((method) => `content/state/${method}-updates`);

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

/** Faults in what becomes of items that show in one field, one text, or one kind of batch alone. */
export const updateFaults: readonly Fault[] = [
  ...inFamily('state', [
    // ---- what an update leaves out ----------------------------------------------------------------------
    {
      name: 'update-resets-status',
      what: 'makes a draft of what is updated without a status',
      breaks: REST,
      alter: unsaid('status', () => ({ status: 'draft' })),
    },
    {
      name: 'update-makes-standard-format',
      what: 'sets the format back where an update does not send it',
      breaks: REST,
      alter: unsaid('format', () => ({ format: 'standard' })),
    },
    {
      name: 'update-unsticks',
      what: 'takes the stickiness away where an update does not send it',
      breaks: REST,
      alter: unsaid('sticky', () => ({ sticky: false })),
    },
    {
      name: 'update-clears-meta',
      what: 'empties meta where an update does not send it',
      breaks: REST,
      alter: unsaid('meta', () => ({ meta: {} })),
    },
    {
      name: 'update-clears-tags',
      what: 'takes the tags away where an update does not send them',
      breaks: REST,
      alter: unsaid('tags', ({ terms }) => ({ terms: { ...terms, tags: [] } })),
    },
    {
      name: 'update-opens-comments',
      what: 'opens comments where an update does not send their status',
      breaks: REST,
      alter: unsaid('comment_status', () => ({ commentStatus: 'open' })),
    },
    {
      name: 'update-renames-slug',
      what: 'makes the slug anew where an update sends a title',
      breaks: REST,
      alter: (parts) => ({
        ...parts,
        settle(item, former, call) {
          const retitled = former && call.given.has('title') && !call.given.has('slug');
          return parts.settle(
            retitled && !item.layout ? { ...item, slug: '' } : item,
            former,
            call,
          );
        },
      }),
    },
    {
      name: 'one-sticky-only',
      what: 'lets no other post be sticky beside a new one',
      breaks: ['content/state/others-unchanged'],
      mayBreak: {
        clauses: ['content/state/*', 'content/written/sticky', 'content/batch/*'],
        because: 'the post that is no longer sticky may be that of another case',
      },
      alter: (parts) => ({
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
      }),
    },
    {
      name: 'lists-show-first-version',
      what: 'shows records in lists as they were first listed',
      breaks: ['content/state/listed-as-read'],
      alter: firstListed,
    },
    {
      name: 'revision-delete-takes-all',
      what: 'deletes all revisions of an item with one',
      breaks: ['content/state/revision-deleted'],
      alter: (parts) => ({
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
      }),
    },
    {
      name: 'revisions-of-others-kept',
      what: 'keeps a revision of another item with the first',
      breaks: ['content/state/revision-is-a-state'],
      alter: (parts) => ({
        ...parts,
        keepRevision(before, after, call) {
          const { kept } = call.site.store;
          const foreign = [...kept.values()]
            .flat()
            .find(
              ({ role, collection, parent }) =>
                role === 'revision' && collection === after.collection && parent !== after.id,
            );
          if (foreign && !kept.has(after.id))
            kept.set(after.id, [{ ...foreign, parent: after.id }]);
          parts.keepRevision(before, after, call);
        },
      }),
    },
  ]),
  ...inFamily('read-back', [
    // ---- what is kept of a write ------------------------------------------------------------------------
    {
      name: 'zero-not-written',
      what: 'leaves a number as it was where an update sends 0',
      breaks: UPDATED,
      alter: nothingIgnored((value) => value === 0),
    },
    {
      name: 'false-not-written',
      what: 'leaves a boolean as it was where an update sends false',
      breaks: UPDATED,
      alter: nothingIgnored((value) => value === false),
    },
    {
      name: 'empty-text-not-written',
      what: 'leaves a text as it was where an update sends an empty one',
      breaks: UPDATED,
      alter: nothingIgnored((value) => value === '' || rawIn(value) === ''),
    },
    {
      name: 'empty-list-not-written',
      what: 'leaves a list as it was where an update sends an empty one',
      breaks: UPDATED,
      alter: nothingIgnored((value) => Array.isArray(value) && value.length === 0),
    },
    {
      name: 'rare-characters-lost',
      what: 'keeps texts without what is beyond the first 65536 characters',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
    },
    {
      name: 'accents-lost',
      what: 'keeps texts in ASCII',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replace(/[^ -~\n]/g, '?')),
    },
    {
      name: 'backslashes-lost',
      what: 'keeps texts without backslashes',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replaceAll('\\', '')),
    },
    {
      name: 'quotes-escaped',
      what: 'keeps quotation marks with a backslash before them',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replaceAll('"', '\\"')),
    },
    {
      name: 'line-ends-lost',
      what: 'keeps texts in one line',
      breaks: ['content/written/characters'],
      alter: textsKept((text) => text.replaceAll('\n', ' ')),
    },
    {
      name: 'title-cut-at-60',
      what: 'keeps the first 60 characters of a title',
      breaks: ['content/written/title', 'content/written/title-elsewhere'],
      alter: writtenAs('title', (value) => rawIn(value)?.slice(0, 60)),
    },
    {
      name: 'sticky-shown-false-in-lists',
      what: 'shows no post as sticky in the view context',
      breaks: ['content/lists/sticky', 'content/state/listed-as-read'],
      alter: field(
        'sticky',
        (one) => ({
          ...one,
          read: (item, view, site) =>
            view.context === 'view' ? false : one.read(item, view, site),
        }),
        ['posts'],
      ),
    },
  ]),
  ...inFamily('batch', [
    // ---- batches ----------------------------------------------------------------------------------------
    {
      name: 'batch-put-not-run',
      what: 'answers PUT and PATCH in a batch without carrying them out',
      breaks: ['content/batch/runs-writes'],
      alter: notRun(({ method }) => method === 'PUT' || method === 'PATCH'),
    },
    {
      name: 'batch-pages-not-run',
      what: 'answers what a batch asks of pages without carrying it out',
      breaks: ['content/batch/runs-writes', 'content/batch/runs-deletes'],
      alter: notRun(({ path }) => path.startsWith('/cms/v2/pages')),
    },
    {
      name: 'batch-of-25-refused',
      what: 'takes no more than 24 requests in a batch',
      breaks: ['content/batch/accepts-25'],
      alter: (parts) => ({
        ...parts,
        rules(rules, method, template) {
          const before = parts.rules(rules, method, template);
          const requests = before.schemas.get('requests');
          if (template !== '/batch/v1' || !requests) return before;
          const schemas = new Map(before.schemas);
          schemas.set('requests', { ...requests, maxItems: 24 });
          return { ...before, schemas };
        },
      }),
    },
  ]),
];
