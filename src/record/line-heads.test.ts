import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseHead, entryHead, journalHead } from './line-heads.ts';
import { putLine } from './lines.ts';

/** Texts of all kinds: what JSON escapes, what is longer than a letter in UTF-8, and very long ones. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '/', 'ß', '😀', 'a') }),
  fc.nat(600).map((length) => 'x'.repeat(length)),
);
const textOrNull = fc.option(text);

/** An object as a line, among others: what stands before and after it must not matter. */
function lineOf(value: object): { text: Buffer; start: number; end: number } {
  const json = JSON.stringify(value);
  const place = Buffer.alloc(4 * json.length + 200, '"');
  const end = putLine(place, 50, json);
  place[49] = 0x0a;
  place[end] = 0x0a;
  return { text: place, start: 50, end };
}

function sumOf({ text: bytes, start }: ReturnType<typeof lineOf>): number {
  return Number.parseInt(bytes.toString('latin1', start + 9, start + 17), 16);
}

describe('the head of a line', () => {
  test('of an entry is what JSON reads there', () => {
    fc.assert(
      fc.property(textOrNull, fc.nat(), textOrNull, text, (item, at, operation, step) => {
        const line = lineOf({ _case: item, _at: at, _operation: operation, _step: step, time: 1 });
        const sum = sumOf(line);
        expect(entryHead(line.text, line.start)).toEqual({
          ...{ kind: 'entry', sum, case: item, at, operation, step },
        });
        expect(caseHead(line.text, line.start)).toBeUndefined();
        expect(journalHead(line.text, line.start)).toBeUndefined();
      }),
    );
  });

  test('of a case is what JSON reads there', () => {
    fc.assert(
      fc.property(text, fc.nat(), (id, exchanges) => {
        const line = lineOf({ id, exchanges, case: {} });
        const sum = sumOf(line);
        expect(caseHead(line.text, line.start)).toEqual({ kind: 'case', sum, id, exchanges });
        expect(entryHead(line.text, line.start)).toBeUndefined();
      }),
    );
  });

  test('of a line of a journal says where the rest of it begins', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('case', 'judged'), (id, kind) => {
        const line = lineOf({ kind, id, case: 4711 });
        const head = journalHead(line.text, line.start);
        expect(head).toMatchObject({ kind, id });
        const rest = head && 'rest' in head ? head.rest : 0;
        expect(line.text.toString('latin1', rest, line.end)).toBe('"case":4711}');
      }),
    );
  });

  test.each(['process', 'manifest'] as const)('tells a line of kind %s', (kind) => {
    const line = lineOf({ kind, line: {} });
    expect(journalHead(line.text, line.start)).toEqual({ kind });
  });

  test.each([
    ['without its step', { _case: 'a', _at: 1, _operation: 'b' }],
    ['whose step is null', { _case: 'a', _at: 1, _operation: 'b', _step: null, time: 1 }],
    ['whose place is negative', { _case: 'a', _at: -1, _operation: 'b', _step: 'c', time: 1 }],
    ['whose place is a text', { _case: 'a', _at: '1', _operation: 'b', _step: 'c', time: 1 }],
    ['whose case is a number', { _case: 1, _at: 1, _operation: 'b', _step: 'c', time: 1 }],
    ['in another order', { _at: 1, _case: 'a', _operation: 'b', _step: 'c', time: 1 }],
    ['with nothing after its step', { _case: 'a', _at: 1, _operation: 'b', _step: 'c' }],
  ])('is not seen in an entry %s', (_, value) => {
    const line = lineOf(value);
    expect(entryHead(line.text, line.start)).toBeUndefined();
  });

  test('is not read on in the next line, wherever its own is cut', () => {
    const line = lineOf({ _case: 'a', _at: 1, _operation: 'b', _step: 'c', time: 1 });
    const whole = line.text.indexOf('"time"');
    const next = Buffer.from('\n","_at":1,"_operation":"b","_step":"c",');
    for (let end = line.start; end < whole + 4; end += 1) {
      const cut = Buffer.concat([line.text.subarray(0, end), next]);
      expect(entryHead(cut, line.start) !== undefined, `cut at ${end}`).toBe(end >= whole);
    }
  });
});
