/** Output on the terminal during a run, and at its end. */

import picocolors from 'picocolors';
import { eraseLine, overwriteLine, type Screen, writeLine, writePainted } from '../io/index.ts';
import { escapeControls, type RunEvent, type RunHeader } from '../model/index.ts';
import { type ClauseDescription, collect } from './report.ts';
import { summaryLines } from './summary.ts';
import { clip, count, timeLeft } from './text.ts';

export interface TerminalOptions {
  readonly stream: Screen;
  readonly colours: boolean;
  /** Default width in characters. */
  readonly width?: number;
  /** List every clause with its verdict and observations, and every finding. */
  readonly verbose?: boolean;
  /** Show nothing before the end, and then only the findings and the verdict. */
  readonly quiet?: boolean;
  /** Descriptions of clauses for an interrupted run; see `collect`. */
  readonly described?: readonly ClauseDescription[];
  /** Monotonic milliseconds, for the pace of the progress line. */
  readonly clock?: () => number;
}

interface Reporter {
  readonly write: (event: RunEvent) => void;
  /**
   * Shows on the progress line what requests wait for.
   *
   * @param waitsFor undefined once they do not wait
   */
  readonly showWait: (waitsFor: () => string | undefined) => void;
  /** Ends the report of a run that told no footer; after a footer it does nothing. */
  readonly close: () => void;
}

/** Milliseconds between two updates of the progress line. */
const REDRAW = 80;

/** Milliseconds between two lines of progress on an output without overwriting. */
const LINE_EVERY_MS = 10_000;

function headline({ tool, target, mode }: RunHeader): string {
  const { name: _, ...addresses } = target;
  const urls = Object.values(addresses);
  const place = urls.length === 0 ? '' : ` (${urls.join(', ')})`;
  return escapeControls(`${tool.name} ${tool.version} · ${target.name}${place} · ${mode}`);
}

function creationsIn({ creates = {} }: RunHeader): readonly string[] {
  const counts = Object.values(creates);
  if (counts.length === 0) return [];
  const objects = counts.reduce((sum, one) => sum + one, 0);
  return [
    `creates about ${count(objects, 'object')} in ${count(counts.length, 'collection')}, and removes them`,
  ];
}

interface Progress {
  readonly write: (event: RunEvent) => void;
  readonly showWait: Reporter['showWait'];
  readonly clear: () => void;
}

/** Seconds before the pace allows a forecast. */
const MEASURABLE_S = 5;

/** A run with more seconds left says once how to make it shorter. */
const LONG_RUN_S = 300;

const LONG_RUN =
  'a first look is shorter: stop with Ctrl-C, and add --only PREFIX ("A first look" in docs/checking.md)';

/** Seconds over which the pace is measured: a run that slows down has more time left than before. */
const PACE_S = 60;

