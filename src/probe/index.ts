/**
 * Questions to a target before a run: whether it can be reached, whether it accepts the credential, which facts the
 * cases need, and whether it is the reference target.
 */

export { withAbsent } from './absent.ts';
export { accessProblems, accessTo, judgedTogether } from './access.ts';
export { cacheIn } from './cache.ts';
export { checkCredentials, documentsIn } from './credential.ts';
export { discover, extendedContract } from './discover.ts';
export { frontOf } from './front.ts';
export { withListedIds } from './listed.ts';
export { isReference } from './recognise.ts';
export { strippedPaths } from './stripped.ts';
export { refuseUnreached, unreached } from './unreached.ts';
export { wallWatch } from './wall.ts';
