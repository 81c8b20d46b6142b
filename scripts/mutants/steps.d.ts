import type { RequestContext } from '../../src/model/transport.ts';

type Sent = Pick<RequestContext, 'case' | 'step'>;

interface Steps {
  add(sent: Sent): void;
  has(sent: Sent): boolean;
  lacksOneOf(others: Steps, sent: Sent): boolean;
}

export function createSteps(): Steps;
