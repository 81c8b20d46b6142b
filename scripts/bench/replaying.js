// Replaying in process, by the size of the recording, and the first answer of a process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecording } from '../../dist/record/folder.js';
import { replayTransport } from '../../dist/record/replayer.js';
import { interleaved } from './measure.js';
import { canned, recorderOf, requestContextOf, SECRETS, signal, TOOL, wire } from './recordings.js';
import { startWorker } from './worker.js';

const URL = 'http://127.0.0.1:1';
const REPLAYED = 4_000;

export async function measure({ rounds, quick }) {
  const sizes = quick ? [100, 10_000] : [100, 10_000, 100_000];
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  try {
    const finishing = [];
    const recordings = [];
    for (const size of sizes) {
      const place = join(folder, `${size}`);
      finishing.push(await record(place, size));
      recordings.push([size, openRecording(place, TOOL)]);
    }
    const ways = Object.fromEntries(
      recordings.map(([size, recording]) => [
        size,
        (round) => replayMany(recording, size, Math.max(round, 0) * REPLAYED),
      ]),
    );
    const figures = await interleaved(ways, rounds);
    const rates = sizes.map((size) => figures[size].rate);
    return [
      ...rates.map((rate, at) => ({
        what: `replaying from ${sizes[at]} exchanges`,
        value: rate.median,
        unit: 'requests/s',
        spread: rate.spread,
        beside: `${sizes[0]} exchanges`,
        ratio: rate.median / rates[0].median,
        goal: { figure: 'value', least: 25_000 },
        series: { name: 'replaying', x: 'exchanges of the recording', at: sizes[at] },
      })),
      await firstAnswer(join(folder, '10000'), Math.min(rounds, 3)),
      {
        what: `making the files of ${sizes.at(-1)} exchanges`,
        value: finishing.at(-1),
        unit: 'ms',
        beside: 'a tenth of them, ten times',
        ratio: quick ? undefined : finishing.at(-1) / finishing.at(-2) / 10,
        goal: quick ? undefined : { figure: 'ratio', most: 1.5 },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds from the last exchange until the files are whole */
async function record(folder, size) {
  const { send, finish } = await recorderOf(folder, canned());
  for (let at = 0; at < size; at += 1) await send(at, URL);
  const begun = performance.now();
  await finish();
  return performance.now() - begun;
}

/** Replays so many requests. Each answer is replayed only once, so a small recording is opened often. */
async function replayMany(recording, size, from) {
  let took = 0;
  for (let done = 0; done < REPLAYED; ) {
    const replay = replayTransport(recording, SECRETS);
    const begun = performance.now();
    for (let at = (from + done) % size; at < size && done < REPLAYED; at += 1) {
      const { outcome } = await replay.send(wire(at), URL, signal, requestContextOf(at));
      if (outcome.kind !== 'answer') throw new Error(outcome.message);
      done += 1;
    }
    took += performance.now() - begun;
    await replay.close();
  }
  return { rate: (REPLAYED * 1000) / took };
}

async function firstAnswer(folder, rounds) {
  const way = async () => {
    const worker = await startWorker('replaying.js', 'first', folder);
    worker.stop();
    return { ms: worker.ready };
  };
  const { ms } = (await interleaved({ way }, rounds)).way;
  return {
    what: 'first answer from 10000 exchanges',
    value: ms.median,
    unit: 'ms',
    spread: ms.spread,
    goal: { figure: 'value', most: 300 },
  };
}

export async function first(folder) {
  const begun = performance.now();
  const replay = replayTransport(openRecording(folder, TOOL), SECRETS);
  const { outcome } = await replay.send(wire(0), URL, signal, requestContextOf(0));
  if (outcome.kind !== 'answer') throw new Error(outcome.message);
  return { ready: performance.now() - begun };
}
