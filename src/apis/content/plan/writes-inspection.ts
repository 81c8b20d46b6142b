/** Checks if refused creations left objects behind. */

import { type Contract, listIn } from '../../../contract/index.ts';
import { isMembers, requestTo, type Step, type Values } from '../../../model/index.ts';
import { step } from '../../../plan/stage.ts';

export const LEAVES_NOTHING = 'content/state/refused-leaves-nothing';

/** Not statuses of created objects: names for several statuses, and those of personal data requests. */
const OTHERS = /^(any|auto-draft|inherit|request-.*)$/;

/** Lists the slugs of all creations of a case in every status; undefined if the collection has no such list. */
export function lookStep(
  contract: Contract,
  collection: string,
  slugs: readonly string[],
): Step | undefined {
  const id = `content/${collection}/list`;
  if (!contract.clause(LEAVES_NOTHING).operations.includes(id)) return undefined;
  const { parameters } = contract.operation(id);
  const status = parameters.find(({ name }) => name === 'status')?.schema.items;
  const listed = isMembers(status) ? (listIn(status, 'enum') ?? []) : [];
  const statuses = listed.filter((one) => typeof one === 'string' && !OTHERS.test(one));
  const query: Values = {
    context: 'edit',
    slug: [...slugs],
    status: statuses,
    per_page: 100,
  };
  return {
    ...step('look', 'setup', requestTo(id, {}, query, undefined)),
    shows: [LEAVES_NOTHING],
  };
}
