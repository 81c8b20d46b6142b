import { describe, expect, it } from 'vitest';
import { at, drive } from './drive.fixture.ts';

const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});

/** Who the site takes a caller for: nobody, somebody, or one whose credential is wrong. */
async function taken(headers: Readonly<Record<string, string>>): Promise<unknown> {
  const reported = await drive().call('POST', '/cms/v2/posts', { title: 'x' }, headers);
  return reported.status === 201 ? 'editor' : at(reported.body, 'code');
}

describe('the application password', () => {
  it.each([
    ['as published', basic('editor:touchstone reference password'), 'editor'],
    ['without its blanks', basic('editor:touchstonereferencepassword'), 'editor'],
    [
      'with the scheme in lower case',
      {
        authorization: basic('editor:touchstone reference password').authorization.replace(
          'Basic',
          'basic',
        ),
      },
      'editor',
    ],
    ['of another user', basic('writer:touchstone reference password'), 'wrong_credential'],
    ['of nobody', basic(':touchstone reference password'), 'wrong_credential'],
    ['that is wrong', basic('editor:touchstone reference passwort'), 'wrong_credential'],
    ['that is missing', basic('editor'), 'wrong_credential'],
    ['under another scheme', { authorization: 'Bearer abc' }, 'wrong_credential'],
    ['that is no base64', { authorization: 'Basic !!!' }, 'wrong_credential'],
    ['that is not sent', { authorization: '' }, 'login_needed'],
  ])('%s', async (_, headers, who) => expect(await taken(headers)).toBe(who));

  it('that is wrong is refused even where none is needed', async () => {
    const reported = await drive().call('GET', '/cms/v2/posts', undefined, basic('editor:x'));
    expect(reported.status).toBe(401);
  });
});
