/**
 * Targets: a deployment under test, from a profile (YAML), a preset, options of the command line and the environment; also
 * the draft of a profile, and files of what was accepted of a target.
 */

export { addressNotes, baseUrlOf } from './base-url.ts';
export { baselineBeside, baselineName, readBaseline, writeBaseline } from './baseline.ts';
export {
  chooseTarget,
  environmentForPlanning,
  names,
  ownProfileOf,
  profilePath,
  publishedPart,
  referenceTarget,
  type TargetOptions,
  urlsIn,
} from './choose.ts';
export { corpusFile, readCorpus, writeInput } from './corpus.ts';
export { type DraftCredential, type DraftEntry, type DraftProfile, draftText } from './draft.ts';
export type { ApiEntry } from './endpoint.ts';
export { isCi } from './environment.ts';
export { withApisOf } from './further-apis.ts';
export { folderTexts, profileText } from './openapi-folder.ts';
export { importedFrom, noteLines, type OpenApiOptions } from './openapi-target.ts';
export { merged, presetsFor } from './presets.ts';
export { type Environment, type Profile, profileFrom, readProfile, targetOf } from './profile.ts';
export { isUnset, OWN_PROFILE, referenceOf, withAllSet } from './profile-source.ts';
export { EXAMPLE, MORE, type Settings, settingsIn } from './settings.ts';
export { tlsOf } from './tls.ts';
