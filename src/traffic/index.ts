/**
 * Recorded traffic: watched through a proxy, judged by exchange or case, rejudged by rules, sent to another target, and
 * compared.
 */

export { changesOf, type RecordingChange, type RecordingChanges, type Script } from './changes.ts';
export { cut } from './compare.ts';
export { answerLines, requestLines } from './exchange-text.ts';
export { basesIn, keepImported } from './importing.ts';
export {
  judgeTraffic,
  type PlacedExchange,
  placer,
  type TrafficVerdict,
  wholeRequest,
} from './judging.ts';
export { figuresOf, harOf, type ListedExchange, listed, type OperationFigures } from './listing.ts';
export { pairedScripts } from './paired.ts';
export { type PresetHint, presetHint } from './preset-hint.ts';
export { judgeAgain, placeKept } from './rejudge.ts';
export { caseScripts, type Destination } from './scripts.ts';
export { trafficScript } from './traffic-script.ts';
export {
  inWords,
  isFailure,
  isWarning,
  openWatch,
  type ReportedExchange,
  UNPLANNED,
  type Watch,
  type WatchOptions,
} from './watch.ts';
