/** Windows of time, shown by an object of which two moments lie on either side of their bound. */

import type { Contract } from '../../../contract/contract.ts';
import type { Case, Json } from '../../../model.ts';
import type { LifecycleOptions } from '../../../plan/planner.ts';
import { spareBody } from './sequences-ground.ts';
import { besideFile } from './sequences-media.ts';
import {
  type Collection,
  cleanups,
  create,
  fieldsOf,
  from,
  LIVED_IN,
  list,
  read,
  update,
} from './sequences-steps.ts';
import { tagOf, valuesFor } from './sequences-values.ts';
import { fileFor } from './writes-test-owned.ts';

/** `modified` cannot be set, so what is published long ago and changed now has its moments apart. */
const DATE = '2001-01-01T12:00:00Z';
const BETWEEN = '2001-07-01T12:00:00Z';

const WINDOWS = [
  { parameter: 'modified_after', clause: 'content/lists/modified-window', listed: true },
  { parameter: 'modified_before', clause: 'content/lists/modified-window', listed: false },
  { parameter: 'after', clause: 'content/lists/date-window', listed: false },
  { parameter: 'before', clause: 'content/lists/date-window', listed: true },
] as const;

/** A case for each bound of a window and each collection whose objects can be dated. */
export function windowCases(contract: Contract, { seed }: LifecycleOptions): readonly Case[] {
  return [...LIVED_IN, 'media' as const].flatMap((collection) =>
    fieldsOf(contract, collection).has('date')
      ? WINDOWS.map((window) => caseOf(contract, collection, window, seed))
      : [],
  );
}

function caseOf(
  contract: Contract,
  collection: Collection,
  { parameter, clause, listed }: (typeof WINDOWS)[number],
  seed: number,
): Case {
  const name = `${parameter.replace('_', '-')}-apart`;
  const schemas = fieldsOf(contract, collection);
  const tag = tagOf(seed, `${collection}-${name}`);
  const body = { ...spareBody({ schemas }, tag, 1), date: DATE };
  const steps = [
    collection === 'media'
      ? besideFile(create(collection, 'create', body), fileFor(tag))
      : create(collection, 'create', { ...body, status: 'publish' }),
    update(collection, 'update', 'create', 'post', valuesFor(schemas, ['title'], 2, tag)),
    read(collection, 'read', 'create'),
  ];
  const query = { [parameter]: BETWEEN };
  const compared: Json = {
    pattern: 'equal',
    left: ['list'],
    right: ['there'],
    ...(!listed && { first: 0 }),
    ascending: [from('read', '/date'), BETWEEN, from('read', '/modified')],
    apart: true,
    // A list that shows more than the one that it is asked for says nothing about moments.
    least: { there: 1 },
    most: { there: 1 },
  };
  return {
    id: `content/${collection}/list/window/${name}`,
    title: `lists what was published before a moment and changed after it ${listed ? '' : 'not '}with ${parameter}`,
    document: 'content',
    evidence: [clause],
    origin: { kind: 'scenario' },
    steps: [
      ...steps.map((one) => ({ ...one, role: 'setup' as const })),
      list(collection, 'there', ['create']),
      list(collection, 'list', ['create'], query),
      ...cleanups(contract, steps),
    ],
    compared,
  };
}
