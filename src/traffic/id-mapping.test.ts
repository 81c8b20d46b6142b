import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { type Answer, contentOf, type WireStyle } from '../model/index.ts';
import { bindings } from './id-mapping.ts';

const contract = loadContract();
const STYLE: WireStyle = {
  arrays: 'brackets',
  routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
};

function answer(value: unknown): Answer {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const content = contentOf(bytes, [], 'complete', 10_000);
  return {
    kind: 'answer',
    status: 200,
    reason: '',
    headers: [],
    body: { bytes, completeness: 'complete', content },
  };
}

function target(bound: ReturnType<typeof bindings>, id: string, text: string): string {
  return bound.target(contract.operation(id), text, STYLE);
}

describe('identifiers', () => {
  const bound = bindings();
  bound.learn(contract.operation('content/posts/create'), answer({ id: 57 }), answer({ id: 901 }));
  const route = '/index.php?rest_route=/cms/v2';

  it.each<readonly [string, string, string]>([
    ['content/posts/get', `${route}/posts/57`, `${route}/posts/901`],
    ['content/posts/get', `${route}/posts/57&context=edit`, `${route}/posts/901&context=edit`],
    ['content/posts/get', `${route}/posts/570`, `${route}/posts/570`],
    ['content/pages/get', `${route}/pages/57`, `${route}/pages/57`],
    ['content/posts/revisions/list', `${route}/posts/57/revisions`, `${route}/posts/901/revisions`],
    [
      'content/posts/list',
      `${route}/posts&include[]=57&include[]=3`,
      `${route}/posts&include[]=901&include[]=3`,
    ],
    ['content/posts/list', `${route}/posts&per_page=57`, `${route}/posts&per_page=57`],
  ])('of %s in %s are bound anew', (id, before, after) => {
    expect(target(bound, id, before)).toBe(after);
  });

  it('in bodies are bound where they refer to something', () => {
    const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    const read = (bytes: Uint8Array | undefined): unknown =>
      JSON.parse(Buffer.from(bytes ?? []).toString());
    const before = {
      parent: 57,
      menu_order: 57,
      requests: [{ path: '/cms/v2/posts/57?force=true' }],
    };
    expect(read(bound.body(text(before)))).toEqual({
      parent: 901,
      menu_order: 57,
      requests: [{ path: '/cms/v2/posts/901?force=true' }],
    });
    const other = text({ menu_order: 57 });
    expect(bound.body(other)).toBe(other);
  });

  it('in bodies leave the digits of other numbers as they are', () => {
    const body = bound.body(new TextEncoder().encode('{"parent":57,"author":9007199254740993}'));
    expect(Buffer.from(body ?? []).toString()).toBe('{"parent":901,"author":9007199254740993}');
  });

  it('beyond 2^53 are bound with all their digits', () => {
    const large = bindings();
    const created = (id: string): Answer => {
      const bytes = new TextEncoder().encode(`{"id":${id}}`);
      const content = contentOf(bytes, [], 'complete', 10_000);
      const { body, ...head } = answer({});
      return { ...head, body: { ...body, bytes, content } };
    };
    const make = contract.operation('content/posts/create');
    large.learn(make, created('9007199254740993'), created('1379505554728411139'));
    expect(target(large, 'content/posts/get', `${route}/posts/9007199254740993`)).toBe(
      `${route}/posts/1379505554728411139`,
    );
    const body = large.body(new TextEncoder().encode('{"parent":9007199254740993}'));
    expect(Buffer.from(body ?? []).toString()).toBe('{"parent":1379505554728411139}');
  });

  it('that a list named are bound by their place, unless they are still there', () => {
    const listed = bindings();
    const list = contract.operation('content/posts/list');
    listed.learn(list, answer([{ id: 1 }, { id: 2 }]), answer([{ id: 2 }, { id: 8 }]));
    expect(target(listed, 'content/posts/get', `${route}/posts/1`)).toBe(`${route}/posts/2`);
    expect(target(listed, 'content/posts/get', `${route}/posts/2`)).toBe(`${route}/posts/2`);
  });
});

it('of what the members of a batch create are bound', () => {
  const bound = bindings();
  const reported = (...ids: readonly number[]) =>
    answer({ responses: ids.map((id) => ({ status: 200, headers: {}, body: { id } })) });
  const members = ['/cms/v2/posts', '/cms/v2/posts/7'];
  bound.learn(contract.operation('content/batch'), reported(57, 7), reported(901, 8), members);
  const route = '/index.php?rest_route=/cms/v2/posts';
  expect(target(bound, 'content/posts/get', `${route}/57`)).toBe(`${route}/901`);
  expect(target(bound, 'content/posts/get', `${route}/7`)).toBe(`${route}/7`);
});
