/** What the documents say of the exchanges on a cassette: their places, and their verdicts. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, loadContract } from '../contract/index.ts';
import type { RecordingRules, SecretNames, Target } from '../model.ts';
import type { ManifestLine, TrafficExchange } from '../record/index.ts';
import { manifestOf, secretsToKeepOut } from '../run/index.ts';
import type { Secret } from '../secrets/index.ts';

import {
  type ApiEntry,
  type Environment,
  OWN_PROFILE,
  type Profile,
  readProfile,
  referenceOf,
  targetOf,
  withApisOf,
} from '../target/index.ts';
import {
  basesIn,
  judgeTraffic,
  type PlacedExchange,
  placer,
  type TrafficVerdict,
  UNPLANNED,
  wholeRequest,
} from '../traffic/index.ts';
import type { WireExchange } from './wire.ts';

export interface DocumentsOptions {
  /**
   * Path of a target profile or the name of a target in `touchstone.yaml`, or what one says of each API: `{ content: 'https://docs.example' }`, or
   * `{ content: { url: 'https://docs.example/api', routing: 'path' } }`. If absent, `touchstone.yaml` in the working
   * folder; without one, base URLs are told from the routes of requests.
   */
  readonly target?: string | { readonly [api: string]: string | ApiEntry };
  /** What is implied fails like what is stated. */
  readonly strict?: boolean;
  /** Further texts that must not be kept. */
  readonly secrets?: readonly string[];
  /** Names of what is a secret, as in a profile. */
  readonly redact?: SecretNames;
  /** Names of what is none, although it looks like one. */
  readonly keep?: SecretNames;
  /** What is recorded, and what tells requests apart, as in a profile. */
  readonly recording?: RecordingRules;
}

export interface Documents {
  /** What stands above a cassette with these exchanges: without a target, the base URLs are those that they show. */
  readonly manifestOf: (exchanges: readonly KeptRequest[]) => readonly ManifestLine[];
  readonly secrets: readonly Secret[];
  readonly rules: Pick<Target, 'secretRules' | 'recordingRules'>;
  readonly place: (exchange: Pick<WireExchange, 'origin' | 'request'>) => PlacedExchange;
  readonly judge: (exchange: WireExchange) => TrafficVerdict;
}

type KeptRequest = Pick<TrafficExchange, 'baseUrl' | 'request'>;

let loaded: Contract | undefined;

/** The contract, loaded once for a worker: loading takes longer than judging. */
export function theContract(): Contract {
  loaded ??= loadContract();
  return loaded;
}

/**
 * @param io `env` has the variables that a profile names
 * @throws TouchstoneError 'profile-unreadable', 'profile-invalid', 'usage'
 */
export function documentsFor(
  options: DocumentsOptions,
  io: { readonly env: Environment; readonly cwd: string },
): Documents {
  const { contract, target } = targetFor(options, io);
  const isKnown = Object.keys(target.endpoints).length > 0;
  const known = placer(contract, target);
  const toldBy = (asked: Parameters<typeof basesIn>[1]) =>
    targetOf(profileOf(basesIn(contract, asked)), {}).endpoints;
  const place: Documents['place'] = ({ origin, request }) => {
    if (isKnown) return known(origin, request);
    return placer(contract, { endpoints: toldBy([{ origin, request }]) })(origin, request);
  };
  const own = options.secrets ?? [];
  return {
    manifestOf: (exchanges) => {
      const endpoints = isKnown ? target.endpoints : toldBy(exchanges.map(wholeRequest));
      return manifestOf(contract, { ...target, endpoints }, UNPLANNED);
    },
    secrets: [
      ...secretsToKeepOut(target),
      ...own.map((value, index) => ({ name: `own-${index + 1}`, value })),
    ],
    rules: target,
    place,
    judge: (exchange) =>
      judgeTraffic(contract, place(exchange), exchange.outcome, options.strict ?? false),
  };
}

function targetFor(
  options: DocumentsOptions,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): { readonly contract: Contract; readonly target: Target } {
  const own = join(cwd, OWN_PROFILE);
  const { target = existsSync(own) ? own : {}, redact, keep, recording } = options;
  const rules = {
    ...(redact && { redact }),
    ...(keep && { keep }),
    ...(recording && { recording }),
  };
  if (typeof target !== 'string') {
    return { contract: theContract(), target: targetOf({ ...profileOf(target), ...rules }, env) };
  }
  const profile = readProfile(referenceOf(target, cwd), theContract(), env);
  const contract = withApisOf(theContract(), profile);
  return { contract, target: targetOf({ ...profile, ...rules }, env, contract.schemes) };
}

function profileOf(apis: { readonly [api: string]: string | ApiEntry }): Profile {
  const entries = Object.entries(apis).map(([name, api]) => [
    name,
    typeof api === 'string' ? { url: api } : api,
  ]);
  return { name: 'target', ...Object.fromEntries(entries) };
}
