import { APIS, variablesFor } from '../src/apis/index.ts';
import { TouchstoneError } from '../src/model/errors.ts';
import type { Environment } from '../src/profiles/profile.ts';
import type { SessionOptions } from '../src/run/session.ts';

/** Settings of a suite run, read from the environment. */
export interface Wanted {
  readonly target: SessionOptions;
  /** Absent for one drawn at random. */
  readonly seed?: number;
  readonly strict: boolean;
}

/**
 * Reads `TOUCHSTONE_TARGET` (a profile), the base URL of each API (such as `TOUCHSTONE_CONTENT`),
 * `TOUCHSTONE_REPLAY` (the folder of a recording that answers in the target's place), `TOUCHSTONE_SEED`
 * and `TOUCHSTONE_STRICT`. An empty variable counts as absent.
 * @throws TouchstoneError 'usage' for a value that cannot be read
 */
export function wantedBy(env: Environment): Wanted {
  const target = env.TOUCHSTONE_TARGET;
  const urls = APIS.flatMap((api) => {
    const url = env[variablesFor(api).url];
    return url ? [[api.name, url] as const] : [];
  });
  const replay = env.TOUCHSTONE_REPLAY;
  const seed = seedOf(env.TOUCHSTONE_SEED);
  return {
    target: {
      ...(target && { target }),
      ...Object.fromEntries(urls),
      ...(replay && { replay }),
    },
    ...(seed !== undefined && { seed }),
    strict: isOn('TOUCHSTONE_STRICT', env.TOUCHSTONE_STRICT),
  };
}

function seedOf(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff) return Number(text);
  throw new TouchstoneError(
    'usage',
    `TOUCHSTONE_SEED is "${text}", which is no seed`,
    'give a whole number from 0 to 4294967295',
  );
}

function isOn(name: string, text: string | undefined): boolean {
  if (!text || ['0', 'false', 'no'].includes(text)) return false;
  if (['1', 'true', 'yes'].includes(text)) return true;
  throw new TouchstoneError('usage', `${name} is "${text}"`, 'give 1 or 0');
}
