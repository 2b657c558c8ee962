import { expect, test } from 'vitest';
import { prefersStrict } from '../../../worker/http/prefers-strict.ts';

test.each([
  ['handling=strict', true],
  ['Handling="STRICT"', true],
  ['respond-async, wait=10, handling = strict; foo=1', true],
  ['handling=strict, handling=lenient', true],
  ['handling=lenient, handling=strict', false],
  ['handling', false],
  ['not-handling=strict', false],
  ['wait=10; handling=strict', false],
  ['', false],
  [undefined, false],
])('Prefer: %s', (prefer, expected) => {
  expect(prefersStrict(prefer)).toBe(expected);
});
