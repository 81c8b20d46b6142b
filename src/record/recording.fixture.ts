import type { Limits } from '../model/index.ts';
import type { ManifestLine } from './cassette.ts';

export const TOOL = { name: 'touchstone', version: '0.0.0' };

/** The manifest of a target that nothing is known of. */
export function manifestFixture(limits: Limits): readonly ManifestLine[] {
  return [
    { kind: 'contract', digest: 'digest' },
    {
      kind: 'plan',
      seed: 1,
      runs: 1,
      only: [],
      strict: false,
      discover: false,
    },
    {
      kind: 'target',
      target: {
        name: 'fixture',
        endpoints: {},
        limits,
        concurrency: 1,
        off: [],
        knownFailures: [],
      },
    },
  ];
}
