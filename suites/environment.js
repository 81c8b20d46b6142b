import { TouchstoneError } from '../src/errors.js';
/**
 * Reads `TOUCHSTONE_TARGET` (a profile), `TOUCHSTONE_INTEGRATION` and `TOUCHSTONE_CONTENT` (base URLs),
 * `TOUCHSTONE_SEED` and `TOUCHSTONE_STRICT`. An empty variable counts as absent.
 * @throws TouchstoneError 'usage' for a value that cannot be read
 */
export function wantedBy(env) {
    const target = env.TOUCHSTONE_TARGET;
    const integration = env.TOUCHSTONE_INTEGRATION;
    const content = env.TOUCHSTONE_CONTENT;
    const seed = seedOf(env.TOUCHSTONE_SEED);
    return {
        target: {
            ...(target && { target }),
            ...(integration && { integration }),
            ...(content && { content }),
        },
        ...(seed !== undefined && { seed }),
        strict: isOn('TOUCHSTONE_STRICT', env.TOUCHSTONE_STRICT),
    };
}
function seedOf(text) {
    if (!text)
        return undefined;
    if (/^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff)
        return Number(text);
    throw new TouchstoneError('usage', `TOUCHSTONE_SEED is "${text}", which is no seed`, 'give a whole number from 0 to 4294967295');
}
function isOn(name, text) {
    if (!text || ['0', 'false', 'no'].includes(text))
        return false;
    if (['1', 'true', 'yes'].includes(text))
        return true;
    throw new TouchstoneError('usage', `${name} is "${text}"`, 'give 1 or 0');
}
