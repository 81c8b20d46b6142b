import { resolve } from 'node:path';
import { type Contract, contractFor } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import { type Target, TouchstoneError } from '../model/index.ts';
import {
  chooseTarget,
  type Environment,
  environmentForPlanning,
  OWN_PROFILE,
  ownProfileOf,
  referenceTarget,
  type TargetOptions,
  urlsIn,
} from '../profiles/index.ts';
import { openRecording, type Recording } from '../record/index.ts';
import { recordedTarget } from './recorded.ts';

/** A target that is ready for requests. */
export interface Session {
  readonly target: Target;
  /** The documents, in the words of the target. */
  readonly contract: Contract;
  /** Command-line options that name the target, for lines that reproduce a finding. */
  readonly targetOptions: readonly string[];
  /** A note for the user about how the target was understood. */
  readonly note?: string;
  /** In a replay that names no profile: the one in the working folder, if it is of the recorded target. */
  readonly profile?: string;
  /** In a replay, the recording that answers in place of the target. */
  readonly recording?: Recording;
  /** Stops the embedded server, if one was started. Must always be called. */
  readonly close: () => Promise<void>;
}

export interface SessionOptions extends TargetOptions {
  /** The folder of a recording that answers in place of the target. */
  readonly replay?: string;
}

/**
 * Finds the target: a recording, a profile, base URLs, `touchstone.yaml` in the working folder, or
 * else the reference target, which is started on a free port of the loopback interface. An interrupted
 * recording is repaired.
 *
 * @param world.env source of credentials
 * @param world.cwd the working folder
 * @throws TouchstoneError for an unreadable profile or an invalid URL
 */
export async function openSession(
  contract: Contract,
  wanted: SessionOptions,
  world: { readonly env: Environment; readonly cwd: string },
): Promise<Session> {
  if (wanted.replay !== undefined) return openReplay(contract, wanted.replay, wanted, world);
  const chosen = await chooseTarget(contract, wanted, world);
  if (chosen.kind === 'given') {
    const { target, options, note, contract: all } = chosen;
    const close = async () => {};
    return {
      target,
      contract: contractFor(all, target),
      targetOptions: options,
      close,
      ...(note !== undefined && { note }),
    };
  }
  // Loaded lazily: it takes as long as everything else, and other targets do not need it.
  const { serveReference } = await import('../reference/index.ts');
  const server = await serveReference({ faults: [], variations: [], contract });
  return {
    target: {
      ...referenceTarget(contract, server.urls, 'reference target, embedded'),
      embedded: true,
    },
    contract,
    targetOptions: [],
    close: server.close,
  };
}

/** A session that a recording answers: the target is never called. */
async function openReplay(
  contract: Contract,
  folder: string,
  options: TargetOptions,
  world: { readonly env: Environment; readonly cwd: string },
): Promise<Session> {
  const recording = openRecording(resolve(world.cwd, folder), toolOf());
  const named = contractOptionsOf(recording, options);
  // Nothing is sent, so credentials may be missing.
  const env = named ? environmentForPlanning(named, world) : world.env;
  const chosen = named && (await chooseTarget(contract, named, { ...world, env }));
  const given = chosen?.kind === 'given' ? chosen : undefined;
  const own = given ? {} : ownProfile(recording, contract, world);
  const known = (given ?? own.found)?.contract ?? contract;
  refuseUnknownApis(known, recording);
  const target = recordedTarget(recording.manifest, {
    urls: urlsIn(options),
    ...(given && { profile: given.target }),
    ...(own.found && { rules: own.found.target }),
  });
  const notes = [...(own.notes ?? []), ...recording.notes];
  return {
    target,
    contract: contractFor(known, target),
    targetOptions: ['--replay', folder, ...(given?.options ?? [])],
    recording,
    ...(own.found && { profile: own.found.path }),
    close: async () => {},
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}

/**
 * The profile in the working folder, if it is of the recorded target: a replay accepts what the run accepted. One that
 * cannot be used does not stop a replay, which needs no target.
 */
function ownProfile(
  { manifest }: Recording,
  contract: Contract,
  world: { readonly env: Environment; readonly cwd: string },
): {
  readonly found?: NonNullable<ReturnType<typeof ownProfileOf>>;
  readonly notes?: readonly string[];
} {
  try {
    const found = ownProfileOf(manifest.target.name, contract, world);
    return found ? { found, notes: [`target profile: ${OWN_PROFILE}`] } : {};
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    return { notes: [`${OWN_PROFILE} is not used: ${error.message}`] };
  }
}

/** The options that name the contract of a recording: a profile, or an OpenAPI document. */
function contractOptionsOf(
  { manifest }: Recording,
  { target, openapi, allowFetch }: TargetOptions,
): TargetOptions | undefined {
  if (openapi === undefined) return target === undefined ? undefined : { target };
  const [endpoint] = Object.values(manifest.target.endpoints);
  const url = endpoint && { url: endpoint.baseUrl };
  return { openapi, ...url, ...(allowFetch && { allowFetch }), ...(target && { target }) };
}

/** A recording lacks the contract of a user's own API. */
function refuseUnknownApis({ operations }: Contract, { manifest }: Recording): void {
  const unknown = Object.keys(manifest.target.endpoints).filter(
    (name) => !operations.some(({ document }) => document === name),
  );
  if (unknown.length === 0) return;
  throw new TouchstoneError(
    'usage',
    `the recording is of the ${unknown.join(' and the ')} API, which is not one that comes with Touchstone`,
    'name the profile that has it with --target, or its OpenAPI document with --openapi',
  );
}
