/** Assigns clauses to vitest suites: vitest watches, filters and shards by file. */

const GROUPS = {
  integration: ['integration/'],
  'content-index': ['content/index/'],
  'content-lists': ['content/lists/'],
  'content-state': ['content/state/', 'content/record/', 'content/default/', 'content/written/'],
  'content-posts': ['content/posts/', 'content/pages/', 'content/blocks/'],
  'content-media': ['content/media/', 'content/menu-items/'],
  'content-templates': ['content/templates/', 'content/template-parts/'],
  'content-rest': ['content/'],
} as const;

export type Group = keyof typeof GROUPS;

/** The groups. Each has a file of its own in this folder. */
export const groups = Object.keys(GROUPS) as readonly Group[];

/** The group of a clause: the first that one of its beginnings fits; undefined for an ID of no document. */
export function groupOf(clause: string): Group | undefined {
  return groups.find((group) => GROUPS[group].some((beginning) => clause.startsWith(beginning)));
}
