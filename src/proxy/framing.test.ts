import { describe, expect, it } from 'vitest';
import { type Extent, emptyBefore, endOfHead, readAnswerHead, readRequestHead } from './framing.ts';
import { bodyReader } from './framing-body.ts';

function answer(...lines: readonly string[]) {
  return readAnswerHead([...lines, '', ''].join('\r\n'), 'GET');
}

function request(...lines: readonly string[]) {
  return readRequestHead([...lines, '', ''].join('\r\n'));
}

describe('a head', () => {
  it.each([
    ['a\r\n\r\nb', 5],
    ['a\n\nb', 3],
    ['a\r\n\nb', 4],
    ['a\nb\r\n\r\n\n\n', 7],
    ['a\r\n\r', -1],
    ['a\n', -1],
    ['', -1],
  ])('ends in %j at %d', (text, end) => {
    expect(endOfHead(Buffer.from(text))).toBe(end);
  });

  it('of a request may have empty lines before it', () => {
    expect(emptyBefore(Buffer.from('\r\n\nGET'))).toBe(3);
    expect(emptyBefore(Buffer.from('GET'))).toBe(0);
  });

  it('has its fields in order, with their case, and without the blanks around a value', () => {
    expect(
      answer('HTTP/1.1 200 OK', 'B: 1', 'a:\t 2 \u00a0\t', 'b:', 'Long: x', '  y', '\tz'),
    ).toMatchObject({
      headers: [
        ['B', '1'],
        ['a', '2 \u00a0'],
        ['b', ''],
        ['Long', 'x y z'],
      ],
    });
  });

  it.each([
    ['HTTP/1.1 200', 200, ''],
    ['HTTP/1.1 200 ', 200, ''],
    ['HTTP/1.0 404 Not  Here', 404, 'Not  Here'],
    ['HTTP/1.1 999 \u00e9', 999, '\u00e9'],
  ])('of an answer begins with %j', (line, status, reason) => {
    expect(answer(line)).toMatchObject({ kind: 'answer', status, reason });
  });

  it.each([
    [['HTTP/2 200 OK'], 'its first line is no status line'],
    [['HTTP/1.1 20 OK'], 'its first line is no status line'],
    [['HTTP/1.1 099 OK'], 'its first line is no status line'],
    [['HTTP/1.1 200 OK', 'Content-Length: 1', 'content-length: 2'], 'its lengths conflict'],
    [['HTTP/1.1 200 OK', 'Content-Length: 1, 2'], 'its lengths conflict'],
    [['HTTP/1.1 200 OK', 'Content-Length: -1'], 'its content-length is "-1"'],
    [['HTTP/1.1 200 OK', 'Content-Length: 1e3'], 'its content-length is "1e3"'],
  ])('of an answer is none that has %j', (lines, why) => {
    expect(answer(...lines)).toEqual({ kind: 'unreadable', why });
  });

  it.each([
    ['no field', 'a line of its head is no header field'],
    ['a b: c', 'a line of its head is no header field'],
    [': c', 'a line of its head is no header field'],
    [' folded: first', 'a line of its head is no header field'],
    ['a: b\rc', 'the header field a has a control character'],
  ])('of an answer that has %j is odd, and is read to its end', (line, unusual) => {
    const head = answer('HTTP/1.1 200 OK', line, 'Content-Length: 3');
    expect(head).toMatchObject({
      kind: 'answer',
      unusual,
      extent: { kind: 'length', bytes: 3 },
    });
    const [first = '', ...rest] = ['GET / HTTP/1.1', line];
    expect(request(first, ...rest)).toEqual({ kind: 'unreadable', why: unusual });
  });

  it.each([
    ['GET /a b HTTP/1.1', '/a b'],
    ['GET /?q=\u00c3\u00a0 HTTP/1.1', '/?q=\u00c3\u00a0'],
    ['G-T * HTTP/1.0', '*'],
  ])('of a request has a target: %j', (line, target) => {
    expect(request(line)).toMatchObject({ kind: 'request', target });
  });

  it.each([
    [['GET HTTP/1.1'], 'its first line is none of a request'],
    [['GET / HTTP/2.0'], 'its first line is none of a request'],
    [['G(T / HTTP/1.1'], 'its first line is none of a request'],
    [['GET / HTTP/1.1', 'Transfer-Encoding: gzip'], 'its body has no end'],
  ])('of a request is none that has %j', (lines, why) => {
    expect(request(...lines)).toEqual({ kind: 'unreadable', why });
  });
});

