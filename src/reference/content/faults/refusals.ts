// Collections by the kind of their lists and objects: parameters of 4.1, revisions, and so on.
export const LISTED = ['posts', 'pages', 'media', 'menu-items', 'blocks', 'navigation'];
export const TEMPLATES = ['templates', 'template-parts'];
export const REVISED = ['posts', 'pages', 'blocks', ...TEMPLATES];
export const READ = ['posts', 'pages', 'media', 'menu-items', 'blocks', ...TEMPLATES];
export const SAVED = ['posts', 'pages', 'menu-items', 'blocks', ...TEMPLATES];

/** Clauses that requests of these collections are refused if they violate a rule. */
export function refusals(
  collections: readonly string[],
  ...rules: readonly string[]
): readonly string[] {
  return collections.flatMap((name) => rules.map((rule) => `content/${name}/${rule}`));
}

/** The same clauses for lists, and for lists of revisions. */
export function listRefusals(rule: string): readonly string[] {
  return refusals(LISTED, `list/query/${rule}`);
}

export function revisionRefusals(rule: string): readonly string[] {
  return refusals(REVISED, `revisions/list/query/${rule}`);
}

/** The same clauses for writes by POST: creation and update. */
export function writeRefusals(collections: readonly string[], rule: string): readonly string[] {
  return refusals(collections, `create/body/${rule}`, `update/post/body/${rule}`);
}

export function autosaveRefusals(collections: readonly string[], rule: string): readonly string[] {
  return refusals(collections, `autosaves/create/body/${rule}`);
}

export function menuItemRefusals(rule: string): readonly string[] {
  return [...writeRefusals(['menu-items'], rule), ...autosaveRefusals(['menu-items'], rule)];
}
