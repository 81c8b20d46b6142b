import type { Limits } from '../model/index.ts';
import type { ManifestLine } from './cassette.ts';

export const TOOL = { name: 'touchstone', version: '0.0.0' };

/** The manifest of a target with all that a profile may give one of its APIs. */
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
        endpoints: {
          content: {
            baseUrl: 'http://127.0.0.1:1/content',
            secrets: [],
            credentialFrom: { scheme: 'Basic', variable: 'USER', password: 'PASSWORD' },
            known: { themes: ['one'] },
            style: { arrays: 'pipes', routing: { kind: 'path' } },
            names: { 'cms/v2': 'site/v2' },
            withoutEffect: ['_locale'],
          },
        },
        limits,
        concurrency: 1,
        off: [],
        knownFailures: [],
      },
    },
  ];
}
