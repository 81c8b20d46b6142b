/**
 * Recordings: what passes a transport or a proxy is written to a folder of HAR files, one line an exchange, secrets
 * left out (`cassette.ts` has the format), and is answered from there: by a transport that replays, or by a server.
 * HAR files of other programs are read here too.
 */

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
export type { EntryRef } from './entries.ts';
export type { Finished } from './finish.ts';
export { openRecording, type Recording } from './folder.ts';
export { type Imported, type ImportedExchange, importHar, type Unimported } from './har-import.ts';
export { POLICIES, type Policy } from './mock-matcher.ts';
export { serveRecording } from './mock-server.ts';
export { type JudgedTrace, openRecorder, type Recorder } from './recorder.ts';
export { replayTransport } from './replayer.ts';
export { openTraffic, type TrafficRecorder } from './traffic.ts';
