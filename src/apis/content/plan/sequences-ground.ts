import type { JsonSchema, Step } from '../../../model.ts';
import type { BodyMembers, Collection } from './sequences-steps.ts';
import { PLAIN, tagOf, valuesFor } from './sequences-values.ts';

export interface LifecycleTest {
  readonly collection: Collection;
  /** Last part of the case's id. */
  readonly name: string;
  readonly title: string;
  readonly steps: readonly Step[];
  /** The rules that it is evidence for, where those are not all that its steps show. */
  readonly rules?: readonly string[];
}

/** What lifecycle tests of one collection are made with. */
export interface LifecycleContext {
  readonly collection: Collection;
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly seed: number;
}

/** A body that publishes, with values of the plain fields. */
export function plainBody(ground: LifecycleContext, tag: string, n: number): BodyMembers {
  const { schemas } = ground;
  const values = valuesFor(schemas, PLAIN, n, tag);
  return schemas.has('status') ? { ...values, status: 'publish' } : values;
}

/** The fewest fields that an object is recognised by. */
export function spareBody(
  ground: Pick<LifecycleContext, 'schemas'>,
  tag: string,
  n: number,
): BodyMembers {
  const names = ['title', 'slug', 'url'].filter((name) => ground.schemas.has(name));
  return valuesFor(ground.schemas, names, n, tag);
}

export function lifecycleIn(ground: LifecycleContext) {
  return (name: string, title: string, steps: (tag: string) => readonly Step[]): LifecycleTest => ({
    collection: ground.collection,
    name,
    title,
    steps: steps(tagOf(ground.seed, `${ground.collection}-${name}`)),
  });
}
