/** The places and verdicts of exchanges on a cassette, by the documents. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, loadContract } from '../contract/index.ts';
import type { RecordingRules, SecretNames, Target } from '../model/index.ts';
import {
  type ApiEntry,
  type Environment,
  isUnset,
  OWN_PROFILE,
  type Profile,
  readProfile,
  referenceOf,
  targetOf,
  withAllSet,
  withApisOf,
} from '../profiles/index.ts';
import type { ManifestLine, TrafficExchange } from '../record/index.ts';
import { manifestOf, secretsToKeepOut } from '../run/index.ts';
import type { Secret } from '../secrets/index.ts';
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
   * Path of a target profile, the name of a target in `touchstone.yaml`, or the members of each API: `{ content: 'https://docs.example' }`, or
   * `{ content: { url: 'https://docs.example/api', routing: 'path' } }`. If absent, `touchstone.yaml` in the working
   * folder; without one, base URLs are found by the routes of requests.
   */
  readonly target?: string | { readonly [api: string]: string | ApiEntry };
  /** Violations of implied clauses fail, too. */
  readonly strict?: boolean;
  /** Further texts that must not be recorded. */
  readonly secrets?: readonly string[];
  /** Names of what is a secret, as in a profile. */
  readonly redact?: SecretNames;
  /** Names of values that only look like secrets. */
  readonly keep?: SecretNames;
  /** Rules for recording and matching, as in a profile. */
  readonly recording?: RecordingRules;
}

export interface Documents {
  /** The manifest of a cassette with these exchanges. Without a target, they show the base URLs. */
  readonly manifestOf: (exchanges: readonly RequestAtBase[]) => readonly ManifestLine[];
  readonly secrets: readonly Secret[];
  readonly rules: Pick<Target, 'secretRules' | 'recordingRules'>;
  readonly place: (exchange: Pick<WireExchange, 'origin' | 'request'>) => PlacedExchange;
  readonly judge: (exchange: WireExchange) => TrafficVerdict;
}

type RequestAtBase = Pick<TrafficExchange, 'baseUrl' | 'request'>;

let loaded: Contract | undefined;

/** The contract, loaded once for a worker: loading takes longer than judging. */
export function theContract(): Contract {
  loaded ??= loadContract();
  return loaded;
}

interface World {
  /** Has the variables that a profile names. */
  readonly env: Environment;
  readonly cwd: string;
  /** No request goes out, so that variables of a profile may be missing. */
  readonly isOffline: boolean;
}

/** @throws TouchstoneError 'profile-unreadable', 'profile-invalid', 'usage' */
export function documentsFor(options: DocumentsOptions, io: World): Documents {
  const { contract, target } = targetFor(options, io);
  const { place, endpointsFor } = placesFor(contract, target);
  const own = options.secrets ?? [];
  return {
    manifestOf: (exchanges) => {
      const endpoints = endpointsFor(exchanges.map(wholeRequest));
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

/** Without a target, and where the variable of a URL is not set, the routes of requests show the base URLs. */
function placesFor(contract: Contract, target: Target) {
  const all = Object.entries(target.endpoints);
  const given = Object.fromEntries(all.filter(([, { baseUrl }]) => !isUnset(baseUrl)));
  const isOpen = (api: string) => all.length === 0 || (api in target.endpoints && !(api in given));
  const known = placer(contract, { endpoints: given });
  const endpointsFor = (asked: Parameters<typeof basesIn>[1]): Target['endpoints'] => {
    const unknown = asked.filter(({ origin, request }) => !known(origin, request).operation);
    const bases = Object.entries(basesIn(contract, unknown)).filter(([api]) => isOpen(api));
    const found = targetOf(profileOf(Object.fromEntries(bases)), {}).endpoints;
    const open = Object.entries(found).map(([api, { baseUrl, style, ...rest }]) => {
      const own = target.endpoints[api] ?? { ...rest, style };
      return [api, { ...own, baseUrl, style: { ...own.style, routing: style.routing } }];
    });
    return { ...Object.fromEntries(open), ...given };
  };
  const place: Documents['place'] = ({ origin, request }) => {
    const placed = known(origin, request);
    if (placed.operation) return placed;
    return placer(contract, { endpoints: endpointsFor([{ origin, request }]) })(origin, request);
  };
  return { place, endpointsFor };
}

function targetFor(
  options: DocumentsOptions,
  { env, cwd, isOffline }: World,
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
  const reference = referenceOf(target, cwd);
  // A profile that only lies in the folder is for commands: a client has its own credentials.
  const isNamed = options.target !== undefined;
  const variables = isOffline || !isNamed ? withAllSet(reference, env) : env;
  const profile = readProfile(reference, theContract(), variables);
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
