/** The steps of a write: its preparation, and the removal of created objects. */

import { isMembers, type Step } from '../../../model/index.ts';
import type { Stage } from '../../../plan/stage.ts';
import { removal, withFileName } from './writes-test-owned.ts';

/** Adds preparation and removal to the steps of a case. */
export function staged(
  stage: Stage,
  slug: string,
  steps: readonly Step[],
  looks: readonly string[] = [],
): readonly Step[] {
  const creating = stage.creates ? steps.filter(({ id }) => !looks.includes(id)) : [];
  const made = creating.map(({ id }) => removal(id, stage.collection));
  return [...stage.setup.map((one) => renamed(one, slug)), ...steps, ...made, ...stage.cleanup];
}

/** The same creation with another slug, as cases run in parallel. */
function renamed(one: Step, slug: string): Step {
  const { body } = one.request;
  if (one.id !== 'own') return one;
  if (body.kind !== 'json' || !isMembers(body.value)) return withFileName(one, slug);
  if (!Object.hasOwn(body.value, 'slug')) return one;
  return { ...one, request: { ...one.request, body: { ...body, value: { ...body.value, slug } } } };
}
