import { expect, it } from 'vitest';
import type { Step } from '../model/index.ts';
import { acceptedMessage, messageOf, placeName } from './message.ts';

const REQUEST: Step['request'] = {
  operation: 'content/pages/create',
  path: { id: 'x' },
  query: { per_page: 1000, status: ['draft', 7] },
  headers: [],
  body: { kind: 'json', value: { status: 'archived', title: { raw: [] } } },
  credential: { kind: 'valid' },
};

const FOUND = {
  kind: 'violated',
  where: { step: 'violation', pointer: 'status' },
  actual: 'HTTP 201, carried out',
  expected: 'a refusal',
} as const;

it.each([
  ['body', '/status', 'enum', 'status "archived" in its body'],
  ['body', '/title/raw', 'type', 'title.raw [] in its body'],
  ['body', '/systems', 'required', 'no systems in its body'],
  ['query', '/per_page', 'maximum', 'per_page 1000 in its query'],
  ['query', '/status/1', 'type', 'status.1 7 in its query'],
  ['path', '/id', 'pattern', 'id "x" in its path'],
] as const)('names what was accepted: %s %s', (part, pointer, keyword, what) => {
  const addressed = { method: 'POST', route: '/cms/v2/pages' };
  expect(acceptedMessage(FOUND, addressed, REQUEST, { part, pointer, keyword })).toBe(
    `POST /cms/v2/pages accepted ${what} with HTTP 201, which breaks ${keyword}`,
  );
});

it('names what is allowed where it knows it', () => {
  const addressed = { method: 'POST', route: '/cms/v2/pages' };
  const breach = { part: 'body', pointer: '/status', keyword: 'enum' } as const;
  expect(acceptedMessage(FOUND, addressed, REQUEST, breach, 'the string "draft"')).toBe(
    'POST /cms/v2/pages accepted status "archived" (allowed: the string "draft") in its body with HTTP 201, which breaks enum',
  );
});

it.each([
  ['', 'the body'],
  ['/title/raw', '/title/raw'],
  ['/routes/~1cms~1v2~1posts~0/methods', '/routes["/cms/v2/posts~"]/methods'],
])('names the place %j as %j', (pointer, name) => {
  expect(placeName(pointer)).toBe(name);
});

it('an answer that did not come is no place of an answer', () => {
  const finding = {
    kind: 'violated',
    where: { step: 's', pointer: 'answer' },
    actual: 'no answer: the connection was cut',
    expected: 'an answer',
  } as const;
  const asked = { method: 'GET', route: '/posts' };
  expect(messageOf(finding, asked)).toBe('GET /posts: no answer: the connection was cut');
});
