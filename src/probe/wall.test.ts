import { expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { type Answer, bodyOf, type Outcome, requestTo, type Trace } from '../model/index.ts';
import { wallWatch } from './wall.ts';

const contract = loadContract();
const READS = contract.operations.filter(
  ({ document, writes, method }) => document === 'content' && !writes && method === 'GET',
);

const WRITES = contract.operations.filter(
  ({ document, writes }) => document === 'content' && writes,
);

function answerOf(status: number, text: string): Answer {
  const headers = [['content-type', 'text/html']] as const;
  const body = bodyOf(Buffer.from(text), headers, 'complete', 1_000_000);
  return { kind: 'answer', status, reason: '', headers, body };
}

const PAGE = answerOf(200, '<title>Log in</title>');
const LIST = answerOf(200, '[]');

function traceOf(operation: string, outcome: Outcome): Trace {
  const step = { id: 'a', role: 'valid', request: requestTo(operation) };
  return {
    case: { document: 'content', steps: [step] },
    exchanges: [{ step: 'a', outcome }],
  } as unknown as Trace;
}

/** How many answers it takes until a wall is noticed; undefined if none is. */
function noticed(answers: readonly (readonly [string, Outcome])[]): number | undefined {
  const watch = wallWatch({ endpoints: { content: { baseUrl: 'http://x' } } } as never, contract);
  const at = answers.findIndex((one) => watch.note(traceOf(...one)) !== undefined);
  return at < 0 ? undefined : at + 1;
}

const many = (operations: number, outcome: Outcome, count = 60) =>
  Array.from({ length: count }, (_, at): readonly [string, Outcome] => [
    READS[at % operations]?.id ?? '',
    outcome,
  ]);

it('one page in answer to five operations is a wall, also in the middle of a run', () => {
  expect(noticed(many(5, PAGE))).toBe(20);
  expect(noticed([...many(9, LIST, 30), ...many(5, PAGE)])).toBe(50);
});

it.each([
  ['four operations', many(4, PAGE)],
  [
    'answers in between that are documented',
    many(9, PAGE).flatMap((one, at) =>
      at % 9 === 0 ? [one, [READS[0]?.id ?? '', LIST] as const] : [one],
    ),
  ],
  [
    'pages that differ',
    many(9, PAGE).map(([id], at) => [id, answerOf(200, `<title>${at}</title>`)] as const),
  ],
  [
    'writes alone',
    Array.from(
      { length: 60 },
      (_, at) => [WRITES[at % 6]?.id ?? '', answerOf(405, '<h1>No</h1>')] as const,
    ),
  ],
])('no wall are %s', (_, answers) => {
  expect(noticed(answers)).toBeUndefined();
});
