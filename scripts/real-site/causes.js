// What a report says, by cause: many clauses that are broken in one way are one line.

/** Numbers that are different in each run, unlike statuses and versions. */
const CHANCE = /(?<!HTTP |\/v|\d)\d+/g;

/** Clauses that derive from a schema: the operation, the place in the request, the member and the rule. */
const DERIVED = /^content\/([^/]+)\/.*?(body|query|path)\/(.+)\/([^/]+)$/;

/**
 * Causes of one verdict, the most frequent first. A cause is what was wrong; `where` says in which collections, and
 * `values` with what was sent.
 */
export function causesOf(clauses, verdict) {
  const causes = new Map();
  for (const clause of clauses) {
    if (clause.verdict !== verdict) continue;
    const counted = new Set();
    for (const { what, where, value } of clause.findings.map((one) => causeOf(clause, one))) {
      const cause = causes.get(what) ?? { count: 0, where: new Set(), values: new Set() };
      if (!counted.has(what)) cause.count += 1;
      counted.add(what);
      cause.where.add(where);
      if (value !== undefined) cause.values.add(value);
      causes.set(what, cause);
    }
  }
  return [...causes]
    .map(([what, { count, where, values }]) => ({
      what,
      count,
      where: [...where].sort(),
      values: [...values].sort(),
    }))
    .sort((a, b) => b.count - a.count || a.what.localeCompare(b.what));
}

function causeOf({ id }, finding) {
  const [, collection, place, member, rule] = DERIVED.exec(id) ?? [];
  const where = collection ?? id.split('/')[1] ?? id;
  if (rule === undefined || finding.expected !== 'a refusal') {
    return { what: `${id}: ${finding.message.replace(CHANCE, 'N')}`, where };
  }
  const path = member.replace(/\/items\b/g, '[]').replaceAll('/', '.');
  const value = place === 'body' ? sentAt(finding, member) : undefined;
  return { what: `accepts what breaks \`${rule}\` of \`${path}\` (${place})`, where, value };
}

/** What the request of a finding had at a member, where its body can still be read. */
function sentAt({ step, steps = [], reproduce }, member) {
  const request = steps.find((one) => one.step === step)?.request ?? dataIn(reproduce?.curl ?? '');
  const body = /\{.*\}$/s.exec(request ?? '')?.[0];
  if (body === undefined) return undefined;
  try {
    return JSON.stringify(valueAt(JSON.parse(body), member.split('/')));
  } catch {
    return undefined;
  }
}

function dataIn(curl) {
  return /--data-raw '(\{.*?\})' /s.exec(curl)?.[1];
}

/** Ids of clauses have dashes where members have underscores. */
function valueAt(value, names) {
  return names.reduce((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    const found = Object.keys(inner).find((one) => one.replaceAll('_', '-') === name);
    return found === undefined ? undefined : inner[found];
  }, value);
}

/** Why clauses could not be judged, with the number of clauses; statuses stay, other numbers differ by chance. */
export function reasonsOf(clauses) {
  const counts = new Map();
  for (const { verdict, reasons = [] } of clauses) {
    if (verdict !== 'blocked') continue;
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
