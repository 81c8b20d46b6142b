// Searching bodies for secrets, by type and size. The yardstick is linear growth.

import { bodyOf } from '../../dist/model/content.js';
import { createCleaner } from '../../dist/secrets/index.js';
import { interleaved } from './measure.js';
import { SECRETS } from './recordings.js';
import { microseconds } from './worker.js';

const words = 'The quick brown fox jumps over the lazy dog while rain falls on Spain again. ';
const TEXTS = {
  'text/html': (at) => `<p class="c${at}">${words}</p>\n`,
  'application/json': (at) =>
    `{"id":${at},"title":"${words}","link":"https://a.example/?p=${at}"},`,
  'application/x-www-form-urlencoded': (at) => `field${at}=${encodeURIComponent(words)}&`,
};

export async function measure({ rounds, quick }) {
  const sizes = quick ? [100_000, 400_000] : [100_000, 400_000, 4_000_000];
  const ways = {};
  for (const [type, line] of Object.entries(TEXTS)) {
    for (const size of sizes) {
      const bytes = bytesOf(line, size);
      ways[`${type} ${size}`] = () => clean(type, bytes, Math.ceil(400_000 / size));
    }
  }
  const figures = await interleaved(ways, quick ? Math.min(rounds, 3) : rounds);
  return Object.keys(TEXTS).flatMap((type) =>
    sizes.map((size) => {
      const { work } = figures[`${type} ${size}`];
      const first = figures[`${type} ${sizes[0]}`].work.median;
      const times = size / sizes[0];
      return {
        what: `cleaning ${size / 1000} KB of ${type}`,
        value: work.median / 1000,
        unit: 'ms',
        spread: work.spread,
        beside: `${sizes[0] / 1000} KB, ${times} times`,
        ratio: work.median / first / times,
        goal: { figure: 'ratio', most: 1.5 },
        series: { name: `cleaning ${type}`, x: 'bytes', at: size },
      };
    }),
  );
}

function bytesOf(line, size) {
  let text = '';
  for (let at = 0; text.length < size; at += 1) text += line(at);
  return new TextEncoder().encode(text.slice(0, size));
}

async function clean(type, bytes, times) {
  const headers = [['content-type', type]];
  const spent = process.cpuUsage();
  for (let at = 0; at < times; at += 1) {
    const body = bodyOf(bytes, headers, 'complete', 1e7);
    createCleaner(SECRETS)
      .scope()
      .outcome({ kind: 'answer', status: 200, reason: 'OK', headers, body });
  }
  return { work: microseconds(spent) / times };
}
