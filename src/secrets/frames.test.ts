import { expect, it } from 'vitest';
import { cleanFrames, isFramed } from './frames.ts';

function message(text: string, flag = 0): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(Buffer.byteLength(text), 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

const cleaned = (bytes: Buffer) =>
  cleanFrames(bytes, (payload) => {
    const text = payload.toString();
    return text.includes('hidden') ? Buffer.from(text.replace('hidden', 'X')) : payload;
  });

it('messages have the lengths of what is in them once it is cleaned', () => {
  const given = Buffer.concat([message('a hidden b'), message('token=hidden', 0x80)]);
  const wanted = Buffer.concat([message('a X b'), message('token=X', 0x80)]);
  expect(cleaned(given)).toEqual(wanted);
});

it('messages with nothing to clean stay the very bytes', () => {
  const given = message('nothing');
  expect(cleaned(given)).toBe(given);
});

it.each([
  ['a text', Buffer.from('hidden')],
  ['a length that does not fit', message('hidden').subarray(0, -1)],
  ['more behind it', Buffer.concat([message('hidden'), Buffer.from('x')])],
  ['nothing in it', message('')],
])('is no message of gRPC: %s', (_, bytes) => {
  expect(isFramed(bytes)).toBe(false);
  expect(cleaned(bytes)).toBeUndefined();
});
