import { describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/contract.ts';
import { contentOf } from '../../src/model/content.ts';
import type { Answer, Case, Credential, Json, Role } from '../../src/model/index.ts';
import { draw } from './draw.js';
import { explainer } from './explained.js';
import { createSilence } from './silence.js';
import { createSteps } from './steps.js';

const contract = loadContract();
const silenceOf = createSilence(contract);

function answer(status: number, value: Json): Answer {
  return answerOf(status, Buffer.from(JSON.stringify(value)));
}

function answerOf(status: number, bytes: Buffer): Answer {
  const headers = [['content-type', 'application/json']] as const;
  const content = contentOf(bytes, headers, 'complete', 1_000_000);
  return {
    ...{ kind: 'answer', status, reason: '', headers },
    body: { bytes, completeness: 'complete', content },
  };
}

function context(
  operation: string,
  credential: Credential = { kind: 'valid' },
  role: Role = 'valid',
) {
  const { document } = contract.operation(operation);
  const request = {
    ...{ operation, path: {}, query: {}, headers: [], credential },
    body: { kind: 'none' },
  } as const;
  const item: Case = {
    ...{ id: `${operation}/case`, title: 'a case', document, evidence: [] },
    origin: { kind: 'scenario' },
    steps: [{ id: 'step', role, request }],
  };
  return { case: item, step: 'step', operation };
}

const GET = 'content/posts/get';
const LIST = 'content/posts/list';
const CREATE = 'content/posts/create';
const ZONES = 'integration/timezones';

/** What two answers are found to be; a difference with the place of the first that a table speaks of. */
function found(plain: Answer, now: Answer, asked = context(GET)): string {
  const comparison = silenceOf()(plain, now, { headers: [] }, asked);
  if (comparison.kind === 'same') return 'same';
  if (comparison.kind === 'silent') return comparison.clause;
  return `at ${comparison.difference.at}`;
}

describe('what the documents say of a difference', () => {
  it.each([
    ['the same answer', 'same', answer(200, { id: 1 }), answer(200, { id: 1 })],
    ['a field of the table', 'at /slug', answer(200, { slug: 'a' }), answer(200, { slug: 'b' })],
    [
      'a field that is not shown any more',
      'content/open/record-fields',
      answer(200, { slug: 'a' }),
      answer(200, {}),
    ],
    [
      'a moment of the run',
      'content/open/response-bodies',
      answer(200, { date: '2026-01-01T00:00:09' }),
      answer(200, { date: '2026-01-01T00:00:11' }),
    ],
    [
      'another moment',
      'at /date',
      answer(200, { date: '2026-01-01T00:00:09' }),
      answer(200, { date: '2026-01-01T01:00:09' }),
    ],
    ['a field that is null', 'at /slug', answer(200, { slug: 'a' }), answer(200, { slug: null })],
    [
      'a field beyond the table',
      'content/open/record-fields',
      answer(200, { link: 'a' }),
      answer(200, { link: 'b' }),
    ],
    [
      'how a text is rendered',
      'content/open/record-fields',
      answer(200, { title: { rendered: 'a' } }),
      answer(200, { title: { rendered: '<p>a</p>' } }),
    ],
    [
      'a rendered text that is none',
      'at /title/rendered',
      answer(200, { title: { rendered: 'a' } }),
      answer(200, { title: { rendered: 1 } }),
    ],
    ['a success of another status', 'content/open/response-bodies', answer(200, 1), answer(201, 1)],
    ['another refusal', 'content/open/error-answers', answer(400, 1), answer(404, 2)],
    ['a refusal in place of a success', 'at ', answer(200, 1), answer(400, 1)],
    ['what is not allowed any more', 'content/open/permissions', answer(200, 1), answer(403, 1)],
    ['a breakdown in place of a refusal', 'at ', answer(400, 1), answer(500, 1)],
  ])('of %s', (_, expected, plain, now) => {
    expect(found(plain, now)).toBe(expected);
  });

  it('is nothing where what breaks a schema is answered by a breakdown', () => {
    const violation = context(GET, { kind: 'valid' }, 'violation');
    expect(found(answer(400, 1), answer(500, 1), violation)).toBe('content/open/error-answers');
    expect(found(answer(200, 1), answer(500, 1), violation)).toBe('at ');
    const zones = context(ZONES, { kind: 'valid' }, 'violation');
    expect(found(answer(400, 1), answer(500, 1), zones)).toBe('integration/open/other-statuses');
    expect(found(answer(400, 1), answer(401, 1), zones)).toBe('at ');
  });

  it('is nothing where neither body is JSON', () => {
    const texts = ['<a>1</a>', '<a>2</a>'].map((text) => answerOf(200, Buffer.from(text)));
    const [one = answer(0, 0), other = answer(0, 0)] = texts;
    expect(found(one, other)).toBe('content/open/response-bodies');
    expect(found(answer(200, 1), other)).toBe('at ');
  });

  it('is nothing where no valid credential is sent', () => {
    const nobody = context(GET, { kind: 'none' });
    expect(found(answer(200, 1), answer(401, 1), nobody)).toBe('content/open/credentials');
  });

  it('is nothing in a case that is about open points alone', () => {
    const asked = context(GET);
    const probe = { ...asked, case: { ...asked.case, evidence: ['content/open/permissions'] } };
    expect(found(answer(200, 1), answer(401, 1), probe)).toBe('content/open/permissions');
    const both = ['content/open/permissions', 'content/lists/include'];
    const other = { ...asked, case: { ...asked.case, evidence: both } };
    expect(found(answer(200, 1), answer(404, 1), other)).toBe('at ');
  });

  it('is what the index has no more, as its form is shown', () => {
    const index = context('content/index');
    expect(found(answer(200, { name: 'a' }), answer(200, {}), index)).toBe('at /name');
  });

  it('is what the status is, in the integration document', () => {
    expect(found(answer(401, 1), answer(400, 1), context(ZONES))).toBe('at ');
    expect(found(answer(200, 1), answer(201, 1), context(ZONES))).toBe('at ');
  });

  it('is nothing of a list with fewer records that are not named by it', () => {
    expect(found(answer(200, [{ id: 1 }]), answer(200, []), context(LIST))).toBe('at ');
  });

  it('is not which ID a new record is given, from then on', () => {
    const silence = silenceOf();
    const sent = { headers: [] };
    const made = [
      { id: 7, slug: 'a' },
      { id: 9, slug: 'a' },
    ].map((one) => answer(201, one));
    const [first = answer(0, 0), second = answer(0, 0)] = made;
    expect(silence(first, second, sent, context(CREATE)).kind).toBe('silent');
    const read = [
      { id: 7, slug: 'x-7' },
      { id: 9, slug: 'x-9' },
      { id: 8, slug: 'x-9' },
    ].map((one) => answer(200, one));
    const [before = answer(0, 0), same = answer(0, 0), other = answer(0, 0)] = read;
    expect(silence(before, same, sent, context(GET)).kind).toBe('silent');
    expect(silence(before, other, sent, context(GET)).kind).toBe('speaks');
  });

  it('is not which ID a new record is given in an answer that is open', () => {
    const silence = silenceOf();
    const form = { headers: [['content-type', 'multipart/form-data; boundary=a']] } as const;
    const upload = context('content/media/create');
    expect(silence(answer(201, { id: 7 }), answer(201, { id: 9 }), form, upload).kind).toBe(
      'silent',
    );
    const read = context('content/media/get');
    const [before, same] = [answer(200, { id: 7 }), answer(200, { id: 9 })];
    expect(silence(before, same, { headers: [] }, read).kind).toBe('silent');
  });
});

describe('steps that were sent', () => {
  const { case: one } = context(GET);
  const [step] = one.steps;
  const item = {
    ...one,
    steps: ['first', 'second', 'third'].flatMap((id) => (step ? [{ ...step, id }] : [])),
  };
  const sent = (...steps: readonly string[]) => {
    const some = createSteps();
    for (const id of steps) some.add({ case: item, step: id });
    return some;
  };

  it('lack one of those before a step where others have it', () => {
    const third = { case: item, step: 'third' };
    expect(sent('first', 'third').lacksOneOf(sent('first', 'second'), third)).toBe(true);
    expect(sent('first', 'second').lacksOneOf(sent('first', 'second'), third)).toBe(false);
    expect(sent('first').lacksOneOf(sent('first'), third)).toBe(false);
  });

  it('lack none that comes later', () => {
    const second = { case: item, step: 'second' };
    expect(sent('first').lacksOneOf(sent('first', 'second', 'third'), second)).toBe(false);
  });
});

describe('an explanation', () => {
  const explained = explainer();
  const mutant = {
    file: 'src/reference/content/any.ts',
    context: "if (site.choices['trash'] === 'refuse') return refuse('refuse');",
    source: "'refuse'",
    replacement: '""',
  };

  it('is about the text before, where that stands in its line', () => {
    expect(explained(mutant)?.because).toContain('another option of a choice');
    const other = "if (site.choices['trash'] === 'take') return refuse('refuse');";
    expect(explained({ ...mutant, context: other })).toBeUndefined();
  });
});

describe('a sample', () => {
  const list = Array.from({ length: 50 }, (_, at) => ({
    ...{ id: String(at), file: 'a.ts', mutator: 'StringLiteral' },
    ...{ source: `'${at}'`, replacement: '""' },
  }));

  it('is the same for a seed, in the order of the list', () => {
    const drawn = draw(list, 10, 1);
    expect(drawn).toHaveLength(10);
    expect(draw(list, 10, 1)).toEqual(drawn);
    expect(drawn.map(({ id }) => Number(id))).toEqual(
      drawn.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    );
  });

  it('is another for another seed, and all of them for 0', () => {
    expect(draw(list, 10, 2)).not.toEqual(draw(list, 10, 1));
    expect(draw(list, 0, 1)).toEqual(list);
  });
});
