import { type Contract, loadContract } from '../contract/index.ts';
import { type DocumentName, TouchstoneError } from '../model/index.ts';
import { environmentForPlanning, readProfile, referenceOf, withApisOf } from '../profiles/index.ts';
import type { Io } from './io.ts';

export interface DocumentOptions {
  readonly document?: DocumentName;
  /** A profile, for its further APIs. */
  readonly target?: string;
}

/**
 * The contract for a command, with the APIs of a profile if given.
 *
 * @throws TouchstoneError 'usage' for an unknown document
 */
export function contractFrom(
  { document, target }: DocumentOptions,
  io: Pick<Io, 'env' | 'cwd'>,
): Contract {
  const own = loadContract();
  const contract =
    target === undefined
      ? own
      : withApisOf(
          own,
          readProfile(referenceOf(target, io.cwd), own, environmentForPlanning({ target }, io)),
        );
  const documents = [...new Set(contract.operations.map((one) => one.document))];
  if (document === undefined || documents.includes(document)) return contract;
  throw new TouchstoneError(
    'usage',
    `there is no document "${document}"; choices are ${documents.toSorted().reverse().join(', ')}`,
    'one of a profile is found with --target',
  );
}
