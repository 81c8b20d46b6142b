import { isMembers } from '../../../model/index.ts';
import { type InFront, jsonIn, withJson } from '../../in-front.ts';
import type { IntegrationVariation } from '../../integration/deviation.ts';

function variation(
  name: string,
  what: string,
  leaves: string,
  inFront: InFront['inFront'],
): IntegrationVariation {
  return {
    kind: 'variation',
    name,
    document: 'integration',
    what,
    leaves,
    choose: {},
    inFront,
  };
}

export const integrationVariations: readonly IntegrationVariation[] = [
  variation(
    'answers-with-their-number',
    'numbers its answers in one more member of the envelope',
    '2.5: members of the envelope beyond those that are listed',
    () => {
      let count = 0;
      return async (request, ask) => {
        const answer = await ask(request);
        const value = jsonIn(answer);
        if (!isMembers(value) || answer.status !== 200) return answer;
        count += 1;
        return withJson(answer, { request_id: `r-${count}`, ...value });
      };
    },
  ),
];
