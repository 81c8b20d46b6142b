import { expect, it } from 'vitest';
import { type Answer, bodyOf, type RecordingRules } from '../model/index.ts';
import { recordingFilter } from './recording-rules.ts';

function answer(type: string, length: number): Answer {
  const headers: Answer['headers'] = [['Content-Type', type]];
  const body = bodyOf(new Uint8Array(length), headers, 'complete', 1000);
  return { kind: 'answer', status: 200, reason: 'OK', headers, body };
}

const list = { operation: 'a/list', request: { method: 'GET', target: '/a?b=1' } };
const picture = { operation: null, request: { method: 'get', target: '/logo' } };
const post = { operation: 'a/create', request: { method: 'POST', target: '/a' } };
const all = [
  ['list', { ...list, outcome: answer('application/json; charset=UTF-8', 20) }],
  ['picture', { ...picture, outcome: answer('Image/PNG', 900) }],
  ['post', { ...post, outcome: answer('application/json', 5) }],
  ['list', { ...list, outcome: { kind: 'fault', code: 'reset', message: 'reset' } as const }],
] as const;

it.each<[RecordingRules | undefined, readonly string[]]>([
  [undefined, ['list', 'picture', 'post', 'list']],
  [{ documented: true }, ['list', 'post', 'list']],
  [{ only: [{ path: '^/a' }] }, ['list', 'post', 'list']],
  [{ only: [{ path: '^/a', methods: ['get'] }] }, ['list', 'list']],
  [{ only: [{ types: ['application/json'] }] }, ['list', 'post']],
  [{ except: [{ types: ['image/*'] }] }, ['list', 'post', 'list']],
  [{ except: [{ moreBytesThan: 10 }] }, ['post', 'list']],
  [{ except: [{ moreBytesThan: 10, methods: ['GET'], path: 'logo$' }] }, ['list', 'post', 'list']],
  [
    { only: [{ path: '^/a' }, { types: ['image/png'] }], except: [{ methods: ['POST'] }] },
    ['list', 'picture', 'list'],
  ],
])('by the rules %j the exchanges %j are recorded', (rules, wanted) => {
  const isRecorded = recordingFilter(rules);
  expect(all.flatMap(([name, one]) => (isRecorded(one) ? [name] : []))).toEqual(wanted);
});

it('before its answer is known an exchange may be recorded, where no rule speaks of the request alone', () => {
  const rules = { only: [{ types: ['image/png'] }], except: [{ path: '^/a', methods: ['POST'] }] };
  const isRecorded = recordingFilter(rules);
  expect(isRecorded({ ...list, outcome: undefined })).toBe(true);
  expect(isRecorded({ ...post, outcome: undefined })).toBe(false);
});
