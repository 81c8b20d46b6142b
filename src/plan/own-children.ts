/** Cases about objects that only the removal of the object above them removes: their lists. */

import { plannerOf } from '../apis/planners.ts';
import { type Contract, operationOn } from '../contract/index.ts';
import { type Case, requestTo, type Target } from '../model/index.ts';
import { lackFor } from './generated.ts';
import { creates, leavesObjects } from './own-cases.ts';
import {
  creationSteps,
  ownCollection,
  ownPath,
  removalSteps,
  withPlaceholders,
} from './own-collection.ts';
import { pageOf } from './own-expectations.ts';
import { lettersOf, plainValue, withOwnTexts } from './plain-values.ts';
import { evidenceOf } from './scenarios.ts';
import { step } from './stage.ts';

const APART = 'apart-';

/** Creates an object below one of two objects of the run, and reads the lists below both. */
export function ownChildCases(contract: Contract, target: Target, seed: number): readonly Case[] {
  return contract.operations.flatMap((creation): readonly Case[] => {
    const { document, resource, route } = creation;
    const endpoint = target.endpoints[document];
    if (!endpoint || plannerOf(document) || creation.action === 'create') return [];
    const id = `${document}/${resource}/state/listed`;
    const list = operationOn(contract.operations, document, resource, 'list');
    const isKnown = contract.clauses.some((one) => one.id === id);
    if (!isKnown || !creates(creation) || list === undefined || list.route !== route) return [];
    const above = ownCollection(contract.operations, creation, endpoint);
    if (above === undefined || leavesObjects(contract.operations, creation, above)) return [];
    const page = pageOf(list);
    if (page === undefined || lackFor(creation, withPlaceholders(endpoint, above))) return [];
    const schema = creation.body?.schema;
    const plain = schema && plainValue(schema, 1, endpoint.known);
    if (schema && plain === undefined) return [];
    const body = schema && plain && withOwnTexts(schema, plain, lettersOf(`${seed} ${id}`));
    const reading = (name: string, prefix = '') =>
      step(name, 'setup', requestTo(list.id, ownPath(above, prefix), page.query));
    const steps = [
      ...creationSteps(above, endpoint, `${id} ${APART}`, APART),
      ...creationSteps(above, endpoint, id),
      reading('list-apart-before', APART),
      step('child', 'setup', requestTo(creation.id, ownPath(above), {}, body)),
      reading('list'),
      reading('list-apart', APART),
      ...removalSteps(above),
      ...removalSteps(above, APART),
    ];
    const entry = { step: 'child', at: '/id' };
    const given = [{ step: 'child', carried: true }];
    const apart = [...given, { step: 'list-apart-before', entry, there: false }];
    return [
      {
        ...{ id: `${id}/below`, title: 'shows a new object in the list that it is in', document },
        evidence: evidenceOf(contract, {
          steps: steps.map(({ role, request }) => ({ role, operation: request.operation })),
          evidence: [id],
        }),
        ...{ origin: { kind: 'scenario' }, steps },
        compared: {
          listed: [
            { step: 'list', entry, there: true, below: page.below, given },
            { step: 'list-apart', entry, there: false, given: apart },
          ],
        },
      },
    ];
  });
}