describe('a body', () => {
  const NONE: Extent = { kind: 'length', bytes: 0 };
  it.each<readonly [string, readonly string[], Extent]>([
    ['GET', ['HTTP/1.1 200 OK', 'Content-Length: 7'], { kind: 'length', bytes: 7 }],
    [
      'GET',
      ['HTTP/1.1 200 OK', 'Content-Length: 7', 'Content-Length: 7'],
      { kind: 'length', bytes: 7 },
    ],
    ['GET', ['HTTP/1.1 200 OK', 'Content-Length: 7, 7'], { kind: 'length', bytes: 7 }],
    ['GET', ['HTTP/1.1 200 OK'], { kind: 'to-end' }],
    ['GET', ['HTTP/1.1 200 OK', 'Transfer-Encoding: gzip, Chunked'], { kind: 'chunked' }],
    [
      'GET',
      ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Content-Length: 3'],
      { kind: 'chunked' },
    ],
    ['GET', ['HTTP/1.1 200 OK', 'Transfer-Encoding: gzip'], { kind: 'to-end' }],
    ['HEAD', ['HTTP/1.1 200 OK', 'Content-Length: 7'], NONE],
    ['GET', ['HTTP/1.1 304 Not Modified', 'Content-Length: 7'], NONE],
    ['GET', ['HTTP/1.1 204 No Content', 'Transfer-Encoding: chunked'], NONE],
  ])('of an answer to %s with %j goes as far as is told', (method, lines, extent) => {
    expect(readAnswerHead(`${lines.join('\r\n')}\r\n\r\n`, method)).toMatchObject({ extent });
  });

  it('of a request is none where nothing tells its length', () => {
    expect(request('POST / HTTP/1.1')).toMatchObject({ extent: NONE });
  });

  it.each([
    [['HTTP/1.1 200 OK', 'Content-Length: 0'], true],
    [['HTTP/1.0 200 OK', 'Content-Length: 0'], false],
    [['HTTP/1.0 200 OK', 'Content-Length: 0', 'Connection: Keep-Alive'], true],
    [['HTTP/1.1 200 OK', 'Content-Length: 0', 'connection: x, close'], false],
    [['HTTP/1.1 200 OK', 'Content-Length: 0', 'connection: closet'], true],
    [['HTTP/1.1 200 OK'], false],
  ])('with %j leaves its connection open: %s', (lines, persistent) => {
    expect(answer(...lines)).toMatchObject({ persistent });
  });

  const CHUNKS = '4\r\nabcd\r\n00A ;x="y;z"\r\n0123456789\r\n0\r\nX-Sum: 1\r\nX: 2\r\n\r\n';
  it.each<readonly [string, Extent, string, string]>([
    ['a length', { kind: 'length', bytes: 3 }, 'abcnext', 'abc'],
    ['chunks', { kind: 'chunked' }, `${CHUNKS}next`, 'abcd0123456789'],
    ['chunks and bare line feeds', { kind: 'chunked' }, '1\na\n0\n\nnext', 'a'],
  ])('by %s is found wherever its bytes are parted', (_, extent, text, body) => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      let kept = '';
      const reader = bodyReader(extent, (piece) => {
        kept += piece.toString();
      });
      let taken = 0;
      for (let at = 0; at < bytes.length && reader.state() === 'open'; at += size) {
        taken += reader.take(bytes.subarray(at, at + size));
      }
      expect([kept, taken, reader.state()]).toEqual([body, bytes.length - 4, 'whole']);
      expect(reader.hasTrailer()).toBe(text.includes('X-Sum'));
    }
  });

  it.each(['zz\r\n', '-1\r\n', '\r\n', '1\r\nab\r\n', `1;${'x'.repeat(20_000)}`])(
    'is broken where its chunks are %j',
    (text) => {
      const reader = bodyReader({ kind: 'chunked' }, () => {});
      reader.take(Buffer.from(text));
      expect(reader.state()).toBe('broken');
    },
  );
});
