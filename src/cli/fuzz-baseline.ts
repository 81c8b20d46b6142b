/** The baseline of a campaign. */

import type { Contract } from '../contract/index.ts';
import {
  acceptedIn,
  type BaselineOfRun,
  type KnownFailure,
  notComparedWith,
  type Target,
} from '../model/index.ts';
import type { Session } from '../run/index.ts';
import { baselineOf } from './baseline-option.ts';
import type { FuzzOptions } from './fuzz.ts';
import type { Io } from './io.ts';

/** The baseline, if it has findings of campaigns. */
export function baselineOfCampaign(
  session: Session,
  options: FuzzOptions,
  io: Io,
): BaselineOfRun | undefined {
  const { failOn } = options;
  const found = baselineOf(options, failOn === undefined ? [] : [failOn], session, io);
  return found?.baseline.findings === undefined ? undefined : found;
}

/** Accepted findings are known, and fail nothing when they are gone. */
export function withAccepted(
  target: Target,
  beside: BaselineOfRun | undefined,
  { clauses }: Pick<Contract, 'clauses'>,
): Target {
  if (!beside?.excuses) return target;
  const reason = acceptedIn(beside.file);
  const accepted = (beside.baseline.findings ?? []).map(
    (finding): KnownFailure => ({ finding, reason, accepted: true }),
  );
  const compared = new Set(beside.baseline.clauses);
  const newer = clauses
    .filter(({ id }) => !compared.has(id))
    .map(({ id: clause }) => ({ clause, reason: notComparedWith(beside.file) }));
  return { ...target, knownFailures: [...target.knownFailures, ...accepted, ...newer] };
}
