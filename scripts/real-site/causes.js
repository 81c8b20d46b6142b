// Groups a report and the logs of a site by cause: one line for each.

/** Numbers that are different in each run, unlike statuses and versions. */
export const CHANCE = /(?<!HTTP |\/v|\d)\d+/g;

/** Why clauses have a verdict, with the number of clauses; statuses stay, other numbers differ by chance. */
export function reasonsOf(clauses, wanted) {
  const counts = new Map();
  for (const { verdict, reasons = [] } of clauses) {
    if (verdict !== wanted) continue;
    const [first = 'no reason'] = reasons;
    const reason = first.replace(CHANCE, 'N');
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count);
}

/** Failures, and whether the target truly lacks what each of them is about. */
export function failuresOf(clauses, expected) {
  return clauses
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ id, findings }) => {
      const entry = expected.find(({ clause }) => clause === id);
      const says = entry && new RegExp(entry.says);
      const isExpected = says !== undefined && findings.every(({ message }) => says.test(message));
      const message = findings.find((one) => !says?.test(one.message))?.message;
      return isExpected ? { id, expected: entry.reason } : { id, message: message ?? '' };
    });
}

/** Crashes by route, from lines such as `500 POST /index.php?rest_route=/wp/v2/posts/12`. */
export function crashesIn(log) {
  const counts = new Map();
  for (const line of log.split('\n').filter((one) => one !== '')) {
    const [status, method, target] = line.split(' ');
    const route = /rest_route=([^&]*)/.exec(target)?.[1] ?? target.split('?')[0];
    const plain = decoded(route).replace(/\/\d+(?=\/|$)/g, '/{id}');
    const what = `${status} ${method} ${plain.replace(/touchstone-[\w-]+/g, '{slug}')}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count);
}

/** Fatal errors in PHP's log, each once. */
export function fatalsIn(log) {
  const counts = new Map();
  for (const [, what] of log.matchAll(/PHP Fatal error: {2}(.*)/g)) {
    const cause = what.replace(/ in \/\S*\/(?=[^/]+:\d+)/, ' in ');
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
