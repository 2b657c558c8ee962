import { expect, test } from 'vitest';
import { isPathAt } from '../../../dashboard/api/same-origin-path.ts';

test.each([
  ['/', true],
  ['/account', true],
  ['/w/ws_1/files?cursor=a//b', true],
  ['account', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/\t/evil.example', false],
  ['/\n\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
])('after signing in, %j is a path of this site: %j', (text, expected) => {
  expect(isPathAt('https://platen.test', text)).toBe(expected);
});
