import type { Filter, Test } from './filters.ts';
import type { Item } from './item.ts';
import { filtered, pageAddressOf } from './list.ts';
import { orderingOf } from './orders.ts';
import { pageHeaders } from './paging.ts';
import { flagOf, numberOf, textOf } from './params.ts';
import { recordOf, recordText, viewOf } from './record.ts';
import {
  isRefusal,
  notFound,
  type Refusal,
  refuse,
  type SiteResult,
  serialised,
} from './refusal.ts';
import { deletedAnswer } from './remove.ts';
import type { SiteCall } from './site.ts';
import { forget, keep, keptOf, nextId } from './store.ts';
import { targetOf } from './target.ts';
import { TRAITS } from './traits.ts';

/** Stores a revision of an update, if the collection has them and the text or the styles changed. */
export function keepRevision(before: Item | undefined, after: Item, call: SiteCall): void {
  const { site } = call;
  if (!TRAITS[after.collection].revisions || site.choices['revisions-kept'] === 'none') return;
  if (!before && site.choices['first-revision'] === 'none') return;
  const reported = before ? isChanged(before, after) : true;
  if (!reported && site.choices['unchanged-revision'] === 'none') return;
  if (site.choices['revisions-kept'] === 'two') {
    const older = keptOf(site.store, after.id, 'revision').slice(0, -1);
    for (const one of older) forget(site.store, one);
  }
  const held = site.choices['revision-holds'] === 'old' && before ? before : after;
  keep(site.store, {
    ...held,
    id: nextId(site.store),
    role: 'revision',
    parent: after.id,
    date: after.modified,
    modified: after.modified,
    slug: `${after.id}-revision-v1`,
    status: 'inherit',
    author: call.user?.id ?? after.author,
  });
}

function isChanged(before: Item, after: Item): boolean {
  return (
    before.title !== after.title ||
    before.content !== after.content ||
    before.excerpt !== after.excerpt ||
    before.looks !== after.looks
  );
}

/** The filters of 4.4. */
const REVISION_FILTERS = ['include', 'exclude'];

/** The item that a path parameter names, unless the site stores no history of it. */
export function historyTarget(call: SiteCall, parameter: 'id' | 'parent'): Item | Refusal {
  const item = targetOf(call, parameter);
  if (isRefusal(item) || item.layout?.source !== 'theme') return item;
  return call.site.choices['theme-template-history'] === 'refuse'
    ? refuse(400, 'comes_with_theme', 'Nothing is kept about a template that came with the theme.')
    : item;
}

/** GET on the revisions of an item (4.4; for global styles, the row of 4.2). */
export function listRevisions(call: SiteCall): SiteResult | Refusal {
  const { site, params } = call;
  const parent = historyTarget(call, 'parent');
  if (isRefusal(parent)) return parent;
  const ordering = orderingOf(params, site);
  if (isRefusal(ordering)) return ordering;
  const filters: readonly (Filter | undefined)[] = [
    ...REVISION_FILTERS.map((name) => site.parts.filters[name]),
    site.parts.search,
  ];
  const tests = filters.flatMap((filter): readonly Test[] => {
    const test = filter?.(params, site);
    return test ? [test] : [];
  });
  const found = filtered(allRevisions(parent, call), tests);
  const paged =
    site.choices['revision-page'] === 'ten' && numberOf(params, 'per_page') === undefined
      ? { ...params, per_page: 10 }
      : params;
  const slice = site.parts.slice([...found].sort(ordering.compare), paged, site);
  if (isRefusal(slice)) return slice;
  const view = viewOf(params, call.user !== undefined);
  return serialised(
    `[${slice.items.map((item) => recordText(item, view, site)).join(',')}]`,
    200,
    pageHeaders(slice, call, (page) => pageAddressOf(call, page)),
  );
}

function allRevisions(parent: Item, call: SiteCall): readonly Item[] {
  const { store, choices } = call.site;
  const revisions = keptOf(store, parent.id, 'revision');
  return choices['autosaves-in-revisions'] === 'yes'
    ? [...revisions, ...keptOf(store, parent.id, 'autosave')]
    : revisions;
}

/** The revision or autosave with the `id`, of the item with the ID `parent`. */
export function keptTarget(call: SiteCall, role: 'revision' | 'autosave'): Item | Refusal {
  const parent = historyTarget(call, 'parent');
  if (isRefusal(parent)) return parent;
  const id = numberOf(call.params, 'id');
  const item = keptOf(call.site.store, parent.id, role).find((kept) => kept.id === id);
  return item ?? notFound(role);
}

export function readRevision(call: SiteCall): SiteResult | Refusal {
  const revision = keptTarget(call, 'revision');
  if (isRefusal(revision)) return revision;
  return serialised(recordText(revision, viewOf(call.params, call.user !== undefined), call.site));
}

/** Revisions cannot be trashed: without `force`, nothing happens (section 3). */
export function removeRevision(call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  const revision = keptTarget(call, 'revision');
  if (isRefusal(revision)) return revision;
  if (site.choices['revision-removal'] === 'nobody') {
    return refuse(403, 'not_allowed', 'Revisions cannot be deleted.');
  }
  if (flagOf(call.params, 'force') !== true) return unforced(call);
  const record = recordOf(
    revision,
    viewOf({ context: textOf(call.params, 'context') }, true),
    site,
  );
  forget(site.store, revision);
  return deletedAnswer(record, site);
}

function unforced(call: SiteCall): Refusal {
  const statuses = { 'not-implemented': 501, 'bad-request': 400, conflict: 409 } as const;
  const status = statuses[call.site.choices['unforced-revision']];
  return refuse(status, 'cannot_be_trashed', 'Revisions cannot be trashed: set force to true.');
}
