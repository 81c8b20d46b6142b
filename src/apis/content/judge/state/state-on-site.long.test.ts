import { describe, expect, it } from 'vitest';
import { isMembers, type Json } from '../../../../model/index.ts';
import {
  type Alteration,
  answering,
  field,
  writtenAs,
} from '../../../../reference/content/altering.ts';
import { contentFaults } from '../../../../reference/content/faults/index.ts';
import { rawIn } from '../../../../reference/content/params.ts';
import { isRefusal } from '../../../../reference/content/refusal.ts';
import { combine, contentVariations } from '../../../../reference/content/variations/index.ts';
import { sequenceCases } from '../../plan/sequences.ts';
import { stateClauses } from '../../plan/sequences-evidence.ts';
import { contract, type FixtureSite, idsOf, siteFor, violatedIn } from './state.fixture.ts';

const cases = sequenceCases(contract, { seed: 42, runs: 3 });

/** Those about one collection: enough for a fault that is not of another. */
const posts = cases.filter(({ id }) => id.startsWith('content/posts/'));

/** Each made for one statement. */
const short = cases.filter(({ id }) => !id.includes('/sequence/'));

const NO_FAULT = {
  kind: 'fault',
  name: 'legal',
  document: 'content',
  family: 'legal',
  what: 'breaks nothing',
  breaks: [],
} as const;

/** A fault of each kind that the model is there for, with the clauses that find it. */
const FAULTS: readonly (readonly [name: string, clauses: readonly string[]])[] = [
  ['creation-not-kept', ['state/created-is-there']],
  ['put-changes-nothing', ['state/put-updates']],
  ['trash-deletes-for-good', ['state/force-default', 'state/trash-keeps']],
  ['trash-makes-drafts', ['state/trash-moves']],
  ['force-true-unheeded', ['state/deleted-is-unlisted', 'state/force-deletes']],
  ['revision-deleted-without-force', ['state/revision-needs-force']],
  ['autosave-changes-item', ['state/autosave-apart']],
  ['slug-not-unique', ['state/slug-unique']],
  ['excerpt-not-kept', ['written/excerpt']],
  ['patch-answers-without-title', ['state/answer-shows-outcome']],
  ['read-only-rendered-written', ['record/read-only-rendered']],
  ['password-guards-no-excerpt', ['record/password-guards-excerpt']],
  ['protected-never-true', ['record/protected']],
];

/** Keeps texts written in another way. */
function textsKept(change: (text: string) => string): Alteration {
  return (parts) =>
    ['title', 'content', 'excerpt'].reduce((altered, name) => {
      const kept = writtenAs(name, (value) => {
        const raw = rawIn(value);
        return raw === undefined ? value : change(raw);
      });
      return kept(altered);
    }, parts);
}

/** Answers a list as it was first answered at the same URL: those that name their objects. */
const cached: Alteration = (parts) => {
  const first = new Map<string, Json>();
  return answering(
    { method: 'GET', avoids: ['{'] },
    (value, { template, params }) => {
      const key = `${template} ${JSON.stringify(params)}`;
      const known = first.get(key) ?? value;
      first.set(key, known);
      return known;
    },
    ({ params }) => Array.isArray(params.include) && params.include.length > 0,
  )(parts);
};

/** What the document leaves to a site, with the clauses that it may be warned by. */
const LEGAL: readonly (readonly [what: string, alter: Alteration, clauses: readonly string[]])[] = [
  [
    'keeps rare characters as numeric entities, and quotes as named ones',
    textsKept((text) =>
      text
        .replace(/[^\n -~]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`)
        .replaceAll('"', '&quot;'),
    ),
    [],
  ],
  [
    'keeps lines with CR and LF, and one more at the end',
    textsKept((text) => (text.includes('\n') ? `${text.replaceAll('\n', '\r\n')}\r\n` : text)),
    [],
  ],
  [
    'keeps texts without backslashes',
    textsKept((text) => text.replaceAll('\\', '')),
    ['content/written/characters'],
  ],
  [
    'fills an empty excerpt from the content',
    (parts) => ({
      ...parts,
      settle(item, former, call) {
        const settled = parts.settle(item, former, call);
        if (isRefusal(settled)) return settled;
        return { ...settled, excerpt: settled.excerpt || settled.content.slice(0, 40) };
      },
    }),
    [],
  ],
  [
    'shows some of meta in the edit context alone',
    field('meta', (one) => ({
      ...one,
      read(item, view, site) {
        const meta = one.read(item, view, site);
        if (!isMembers(meta)) return meta;
        return view.context === 'edit'
          ? { ...meta, draft: 'x', plugin: { ...meta, open: 1, key: 'x' } }
          : { plugin: { open: 1 } };
      },
    })),
    [],
  ],
  ['answers the same list from a cache', cached, []],
];

describe('state, on a site with a state of its own', () => {
  it('finds nothing in a site without faults, and every statement shown', async () => {
    const found = await siteFor().judged(cases);
    expect(violatedIn(found)).toEqual([]);
    const held = idsOf(found, 'holds');
    const silent = stateClauses(contract).filter(({ id }) => !held.includes(id));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['all', contentVariations],
    ['all, of each choice the other end', contentVariations.toReversed()],
  ])('finds nothing in a site that takes every variation (%s)', async (_, variations) => {
    const found = await siteFor({ choices: combine(variations) }).judged(cases);
    expect(violatedIn(found)).toEqual([]);
  });

  it.each(FAULTS)('finds %s', async (name, clauses) => {
    const fault = contentFaults.find((one) => one.name === name);
    if (!fault) throw new Error(`there is no fault ${name}`);
    const found = await siteFor({ fault }).judged(posts);
    expect(violatedIn(found)).toEqual(clauses.map((clause) => `content/${clause}`));
  });

  it.each(LEGAL)('fails nothing in a site that %s', async (_, alter, clauses) => {
    const site: FixtureSite = { fault: { ...NO_FAULT, alter } };
    const found = await siteFor(site).judged(short);
    expect(violatedIn(found)).toEqual(clauses);
  });
});
