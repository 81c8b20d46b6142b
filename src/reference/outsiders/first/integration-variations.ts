import type { Json } from '../../../model/index.ts';
import { type RoutedRequest, withJson } from '../../in-front.ts';
import type { IntegrationVariation } from '../../integration/deviation.ts';
import { type Members, membersOf } from '../tools.ts';
import { jsonReply } from './answer-tools.ts';
import { DEPENDENCIES, systemsOf, withFields } from './integration-tools.ts';
import { elements, formOf, JSON_TYPE, jsonMembers } from './tools.ts';

const SUCCESS: Members = {
  additional_data: {},
  data: {},
  error_code: '',
  message: 'Request processed successfully.',
  status: 200,
  success: true,
};

function isForDependencies({ method, route }: RoutedRequest): boolean {
  return method === 'POST' && route === DEPENDENCIES;
}

export const integrationVariations: readonly IntegrationVariation[] = [
  {
    kind: 'variation',
    name: 'unknown-systems-left-out',
    what: 'leaves out systems that it does not know',
    document: 'integration',
    leaves: '4.1, rule 2: the behaviour for an unknown system ID',
    choose: {},
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const systems = systemsOf(request);
      if (answer.status !== 404 || !isForDependencies(request) || !systems) return answer;
      const found: { [system: string]: Json } = {};
      for (const system of systems) {
        const { status, body } = await ask(withJson(request, { systems: [system] }));
        if (status === 200) Object.assign(found, membersOf(jsonMembers({ body })?.data));
      }
      return jsonReply(200, { ...SUCCESS, data: found });
    },
  },
  {
    kind: 'variation',
    name: 'systems-in-a-form',
    what: 'takes the systems as a form too',
    document: 'integration',
    leaves: '4.1, rule 3: "Content type of the request body: not shown", so a form may do too',
    choose: {},
    inFront: () => async (request, ask) => {
      const form = formOf(request);
      const systems = elements(form, 'systems');
      if (!isForDependencies(request) || systems.length === 0) return ask(request);
      const headers = { ...request.headers, 'content-type': JSON_TYPE };
      return ask(withJson({ ...request, headers }, { systems }));
    },
  },
  {
    kind: 'variation',
    name: 'fields-with-more-members',
    what: 'gives fields further members',
    document: 'integration',
    leaves: '2.2: that a field has no other members is not said',
    choose: {},
    inFront: withFields((fields) =>
      fields.map((field, at) => ({ ...membersOf(field), placeholder: null, position: at + 1 })),
    ),
  },
];
