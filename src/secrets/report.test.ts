import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { redactorFor } from './index.ts';

const SECRET = 'kn0wn/pass~phrase=9';
const redact = redactorFor({
  endpoints: { content: { baseUrl: 'http://127.0.0.1:1', secrets: [SECRET] } },
} as unknown as Parameters<typeof redactorFor>[0]);
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const wrapped = (text: string) => base64(text).replace(/(.{76})/g, '$1\r\n');

describe('a report', () => {
  it.each([
    ['as it stands', SECRET],
    ['in base64', base64(SECRET)],
    ['in base64, twice', base64(base64(`id=${SECRET}`))],
    ['packed, and in base64', base64(gzipSync(`x ${SECRET} y`))],
    ['in base64 that is broken into lines', wrapped(`${'a'.repeat(50)}${SECRET}${'b'.repeat(50)}`)],
  ])('has no credential of the target: %s', (_, written) => {
    expect(redact({ message: `got ${written}` })).not.toEqual({ message: `got ${written}` });
  });

  it('keeps what is coded and holds none', () => {
    const said = { message: `got ${base64(base64('a title, and nothing else'))}` };
    expect(redact(said)).toBe(said);
  });
});
