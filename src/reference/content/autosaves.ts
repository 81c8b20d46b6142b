import type { Item } from './item.ts';
import { wholeSecond } from './moment.ts';
import { recordText, viewOf } from './record.ts';
import { isRefusal, type Refusal, type SiteResult, serialised } from './refusal.ts';
import { historyTarget, keptTarget } from './revisions.ts';
import type { SiteCall } from './site.ts';
import { keep, keptOf, nextId, putItem } from './store.ts';
import { applyFields, authorOf, editView } from './write.ts';

/** The item of a call about autosaves: the path calls it `id`, the parameters `parent` (4.2). */
function subjectOf(call: SiteCall): Item | Refusal {
  return historyTarget(call, 'id');
}

export function listAutosaves(call: SiteCall): SiteResult | Refusal {
  const subject = subjectOf(call);
  if (isRefusal(subject)) return subject;
  const view = viewOf(call.params, call.user !== undefined);
  const saved = keptOf(call.site.store, subject.id, 'autosave');
  return serialised(`[${saved.map((item) => recordText(item, view, call.site)).join(',')}]`);
}

export function readAutosave(call: SiteCall): SiteResult | Refusal {
  const saved = keptTarget(call, 'autosave');
  if (isRefusal(saved)) return saved;
  return serialised(recordText(saved, viewOf(call.params, call.user !== undefined), call.site));
}

/** Fields that an autosave takes from a request: text that a person types, nothing that publishes. */
const TYPED = new Set(['title', 'content', 'excerpt', 'description', 'url', 'attr_title', 'menus']);

/** POST: each author has one autosave of an item; a later one replaces it. */
export function saveAutosave(call: SiteCall): SiteResult | Refusal {
  const { site } = call;
  const subject = subjectOf(call);
  if (isRefusal(subject)) return subject;
  const author = authorOf(call);
  const filled = applyFields(subject, call, (name) => TYPED.has(name));
  if (isRefusal(filled)) return filled;
  const now = wholeSecond(site.now());
  const draft = subject.status === 'draft' || subject.status === 'auto-draft';
  const status = site.choices['autosave-status'] === 'created' ? 201 : 200;
  if (draft && subject.author === author && site.choices['draft-autosave'] !== 'apart') {
    const changed = { ...filled, modified: Math.max(now, subject.modified) };
    putItem(site.store, changed);
    if (site.choices['draft-autosave'] === 'only') {
      return serialised(recordText(changed, editView(), site), status);
    }
  }
  const saved = site.parts.autosave(subject, filled, author, call);
  return serialised(recordText(saved, editView(), site), status);
}

export function putAutosave(subject: Item, filled: Item, author: number, call: SiteCall): Item {
  const { site } = call;
  const now = wholeSecond(site.now());
  const former = keptOf(site.store, subject.id, 'autosave').find((item) => item.author === author);
  const saved: Item = {
    ...filled,
    id: former?.id ?? nextId(site.store),
    role: 'autosave',
    parent: subject.id,
    author,
    date: now,
    modified: now,
    slug: `${subject.id}-autosave-v1`,
    status: 'inherit',
  };
  keep(site.store, saved);
  return saved;
}
