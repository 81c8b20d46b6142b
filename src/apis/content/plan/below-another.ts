/** Revisions and autosaves asked for below another object than the one that they are of (4.2, above the tables). */

import type { Contract } from '../../../contract/contract.ts';
import type { Case, Step } from '../../../model.ts';
import type { LifecycleOptions } from '../../../plan/planner.ts';
import { plainBody } from './sequences-ground.ts';
import {
  cleanups,
  create,
  fieldsOf,
  from,
  numberFrom,
  stepFor,
  update,
} from './sequences-steps.ts';
import { tagOf, valuesFor } from './sequences-values.ts';

const COLLECTIONS = ['posts', 'pages', 'blocks'] as const;

/** Two objects, and what is kept of the first: found below that, and not below the other. */
export function belowAnotherCases(contract: Contract, { seed }: LifecycleOptions): readonly Case[] {
  return COLLECTIONS.flatMap((collection) => {
    const schemas = fieldsOf(contract, collection);
    const ground = { collection, schemas, seed };
    return (['revisions', 'autosaves'] as const).map((kind): Case => {
      const tag = tagOf(seed, `${collection}-${kind}-below`);
      const typed = valuesFor(schemas, ['title', 'content'], 3, tag);
      const path = { id: from('create') };
      const below = (id: string, parent: string, query = {}): Step =>
        stepFor(id, 'setup', `content/${collection}/${kind}/get`, {
          path: { parent: from(parent), id: number },
          query,
        });
      const number =
        kind === 'revisions' ? numberFrom('listed', '/0/id') : numberFrom('autosave', '/id');
      const made: readonly Step[] =
        kind === 'revisions'
          ? [
              update(collection, 'update', 'create', 'post', typed),
              stepFor('listed', 'setup', `content/${collection}/revisions/list`, {
                path: { parent: from('create') },
              }),
            ]
          : [
              stepFor('autosave', 'setup', `content/${collection}/autosaves/create`, {
                path,
                body: typed,
              }),
            ];
      const steps = [
        create(collection, 'create', plainBody(ground, `${tag}-a`, 1)),
        create(collection, 'other', plainBody(ground, `${tag}-b`, 2)),
        ...made,
        below('own', 'create'),
        // Asked for in another way, to which no cache can have an answer.
        { ...below('elsewhere', 'other', { context: 'edit' }), role: 'probe' as const },
      ];
      const given = [{ step: 'own', carried: true }];
      return {
        id: `content/${collection}/${kind}/below-another`,
        title: `finds ${kind} below the object that they are of, and not below another`,
        document: 'content',
        evidence: ['content/kept/of-its-parent'],
        origin: { kind: 'scenario' },
        steps: [...steps, ...cleanups(contract, steps)],
        compared: { elsewhere: [{ step: 'elsewhere', carried: false, given }] },
      };
    });
  });
}
