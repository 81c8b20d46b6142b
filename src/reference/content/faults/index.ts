import type { ContentFault } from '../deviation.ts';
import { batchFaults } from './batch.ts';
import { bodyFaults } from './bodies.ts';
import { constraintFaults } from './constraints.ts';
import { defaultFaults } from './defaults.ts';
import { deletionFaults } from './deletion.ts';
import { finerListFaults } from './finer-lists.ts';
import { identityFaults } from './identity.ts';
import { intermittentFaults } from './intermittent.ts';
import { listConstraintFaults } from './list-constraints.ts';
import { listMemberFaults } from './list-members.ts';
import { listParameterFaults } from './list-parameters.ts';
import { listFaults } from './lists.ts';
import { momentFaults } from './moments.ts';
import { orderFaults } from './order.ts';
import { parentFaults } from './parents.ts';
import { passwordFaults } from './passwords.ts';
import { readBackFaults } from './read-back.ts';
import { representationFaults } from './representation.ts';
import { faultsOfSingleLists } from './single-lists.ts';
import { slugFaults } from './slugs.ts';
import { staleFaults } from './stale.ts';
import { stateFaults } from './state.ts';
import { statusFaults } from './status.ts';
import { updateFaults } from './updates.ts';
import { wholeSiteFaults } from './whole-site.ts';
import { writtenValueFaults } from './written-values.ts';

export const contentFaults: readonly ContentFault[] = [
  ...listConstraintFaults,
  ...constraintFaults,
  ...listParameterFaults,
  ...faultsOfSingleLists,
  ...finerListFaults,
  ...orderFaults,
  ...listFaults,
  ...deletionFaults,
  ...stateFaults,
  ...staleFaults,
  ...defaultFaults,
  ...readBackFaults,
  ...updateFaults,
  ...writtenValueFaults,
  ...representationFaults,
  ...batchFaults,
  ...identityFaults,
  ...momentFaults,
  ...intermittentFaults,
  ...statusFaults,
  ...wholeSiteFaults,
  ...bodyFaults,
  ...listMemberFaults,
  ...parentFaults,
  ...passwordFaults,
  ...slugFaults,
];
