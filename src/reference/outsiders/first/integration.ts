import type { Json } from '../../../model/index.ts';
import { withJson } from '../../in-front.ts';
import { inFamily as integrationFamily } from '../../integration/deviation.ts';
import { membersOf } from '../tools.ts';
import { isOk } from './answer-tools.ts';
import { systemsOf, withFields } from './integration-tools.ts';
import { FAMILY, jsonMembers } from './tools.ts';

export const integrationFaults = integrationFamily(FAMILY, [
  {
    name: 'systems-of-earlier-requests',
    what: 'fills one object for all requests, so that an answer holds the systems of those before it too',
    breaks: ['integration/dependencies/no-other-keys'],
    // section 4.1, rule 1: "`data` holds one key per requested system"
    inFront: () => {
      const filled: { [system: string]: Json } = {};
      return async (request, ask) => {
        const answer = await ask(request);
        const value = jsonMembers(answer);
        if (systemsOf(request) === undefined || !isOk(answer) || !value) return answer;
        Object.assign(filled, membersOf(value.data));
        return withJson(answer, { ...value, data: { ...filled } });
      };
    },
  },
  {
    name: 'label-like-the-code-left-out',
    what: 'leaves out the label of a field where it is the same as its code but for case and spaces',
    breaks: ['integration/dependencies/field/label'],
    // section 2.2, row `label`: "string. Display label"
    inFront: withFields((fields) =>
      fields.map((field) => {
        const { label, ...others } = membersOf(field);
        const code = String(others['@code']).replaceAll('_', ' ');
        return String(label).toLowerCase() === code.toLowerCase() ? others : field;
      }),
    ),
  },
]);
