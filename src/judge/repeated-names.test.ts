import { expect, it } from 'vitest';
import { repeatedNames } from './repeated-names.ts';

it.each<[string, readonly string[]]>([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', []],
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":1,"a":1}', ['/a']],
  ['{"a":1,"\\u0061":1}', ['/a']],
  ['{"list":[1,{"x":0},{"b/c":"a:{","d":[],"b/c":2}]}', ['/list/2/b~1c']],
  ['{"a":{"b":1},"a":{"b":1,"b":2},"a":3}', ['/a', '/a/b', '/a']],
  ['{"a":"\\"a\\":1,","b":"\\\\","a":"}"}', ['/a']],
  ['["a","a"]', []],
  ['"a"', []],
])('%s', (text, found) => {
  expect(repeatedNames(text)).toEqual(found);
});
