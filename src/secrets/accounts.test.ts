import { describe, expect, it } from 'vitest';
import { createCleaner } from './cleaner.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function sent(text: string, type: string): string {
  const headers = [['content-type', type]] as const;
  const request = { method: 'POST', target: '/', headers, body: Buffer.from(text) };
  return Buffer.from(createCleaner([]).scope().request(request).value.body ?? []).toString();
}

describe('words of a password', () => {
  it.each([
    'Correct horse battery staple fence',
    'Mein Hund frisst gerne Gras',
    'Ich liebe meinen alten Hund',
    'Changeme',
    'default',
    'random',
    'strong',
    'my-secret-token',
    'ABC_DEF',
    'this.is.mine',
    'kitten/puppy/rabbit',
    'x-ray-xxx',
    'hello(friend)',
    '!!!!!',
  ])('go next to the name of an account: %s', (value) => {
    const after = sent(JSON.stringify({ username: 'anna', password: value }), JSON_TYPE);
    expect(after).toBe('{"username":"anna","password":"REDACTED-1"}');
  });

  it.each(['Correct+horse+battery+staple+fence', 'Changeme', 'default', 'my-secret-token'])(
    'go next to the name of an account in a form: %s',
    (value) => {
      const after = sent(`username=anna&password=${value}&x=1`, FORM);
      expect(after).toBe('username=anna&password=REDACTED-1&x=1');
      expect(sent(`password=${value}&user_login=anna`, FORM)).not.toContain(value);
    },
  );

  it.each(['Correct horse battery staple fence', 'Mein Hund frisst gerne Gras'])(
    'are no sentence because they begin with a capital: %s',
    (value) => {
      const after = sent(JSON.stringify({ wifi_password: value, x: 1 }), JSON_TYPE);
      expect(after).toBe('{"wifi_password":"REDACTED-1","x":1}');
    },
  );

  it.each([
    '{"username":"anna","pass":"Blue whale sings"}',
    '{"login":"anna","pass":"sunshine"}',
    '{"change_password":"sunshine","x":1}',
    '["password","hunter2x"]',
    '["login","token","hunter2x9"]',
  ])('go: %s', (text) => {
    expect(sent(text, JSON_TYPE)).toContain('REDACTED-1');
  });

  it.each([
    '{"password":"The login failed: wrong user or password, please try again."}',
    '{"username":"Benutzername","password":"Kennwort"}',
    '{"username":"string","password":"varchar(64)"}',
    '{"username":"anna","password":"{{ db_password }}"}',
    '{"username":"anna","password":"********"}',
    '{"change_password":"https://a.example/password","reset_password":"/reset"}',
    '{"update_password":"on_create","reset_password":"auth.reset"}',
    '{"password":"changeme","secret":"default"}',
    '{"ski":{"pass":"Half day","zones":2}}',
  ])('stay where they are labels, references or what is done: %s', (text) => {
    expect(sent(text, JSON_TYPE)).toBe(text);
  });
});
