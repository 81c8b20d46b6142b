import { describe, expect, it } from 'vitest';
import { loadWith, refusalWith, SMALL } from './root.fixture.ts';

const FILE = 'suites/integration/scenarios.yaml';

function withLine(line: RegExp, text: string): Readonly<Record<string, string>> {
  const whole = SMALL[FILE] ?? '';
  if (!line.test(whole)) throw new Error(`no line is like ${line}`);
  return { [FILE]: whole.replace(line, text) };
}

const step = (members: string) => withLine(/- \{ id: first.*/, `- { ${members} }`);

describe('scenarios', () => {
  it('are read as they are written', () => {
    expect(loadWith({}).scenarios).toEqual([
      {
        id: 'integration/list/asked',
        document: 'integration',
        title: 'lists entries',
        evidence: ['integration/list/label'],
        steps: [{ id: 'first', role: 'valid', operation: 'integration/list' }],
      },
    ]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>, number, RegExp]>([
    ['no steps', withLine(/steps:\n.*/, 'steps: []'), 6, /steps/],
    [
      'an unknown clause',
      withLine(/evidence: .*/, 'evidence: [integration/none]'),
      5,
      /no clause "integration\/none"/,
    ],
    [
      'an unknown operation',
      step('id: first, role: valid, operation: integration/none'),
      7,
      /no operation "integration\/none"/,
    ],
    [
      'an unknown role',
      step('id: first, role: wrong, operation: integration/list'),
      7,
      /role must/,
    ],
    ['a step without an id', step('role: valid, operation: integration/list'), 7, /steps\/0\/id/],
    [
      'a step with an id in capitals',
      step('id: First, role: valid, operation: integration/list'),
      7,
      /id must match/,
    ],
    [
      'a method in small letters',
      step('id: first, role: valid, operation: integration/list, method: get'),
      7,
      /method/,
    ],
    [
      'a body of two kinds',
      step(
        'id: first, role: valid, operation: integration/list, body: { json: 1, text: a, contentType: null }',
      ),
      7,
      /body/,
    ],
    [
      'a text without a content type',
      step('id: first, role: valid, operation: integration/list, body: { text: a }'),
      7,
      /contentType/,
    ],
    [
      'two credentials',
      step(
        'id: first, role: valid, operation: integration/list, credential: { none: true, invalid: true }',
      ),
      7,
      /credential/,
    ],
    [
      '$each and no each',
      step('id: first, role: valid, operation: integration/list, body: { json: { a: [$each] } }'),
      7,
      /"\$each" stands for a value of `each`/,
    ],
    [
      '$each where nothing is filled in',
      withLine(
        /- \{ id: first.*/,
        '- { id: first, role: valid, operation: integration/list, query: { a: $each } }\n    each: { known: systems }',
      ),
      7,
      /filled in nowhere but in the JSON of a body/,
    ],
    ['an unknown member', withLine(/title: .*/, 'title: lists entries\n    tags: [a]'), 5, /tags/],
  ])('with %s are refused with file, line and reason', (_, files, line, reason) => {
    const error = refusalWith(files);
    expect(error.code).toBe('contract-broken');
    expect(error.message).toMatch(new RegExp(`^suites/integration/scenarios\\.yaml:${line}: `));
    expect(error.message).toMatch(reason);
  });

  it('may have $each in a body, where each says what it stands for', () => {
    const line =
      '- { id: first, role: valid, operation: integration/list, body: { json: [$each] } }';
    const files = withLine(/- \{ id: first.*/, `${line}\n    each: { known: systems }`);
    expect(loadWith(files).scenarios).toMatchObject([{ each: { known: 'systems' } }]);
  });

  it('with two steps of one id are refused', () => {
    const line = '- { id: first, role: valid, operation: integration/list }';
    const error = refusalWith(withLine(/- \{ id: first.*/, `${line}\n      ${line}`));
    expect(error.message).toMatch(/scenarios\.yaml:8: .*two steps "first"/);
  });

  it('of one id are refused', () => {
    const [, entry = ''] = (SMALL[FILE] ?? '').split('scenarios:\n');
    const error = refusalWith({ [FILE]: `${SMALL[FILE]}${entry}` });
    expect(error.message).toContain('scenario "integration/list/asked" is defined twice');
  });
});
