// Compares two snapshots of a site: prints what a run changed or left behind.

/** The member that names a row of a table; rows of others are compared whole. */
const KEYS = {
  wp_posts: ['ID'],
  wp_terms: ['term_id'],
  wp_term_taxonomy: ['term_taxonomy_id'],
  wp_users: ['ID'],
  wp_options: ['option_name'],
  wp_comments: ['comment_ID'],
};

/** Tables whose rows belong to a post, and the member that names it. */
const OF_POST = { wp_postmeta: 'post_id', wp_term_relationships: 'object_id' };

/**
 * @param {string} before a snapshot
 * @param {string} after a later one
 * @param {readonly {line: string}[]} keeps what the site keeps by itself
 * @returns {{left: string[], kept: string[]}} lines, each said once
 */
export function leftBetween(before, after, keeps) {
  const lines = linesOf(rowsOnlyIn(before, after), rowsOnlyIn(after, before), termsIn(after));
  const own = keeps.map(({ line }) => new RegExp(line));
  const isKept = (line) => own.some((pattern) => pattern.test(line));
  return { left: lines.filter((line) => !isKept(line)), kept: lines.filter(isKept) };
}

function linesOf(gone, come, terms) {
  const posts = changesOf('wp_posts', gone, come);
  const touched = new Map([...posts.keys()].map((id) => [id, []]));
  const orphans = new Map();
  const note = (id, what) => {
    const known = touched.get(id) ?? orphans.get(id) ?? [];
    known.push(what);
    if (!touched.has(id)) orphans.set(id, known);
  };
  for (const [table, member] of Object.entries(OF_POST)) {
    for (const { row } of gone.filter((one) => one.table === table)) {
      note(row[member], { table, row, sign: 'removed' });
    }
    for (const { row } of come.filter((one) => one.table === table)) {
      note(row[member], { table, row, sign: 'added' });
    }
  }
  // Revisions go with what they are revisions of, where that is new or changed as well.
  const revisions = new Map();
  for (const [id, { old, now }] of posts) {
    const post = now ?? old;
    if (post.post_type !== 'revision' || !posts.has(post.post_parent)) continue;
    revisions.set(post.post_parent, [...(revisions.get(post.post_parent) ?? []), id]);
  }
  const withParent = new Set([...revisions.values()].flat());
  return [
    ...[...posts]
      .filter(([id]) => !withParent.has(id))
      .map(([id, change]) => postLine(id, change, revisions.get(id)?.length ?? 0)),
    ...[...orphans].map(([id, rows]) => `post ${id}: ${[...new Set(rows.map(partOf))].join(', ')}`),
    ...termLines(gone, come, terms),
    ...otherLines(gone, come),
  ];
}

function postLine(id, { old, now }, revisions) {
  const post = now ?? old;
  const name = `post ${id} (${post.post_type} ${post.post_name || '—'})`;
  const also = revisions > 0 ? `, with ${revisions} revisions` : '';
  if (old === undefined) {
    return `${name} ${now.post_status === 'trash' ? 'trashed' : `left as ${now.post_status}`}${also}`;
  }
  return now === undefined
    ? `${name} is gone${also}`
    : `${name} changed: ${membersBetween(old, now).join(', ')}${also}`;
}

function partOf({ table, row, sign }) {
  return table === 'wp_postmeta'
    ? `meta ${row.meta_key} ${sign}`
    : `term relation ${row.term_taxonomy_id} ${sign}`;
}

function termLines(gone, come, terms) {
  const rows = changesOf('wp_term_taxonomy', gone, come);
  const lines = [...rows].map(([, { old, now }]) => {
    const { term_id: id, taxonomy } = now ?? old;
    const name = `term ${terms.get(id) ?? id} (${taxonomy})`;
    if (old === undefined) return `${name} added`;
    return now === undefined ? `${name} is gone` : `${name} changed - ${membersBetween(old, now)}`;
  });
  // The name of a term is a row of its own; it is reported once.
  const reported = new Set([...rows.values()].map(({ old, now }) => (now ?? old).term_id));
  const names = [...changesOf('wp_terms', gone, come)].filter(([id]) => !reported.has(id));
  return [
    ...lines,
    ...names.map(([id, { old, now }]) => `term ${(now ?? old).name} (${id}) changed`),
  ];
}

function otherLines(gone, come) {
  const own = new Set(['wp_posts', 'wp_terms', 'wp_term_taxonomy', ...Object.keys(OF_POST)]);
  const tables = new Set(
    [...gone, ...come].map(({ table }) => table).filter((one) => !own.has(one)),
  );
  return [...tables].flatMap((table) =>
    [...changesOf(table, gone, come)].map(([key, { old, now }]) => {
      const name = `${table.replace(/^wp_/, '').replace(/s$/, '')} ${key}`;
      if (table === 'wp_options' && old && now) {
        return `${name} changed: ${short(old.option_value)} -> ${short(now.option_value)}`;
      }
      return `${name} ${old === undefined ? 'added' : now === undefined ? 'is gone' : 'changed'}`;
    }),
  );
}

/** By key what a row was and is. */
function changesOf(table, gone, come) {
  const changes = new Map();
  const note = (side) => (one) => {
    if (one.table !== table) return;
    const key = keyOf(table, one);
    changes.set(key, { ...changes.get(key), [side]: one.row ?? {} });
  };
  gone.forEach(note('old'));
  come.forEach(note('now'));
  return changes;
}

function keyOf(table, { row, text }) {
  if (row === undefined) return text.split(' ')[0];
  const members = KEYS[table];
  return members === undefined ? short(text) : members.map((member) => row[member]).join(' ');
}

function membersBetween(old, now) {
  return Object.keys(now).filter((name) => old[name] !== now[name]);
}

function rowsOnlyIn(one, other) {
  const known = new Set(other.split('\n'));
  return one
    .split('\n')
    .filter((line) => line !== '' && !known.has(line))
    .map((line) => {
      const [, table, text] = /^(\w+): (.*)$/s.exec(line) ?? [line, 'other', line];
      return { table, text, row: text.startsWith('{') ? JSON.parse(text) : undefined };
    });
}

function termsIn(snapshot) {
  const rows = snapshot.split('\n').filter((line) => line.startsWith('wp_terms: {'));
  return new Map(
    rows
      .map((line) => JSON.parse(line.slice('wp_terms: '.length)))
      .map((row) => [row.term_id, row.slug]),
  );
}

function short(text) {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
