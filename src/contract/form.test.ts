import { expect, test } from 'vitest';
import { decodeForm, encodeForm } from './form.ts';

const FILE = { field: 'file', name: 'a.png', contentType: 'image/png', base64: 'iVBORw0KGgo/7w==' };

test('fields come back as they were, whatever their texts and the bytes of the file hold', () => {
  const pairs = [
    ['title%5Braw%5D', 'A%20t%C3%AFtle%0D%0A--touchstone'],
    ['classes%5B%5D', ''],
  ] as const;
  const { bytes, contentType } = encodeForm(pairs, FILE);
  expect(contentType).toMatch(/^multipart\/form-data; boundary=/);
  expect(decodeForm(bytes, contentType)).toEqual(pairs);
});

test('a field and a file are written as RFC 7578 has them', () => {
  const { bytes, contentType } = encodeForm([['author', '7']], FILE);
  const boundary = contentType.split('boundary=')[1];
  expect(Buffer.from(bytes).toString('latin1')).toBe(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="author"',
      '',
      '7',
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a.png"',
      'Content-Type: image/png',
      '',
      Buffer.from(FILE.base64, 'base64').toString('latin1'),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
});

test('a name with a quotation mark or a line break is written as browsers do', () => {
  const pairs = [['odd%22na%0D%0Ame%25', '1']] as const;
  const { bytes, contentType } = encodeForm(pairs, { ...FILE, field: 'a"b' });
  const text = Buffer.from(bytes).toString('latin1');
  expect(text).toContain('; name="odd%22na%0D%0Ame%"\r\n');
  expect(text).toContain('; name="a%22b"; filename="a.png"\r\n');
  expect(decodeForm(bytes, contentType)).toEqual(pairs);
});

test.each([
  ['another content type', 'application/json', '{}'],
  ['no boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
  [
    'no end',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1',
  ],
  ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\na: b\r\n\r\n1\r\n--x--\r\n'],
])('%s makes no form', (_, contentType, text) => {
  expect(decodeForm(Buffer.from(text), contentType)).toBeUndefined();
});
