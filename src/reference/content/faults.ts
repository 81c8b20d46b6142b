import type { Fault } from './deviation.ts';
import { batchFaults } from './faults-batch.ts';
import { defaultFaults } from './faults-default.ts';
import { indexFaults } from './faults-index.ts';
import { lifeFaults } from './faults-life.ts';
import { listFaults } from './faults-lists.ts';
import { moodyFaults } from './faults-moody.ts';
import { orderFaults } from './faults-order.ts';
import { requestFaults } from './faults-request.ts';
import { shapeFaults } from './faults-shape.ts';
import { stateFaults } from './faults-state.ts';
import { statusFaults } from './faults-status.ts';
import { tenFaults } from './faults-ten.ts';
import { writeFaults } from './faults-write.ts';

/** Every fault of the content site, family by family. */
export const contentFaults: readonly Fault[] = [
  ...requestFaults,
  ...orderFaults,
  ...listFaults,
  ...stateFaults,
  ...defaultFaults,
  ...writeFaults,
  ...lifeFaults,
  ...shapeFaults,
  ...batchFaults,
  ...indexFaults,
  ...moodyFaults,
  ...statusFaults,
  ...tenFaults,
];