/** Progress, speed, remaining time and failures; `changed` is called for each case and each wait. */
function progressOf(
  now: () => number,
  changed: (line: () => string) => void,
  say: (line: string) => void,
): Pick<Progress, 'write' | 'showWait'> {
  const failing = new Set<string>();
  let planned = 0;
  let plannedRequests = 0;
  let done = 0;
  let requests = 0;
  let started = 0;
  let isAnnounced = false;
  let waitsFor: () => string | undefined = () => undefined;
  /** Earlier progress with its time, up to a minute ago. */
  const past: { readonly at: number; readonly done: number; readonly requests: number }[] = [];

  /** Seconds that are left at the recent pace: by requests, as one case may have a hundred. */
  function secondsLeft(at: number): number {
    const [since = { at: started, done: 0, requests: 0 }] = past;
    const seconds = (at - since.at) / 1000;
    return requests > since.requests && plannedRequests > requests
      ? (seconds * (plannedRequests - requests)) / (requests - since.requests)
      : (seconds * (planned - done)) / Math.max(1, done - since.done);
  }

  function line(): string {
    const at = now();
    const seconds = (at - started) / 1000;
    if (at - (past.at(-1)?.at ?? 0) >= 1000) past.push({ at, done, requests });
    while (at - (past[1]?.at ?? at) >= PACE_S * 1000) past.shift();
    if (!isAnnounced && seconds > PACE_S / 2 && secondsLeft(at) > LONG_RUN_S) {
      isAnnounced = true;
      say(LONG_RUN);
    }
    const wait = waitsFor();
    const speed = seconds > 0.2 ? ` · ${Math.round(requests / seconds)} requests/s` : '';
    const rate = wait === undefined ? speed : ` · ${escapeControls(wait)}`;
    const left =
      done > 0 && done < planned && seconds > MEASURABLE_S
        ? ` · about ${timeLeft(secondsLeft(at))}`
        : '';
    const [first] = failing;
    const failed =
      first === undefined
        ? ''
        : ` · ${count(failing.size, 'clause fails', 'clauses fail')}, first ${escapeControls(first)}`;
    return `${done}/${count(planned, 'case')}${rate}${left}${failed}`;
  }

  function write(event: RunEvent): void {
    if (event.kind === 'header') {
      planned = event.cases;
      plannedRequests = event.requests ?? 0;
      started = now();
      past.push({ at: started, done, requests });
    }
    if (event.kind !== 'case') return;
    done += 1;
    requests += event.requests;
    for (const { clause, verdict } of event.verdicts) if (verdict === 'fail') failing.add(clause);
    changed(line);
  }

  function showWait(found: () => string | undefined): void {
    waitsFor = found;
    if (planned > 0) changed(line);
  }

  return { write, showWait };
}

/** One overwritten line. */
function progressOn({ stream, width = 80 }: TerminalOptions, now: () => number): Progress {
  let drawn = Number.NEGATIVE_INFINITY;
  let onScreen = false;
  const clear = () => {
    if (!onScreen) return;
    eraseLine(stream);
    onScreen = false;
  };
  const redraw = (line: () => string) => {
    if (now() - drawn < REDRAW) return;
    drawn = now();
    // One column stays free: some terminals wrap a full line, which could not be cleared.
    overwriteLine(stream, clip(line(), (stream.columns ?? width) - 1));
    onScreen = true;
  };
  const say = (line: string) => {
    clear();
    writeLine(stream, line);
  };
  return { ...progressOf(now, redraw, say), clear };
}

/** A line now and then, for logs. */
function progressLines({ stream }: TerminalOptions, now: () => number): Progress {
  let last = now();
  const write = (line: () => string) => {
    if (now() - last < LINE_EVERY_MS) return;
    last = now();
    writeLine(stream, line());
  };
  return { ...progressOf(now, write, (line) => writeLine(stream, line)), clear: () => {} };
}

/**
 * A reporter for people: a headline, a progress line on a TTY or a line every ten seconds elsewhere, and the summary.
 * Without a TTY it writes no control characters, and without `colours` no colours.
 */
export function terminalReporter(options: TerminalOptions): Reporter {
  const { stream, verbose = false, quiet = false } = options;
  const colours = picocolors.createColors(options.colours);
  const now = options.clock ?? (() => performance.now());
  const progress = stream.isTTY === true ? progressOn(options, now) : progressLines(options, now);
  const collector = collect(options.described);
  let state: 'waiting' | 'running' | 'ended' = 'waiting';

  function end(): void {
    progress.clear();
    state = 'ended';
    const lines = summaryLines(collector.report(), { colours, verbose, quiet });
    writePainted(stream, lines, options.colours);
  }

  function write(event: RunEvent): void {
    collector.add(event);
    if (event.kind === 'header') {
      state = 'running';
    }
    if (event.kind === 'header') {
      // Also with --quiet: otherwise an anonymous run looks like a complete one.
      const caveats = (event.caveats ?? []).map((caveat) => escapeControls(caveat));
      const lines = quiet
        ? caveats
        : [colours.dim(headline(event)), ...creationsIn(event), ...caveats];
      if (lines.length > 0) writePainted(stream, [...lines, ''], options.colours);
    }
    if (!quiet) progress.write(event);
    if (event.kind === 'footer') end();
  }

  function showWait(waitsFor: () => string | undefined): void {
    if (!quiet && state !== 'ended') progress.showWait(waitsFor);
  }

  return { write, showWait, close: () => (state === 'running' ? end() : undefined) };
}
