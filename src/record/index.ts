/**
 * Recordings: what passes a transport or a proxy is written to a folder of HAR files, one line an exchange, secrets
 * left out (`cassette.ts` has the format), and is answered from there: by a transport that replays, or by a server.
 * Files of other programs are read here too (`import/`).
 */

export { type AlteredBody, alteredIn } from './altered.ts';
export {
  JOURNAL,
  MANIFEST,
  type Manifest,
  type ManifestLine,
  type PlanFacts,
  type RecordedCase,
  type RecordedExchange,
  type RecordedObservation,
  type RecordedTarget,
} from './cassette.ts';
export { edited } from './edited.ts';
export { type EntryRef, wasRefused } from './entries.ts';
export { earlierFiles, type Finished } from './finish.ts';
export { isRecording, openRecording, type Recording, recordingsBelow } from './folder.ts';
export type { Imported, ImportedExchange, Unimported } from './import/format.ts';
export { importFrom } from './import/formats.ts';
export { missingInTraffic } from './mismatch.ts';
export { type AnsweredHead, readRequests } from './mock-connection.ts';
export { finder, POLICIES, type Policy } from './mock-matcher.ts';
export { placeholdersIn, queryAndBody, secretRestorer } from './mock-secrets.ts';
export { type ServedResult, serveRecording } from './mock-server.ts';
export {
  effectiveMethod,
  METHOD_PARAMETER,
  type NormalForms,
  normalForms,
  overrideIn,
  placeless,
} from './normal-form.ts';
export {
  type ExchangeToRecord,
  type JudgedTrace,
  notingTransport,
  openRecorder,
  type Recorder,
} from './recorder.ts';
export { recordingFilter } from './recording-rules.ts';
export { replayTransport } from './replayer.ts';
export {
  type KeptTraffic,
  openTraffic,
  recordUntilFailure,
  type TrafficExchange,
  type TrafficRecorder,
} from './traffic.ts';
