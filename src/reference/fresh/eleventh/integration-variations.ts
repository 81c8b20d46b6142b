import { jsonIn } from '../../in-front.ts';
import { taking } from '../../integration/deviation.ts';
import { memoryless } from '../altering.ts';
import { descriptors, ofDependencies } from '../altering-integration.ts';
import { membersOf } from '../tools.ts';

export const integrationVariations = taking([
  {
    name: 'fresh-k-unknown-system-crashes',
    what: 'answers 500 and a page where a system is unknown',
    leaves: '4.1, rule 2: behaviour for an unknown system ID: not shown',
    choose: {},
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofDependencies(request) &&
        reply.status === 404 &&
        Array.isArray(membersOf(jsonIn(request)).systems)
        ? {
            status: 500,
            headers: [['Content-Type', 'text/html; charset=utf-8']],
            body: '<!DOCTYPE html><title>Internal Server Error</title>',
          }
        : reply;
    }),
  },
  {
    name: 'fresh-k-optional-made-required',
    what: 'requires all fields of all systems, under other labels',
    leaves: '2.2: which fields a system has, and what their labels are, is not said',
    choose: {},
    inFront: descriptors((field) => ({
      ...field,
      required: 'true',
      label: `Your ${field.label}`,
    })),
  },
]);
