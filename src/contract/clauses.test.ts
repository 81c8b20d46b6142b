import { describe, expect, it } from 'vitest';
import { loadContract } from './contract.ts';
import { loadWith, refusalWith, SMALL } from './root.fixture.ts';

const FILE = 'suites/integration/clauses.yaml';

/** The small file of clauses with one line in other words. */
function withLine(line: RegExp, text: string): Readonly<Record<string, string>> {
  const whole = SMALL[FILE] ?? '';
  if (!line.test(whole)) throw new Error(`no line is like ${line}`);
  return { [FILE]: whole.replace(line, text) };
}

describe('clauses', () => {
  it('carry the schema that they cite', () => {
    expect(loadWith({}).clause('integration/list/label')).toEqual({
      id: 'integration/list/label',
      document: 'integration',
      level: 'stated',
      source: { section: '1' },
      states: 'Every entry has a label.',
      operations: ['integration/list'],
      on: 'success',
      judged: [{ check: 'conforms', with: { schema: { type: 'string' }, at: '/label' } }],
    });
  });

  it('may have several checks, or a reason against any', () => {
    const contract = loadWith({
      [FILE]: `document: integration
clauses:
  - id: integration/list/both
    level: stated
    source: { section: "1", rule: "2" }
    states: Both of these hold.
    operations: [integration/list]
    check: { status: { is: 200 }, succeeds: {} }
  - id: integration/open/tokens
    level: unspecified
    source: { section: "5" }
    states: Tokens are not shown.
    untestable: No endpoint issues tokens.
`,
      'suites/integration/scenarios.yaml': scenarioFor('integration/list/both'),
    });
    expect(contract.clause('integration/list/both').judged.map(({ check }) => check)).toEqual([
      'status',
      'succeeds',
    ]);
    expect(contract.clause('integration/open/tokens')).toMatchObject({
      judged: [],
      operations: [],
      untestable: 'No endpoint issues tokens.',
    });
  });

  it('are all there in the contract that ships', () => {
    const { clauses } = loadContract();
    expect(new Set(clauses.map(({ level }) => level)).size).toBe(3);
    expect(clauses.filter(({ judged, untestable }) => judged.length === 0 && !untestable)).toEqual(
      [],
    );
  });

  it.each<readonly [string, Readonly<Record<string, string>>, number, RegExp]>([
    ['an unknown document', withLine(/document: .*/, 'document: other'), 1, /document/],
    ['no clause', { [FILE]: 'document: integration\nclauses: []\n' }, 2, /clauses/],
    ['an id in capitals', withLine(/id: .*/, 'id: integration/List'), 3, /id.*pattern/],
    [
      'an id without a document',
      withLine(/id: .*/, 'id: list/label'),
      3,
      /begin with integration\//,
    ],
    [
      'an id of the other document',
      withLine(/id: .*/, 'id: content/list/label'),
      3,
      /"content\/list\/label" does not begin with integration\//,
    ],
    ['an unknown level', withLine(/level: .*/, 'level: certain'), 4, /level.*"stated"/],
    ['no source', withLine(/ {4}source: .*\n/, ''), 3, /source/],
    ['a source without a section', withLine(/source: .*/, 'source: { rule: "1" }'), 5, /section/],
    ['nothing to say', withLine(/states: .*/, 'states: ""'), 6, /states/],
    ['an unknown member', withLine(/on: success/, 'onn: success'), 8, /onn/],
    ['an unknown subject', withLine(/on: success/, 'on: failure'), 8, /on must/],
    [
      'an unknown operation',
      withLine(/operations: .*/, 'operations: [integration/none]'),
      7,
      /no operation "integration\/none"/,
    ],
    ['an unknown check', withLine(/check: .*/, 'check: { looks-good: {} }'), 9, /looks-good/],
    ['an unknown option', withLine(/at: \/label/, 'at: /label, deep: true'), 9, /deep/],
    ['an option of the wrong type', withLine(/at: \/label/, 'at: 7'), 9, /at must be string/],
    ['a pointer that is none', withLine(/at: \/label/, 'at: label'), 9, /at must match/],
    ['a schema that there is not', withLine(/entry\.json#[^,]*/, 'none.json'), 9, /no schema file/],
    [
      'a pointer to nothing',
      withLine(/#\/properties\/label/, '#/properties/none'),
      9,
      /points at nothing/,
    ],
    ['YAML that is none', withLine(/check: .*/, 'check: { conforms: '), 9, /./],
  ])('with %s are refused with file, line and reason', (_, files, line, reason) => {
    const error = refusalWith(files);
    expect(error.code).toBe('contract-broken');
    expect(error.message).toMatch(/^suites\/integration\/clauses\.yaml:\d+: /);
    expect(Number(/:(\d+): /.exec(error.message)?.[1])).toBe(line);
    expect(error.message).toMatch(reason);
    expect(error.hint).toBeTruthy();
  });

  it('without check or reason are refused', () => {
    const files = withLine(/ {4}check: .*\n/, '');
    expect(refusalWith(files).message).toMatch(
      /clauses\.yaml:\d+: .*clauses\/0\/check must have required property 'check'$/,
    );
  });

  it('of one id are refused', () => {
    const [, entry = ''] = (SMALL[FILE] ?? '').split('clauses:\n');
    const error = refusalWith({ [FILE]: `${SMALL[FILE]}${entry}` });
    expect(error.message).toContain('clause "integration/list/label" is defined twice');
  });
});

function scenarioFor(clause: string): string {
  return (SMALL['suites/integration/scenarios.yaml'] ?? '').replace(
    'integration/list/label',
    clause,
  );
}
